"""Standing instructions: how to answer, what never to do without asking."""

from dataclasses import replace

from memories.capture.rules_en import lexicon
from memories.capture.rules_en.build import Context
from memories.capture.rules_en.words import doubled, second_person, sentence
from memories.capture.types import Act, Candidate
from memories.kinds import MemoryType
from memoryhub import patterns as re

_STANDING = (
    r"(?:from now on|from here on(?: out)?|from this point (?:on|forward)|going forward|moving forward"
    r"|in (?:the )?future|in all (?:your )?(?:future )?(?:answers|replies|responses|conversations"
    r"|chats)"
    r"|when(?:ever)? you (?:give|show|send|suggest|recommend|explain|cite|quote|list|help|plan"
    r"|mention|translate"
    r"|code|draft|describe|talk|speak|refer)\b[^,]*(?=,)"
    r"|when i ask (?:you )?(?:for|about|to)\b[^,]*(?=,)|for (?:all )?(?:my )?future \w+|whenever (?:i"
    r"|you)\b[^,]*|every time (?:i|you)\b[^,]*|each time (?:i"
    r"|you)\b[^,]*|when(?:ever)? (?:you )?(?:answer\w*|reply\w*|respond\w*|talk\w*|writ\w+)(?: (?:to )?me)?"
    r"|at all times|by default|as a rule)"
)
_VERB = (
    r"(?:answer|reply|respond|write|speak|talk|use|keep|give|be|call|address|ask|start|end|begin"
    r"|include|add|avoid|skip|explain|show|tell|remind|check|email|e-mail|mail|send|book|buy"
    r"|order|delete|share|post|message|contact|text|format|translate|put|mention"
    r"|suggest|recommend|make|stick|quote|cite|prefer|summari[sz]e|say|refer|assume|treat|provide"
    r"|round|spell|schedule|invite|forward|pay|cancel|publish|stop|do|leave|convert|offer|sign"
    r"|greet|list|present|let|warn|confirm|apologi[sz]e|repeat|lecture)\b"
)
_IMPERATIVE = re.compile(
    rf"(?:(?:please|pls|also|and|but|ok|okay|so|hey|hi|thanks|one more thing|by the way|i(?:'d like"
    rf"| want| need| would like) you to|you should|you must|could you|can you|make sure (?:to"
    rf"|you|that you)|be sure to)[,:]?\s+)*"
    rf"(?:(?P<standing>{_STANDING}(?:,\s+{_STANDING})?)[,:]?\s+(?:please\s+|i(?:'d like| want|"
    rf" would like) you to\s+"
    rf"|you (?:should|must)\s+)?(?:(?:always|never|only|don'?t|do not|"
    rf"no more)\s+)?(?:ever\s+)?(?P<verb1>{_VERB})"
    rf"|(?P<always>always|never|don'?t (?:ever|you ever)|do not ever|only ever)\s+(?P<verb2>{_VERB})"
    rf"|(?P<bare>(?:don'?t |do not |only |just )?(?:ever )?{_VERB}))(?P<rest>.*)",
    re.I | re.S,
)
_ENDING = re.compile(rf"[\s,]+(?:{_STANDING}|from now on|always|every time|in (?:the )?future)\s*$", re.I)
#: An order about each answer, or with "from now on" in its middle, holds for good.
_THROUGHOUT = re.compile(
    r"\b(?:in|with|after|before|to|at the (?:start|end|beginning) of) (?:every|each|all)(?: of)?(?: your|"
    r" single)? "
    r"(?:answers?|replies|reply|responses?|messages?)\b|[,;]\s*(?:and )?(?:from now on|in future|"
    r"going forward),?\s",
    re.I,
)
_PERMISSION = re.compile(
    r"\b(?:without (?:asking(?: me)?(?: first)?|my (?:permission|consent|approval|okay|ok|agreement"
    r"|explicit \w+)|checking with me|telling me)|unless i(?:'ve| have)? (?:sa(?:y|id) so|approved?|agreed?|ask(?:ed)?"
    r"|tell you|told you|okay(?:ed)?|ok'?(?:ed|d)?"
    r"|clear(?:ed)?|confirm(?:ed)?|sign(?:ed)? off|allow(?:ed)?|permit(?:ted)?|explicitly \w+)|before asking me)\b",
    re.I,
)
_REPLIES = re.compile(
    r"(?:your|all|all your) (?:answers?|replies|reply|responses?|messages?|explanations?)\b", re.I
)
_AT_HAND = re.compile(
    r"\b(?:this (?:time|one|text|email|essay|story|paragraph|question|article|code|conversation"
    r"|task|letter)|the (?:following|above|text|email|essay|story|poem|previous|next|last|first"
    r"|second|paragraph|article|code|table|list|function|output|document|character|image|data)"
    r"|it\b.{0,12}$|in this|for this|until (?:i|we) (?:say|tell|finish)"
    r"|(?:before|until|till) (?:i|we)(?:'ve| have|'m|'re| am| are)? (?:say|said|tell|told|approved?|"
    r"confirm(?:ed)?"
    r"|agreed?|decided?|sign(?:ed)?|check(?:ed)?|seen?|read|review(?:ed)?|okay(?:ed)?|give|given|"
    r"finish(?:ed)?"
    r"|ready|happy|sure|done))\b",
    re.I,
)
#: What an act is done to that was spoken of just now: the order goes with it.
_TO_WHAT_WAS_SAID = re.compile(
    r"(?:post|send|share|publish|submit|print|upload|forward|e-?mail|mail|text|message|show|give|tell|book|"
    r"buy"
    r"|order|pay|cancel|delete|sign|change|touch|open|mention|discuss|quote|invite|release|return|accept|"
    r"schedule|use)\s+"
    r"(?:it|this|that|them|these|those|him|her|either"
    r"|any of (?:it|this|that|them|these|those)|one|the (?:two|other))\b",
    re.I,
)
#: A manner of writing: to be told to leave one out is told for good, "always" or not.
_MANNER = re.compile(
    r"(?:emojis?|emoticons?|smileys?|exclamation (?:marks?|points?)|jargon|slang|buzzwords|bullet points?"
    r"|bullets"
    r"|markdown|headings|headers|acronyms|abbreviations|swear words|sarcasm|small talk|filler|disclaimers"
    r"|flattery|fancy words|big words|all caps|capital letters|em dashes|hashtags|pet names|honorifics)\b",
    re.I,
)
_NO_MANNER = re.compile(
    r"(?:(?:please|pls|also|and|hey|ok|okay|so|by the way|could you|can you)[,:]?\s+)*(?:(?:don'?t"
    r"|do not|stop|avoid"
    r"|no more|skip|leave out|drop|quit)\s+)(?:(?:using|use|put|putting|include|including|add"
    r"|adding|write|writing"
    r"|send|sending|with|in)\s+)?(?:(?:any|so many|the|all|too many|your)\s+)*(?:[\w-]+\s){0,2}?"
    r"(?P<manner>[a-z]+(?: [a-z]+)??)"
    r"(?:\s+(?:please|with me|to me|at all|in (?:your )?(?:answers|replies|responses|messages)"
    r"|when (?:you )?\w+ing?"
    r"(?: (?:to )?me)?|any ?more))*",
    re.I,
)
_NO_TITLE = re.compile(
    r"(?:please\s+)?(?:don'?t|do not|stop) call(?:ing)? me\b"
    r"(?! (?:back|at|on|in|when|if|now))[^,]+(?:,[^,]{0,40})?",
    re.I,
)
#: "Please don't bring up my ex": a matter that is to be left alone, for good.
_NO_TOPIC = re.compile(
    r"(?:(?:please|pls|also|and|hey|ok|okay|so)[,:]?\s+)*(?:don'?t|do not|stop"
    r"|avoid)\s+(?:ever\s+)?(?:us(?:e|ing)|say(?:ing)?) "
    r"the (?:word|phrase|term|expression)s?\s[^,]{2,60}|"
    r"(?:(?:please|pls|also|and|hey|ok|okay|so)[,:]?\s+)*(?:don'?t|do not"
    r"|stop)\s+(?:ever\s+)?(?:bring(?:ing)? up|mention(?:ing)?"
    r"|talk(?:ing)? (?:to me )?about|ask(?:ing)? (?:me )?about|remind(?:ing)? me (?:of"
    r"|about))\s+(?:my|his|her)\s+[\w' -]{2,40}",
    re.I,
)
#: "Stop ending with a joke", "You can use emojis again": it ends an order that was given, if there was one.
_LET_GO = re.compile(
    r"(?:(?:please|pls|also|and|but|ok|okay|so|hey|hi|thanks|actually|by the way|from now on)[,:]?\s+)*"
    r"(?:(?:stop|quit|cease|you (?:can|may|could) stop|i want you to stop)\s+(?:always )?(?P<doing>[a-z]+?)(?:ing)\b"
    r"|(?:no need|there(?:'s| is) no need|you (?:don'?t|do not|no longer) (?:need|have)|you needn'?t) (?:to )?"
    r"(?P<do>[a-z]+)\b"
    r"|(?:don'?t|do not) (?P<no>[a-z]+)\b(?=.*\bany ?more\b)"
    r"|you (?:can|may) (?P<can>[a-z]+)\b(?=.*\bagain\b))(?P<what>.{3,60})",
    re.I | re.S,
)
_THIS = re.compile(r"\b(?:this|that|these|those|it|him|her|them)\b", re.I)
#: How one lets somebody off, which an order has no need of.
_FREELY = re.compile(
    r"\b(?:(?P<stop>(?:you (?:can|may|could)|i want you to) stop)"
    r"|(?:(?:there(?:'s| is) )?no need|you (?:don'?t|do not|no longer) (?:need|have)|you needn'?t)(?: to)?)\b",
    re.I,
)
_LENGTH = re.compile(
    r"\b(?:short|brief|concise|long|detailed|sentences?|words|lines|paragraphs?|to the point"
    r"|shorter|longer|length)\b",
    re.I,
)
_NOT_IN_IT = re.compile(
    r"\b(?:don'?t|do not|never|stop|no more|no longer)\b(?!.*\b(?:but|except|other than)\b)", re.I
)
_IN_LANGUAGE = re.compile(r"\bin ([A-Za-z]+)\b")


