"""Reads a sentence that asks the agent to forget something, in both languages. Pure."""

# ruff: noqa: E501

from dataclasses import dataclass

from memories.capture import rather
from memories.capture.types import Text
from memoryhub import patterns as re

_SENTENCE = re.compile(r"(?:[^.!?。！？\n]|[.](?=\w))+[.!?。！？]*")

#: Nobody asks for more in one breath, and the patterns below are slow on what is longer.
_LONGEST_REQUEST = 400

_EN_OPENING = (
    r"(?:(?:please|ok(?:ay)?|hey|hi|now|and|so|then|also|actually|no|oh|well|sorry|just)\b[\s,]*)*"
    r"(?:(?:can|could|would|will) you (?:please )?|(?:i(?:'d| would) like|i want|i need) you to |"
    r"you (?:can|should|may|must) |let's )?(?:please )?(?:just )?"
)
_EN_VERB = (
    r"(?P<verb>forget|unlearn|stop remembering|(?:don't|do not|no longer) (?:remember|keep|store)|"
    r"delete|erase|remove|drop|wipe|clear|scrub|purge|expunge|strike|get rid of)"
)
_EN_REQUEST = re.compile(rf"^\W*{_EN_OPENING}{_EN_VERB}\b(?P<rest>.*)$", re.IGNORECASE | re.DOTALL)
#: "Forget it", "don't forget to …": no request to forget something known.
_EN_IDIOM = re.compile(
    r"^\s*(?:about )?(?:it|that|this|him|her|them|me not|everything else)\s*[.!,]*\s*$|^\s*to\b|^-",
    re.IGNORECASE,
)
_EN_OF_MEMORY = re.compile(
    r"\bmemor(?:y|ies)\b|\bwhat (?:you know|i(?:'ve| have)? (?:said|told you))\b|"
    r"\b(?:i(?:'ve| have)?|we) told you\b|\byou (?:know|remember)\b|\byou(?:'ve| have) (?:stored|saved|kept|noted|learn(?:ed|t))\b|"
    r"\b(?:everything|anything) about (?:me|my)\b(?!.*\b(?:from|in) (?:the|this|that|my)\b)",
    re.IGNORECASE,
)
#: "Delete the thing about tea": what is known, named by what it is about.
_EN_THING = re.compile(
    r"^\s*(?:all )?(?:the|that|this|any|every|my)\s(?:whole |last |little )?(?:thing|bit|part|stuff|fact|note|entry|detail|info(?:rmation)?)s?"
    r"\s(?:about|on|with|regarding|concerning)\b(?!.*\b(?:from|in) (?:the|this|that|my)\b)",
    re.IGNORECASE,
)
#: "Don't remember that I like tea": what is named speaks of the person.
_EN_OF_ME = re.compile(r"^\s*(?:about |that |the fact that )*(?:i|i'm|i've|my|we|our)\b", re.IGNORECASE)
#: "Scratch that about tea", "I take back what I said about my job": what was said is named by what it is about.
_EN_SAID_ABOUT = re.compile(
    rf"^\W*{_EN_OPENING}(?:scratch|strike|ignore|disregard|never ?mind|(?:i(?:'d like to| want to|'ll| will)? )?take back) "
    r"(?:(?:that|this|it|everything|anything|what(?:ever)?|the|my|bit|part|thing|stuff|remark|comment|line|i(?:'ve| have)?|just|said|told you|mentioned)\s)+"
    r"(?:about|on|regarding|concerning) (?P<rest>[^,;]+?)"
    r"(?:[,;]? (?:and )?(?:please |just )*(?:erase|delete|forget|drop|remove|scrub|ignore) (?:it|that|this)(?: please| all)?)?$",
    re.IGNORECASE,
)
#: "I never said I was a florist": what is told without a "not" of its own.
_EN_NEVER_SAID = re.compile(
    r"^\W*(?:(?:but|no|hey|well|actually|sorry|hm+|wait)\b[\s,]*)*i (?:never|didn't|did not|have never|haven't)(?: ever)? "
    r"(?:say|said|tell you|told you|mention(?:ed)?|claim(?:ed)?) (?:that )?(?P<rest>(?:i(?!'d| would| will|'ll| could| might)|my)\b(?!.*(?:n't|\bnot\b|\bnever\b))[^,;?]+)$",
    re.IGNORECASE,
)
_EN_LEAD = re.compile(
    r"^\s*(?:"
    r"(?:what(?:ever)?|everything|anything|all|every (?:thing|fact|detail|bit|memory|entry|note)|"
    r"(?:the|that|this|those) (?:things?|facts?|parts?|bits?|stuff|memory|memories|entry|note)|(?:your |my )?memor(?:y|ies))\b\s*"
    r"|(?:that )?(?:i|we)(?:'ve| have)? (?:ever )?(?:said|told you|mentioned)\b\s*"
    r"|you(?:'ve| have)? (?:know|remember|stored?|saved?|kept|keep|noted?|learn(?:ed|t))\b\s*"
    r"|(?:(?:that |which )?(?:has|have|is|are) )?(?:to do with|related to|relating to|connected with|involving|concerning)\b\s*"
    r"|(?:that|about|of|on|regarding|from (?:your )?memory)\b\s*)+",
    re.IGNORECASE,
)
_EN_EVERYTHING = re.compile(
    r"^\s*(?:(?:absolutely |really )?(?:everything|all|it all|all of it|me)|(?:all|everything|anything|the lot) about me|"
    r"(?:all(?: of)? |every single |every )?(?:(?:my|your|our) )?memor(?:y|ies)(?: (?:of|about|on) me)?|all (?:of )?the memories(?: (?:of|about|on) me)?|"
    r"(?:everything|all|what(?:ever)?|anything) (?:that )?(?:you(?:'ve| have)?|i(?:'ve| have)?) (?:ever )?(?:know|remember|stored?|saved?|kept|keep|noted?|learn(?:ed|t)|told you|said)"
    r"(?: (?:about|of|on) me| to you| so far)*)\s*[.!]*\s*$",
    re.IGNORECASE,
)
_EN_TAIL = re.compile(
    r"\s*\b(?:from (?:your |my )?memor(?:y|ies)|(?:that|which) (?:i(?:'ve| have)? (?:ever )?(?:told you|said|mentioned)|you(?:'ve| have)? (?:know|remember|stored|saved|kept|noted))|please|again|any ?more|thanks?(?: you)?|ok(?:ay)?)\s*$|[\s.!?,]+$",
    re.IGNORECASE,
)

