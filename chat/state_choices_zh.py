"""What a Chinese sentence chooses, turns down, or takes back."""

# ruff: noqa: E501

import re
from datetime import datetime

from chat import constraints_zh
from chat.clauses import Clause, Sentence
from chat.state_choosing import MIND, STILL
from chat.state_found import NUMBER_ZH, Found
from memories.capture import dates_zh

_LEAD = r"(?:那|那么|就|还是|最后|最终|决定|我们?|咱们?|我想|我就|好|行|好的|嗯|OK|ok|对|算了|要不|要不然|干脆|那就|不如|想了想|考虑了一下|直接|改|最后还是|想好了|看来看去|比较下来|综合考虑)*"
_CHOSEN = re.compile(
    rf"^{_LEAD}(?:就|决定|还是|确定|敲定|最后|打算|改|改成|换成|改为|改用|改订|改选|改坐)?(?P<verb>选定?|就要|要(?=第|这|那|[\u4e00-\u9fff]{{0,6}}[的款个家种版](?:吧|了|好了|就行)*$)|定(?!在|了?吧|下来|好了)|换回|改回|回到|用|买|订|挑|去(?=[^，。,]{{1,14}}(?:中心|俱乐部|会所|餐厅|饭店|酒楼|礼堂|厅|园|庄|馆|楼|酒店|宾馆|民宿|客栈|那家)(?:吧|好了|得了)$)|走(?=[\u4e00-\u9fff]{{1,8}}(?:线|路|高速|方案))|坐|住|拿|点|采用|敲定|租|换成|改成|改为|改用|改订|改坐)(?:了)?(?P<v>(?!了|的|过|个|得|一下|完|好|不|到|车|我|你|他|在|什么|哪|多少)[^，。,]{{1,20}}?)(?:吧|好了|就行|就好|了|得了|呗|就可以了?|即可|算了)?$"
    r"|^(?:那)?(?:就|还是)(?P<v2>(?!是|这样|行|好|算|不|说|没|有|在|像|会|想|要|可以|得|能|差|剩|先|去|来|为|等|按|让|跟|和|当|如|怕|一直|因|把|到|算)[^，。,我你他她]{1,14}?)(?:吧|好了|好|了吧|合适|划算|靠谱|方便|舒服)$"
    r"|^(?P<v3>[^，。,我你他她]{2,12}?)(?:就行|就可以|不错，就它|最合适|就它了?|吧就)$"
)
#: What was settled is settled no more, and what comes next takes its place.
CHANGED_MIND = re.compile(
    r"(?:我)?(?:又)?(?:改(?:变)?(?:了)?主意|换(?:了)?主意)了?|变卦了?|^(?:还是)?算了(?=[，,。！!]|$)|^(?:哦|嗯|啊)?(?:不(?=[，,])|不对|等等|等一下)|反悔了?|^(?:我)?(?:再)?(?:想了想|想来想去|考虑了一下|仔细想想|又想了想)"
)
#: "不，还是披萨吧", "改坐大巴": another choice than before.
_CHOOSES_ANEW = re.compile(r"改[坐用订选成为走买住]|换[成回坐]|改回|回到|^(?:那|不|算了|我们?|咱们)*还是")
_ABOUT = re.compile(
    r"^(?:关于|对)?(?P<v>[^，,我你他她]{1,12}?)(?:的事)?(?:我)?(?:又)?(?:改主意|变卦|反悔)了?$"
)
_NAMED_ONLY = re.compile(
    r"^(?:那|就|还是|我们?|咱们|选|要|回到|改回|换回)*(?P<v>(?!不|没|别|也|都|再|先|可|会|能|太|很|有|想|说|做|去|来|看|问|帮|给|让|把|这|那|谁|什么|怎|算|好|行|嗯|哦|对|是|你|他|她|它|取消|谢|请|麻烦|每|总|一直|都|\S*\d)[^，。,我你他她\s]{1,10}?)(?:吧|好了|得了|呗|了|更好|好一点)*$"
)
_OPEN_AGAIN = re.compile(
    r"^(?:不过|其实|还是|那|嗯)*(?P<v>[^，。,我你他她]{1,12}?)(?:又|还|也)?(?:还?可以再(?:考虑|想想|看看)|还?能再?考虑|还?可以考虑|又?可以了|重新考虑|没有?(?:完全)?排除|还在考虑)(?:一下|的)?$"
)
_VERB_OF_V2 = re.compile(
    r"^(?:坐回?|用回?|选|要|买|订|住|乘|搭|吃|换回|改回|回到|走)(?=[\u4e00-\u9fffA-Za-z]{2})"
)
_EXPLICIT = re.compile(r"就|决定|还是|确定|敲定|吧$|好了$|改|换|最后|最终|选|那")
_REJECTED = re.compile(
    r"^(?:我|我们|那|就|也|这次|还是|绝对|坚决|千万|可)*(?:不要|不选|别选|不想要|不考虑|不用考虑|不想选|不想住|不想坐|不想去|不坐|不住|pass掉?|排除|去掉|放弃)(?P<a>(?!了|的|过|紧|再|让|把|给|这样|太|那么|说|忘|担心|脸|钱|你|我|他|她|是|因)[^，。,]{1,16}?)(?:了|吧|的话)?$"
    r"|^(?P<b>[^，。,我你他她]{1,12}?)(?:就算了|算了吧|不考虑了?|排除|不要了|pass|就不要了|就不用了|太[贵远小大吵慢晚早旧高]了?|不合适|不行了?|不太行|不喜欢|没看上)$"
)