def instructions(context: Context) -> list[Candidate]:
    """The standing instructions of a message, each with its own quotation."""
    found, text = list[Candidate](), context.normal
    for start, end in _spans(text):
        body = text[start:end]
        if _of_manner(body) and not _AT_HAND.search(body):
            said = context.source[start:end]  # with the words that it quotes
            found.append(_candidate(context, start, end, said))
            continue
        match = _IMPERATIVE.fullmatch(body)
        if (not match or (match["bare"] and not _ENDING.search(body))) and _lets_go(text, body, end):
            given = _candidate(context, start, end, _FREELY.sub(_plainly, body))
            found.append(replace(given, slot="instruction", value=given.content, act=Act.END))
            continue
        if not match:
            continue
        permission = bool(_PERMISSION.search(body))
        standing = bool(
            match["standing"] or match["always"] or _ENDING.search(body) or _THROUGHOUT.search(body)
        )
        own = (
            bool(match["bare"])
            and bool(_REPLIES.search(body))
            and bool(re.match(r"(?:please )?(?:keep|make|limit)\b", body, re.I))
        )
        never = bool(re.match(r"(?:please )?(?:never|don'?t|do not|always|no )\b", body, re.I)) or bool(
            match["always"]
        )
        if not (standing or own or (permission and never)) or len(body.split()) < 3:
            continue
        if (_AT_HAND.search(body) and not (permission and standing)) or re.search(
            r"\?\s*$", text[end : end + 2]
        ):
            continue
        if match["always"] and _TO_WHAT_WAS_SAID.match(body, match.start("verb2")):
            continue
        if (
            match["always"]
            and re.match(
                r"(?:be|do|say|make|let|leave|start|end|stop|tell|(?:show|put|give)(?! [\w ]+ in [A-Z]?\w))\b",
                f"{match['verb2']}{match['rest']}",
                re.I,
            )
            and not re.search(r"\b(?:me|my|your|you|i)\b", body, re.I)
        ):
            continue  # a motto or a maxim, not an order to the assistant
        found.append(_candidate(context, start, end, body))
    return found


