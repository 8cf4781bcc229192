"""What a Chinese sentence chooses, turns down, or takes back."""

# ruff: noqa: E501

from datetime import datetime

from chat import constraints_zh
from chat.clauses import Clause, Sentence
from chat.state.choosing import MIND, STILL
from chat.state.found import NUMBER_ZH, Found
from chat.state.kinds import is_kind, kind_of
from chat.state.nouns_zh import is_thing
from chat.state.numbers_zh import UNITS
from memories.capture import dates_zh
from memoryhub import patterns as re

_LEAD = r"(?:那|那么|就|还是|(?:先|暂时|暂)(?=[选定敲订])|想来想去|思来想去|考虑再三|最后|最终|决定|我们?|咱们?|我想|我就|好|行|好的|嗯|OK|ok|对|算了|要不|要不然|干脆|那就|不如|想了想|考虑了一下|直接|改|最后还是|想好了|看来看去|比较下来|综合考虑)*"
_CHOSEN = re.compile(
    rf"^{_LEAD}(?:就|决定|还是|确定|敲定|最后|打算|改|改成|换成|改为|改用|改订|改选|改坐)?(?P<verb>选定?|就要|要(?=第|这|那|[\u4e00-\u9fff]{{0,6}}[的款个家种版](?:吧|了|好了|就行)*$)|定(?!在|了?吧|下来|好了)|换回|改回|回到|用|买|订|挑|去(?=[^，。,]{{1,14}}(?:中心|俱乐部|会所|餐厅|饭店|酒楼|礼堂|厅|园|庄|馆|楼|酒店|宾馆|民宿|客栈|那家)(?:吧|好了|得了)$)|走(?=[\u4e00-\u9fff]{{1,8}}(?:线|路|高速|方案))|坐|住|拿|点|采用|敲定|租|换成|换(?=[^，。,一个下点][^，。,]{{1,13}}(?:吧|好了|得了)$)|改成|改为|改用|改订|改坐)(?:了)?(?P<v>(?![吧呗啦呀]|了|的|过|个|得|一下|完|好|不|到|车|我|你|他|在|什么|哪|多少)[^，。,]{{1,20}}?)(?:吧|好了|就行|就好|了|得了|呗|就可以了?|即可|算了)?$"
    r"|^(?:那)?(?:就|还是)(?P<v2>(?!是|这样|行|好|算|不|说|没|有|在|像|会|想|要|可以|得|能|差|剩|先|去|来|为|等|按|让|跟|和|当|如|怕|一直|因|把|到|算)[^，。,我你他她]{1,14}?)(?:吧|好了|好|了吧|合适|划算|靠谱|方便|舒服)$"
    r"|^(?P<v3>[^，。,我你他她]{2,12}?)(?:就行|就可以|不错，就它|最合适|就它了?|吧就)$"
)
#: What was settled is settled no more, and what comes next takes its place.
CHANGED_MIND = re.compile(
    r"(?:我)?(?:又)?(?:改(?:变)?(?:了)?主意|换(?:了)?主意)了?|变卦了?|^(?:还是)?算了(?=[，,。！!]|$)|^(?:哦|嗯|啊)?(?:不(?=[，,])|不对|等等|等一下)|反悔了?|^(?:我)?(?:再)?(?:想了想|想来想去|思来想去|考虑了一下|考虑再三|仔细想想|又想了想)|^(?:那|还是|要不|干脆|得)*换[一另别]?[外的]*一?(?:家|个|种|款|辆|间|套|处)(?:别的)?(?:吧|了)?(?=[，,]|$)"
)
_MIND_LEAD = re.compile(r"^我?再?(?:想了想|想来想去|思来想去|考虑了一下|考虑再三|仔细想想|又想了想)，?")
#: After 换一家: what is gone to or taken now.
_DOES_INSTEAD = re.compile(
    r"^(?:就|那就|改|我们|咱们)*(?:去|用|住|买|选|订|定|吃|请|找|坐|租)(?P<v>(?![了的过个一我你他她它哪什谁看问试])[\u4e00-\u9fffA-Za-z]{2,10}?)(?:吧|好了|得了|了)*$"
)
#: "不，还是披萨吧", "改坐大巴": another choice than before.
_CHOOSES_ANEW = re.compile(
    r"改[坐用订选成为走买住]|换[成回坐]|(?:还是|就|那|定|算了|我们|咱们|^)换(?![一个了])|改回|回到|^(?:那|不|算了|我们?|咱们)*还是"
)
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
#: 还是换竹里馆吧, 就定换竹里馆: what comes after 换 is what is chosen; 换一家 names nothing.
_SWAPS_TO = re.compile(r"^换(?:成|到|为|去|用|坐|住)?(?=[\u4e00-\u9fffA-Za-z]{2})(?![一个家别其另点下])")
_HOUSE = re.compile(r"[^\W\d](?:[馆楼居园轩阁斋庄院店社坊厅栈筑]|民宿|公司|会所|中心|酒店|俱乐部|那家)$")
_NOTHING_NAMED = re.compile(r"^换(?:[一个家别其另点下]|成?别的|其他)")
_EXPLICIT = re.compile(r"就|决定|还是|确定|敲定|吧$|好了$|改|换|最后|最终|选|那")
_REJECTED = re.compile(
    r"^(?:我|我们|那|就|也|这次|还是|绝对|坚决|千万|可)*(?:不要|不选|别选|不想要|不考虑|不用考虑|不想选|不想住|不想坐|不想去|不坐|不住|pass掉?|排除|去掉|放弃)(?P<a>(?!了|的|过|紧|再|让|把|给|这样|太|那么|说|忘|担心|脸|钱|你|我|他|她|是|因)[^，。,]{1,16}?)(?:了|吧|的话)?$"
    r"|^(?P<b>[^，。,我你他她]{1,12}?)(?:就算了|还是算了吧?|算了吧|不考虑了?|排除|不要了|pass|就不要了|就不用了|太[贵远小大吵慢晚早旧高]了?|不合适|不行了?|不太行|没位[子置]?了?|没[房票货]了?|订满了?|客满了?|满了|没空位了?|卖[完光]了?|不喜欢|没看上)$"
)

