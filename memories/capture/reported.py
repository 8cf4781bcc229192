"""Somebody else's speech without quotation marks: "My boss told the client: I'm vegan", 房东跟水管工说，我退休了. Pure."""

# ruff: noqa: E501

from collections.abc import Iterator

from memories.capture import rules_zh_words as words
from memoryhub import patterns as re

#: Who speaks, where it is not the person. "My wife and I" are the person too.
_NO_NAME = (
    r"(?!(?:I|We|You|What|How|That|This|It|There|Here|As|And|But|So|Then|Also|Just|Please|Let|Never|Always|Have|Has|Like|"
    r"When|If|Yesterday|Today|Already|Well|Once|Same|Note|Long|Truth|Things?|Enough|Or|Not|To|Was|Were|Am)\b)"
)
_EN_WHO = (
    r"(?<!\bi and )(?<!\bme and )(?<![\w'’])(?:(?:my|our|his|her|their|the|an?|this|that|some|another|one of (?:my|our|the)) "
    r"(?:(?!(?:i|we|me|and|or|that|which|who|to|about)\b)[\w'’-]+ ){0,4}?(?!(?:i|we|me|and|or)\b)[\w'’-]+"
    r"|he|she|they|who|some(?:one|body)(?: (?:at|in|from|on) [\w'’-]+(?: [\w'’-]+)?)?|every(?:one|body)"
    rf"|(?-i:{_NO_NAME}[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?))(?:,? (?-i:[A-Z][\w'’-]+),?)?"
)
_EN_HOW = (
    r"(?: (?:has|had|have|will|would|is|was|are|were|just|always|then|often|once|also|suddenly|even|still|never|later|"
    r"recently|usually|keeps?|kept|likes? to|used to|loves? to|sometimes|\w+ly))*"
)
_EN_SAYS = (
    r"(?:sa(?:id|ys?|ying)|told|tells|telling|wr(?:ote|ites?|iting)|written|texte?(?:d|s|ing)|messag(?:ed|es|ing)|e-?mail(?:ed|s|ing)|"
    r"repl(?:ied|ies|ying)|answer(?:ed|s|ing)|ask(?:ed|s|ing)|shout(?:ed|s|ing)|yell(?:ed|s|ing)|scream(?:ed|s|ing)|whisper(?:ed|s|ing)|"
    r"announc(?:ed|es|ing)|declar(?:ed|es|ing)|insist(?:ed|s|ing)|explain(?:ed|s|ing)|bragg(?:ed|ing)|brags|boast(?:ed|s|ing)|jok(?:ed|es|ing)|"
    r"claim(?:ed|s|ing)|admitt(?:ed|ing)|admits|confess(?:ed|es|ing)|add(?:ed|s)|complain(?:ed|s|ing)|moan(?:ed|s|ing)|post(?:ed|s|ing)|"
    r"tweet(?:ed|s|ing)|repeat(?:ed|s|ing)|sobb(?:ed|ing)|mutter(?:ed|s|ing)|quot(?:ed|es|ing)|"
    r"(?:goes|went|was like|were like)(?= ?[,:：])|"
    r"(?:sent|left|sends|leaves|passed|gave|handed|pinned|put|wrote)(?= [^.!?:：\n]{0,40}\b(?:message|text|note|e-?mail|letter|postcard|voicemail|sms|dm|reply|sign)\b))"
)
_EN_WRITING = r"(?:texts?|messages?|sms|e-?mails?|mail|notes?|letters?|reply|answer|voicemails?|postcard|comment|tweet|post|dm|words|motto|status|caption|speech|quote|bio|profile)"
#: What the person is told of themselves: a finding, or papers of theirs.
_EN_OF_ME = re.compile(
    r"\b(?:me|us)\b.*\b(?:news|results?|diagnosis|verdict|findings?)\b|\b(?:passport|contract|dna|charts?|tests?|results?|scans?|certificate)\b",
    re.IGNORECASE,
)
_EN_HEALER = re.compile(
    r"\b(?:doctors?|gp|allergist|dentist|therapist|specialist|nurse|consultant|psychiatrist|tests?|results?|scans?|blood ?work)\b",
    re.IGNORECASE,
)
_EN_TO = (
    r"(?: (?:to )?(?P<{to}>me|us|him|her|them|you|every(?:one|body)|people|"
    r"(?:my|our|his|her|their|the|an?) (?:[\w'’-]+ ){{0,2}}[\w'’-]+|(?-i:[A-Z][\w'’-]+)))?"
)
_REST = r"\s{0,3}[:：](?!\d)[^\S\n]{0,8}\n?[^\S\n]{0,8}(?P<rest>\S[^\n]*)"
_EN_COLON = re.compile(
    rf"{_EN_WHO}{_EN_HOW} {_EN_SAYS}\b(?P<tail>(?: (?!(?:that|how|why|what|whether|if|about)\b)[\w'’@#-]+){{0,9}}){_REST}",
    re.IGNORECASE,
)
_EN_HEADED = re.compile(
    rf"\b{_EN_WRITING}(?: (?:i|we) (?:just )?(?:got|received|had))? from (?!me\b)[^.!?:：,\n]{{1,40}}{_REST}"
    rf"|\b(?:(?:my|our|the) (?:[\w-]+ ){{0,2}}[\w-]+|(?-i:[A-Z][\w-]+))['’]s (?:[\w-]+ )?{_EN_WRITING}"
    rf"(?: (?:to|for|on|in|about) [^.!?:：\n]{{1,30}})?(?: (?:was|is|said|says|reads?))?{_REST.replace('rest', 'rest2')}",
    re.IGNORECASE,
)
#: "As the patient put it: …", "in the words of my aunt: …".
_EN_IN_WORDS = re.compile(
    rf"\b(?:(?:as|like|how) {_EN_WHO}{_EN_HOW} (?:put(?:s|ting)? it|phrased it|had it|would have it)|in (?:the )?words of [^.!?:：,\n]{{1,40}}|"
    rf"in (?!my|our|other)(?:his|her|their|[\w-]+['’]s) (?:own )?words){_REST}",
    re.IGNORECASE,
)
_EN_COMMA = re.compile(
    rf"(?P<who>{_EN_WHO}){_EN_HOW} {_EN_SAYS}\b{_EN_TO.format(to='to')},\s{{1,3}}(?P<rest>(?:i|i['’]m|i['’]ve|im|ive|we|we['’]re|my)\b[^.!?\n]*)",
    re.IGNORECASE,
)
_EN_LEANS = re.compile(
    r"\b(?:when|after|before|as|since|because|once|until|if|while|what|like|though|although|that|which|where|whatever|(?:day|moment|time|minute))(?: \w+)?\s*$",
    re.IGNORECASE,
)
_EN_AFTERWARDS = re.compile(
    rf"(?:^|(?<=[.!?\n]))\s{{0,3}}(?P<rest>(?:i|i['’]m|i['’]ve|im|ive|we|my)\b[^.!?\n]{{2,200}}?),\s{{0,3}}"
    rf"(?:(?P<who>{_EN_WHO}){_EN_HOW} {_EN_SAYS}{_EN_TO.format(to='to')}|(?:said|says|wrote|replied|shouted|answered) (?P<who2>{_EN_WHO}))(?: (?:yesterday|today|last \w+|earlier))?\s{{0,3}}(?=[.!?\n]|$)",
    re.IGNORECASE,
)