def _of_manner(body: str) -> bool:
    """ "Please don't use emojis", "Stop calling me sir": how to speak to the person, for good."""
    match = _NO_MANNER.fullmatch(body)
    return bool(match and _MANNER.fullmatch(match["manner"])) or bool(
        _NO_TITLE.fullmatch(body) or _NO_TOPIC.fullmatch(body)
    )


def _lets_go(text: str, body: str, end: int) -> bool:
    match = _LET_GO.fullmatch(body)
    if (
        match is None
        or _AT_HAND.search(body)
        or _THIS.search(match["what"])
        or re.match(r"\s*\?", text[end : end + 2])
    ):
        return False
    verb = (match["doing"] or match["do"] or match["no"] or match["can"]).lower()
    stem = verb[:-1] if verb[-2:-1] == verb[-1:] else verb
    return any(re.fullmatch(_VERB, one) for one in (verb, f"{verb}e", stem))


def _plainly(match: re.Match[str]) -> str:
    return "stop" if match["stop"] else "don't"


def _spans(text: str) -> list[tuple[int, int]]:
    spans = list[tuple[int, int]]()
    for match in re.finditer(r"[^.!?\n;]+(?:\.(?=\w)[^.!?\n;]+)*", text):
        start, end = match.span()
        while start < end and text[start] in " \t,:-":
            start += 1
        while end > start and text[end - 1] in " \t,:-":
            end -= 1
        if end - start > 8:
            spans.append((start, end))
    return spans