_NOT_WANTED = r"(?:不|别|甭)(?:再|用)?"
_TAKES_ZH = r"(?:请|要|去|用|坐|订|买|住|租|选|做|办|放|叫|吃|加|安排|考虑|点|带|邀请|雇|搞|弄|上)"
#: 乐队不请了, 不请乐队了: a decision, by its 了; without it, an order that holds on.
_NOT_TAKEN = re.compile(
    rf"^{_LEAD}(?:这次|这回)?(?P<a>[^，。,不别甭]{{1,10}}?)(?:就|还是|也|我们?|咱们?|先)*{_NOT_WANTED}{_TAKES_ZH}(?:了|吧|啦|就是)+$"
    rf"|^{_LEAD}(?:这次|这回)?(?:我们?|咱们?)?(?:就|还是|也|先|决定)*{_NOT_WANTED}{_TAKES_ZH}(?P<b>[^，。,了吧]{{1,12}}?)(?:了|啦|吧)+$"
    rf"|^{_LEAD}(?:把)(?P<c>[^，。,]{{1,10}}?)(?:给)?(?:取消|去掉|删掉|划掉|砍掉|撤掉|换掉)(?:了|吧)*$"
    rf"|^{_LEAD}(?:取消|去掉|删掉|划掉|砍掉|撤掉|换掉)(?:了)?(?P<d>[^，。,]{{1,10}}?)(?:了|吧)*$"
)
#: Who does not come, and what is no thing at all.
_WHO = re.compile(r"(?:[哥姐弟妹爸妈叔姨伯舅姑爷奶]|孩子|朋友|同事|亲戚|^[老小阿][\u4e00-\u9fff])$")
_NO_THING_TURNED = re.compile(
    r"^(?:我们?|咱们?|你们?|他们?|她们?|它|大家|谁|这|那|也|都|先|现在|以后|暂时|可以|可能|如果|要是|今[天晚]|明天|后天|昨天|什么|车|人|钱|说|想)$|[我你他她谢]|(?:问|先问|告诉|担心|着急|客气|麻烦|说|想)$|^(?:问|告诉|担心|着急|客气|麻烦|说|想|管|急|怕)"
)
#: 水煮鱼换成清蒸鲈鱼: the one is turned down and the other chosen.
_SWAPPED = re.compile(
    rf"^{_LEAD}(?:把|将)?(?P<v>(?!还是|干脆|要不|不如|最后|直接|那就|全部)[^，。,我你他她改换]{{2,12}}?)(?:就|还是|直接)?(?:换成|改成|替换成|换作|改为|换为)(?P<new>[^，。,]{{2,12}}?)(?:吧|了|好了|得了)*$"
)
_ASKED_FOR = re.compile(r"谁|什么|哪|啥|几[个家种款]|怎么")
#: 餐厅就定海底捞吧: what the choice is of, before it.
_TOPIC_LED = re.compile(
    r"^(?P<x>(?![我你他她它咱这那谁就还先最不])[\u4e00-\u9fff]{2,8}?)(?P<rest>(?:我们?|咱们?|那)?(?:就|还是|先|最后|最终|改|换|选|定|订|敲定|决定).+)$"
)
#: 文化衫做蓝色的, 喜酒用五粮液: how things stand.
_USES = re.compile(
    r"^(?P<x>(?![我你他她它咱这那谁就还先都也])[\u4e00-\u9fff]{1,6}?)(?:就|都|先|想|打算|准备)*(?:用|做|请|买|租|穿|刷|铺|贴|装|要|选|喝|送)(?:了|的是)?(?P<v>(?![了的过个一什哪谁多几])[^，。,\d我你他她]{2,8}?)的?(?P<settles>吧|好了|就行|得了)?$"
)
_OF_ANY = re.compile(
    r"^(?:时间|日期|地点|地方|预算|人数|数量|价格|颜色|尺寸|主题|名字|号码|电话|地址|方案|计划|行程|单价|桌数|间数|份数|报价|定金|押金|目的地|密码|名单|菜单|礼物|场地|住宿|交通|航班|车次)$|[师员手人长者机]$"
)