_ZH_VERB = (
    r"(?:忘掉|忘了|忘记|忘却|遗忘|别再?记(?:得|住|着|了)?|不要再?记(?:得|住|着)?|不用再?记(?:得|住|着)?)"
)
_ZH_DELETE = r"(?:删掉|删除|删了|清除|清空|抹掉|移除|去掉)"
_ZH_LEAD = (
    r"^\W*(?:其实|对了|不过|哦|嗯|啊|哎|呃|[,，\s]|请|麻烦你?|帮我|帮忙|你|您|可以|能不能|能否|能|可不可以|那就?|好了|算了|就|还是|现在|都|顺便|给我)*"
    r"[,，\s]*"
)
_ZH_REQUESTS = (
    re.compile(rf"{_ZH_LEAD}{_ZH_VERB}(?P<rest>.*)$", re.DOTALL),
    re.compile(
        rf"{_ZH_LEAD}(?:把|将)(?P<rest>.+?)(?:都|全部|全)?(?:给)?(?:{_ZH_VERB}|从.{{0,6}}记忆(?:里|中)?{_ZH_DELETE})"
        r"(?:吧|了|掉)*\W*$",
        re.DOTALL,
    ),
    re.compile(
        rf"{_ZH_LEAD}(?:把|将)(?P<rest>.*(?:记忆|记录|记住|记得|关于我|我.{{0,14}}(?:信息|资料|情况|内容)).*?)(?:都|全部|全)?(?:给)?{_ZH_DELETE}"
        r"(?:吧|了|掉)*\W*$",
        re.DOTALL,
    ),
    re.compile(
        rf"{_ZH_LEAD}{_ZH_DELETE}(?P<rest>.{{2,30}}?)(?:的事情?|(?:这|那)(?:件事情?|条))(?:吧|了)*\W*$",
        re.DOTALL,
    ),
    re.compile(
        rf"{_ZH_LEAD}(?:把|将)(?P<rest>.{{2,30}}?)(?:的事情?|(?:这|那)(?:件事情?|条))(?:都|全部|全)?(?:给)?{_ZH_DELETE}(?:吧|了)*\W*$",
        re.DOTALL,
    ),
    re.compile(rf"{_ZH_LEAD}{_ZH_DELETE}(?P<rest>.*(?:记忆|记录|记住的|记得的|关于我).*)$", re.DOTALL),
    re.compile(
        r"^\W*(?P<rest>(?:关于)?[^，。]{2,30}?(?:这件事|那件事|的事情?|这条|那条))[，,\s]*(?:请|麻烦)?(?:你|您)?(?:就|都|也|可以|能|直接|先|全)*"
        rf"{_ZH_VERB}(?:吧|了|好了|就行|啦)*[^\w?？]*$",
        re.DOTALL,
    ),
    re.compile(
        r"^\W*(?P<rest>(?:关于)?[^，。?？]{2,30}?)(?:这件事情?|那件事情?|的事情?|这条|那条)[，,\s]*(?:请|麻烦)?(?:你|您)?(?:就|都|也|可以|能|直接|先|全|给我|帮我)*"
        rf"{_ZH_DELETE}(?:吧|了|好了|就行|啦)*[^\w?？]*$",
        re.DOTALL,
    ),
    re.compile(
        r"^\W*我?(?:刚才|刚刚|之前|前面|上面|上次)?(?:跟你)?(?:说|讲|提)(?:到|过)?的(?P<rest>[^，。?？]{2,20}?)[，,\s]*(?:就|都|也)?"
        rf"(?:当我(?:从来)?没(?:说|提|讲)过?|不算数?|作废)(?:了|吧|啊|哈)*(?:[，,\s]*(?:请|你|就|都|直接|帮我)*(?:{_ZH_DELETE}|{_ZH_VERB})(?:吧|了)*)?[^\w?？]*$",
        re.DOTALL,
    ),
    re.compile(  # 我的生日你忘了 is a reproach, and with a question mark it is one as well
        rf"^\W*(?P<rest>[^，。?？]{{2,20}}?)[，,\s]*(?:请你?|麻烦你?|你可以|你就|你都|您可以|可以)(?:都|就|直接|全部?)*{_ZH_VERB}(?:吧|了|好了|就行|啦)*[^\w?？]*$",
        re.DOTALL,
    ),
    re.compile(
        rf"^\W*(?P<rest>[^，。?？]{{2,20}}?)[，,\s]*(?:你|您){_ZH_VERB}(?:吧|好了|就行)[^\w?？]*$", re.DOTALL
    ),
    re.compile(
        rf"^\W*(?:请|你|就|那|把|将)*(?P<rest>所有|全部|一切|统统|通通|全)(?:的|都|给我)*{_ZH_VERB}(?:吧|了|好了)*[^\w?？]*$",
        re.DOTALL,
    ),
)
_ZH_IDIOM = re.compile(r"^(?:吧|它|这个|那个|[这那]些?|了|带|拿|说|做|关|买|去|要)?\W*$")
_ZH_STRIP = re.compile(
    r"^(?:我?(?:之前|以前|上次|刚才|刚刚)?(?:跟你|对你|和你)?(?:说|讲|提|告诉你|提到)(?:过|了)?的?|关于|"
    r"你(?:记得|记住|知道)的?|所有|有关|[跟和与](?=.+(?:有|相)关)|那条|这条|我的?|的)+|"
    r"(?:(?:有|相)关的?|的?全部|[吗么]|的?(?:这|那)(?:件事情?|条记忆|条|个)|的事情?|事情|的?(?:记忆|记录|信息|内容|一切|所有)|吧|了|呀|啦|好吗|可以吗|行吗|谢谢|"
    r"从(?:你的)?记忆(?:里|中)|的|(?:在|是|叫)?(?:哪儿|哪里|什么|多大|几岁|谁|多少))+\W*$|\W+$|^\W+"
)
_ZH_EVERYTHING = re.compile(
    r"^(?:(?:关于|有关)?[我你]?的?(?:所有|全部|一切|统统|通通|全)(?:的?(?:事情?|记忆|记录|东西|内容|信息)|的)?|(?:关于|有关)?我|(?:关于|有关)我的(?:事情?|记忆|记录|信息)|"
    r"[我你]?的?(?:所有|全部)?的?记忆(?:全部|全都|都)?|(?:关于我的?)?(?:你|我)(?:之前|以前)?(?:记得|记住|知道|记着|记下|说过|告诉你)的(?:关于我的)?(?:一切|全部|所有|东西|事情?|话)?)"
    r"(?:[吧吗了]|全部|都)*$"
)
#: "我忘了带钥匙", "别忘了…": somebody's own forgetting, or the contrary.
_ZH_OWN_LAPSE = re.compile(
    r"^\W*(?:我|他|她|我们|差点|千万)(?:们|都|又|也|总|老|经常|可能|好像|快|会)*忘|别忘|不要忘|不能忘|没忘|不会忘"
)
_ZH_MATTER = r"(?:的事情?|[这那]件事情?|[这那]条)"
_PLAIN = re.compile(
    r"\b(?:i|i'm|i've|my|mine|me|our|we)\b|\bmemor(?:y|ies)\b|\byou (?:know|remember)|\bremember(?:ing)?\b|我|记|"
    rf"{_ZH_MATTER}[，,\s]*(?:请|麻烦)?[你您].{{0,3}}{_ZH_VERB}|{_ZH_MATTER}.{{0,4}}{_ZH_DELETE}|{_ZH_DELETE}.*{_ZH_MATTER}\W*$|把.*{_ZH_MATTER}.{{0,4}}{_ZH_DELETE}",
    re.IGNORECASE,
)
_MANNER = re.compile(
    r"\byou can forget\b|\blet's\b|\bforget (?:all )?(?:your|his|her|their)\b|烦恼", re.IGNORECASE
)