def _while_answering(match: re.Match[str]) -> str:
    verb = match[2].lower()
    return f"{match[1]} {verb[:-1] if verb.endswith('e') else doubled(verb)}ing"


def _candidate(context: Context, start: int, end: int, body: str) -> Candidate:
    order = re.sub(
        r"^(?:(?:please|pls|also|and|but|ok|okay|so|hey|hi|thanks|one more thing|by the way)[,:]?\s+)+",
        "",
        body,
        flags=re.I,
    )
    order = re.sub(r"^i(?:'d like| want| need| would like) you to\s+", "", order, flags=re.I)
    shown = re.sub(
        r"\b(?:all )?your (answers?|repl(?:y|ies)|responses?|messages?|explanations?)\b",
        r"\1",
        order,
        flags=re.I,
    )
    shown = re.sub(
        r"\b(answer|reply to|respond to|address) me\b(?! as)",
        lambda m: m[1].removesuffix(" to"),
        shown,
        flags=re.I,
    )
    shown = re.sub(
        r"\b(when(?:ever)?) you (answer|reply|respond|write|speak|talk|give|show|send|suggest|recommend"
        r"|explain|cite|quote"
        r"|list|help|plan|mention|translate|code|draft|describe|refer)\b",
        _while_answering,
        shown,
        flags=re.I,
    )
    shown = re.sub(
        r"\byour\b", "the assistant's", re.sub(r"\byou\b", "the assistant", shown, flags=re.I), flags=re.I
    )
    content = sentence(second_person(shown))
    language = next((m[1] for m in _IN_LANGUAGE.finditer(body) if m[1].lower() in lexicon.LANGUAGES), "")
    called = re.search(r"\b(?:call me|address me as) (?P<name>[A-Z][\w'-]+(?:\.? [A-Z][\w'-]+){0,2})", body)
    slot, value, type_ = "instruction", content, MemoryType.INSTRUCTION
    if called and not re.search(r"\b(?:never|don'?t)\b", body, re.I):
        slot, value, content = "called", called["name"], f"You want to be called {called['name']}"
    elif (
        language
        and not _NOT_IN_IT.search(body)
        and re.search(r"\b(?:answer|reply|respond|speak|talk|write)\b", body, re.I)
    ):
        slot, value = "reply_language", language
    elif _LENGTH.search(body) and re.search(
        r"\b(?:answers?|reply|replies|responses?|respond|explanations?|be|keep)\b", body, re.I
    ):
        slot, value = "reply_length", re.sub(r"^(?:always|please|from now on,?)\s+", "", content, flags=re.I)
    return Candidate(
        type=type_,
        content=content,
        quote=context.source[start:end],
        start=start,
        end=end,
        language="en",
        slot=slot,
        value=value,
        explicit=context.explicit,
    )