_SO_MANY = re.compile(rf"{NUMBER_ZH}\s*(?:个|位|名)?(?:{UNITS}|人|元|块|点)?")


def _turned_down(text: str, *, said_at: datetime) -> list[Found]:
    """What a clause says that is not taken, and what is taken in its place."""
    if (match := _SWAPPED.match(text)) and not match["new"].endswith("的"):
        old, new = match["v"], match["new"]
        if kind_of(new) == "colour" != kind_of(old):
            return [Found("chosen", new, "", True, of=old)]
        if _SO_MANY.fullmatch(new):
            return []  # 司仪换成两位
        if is_kind(old):  # 酒店换成汉庭: a word of a kind names nothing that was turned down
            return [Found("chosen", new, "", True)] if not dates_zh.find(new, said_at=said_at) else []
        of_any = _OF_ANY.search(old)
        number = re.search(r"\d", old + new) or re.match(NUMBER_ZH, new)
        if not of_any and not number and not any(dates_zh.find(each, said_at=said_at) for each in (old, new)):
            return [Found("rejected", old), Found("chosen", new, "", True, old)]
        return []
    match = _NOT_TAKEN.match(text)
    words = next(filter(None, match.groups()), "") if match else ""
    words = re.sub(r"(?:那边|这边|那里|那儿)$", "", words)
    absent = _WHO.search(words) and re.search(r"[不别甭]\w{0,2}[去上]", text)
    if not words or absent or _NO_THING_TURNED.search(words) or dates_zh.find(words, said_at=said_at):
        return []
    return [Found("rejected", words)]


def chosen_instead(sentence: Sentence, *, said_at: datetime) -> list[Found]:
    """What is named after a change of mind (算了，大巴吧): it takes the place of what was chosen."""
    for clause in sentence.clauses:
        if match := _ABOUT.match(clause.text):
            return [Found("rejected", match["v"], MIND)]
        if CHANGED_MIND.fullmatch(clause.text):
            continue
        if _settled(clause.text, changed_mind=True, said_at=said_at):
            return []
        if _turned_down(clause.text, said_at=said_at):
            continue
        text = _MIND_LEAD.sub("", clause.text)
        match = _NAMED_ONLY.match(text) or _DOES_INSTEAD.match(text)
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
    words = _SWAPS_TO.sub("", words)
    if words.startswith(("先", "还是")) or _ASKED_FOR.search(words):
        return ""
    if _NOTHING_NAMED.match(words) or (
        match["verb"] == "换" and not (changed_mind or kind_of(words) or _HOUSE.search(words))
    ):
        return ""
    return "" if _SO_MANY.fullmatch(words) or dates_zh.find(words, said_at=said_at) or not words else words


def choices(clause: Clause, said_at: datetime, *, changed_mind: bool, sentence: Sentence) -> list[Found]:
    """What a clause chooses, turns down or opens again; what is used for something, where it says no more."""
    text = clause.text
    turns_down = constraints_zh.turns_down(text, beside=sentence.text)
    if again := _OPEN_AGAIN.match(text):
        return [Found("reopened", again["v"])]
    if not sentence.asks and (found := _turned_down(text, said_at=said_at)):
        return found
    turned_down = _REJECTED.match(text)
    if turned_down and (turns_down or not constraints_zh.ORDER.match(text)):
        words = (turned_down["a"] or turned_down["b"]).strip()
        said = dates_zh.find(words, said_at=said_at)
        return [] if said else [Found("rejected", words)]
    topic = _TOPIC_LED.match(text)
    of = topic["x"] if topic and is_thing(topic["x"]) else ""
    words = _settled(text, changed_mind=changed_mind, said_at=said_at)
    if of and topic and (led := _settled(topic["rest"], changed_mind=changed_mind, said_at=said_at)):
        words = led
    elif of and words:
        of = ""
    if not words:
        return [] if sentence.asks else _used(text, said_at=said_at)
    anew = _CHOOSES_ANEW.search(text)
    still = STILL if anew and anew.group().endswith("还是") and not changed_mind else ""
    return [Found("chosen", words, still, changed_mind or anew is not None, of=of)]


def _used(text: str, *, said_at: datetime) -> list[Found]:
    match = _USES.match(text)
    if match is None or not is_thing(match["x"]) or not is_thing(match["v"]):
        return []
    key = "chosen" if match["settles"] else "used"
    return [] if dates_zh.find(match["v"], said_at=said_at) else [Found(key, match["v"], of=match["x"])]