def chosen_instead(sentence: Sentence, *, said_at: datetime) -> list[Found]:
    """What is named after a change of mind (算了，大巴吧): it takes the place of what was chosen."""
    for clause in sentence.clauses:
        if match := _ABOUT.match(clause.text):
            return [Found("rejected", match["v"], MIND)]
        if CHANGED_MIND.fullmatch(clause.text) or _settled(clause.text, changed_mind=True, said_at=said_at):
            continue
        match = _NAMED_ONLY.match(clause.text)
        if match and not CHANGED_MIND.search(match["v"]) and not dates_zh.find(match["v"], said_at=said_at):
            return [Found("chosen", match["v"], MIND, True)]
    return []


def _settled(text: str, *, changed_mind: bool, said_at: datetime) -> str:
    """What a clause chooses, or nothing."""
    match = _CHOSEN.match(text)
    if match is None or not (changed_mind or _EXPLICIT.search(text)):
        return ""
    words = (match["v"] or match["v2"] or match["v3"]).strip()
    words = _VERB_OF_V2.sub("", words) if not match["v"] else words.removeprefix("回")
    number = re.fullmatch(rf"{NUMBER_ZH}\s*(?:个|位|名)?(?:人|晚|天|元|块|点|间|张)?", words)
    return "" if number or dates_zh.find(words, said_at=said_at) or not words else words


def choices(clause: Clause, said_at: datetime, *, changed_mind: bool, sentence: Sentence) -> list[Found]:
    text = clause.text
    turns_down = constraints_zh.turns_down(text, beside=sentence.text)
    if again := _OPEN_AGAIN.match(text):
        return [Found("reopened", again["v"])]
    turned_down = _REJECTED.match(text)
    if turned_down and (turns_down or not constraints_zh.ORDER.match(text)):
        words = (turned_down["a"] or turned_down["b"]).strip()
        return [] if dates_zh.find(words, said_at=said_at) else [Found("rejected", words)]
    words = _settled(text, changed_mind=changed_mind, said_at=said_at)
    anew = _CHOOSES_ANEW.search(text)
    still = STILL if anew and anew.group().endswith("还是") and not changed_mind else ""
    return [Found("chosen", words, still, changed_mind or anew is not None)] if words else []