_ROLE = (
    r"(?:老板娘?|上司|领导|经理|主管|总监|老总|总裁|房东|房客|租客|中介|邻居|同事|室友|舍友|朋友|闺蜜|客户|顾客|客人|甲方|乙方|客服|老师|教授|导师|医生|大夫|护士|药师|教练|"
    r"师傅|工人|水管工|司机|店主|店长|店员|服务员|保安|警察|律师|同学|队友|网友|作者|主播|主持人|嘉宾|记者|明星|歌手|演员|导演|老大爷|大爷|大妈|老人|男人|女人|男的|女的|病人|患者|"
    r"男生|女生|小伙子?|姑娘|前任|相亲对象|对方|有人|别人|某人|人家|快递员|外卖员|[\u4e00-\u9fff]{1,3}[员师长](?=[跟对和向给告在说写发回])|他们?|她们?)"
)
_SURNAME = f"[{''.join(sorted(words.SURNAMES))}]"
_NAME = rf"(?:(?!谢谢|高兴|常常|马上|于是|万一|白天|方便|当时|后来){_SURNAME}[\u4e00-\u9fff]{{1,2}}?|[阿小老](?![家时孩])[\u4e00-\u9fff])(?=[跟对和向给告在说写发回])"
_OWN = r"我你您咱俺"
_ZH_WHO = (
    rf"(?:^|(?<=[。！？!?\n，,；;：:\s]))(?:{words.TIME}|{words.ADVERB}|然后|结果|但是?|而且?|于是|因为|可是|不过|接着|这时){{0,6}}"
    r"(?P<who>(?:我们?(?:的|家的?|公司的?|单位的?)?|咱们?(?:家|公司|单位)?(?:的)?)?"
    rf"(?:[^，,。！？!?：:；;\s{_OWN}跟对和与向给同告问说写找见请让叫去到在发打信回联通陪约]{{0,5}}?(?:{words.REL}|{_ROLE})(?!们?的?(?:话|群))|{_NAME})们?)"
)
_ZH_BETWEEN = r"[^，,。！？!?：:；;\n我你您不没]{0,8}?"
_ZH_TO = r"(?:跟|对|和|与|向|给|告诉|回复|问|冲|朝)(?P<to>我|[^，,。！？!?：:\s你您]{1,9}?)"
_ZH_SAYS = (
    r"(?:说|讲|写|答|回复|回了?|喊|吼|嚷|宣布|表示|解释|抱怨|吐槽|炫耀|吹牛|承认|坦白|透露|介绍|念叨|嘀咕|留言|来信|"
    r"[发留传来贴打](?:来|了|过来|出)*(?:一?[条个张封段篇])?(?:消息|短信|微信|语音|邮件|信息|私信|朋友圈|微博|帖子?|公告|通知|弹幕|字条|纸条|便条|留言|便签|电话|视频))"
)
_ZH_COLON = re.compile(
    rf"{_ZH_WHO}(?:[^，,。！？!?：:；;\n]{{0,20}}?(?:{_ZH_SAYS}|告诉|问)|的(?:消息|短信|微信|邮件|留言|回复|原话|字条|朋友圈|签名|简介|信|话))"
    rf"[^，,。！？!?：:；;\n]{{0,10}}{_REST}"
)
_ZH_COMMA = re.compile(
    rf"{_ZH_WHO}{_ZH_BETWEEN}(?:{_ZH_TO}[^，,。！？!?：:；;\n我你您不没]{{0,6}}?{_ZH_SAYS}|告诉(?P<to2>我|[^，,。！？!?：:\s你您]{{1,8}}?))(?:道|过|了|的是|着|说)*\s{{0,3}}[，,]\s{{0,3}}"
    r"(?P<rest>(?:其实|现在|今年|从小|一直|自己)?(?:我|咱|俺|本人)[^。！？!?\n]*)"
)
#: 我妈喊道，…, 病人的原话是，…: without the one it is said to.
_ZH_CALLED = re.compile(
    rf"{_ZH_WHO}(?:[^，,。！？!?：:；;\n我你您不没]{{0,6}}?(?:喊|嚷|吼|叫|写|宣布|抱怨|吹牛|念叨|感叹|哭诉|坦白|回)道|的?(?:原话|口头禅|签名|座右铭|朋友圈)(?:就)?(?:是|写着?|说))\s{{0,3}}[，,]\s{{0,3}}"
    r"(?P<rest>(?:其实|现在|今年|从小|一直)?(?:我|咱|俺|本人)[^。！？!?\n]*)"
)
_ZH_AFTERWARDS = re.compile(
    r"(?:^|(?<=[。！？!?\n]))\s{0,3}(?P<rest>(?:我|咱|俺)[^。！？!?\n]{2,60}?)(?=[，,]\s{0,3}"
    rf"{_ZH_WHO}{_ZH_BETWEEN}(?:{_ZH_TO}{_ZH_BETWEEN})?(?:说|讲|写道|喊|宣布|告诉我们?)(?:的|道|过|了)?\s{{0,3}}(?:[。！？!?\n]|$))"
)
_ZH_HEALER = re.compile(r"医生|大夫|护士|体检|化验|检查")

