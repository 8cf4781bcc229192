"""How the person opens what they tell, with a colon or to their doctor: "So much to tell you: I'm 38", 一口气跟你说：…. Pure.

What is opened so is read like the same words without the opening.
"""

# ruff: noqa: E501

from collections.abc import Iterator

from memoryhub import patterns as re

_EN_OPENS = r"(?:^|(?<=[.!?\n;]))[^\S\n]{0,3}"
#: Words that make the opening another's speech, a text to work on, a game or a thing to ask.
_EN_NOT = (
    r"(?![^.!?:\n]{0,100}\b(?:translat\w+|how|spanish|french|german|english|chinese|italian|example|e\.g|imagine|pretend|suppose|story|poem|"
    r"character|role|sentence|write|rewrite|email|letter|remember|forget|whether|never|don['’]?t|he|she|they|him|her|them|"
    r"(?:my|our|his|their) (?!(?:news|life|story|situation|background|self|side)\b)\w+)\b)"
)
_EN_MUCH = (
    r"(?: (?:you|u|y'all|everyone|it|this|something|anything|everything|first|now|today|straight|all|at once|in one (?:breath|go|message)|"
    r"one thing|two things|(?:a few|some|a couple of|lots of|many) (?:things|facts|words)|a bit|a little|about (?:me|myself|my life|my situation)|"
    r"before we (?:start|begin)|so you know|quickly|briefly|here))*"
)
_EN_LEAD = re.compile(
    rf"{_EN_OPENS}{_EN_NOT}(?P<lead>[^.!?:\n]{{0,60}}?\b(?:"
    rf"(?:tell|telling|fill|show) (?:you|u|everyone){_EN_MUCH}|(?:to|i|i['’]ll|me|can|could|must|should|always|often|just) (?:say|share|confess|admit|mention|add|start with|report){_EN_MUCH}"
    r"|here (?:it )?(?:goes|we go|i go)|(?:you|u)(?:['’]ve)? asked(?: me)?|if you (?:must|want to|really want to|need to|wanna|care to) know"
    r"|(?:you|u) (?:should|need to|may want to|might want to|ought to|must|can) know(?: about me| first)?|about (?:me|myself)|introduce myself"
    r"|(?:bring|get) you up to (?:date|speed)|catch you up|in (?:short|brief|a nutshell)|to sum up"
    r"))\s{0,3}:\s{0,3}(?=(?:i|i['’]m|i['’]ve|im|ive|my|we|we['’]re|our)\b)",
    re.IGNORECASE,
)
_EN_HEALER = r"(?:doctors?|gp|dentist|nurse|pharmacist|surgeon|therapist|paramedics?|allergist|anaesthetist|midwife|consultant|specialist)"
_EN_TOLD_DOCTOR = re.compile(
    rf"{_EN_OPENS}(?P<lead>(?:(?:yesterday|today|last week|and|so|well|also|then),? )?i(?:['’]ve| have| had| already| just| also)* (?:told|informed|warned|reminded|said to|mentioned to) "
    rf"(?:my|the|our|a) (?:new )?{_EN_HEALER}(?: again| yesterday| today)?(?: that)?[,:]?\s{{1,3}})(?=(?:i|i['’]m|i['’]ve|im|ive)\b)",
    re.IGNORECASE,
)

_ZH_FILLING = (
    r"(?:我们?|就|先|要|想|得|来|还有?|有|那|那么|直接|慢慢|一口气|一次性|简单|简要|简短|好好|赶紧|再|顺便|这里|今天|真的?|好多|很多|太多|一堆|几件|一些|些|事情?|话|不少|许多|"
    r"干脆|索性|实在|老实|实话|长话|坦白|坦率|总的|总之|具体|详细|大概|大致|快速|从头|一一|挨个|自己|都|可以|能|打算|准备|必须|一下子|的)"
)
_ZH_YOU = r"(?:(?:跟|和|对|给|向|同)?(?:你们?|您|大家|各位))"
_ZH_TELLS = r"(?:说说|说|讲讲|讲|聊聊|聊|唠唠|唠|介绍|汇报|交代|坦白|报告|告诉|补充|分享|短说|直说|实说|来说|来讲|而言|列举?)"
_ZH_MORE = r"(?:一下|一声|一说|几句|两句|句|个事|几件事|件事|点事|完|清楚|明白|吧|啊|哦|哈|了|呢|你们?|您|大家|我(?:自己)?的?(?:情况|近况|事|现状|背景)?|自己|情况|近况|的?就?是|的有|实话|真话|话){0,8}"
_ZH_LEAD = re.compile(
    r"(?:^|(?<=[。！？!?\n]))\s{0,3}(?:(?:对了|好的?|好吧|嗨|你好|您好|哈喽|嗯|那|唉|哎)[，,\s]{0,3})?"
    rf"(?P<lead>(?:既然)?(?:你|您)(?:都|既然|想|要|这么)*(?:问|好奇|想知道)(?:了|起|到|的话)*(?:[，,]\s{{0,3}}我?(?:就|那)?(?:答|说|讲|直说|回答)(?:了|吧|一下)?)?"
    rf"|(?:{_ZH_FILLING}{{1,8}}{_ZH_YOU}?|{_ZH_YOU}){_ZH_FILLING}{{0,6}}{_ZH_TELLS}{_ZH_MORE})\s{{0,3}}[：:]\s{{0,3}}(?=\S)"
)
_ZH_TOLD_DOCTOR = re.compile(
    r"(?:^|(?<=[。！？!?\n，,；;]))\s{0,3}(?P<lead>(?:昨天|今天|刚才?|上次|之前)?我(?:昨天|今天|刚才?|上次|之前|已经|都|也|就|又|特意)*(?:(?:跟|对|和|向)(?:急诊|我的|家庭|主治)?(?:医生|大夫|护士|药师|牙医|营养师)(?:说|讲|提)(?:过|了)?|告诉(?:过|了)?(?:医生|大夫|护士|药师|牙医|营养师))[，,：:]?\s{0,3})(?=我)"
)


def lead_ins(text: str) -> Iterator[tuple[int, int]]:
    """Each opening of the person's own telling, with its colon."""
    for pattern in (_EN_LEAD, _EN_TOLD_DOCTOR, _ZH_LEAD, _ZH_TOLD_DOCTOR):
        for match in pattern.finditer(text):
            yield match.start("lead"), match.end()