_WHOLE = re.compile(
    r"\b(?:everything|anything|all|whatever|every (?:memory|thing|fact|detail|bit|entry))\b"
    r"(?: (?:of (?:it|that|the|your)|it|that|there is|the|my|your|memories|facts|details|things|information|i(?:'ve| have)?|you(?:'ve| have)?|know|remember|"
    r"have|told|said|stored|saved|noted|learn(?:ed|t)))*+"
    r" (?:about|on|of|regarding|concerning|related to|relating to|(?:that )?(?:has|have) to do with|to do with|involving|mentioning|that mentions?)\b|"
    r"(?:关于|有关|跟|和|与).{1,20}(?:一切|所有|全部|统统|通通|每一?[条件]|任何|都)|(?:一切|所有|全部|任何|每一?[条件]).{0,3}(?:关于|有关|跟|和|与).{1,20}|"
    r".{1,20}的(?:一切|所有(?:事情?|记忆|信息|内容|记录)|全部(?:事情?|记忆|信息|内容|记录)?|(?:事情?|记忆|信息|内容|记录)(?:都|全|统统|通通))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Request:
    """A sentence that asks to forget something: where it stands, and what it names.

    Only a ``plain`` one speaks of the person or of the memory ("forget my address"); another may be a manner of
    speaking ("forget the rain, let's go") and counts where a memory fits. A ``whole`` one means all that is known of
    what it names: "everything about my wife".
    """

    start: int
    end: int
    target: str
    everything: bool = False
    plain: bool = True
    whole: bool = False


def forget_request(text: str) -> Request | None:
    """The first sentence of a text that asks the agent to forget something it knows, or None."""
    for match in _SENTENCE.finditer(text):
        sentence = match.group().strip()
        if len(sentence) > _LONGEST_REQUEST or rather.read(text[match.start() :]):
            continue
        target = _english_target(sentence) or _chinese_target(sentence)
        if not target and (spoken := _spoken_of(sentence)):
            return Request(match.start(), match.end(), spoken, plain=False)
        if target:
            everything = bool(_EN_EVERYTHING.match(target) or _ZH_EVERYTHING.match(target))
            plain = everything or (bool(_PLAIN.search(sentence)) and not _MANNER.search(sentence))
            whole = not everything and bool(_WHOLE.search(sentence))
            return Request(match.start(), match.end(), target, everything, plain, whole)
    return None


def without_requests(text: Text) -> Text:
    """The text without the sentences that ask to forget something, so that they do not teach it again."""
    words = text.text
    while (request := forget_request(words)) and request.plain:
        words = words[: request.start] + " " * (request.end - request.start) + words[request.end :]
    return Text(text=words, said_at=text.said_at, previous_assistant=text.previous_assistant)


def _spoken_of(sentence: str) -> str:
    """What was said, where the words take it back: a manner of speaking, too, unless it is known."""
    plain = sentence.replace("’", "'").strip()
    match = _EN_SAID_ABOUT.match(plain.rstrip(" .!")) or _EN_NEVER_SAID.match(plain.rstrip(" .!"))
    return match["rest"].strip() if match else ""


def _english_target(sentence: str) -> str:
    match = _EN_REQUEST.match(sentence)
    if match is None:
        return ""
    rest = match.group("rest").replace("’", "'")
    if _EN_IDIOM.search(rest):
        return ""
    verb = match.group("verb").lower()
    of_me = verb.endswith((" remember", " store")) and _EN_OF_ME.match(rest)
    of_memory = of_me or _EN_OF_MEMORY.search(rest) or _EN_THING.match(rest)
    if verb not in ("forget", "unlearn", "stop remembering") and not of_memory:
        return ""
    rest = re.split(r"[,;]\s|\s[–—-]\s", rest, maxsplit=1)[0]
    while (shorter := _EN_TAIL.sub("", rest)) != rest:
        rest = shorter
    if _EN_EVERYTHING.match(rest):
        return rest.strip()
    return _EN_LEAD.sub("", rest).strip()


def _chinese_target(sentence: str) -> str:
    if _ZH_OWN_LAPSE.search(sentence):
        return ""
    for pattern in _ZH_REQUESTS:
        match = pattern.match(sentence)
        if match is None:
            continue
        rest = re.split(r"[，,；;]", match.group("rest").strip(" ，,"), maxsplit=1)[0].strip(" 。！!？?.")
        if _ZH_EVERYTHING.match(rest):
            return rest
        while (shorter := _ZH_STRIP.sub("", rest)) != rest:
            rest = shorter
        if rest and not _ZH_IDIOM.match(rest):
            return rest
    return ""