#: Somebody else at the keyboard: to the end of the line, after a colon or where they greet or name themselves.
_GOES_ON = (
    r"(?:\s{0,3}[:：]|\s{0,3}[,，.。!！;；—–-]+(?=\s{0,3}(?:hi|hello|hey|hiya|this is|it['’]?s (?!i\b|me\b)|i am [A-Z]|i['’]?m [A-Z]"
    r"|你好|您好|大家好|哈喽|嗨|我是|我叫|这里是)))\s{0,3}(?P<rest>\S[^\n]*)"
)
_EN_DEVICE = r"(?:phone|laptop|computer|tablet|account|keyboard|ipad|login)"
_EN_AT_KEYS = re.compile(
    rf"(?:{_EN_WHO}(?: is|['’]s| has| have| are)?(?: just| now| currently| actually)* (?:typing|talking to you|writing to you|"
    rf"(?:sitting )?(?:at|on) (?:my|the) {_EN_DEVICE}|(?:using|borrowing|borrowed|grabbed|took|taken|stole|stolen|got) (?:over )?my {_EN_DEVICE}|"
    rf"(?:taking|taken|took) over(?: (?:my|the) {_EN_DEVICE})?)|"
    rf"(?:handing|passing|giving)(?: (?:you|this|it|the|my|{_EN_DEVICE}))*(?: over| on)? to {_EN_WHO}|(?:this is|it['’]?s|here['’]?s) {_EN_WHO} (?:typing|writing|speaking))"
    rf"(?: (?:now|here|for (?:a|me)(?: \w+)?|on my {_EN_DEVICE}))*{_GOES_ON}",
    re.IGNORECASE,
)
_ZH_DEVICE = r"(?:手机|电脑|平板|账号|帐号|号|键盘|微信)"
_ZH_AT_KEYS = re.compile(
    r"(?:^|(?<=[\s，。！？,；;：:]))(?:(?:现在|这会儿|此刻|这次|这回|这里|接下来|下面|换成?|轮到|由|让|是|其实)(?:的是)?){0,4}"
    r"(?:我(?:的|们|家)?)?(?![在正来打用说拿借接])[^\s，,。：:我你]{1,8}?"
    rf"(?:(?:正在|正|在|来|替我|帮我)*(?:打字|敲字)|(?:正在|在)?(?:拿|借|用)(?:着|了|走)?我的?{_ZH_DEVICE}(?:打字|说话?|聊天?|问)?|"
    rf"来(?:说|问|聊|讲)(?:[两几]句)?|接过(?:了)?(?:我的)?{_ZH_DEVICE}(?:说|问)?)(?:了|呢|的)?{_GOES_ON}",
    re.IGNORECASE,
)


def speeches(text: str) -> Iterator[tuple[int, int]]:
    """Each stretch that is somebody else's speech, by the words before or behind it that say so."""
    for match in _EN_COLON.finditer(text):
        if not _EN_OF_ME.search(match[0][: match.start("rest") - match.start()]):
            yield match.span("rest")
    for pattern in (_EN_IN_WORDS, _ZH_CALLED, _EN_AT_KEYS, _ZH_AT_KEYS):
        for match in pattern.finditer(text):
            yield match.span("rest")
    for match in _EN_HEADED.finditer(text):
        yield match.span("rest" if match["rest"] else "rest2")
    for match in _EN_COMMA.finditer(text):
        finding = _EN_HEALER.search(match["who"]) and match["to"] in (None, "me", "us")
        if not finding and not _EN_LEANS.search(text, max(0, match.start() - 20), match.start()):
            yield match.span("rest")
    for match in _EN_AFTERWARDS.finditer(text):
        if not _EN_HEALER.search(match["who"] or match["who2"]):
            yield match.span("rest")
    for match in _ZH_COLON.finditer(text):
        yield match.span("rest")
    for match in _ZH_COMMA.finditer(text):
        if not (_ZH_HEALER.search(match["who"]) and (match["to"] or match["to2"]) == "我"):
            yield match.span("rest")
    for match in _ZH_AFTERWARDS.finditer(text):
        if not _ZH_HEALER.search(match["who"]):
            yield match.span("rest")
