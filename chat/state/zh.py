"""Reads session state out of a Chinese sentence of the person's."""

# ruff: noqa: E501

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import rjieba

from chat import said_days
from chat.clauses import Sentence
from chat.state.bounds import bounds_zh
from chat.state.choices_zh import CHANGED_MIND, choices, chosen_instead
from chat.state.found import (
    CODE,
    HAN_NUMBER,
    Changes,
    Found,
    Free,
    near,
    shape_of,
    with_date,
    without_echoes,
)
from chat.state.kinds import kind_of
from chat.state.moves import following, shift_zh, way_of
from chat.state.names import is_brand
from chat.state.numbers_zh import amounts_zh, budgets_zh, counts_zh
from chat.state.ranges_zh import NOT_FREE, edge_zh, ranges_zh
from chat.state.sums import found_zh as sum_zh
from memories.capture import dates_zh
from memories.capture.types import ResolvedDate
from memories.capture.value_keys_dictionary import dictionary
from memoryhub import patterns as re

_PLACE_STEM = r"(?:在|到|去|从|飞去?|回|来|往|住在?|待在|抵达|出发去|开车去|路过|离开|途经|落地|位于|搬到|搬去|前往|约在|改去|换到|定在)"
_PLACE_END = re.compile(
    r"(?:[市区县镇乡村路街站湾城州岛寺宫店馆院园厅山湖河港场楼塔桥校谷庙村]|机场|酒店|大学|医院|公园|广场|车站|餐厅|民宿|客栈|咖啡馆|图书馆|办公室|公司|码头|小区|古镇|古城|海边|老家|大厦)$"
)
#: 地点在国际会展中心, 家长会在三楼会议室, 改到一楼报告厅: a house or a room in it.
_HELD_AT = re.compile(
    r"(?:(?:^(?:那|就|还是|改)*在(?=[一二三四五六七八九十\d]{1,3}楼))|(?:地点|地方|场地|会场)(?:就|先|暂时)?(?:定?在|是|定为|选在|放在|改[到在成])|(?:开会|[会课宴席])(?:定|放|安排)?在(?=[一二三四五六七八九十\d]{1,2}[楼层])|(?:改|换|挪|搬|移|定|放)[到在])(?P<v>(?![^，。,]{0,2}(?:什么|哪))[\u4e00-\u9fff\d]{2,12}?(?:室|厅|馆|中心|酒店|宾馆|饭店|餐厅|礼堂|学校|公园|广场|体育场|楼|院|园|庄|店|会所|俱乐部))(?:里|办|开|举行|举办|见面|集合|吧|了)*(?=$|[，,。])"
)
#: 改到我家里办: held at somebody's home.
_HELD_AT_HOME = re.compile(
    r"(?:改|换|挪|定|约)(?:到|在|成)了?(?P<v>(?:[我咱他她]们?|[老小阿][\u4e00-\u9fff]|[爷奶外公婆爸妈]{2})家里?)(?:里|办|开|举行|举办|见面|集合|吃|聚|过|吧|了)*(?=$|[，,。])"
)
_COMMON_WORDS = (
    "时候 家里 这里 那里 哪里 路上 网上 地方 学校 公司 里面 外面 上面 下面 一起 后面 前面 旁边 中国 现场 当场 市场 立场 机场路 心里 手里 手上 世界 现在 大家 "
    "场合 程度 城市 本市 全市 超市 农场 商场 上海话 一般 目前 附近 网站 海边 火车站 上门 京东 淘宝 天猫 拼多多 顺丰 苏宁 圆通 中通 申通 韵达 美团 南方航空 国航 东航 "
    "东西 城堡 华为 小米 楼上 西门子 海尔 美的 天黑 天亮 天明 日出 日落 爬山 登山 上山 下山 逛街 "
)
_COMMON = frozenset(_COMMON_WORDS.split())
_AT_WORK = frozenset(("上班", "工作", "当", "任职", "做"))
#: "合肥南站": the station alone does not tell the town.
_STATION = re.compile(r"[东南西北][站门]|(?:火车|汽车|高铁)站|机场")
_SOLD = re.compile(r"[涨降跌][到价了]?|要价|报价|开价|卖")
_FIRM = re.compile(
    r"^[一二三四五六七八九十]+局$|(?:集团|证券|保险|科技|装饰|地产|物流|快递|律所|事务所|重工|电子)$"
)
_HOSPITAL = re.compile(
    r"(?<=[去在到从])[省市区县]?(?:第?[一二三四五六七八九十]|中心|人民|中|中医|儿童|妇幼|口腔|眼科|肿瘤|附属|大学)+$"
)
_OF_TOWN = frozenset(("n", "ns", "nz", "nr", "nrt"))
_ABOUT_PLACE = frozenset(
    ("天气", "酒店", "机票", "高铁", "民宿", "门票", "景点", "攻略", "行程", "之行", "机场", "分公司")
)
_PLACE_NEXT_WORDS = (
    "待 住 玩 出差 旅游 旅行 过 开会 见 吃 上班 工作 看 那边 这边 度假 转机 出发 读书 上学 的 找 参加 办 签 集合 碰头 见面 玩儿 拍 "
    "逛 爬 ， 。 ！ ？ 、 ； , . ! ? "
)
_PLACE_NEXT = frozenset(_PLACE_NEXT_WORDS.split())
_RELATION = r"(?:老婆|老公|妻子|丈夫|爱人|媳妇|对象|妈妈?|爸爸?|爸妈|父母|母亲|父亲|老妈|老爸|孩子|小孩|儿子|女儿|宝宝|娃|朋友|闺蜜|哥们|男朋友|女朋友|男友|女友|爷爷|奶奶|外婆|外公|姥姥|姥爷|姐姐|妹妹|哥哥|弟弟|表[哥姐弟妹]|堂[哥姐弟妹]|叔叔|阿姨|舅舅|姑姑|姨妈|岳父|岳母|公公|婆婆|同事|同学|室友|老板|领导|导师|狗|猫|家人|全家|一家人|邻居)"
_WITH = re.compile(
    rf"(?:和|跟|同|与|带着?|带上|陪|还有|加上|连同|拉上|叫上)(?P<v>(?:我(?:的)?|咱)?(?:{HAN_NUMBER}|\d+)?(?:个|只|条|位)?[^，。我他她\s]{{0,3}}?{_RELATION}(?:(?:和|、|跟|还有)(?:我)?(?:{HAN_NUMBER}个)?{_RELATION})*)"
)
_WITH_NAME = re.compile(
    r"(?:和|跟|同|与|带着?|带上|陪|叫上|约了?|加上|拉上)(?P<v>[A-Z][a-z]+|[老小阿][\u4e00-\u9fff](?=[一去来吃见，。]))"
)
_JOINS = re.compile(
    rf"(?P<v>(?:我(?:的)?)?(?:{_RELATION}|[老小阿][\u4e00-\u9fff])(?:(?:和|跟|、|还有)(?:我(?:的)?)?(?:{_RELATION}|[老小阿][\u4e00-\u9fff]))*)(?:也|都|会|要|一起|一块儿?|也要|也会|都会)+(?:来|去|参加|同行|到|过来|一起)"
)
_ABSENT = re.compile(
    rf"(?P<v>{_RELATION}|[老小阿][\u4e00-\u9fff]|[A-Z][a-z]+)(?:来不了|不来|去不了|不去|不参加|没空来|有事来不了|临时有事)"
)
#: Asked only for politeness: "改到周六，好吗？".
_SETTLES = re.compile(r"(?:好吗|行吗|可以吗|好不好|行不行|如何)$")
_CHANGE = re.compile(
    r"改|宽限|放宽|通融|展期|换成|换到|变成|推迟|提前(?!说|告|准备|知)|延[到后期]|挪到|调[到整]|不是.{1,12}是|其实|更正|纠正|说错|弄错|搞错|记错|准确地?说|应该是|现在(?:是|打算|想|准备)|变了|加到|减到|降到|涨到|缩[到减]|少了|多了|取消|算了|不对|错了|还是.{1,10}(?:吧|好)|重新|更新|只剩|又多|来不了|不来了|退出了|没赶上|错过|改签|下一[班趟]"
    # 要3月8号才能进场, 让我们四点再过去: what was wished cannot be
    r"|只有[^，。,]{1,8}(?:有空|有位|有档期|空着|能|可以)[^，。,]{0,4}[，,](?:那|就|我们)|才(?:能|可以|会|有空)[^，。,]{0,3}(?:开|进场|动工|施工|来|到|过[来去]|上门|送|装|安|交|发|搬|办|入住)|(?:让|叫|通知|请)(?:我们?|咱们?|大家)[^，。,]{0,12}[点号日天半周一二三四五六]再(?:去|来|过|到|开|走)"
)
_INSTEAD_OF = re.compile(
    r"(?:不是|从|由|把|原来(?:的|说)?|本来(?:说)?|原定|不要|取消)(?P<v>[^，。,是改到换从由]{1,10}?)(?=，?(?:而?是|改|换|推|挪|调|提|延|变|不|了|$))"
)
#: "12 月 15 日" is a date like "12月15日"; in "七点四个人" four people come at seven.
_SPACED = re.compile(r"(?<=\d)\s+(?=[年月日号点时])|(?<=[年月日号点])\s+(?=\d)")
_TIME_THEN_COUNT = re.compile(r"点(?=[一二两三四五六七八九十]{1,2}(?:个|位|人|桌|张|间|份))")
#: "挪到13号": a day of the month after the word that moves something there.
_TO_THE = re.compile(
    r"(?:(?:改|换|挪|推|拖|延|提|移|调|定|订|放|约|住|待|呆|玩|留|持续)(?:迟|前|后|长)?(?:到|成|在|至|为)|(?:^|[，,])(?:那|就|还是|应该)*到|还是|从|(?:不是|不在)[^，。,]{1,8}[，,](?:而|应该)?[是在]|[定订约选排改](?=[^，。,]{1,3}[号日](?:吧|了|$|[，,。]))|(?:^|[，,]|说|要|得|等)(?=[^，。,]{1,3}[号日]才)|只有(?=[^，。,]{1,3}[号日](?:有空|有位|有档|空|能|可以))|(?:不对|错了)[^。]{0,6}是)(?P<d>(?:\d{1,2}|[一二三四五六七八九十]{1,3})[日号](?!线|楼|院|门|店|桌|车|床|厅|机|房)(?:(?:凌晨|早上|上午|中午|下午|傍晚|晚上)?[\d一二三四五六七八九十]{1,3}点半?)?)"
)
#: Between a date and its weekday: "12月11日（周五）", "周五，也就是12月11日".
_BRACKETS = re.compile(r"[\s，,（(）)、]+|也?就是")
_MOVED = re.compile(r"(?:改|推迟|提前|换|挪|调|延|推|拖)(?:到|成|至|为)了?$")
_BEFORE_OLD = re.compile(r"(?:不是|从|由|把|原来(?:的|说)?|本来(?:说)?|原定|不要|取消)(?:定在|定|是|在)?$")
_DUE_AFTER = re.compile(
    r"^(?:[^，。,]{0,4}?)(?:之前|以前|前|截止|到期|交稿|交付|为止|要交|得交|必须交|前后交|最后期限)"
)
_DUE_BEFORE = re.compile(
    r"(?:截止(?:日期|时间|到)?|期限|最晚|最迟|到期(?:日|时间)?|赶在|(?:宽限|放宽|通融|展期)(?:我们?|咱们?)?(?=到)|deadline|DDL|ddl|限期|交期|不晚于)(?:是|为|在|到|：|:|改到|延到|推迟到)*\s*$",
    re.I,
)
_CODE = re.compile(
    rf"(?P<label>[\u4e00-\u9fff]{{0,4}}(?:编号|单号|号码|订单|合同|航班|车次|高铁|动车|房号|房间|座位|工单|票号|案号|学号|工号|型号|门牌|取件码|取餐码|预订号|确认号|流水号|发票|快递|病历号|报告|文号|批号|序列号|代码|车牌|登机口|号))(?:号|编号)?(?:是|为|：|:|改成|改为|换成|叫)?\s*(?P<code>{CODE})(?![\w%°]|[年月日号点天个元块万])"
)
_LONE_CODE = re.compile(
    r"(?<![A-Za-z0-9/.@#_-])(?=[A-Z0-9-]*\d)[A-Z]{1,5}-?\d{2,}[A-Z0-9-]*(?![A-Za-z0-9/.-])|[京沪津渝粤苏浙鲁川鄂湘闽皖赣豫冀晋辽吉黑陕甘琼][A-Z][·\s]?[A-Z0-9]{5,6}"
)
_CLOCK = re.compile(
    rf"(?:凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|今晚)?(?:\d{{1,2}}:\d\d|(?:\d{{1,2}}|{HAN_NUMBER}{{1,3}})点(?!心|名|击|评|赞|子|儿|了?菜|餐|外卖)(?:半|一刻|三刻|{HAN_NUMBER}{{1,3}}分?|\d{{1,2}}分?)?)"
)
#: "一点" alone is "a little" far more often than one o'clock: only after such words is it the hour.
_AT_ONE = re.compile(r"(?:^|[，,、；;\s天日号是在到于约为成定订至从]|(?:周|星期|礼拜)[一二三四五六日末])$")
_A_LITTLE = re.compile(r"[也都不没]")
_ASKED_PLACE = re.compile(r"哪里|哪儿|什么地方|哪个城市|去哪|在哪|目的地")
GENERAL = re.compile(
    r"^(?:请问|那么?|你知道|知道|[，,\s])*(?:为什么|为何|怎么(?!办|走|去|过去|安排|订)|如何|什么是|谁|介绍(?!会|信|人)|解释|讲讲?(?![座课台师堂])|说说|科普(?!馆)|写(?!字楼|生)|翻译(?!费|公司|员)|总结(?!会)|概括|列举|举例|生成|编(?![号辑程制剧导])|想象|假设|如果有人|假如|帮我(?:写|翻译|解释|总结|编|润色)|给我(?:讲|写|编|介绍|解释|科普)|请(?:写|翻译|解释|介绍|总结|编|讲))|(?:是什么|是谁|什么意思|怎么(?:来的|形成|工作|运作|回事|读|写|念)|原理|有哪些|有什么区别|的区别|为什么|为啥|怎么样的|会怎样|是如何|是怎么|的历史|的首都|的作者)"
)
PERSONAL = re.compile(
    r"我(?!们(?:的祖先|人类|国))|咱|俺|这(?:几|些|两)|那边|[今明后]天|[今明]晚|周[一二三四五六日末]|下周|刚才"
)
HOW_TO = re.compile(r"怎么(?:才能)?(?!办|走|去|过去|安排|订|回|说的|样)[\u4e00-\u9fff]{2,}|如何")
OWN = re.compile(r"我(?:的|们的|家)|咱|这|那")
ERRAND = re.compile(r"查|订|买|找|预约|天气|安排|规划|推荐|对比|比较|提醒|航班|车票|机票|高铁|酒店")
HYPOTHETICAL = re.compile(r"假如|假设|如果有人|比方说|打个比方|要是有人|从前有")


def found(sentence: Sentence, *, said_at: datetime, asked: str) -> list[Found]:
    """The values of a Chinese sentence; ``asked`` is what the assistant asked just before."""
    text = _TIME_THEN_COUNT.sub("点，", _SPACED.sub("", sentence.text))
    taken: list[tuple[int, int]] = []

    def free(start: int, end: int) -> bool:
        return not any(start < other_end and end > other for other, other_end in taken)

    def changes(at: int) -> bool:
        begin = max(0, at - 20)
        return _CHANGE.search(text[begin : at + 16]) is not None

    values, text = ranges_zh(text, said_at=said_at, changes=changes)
    for match in _CODE.finditer(text):
        label = match["label"]
        if free(*match.span("code")) and not re.fullmatch(r"\d{1,2}", match["code"]):
            values.append(
                Found("reference", f"{label} {match['code'].strip()}", label[-3:], changes(match.start()))
            )
            taken.append(match.span("code"))
    for match in _LONE_CODE.finditer(text):
        if free(*match.span()):
            values.append(Found("reference", match.group(), shape_of(match.group()), changes(match.start())))
            taken.append(match.span())
    values += budgets_zh(text, taken)
    values += bounds_zh(text, asks=sentence.asks, free=free, taken=taken)
    old = _INSTEAD_OF.search(text)
    instead = old["v"] if old else ""
    values += _dates(text, said_at, changes, instead, free, taken)
    if not sentence.asks or _SETTLES.search(text):
        dated = any(one.key in ("when", "deadline") for one in values)
        shift = None if dated else shift_zh(text, [clause.text for clause in sentence.clauses])
        for one in ([shift] if shift else []) + sum_zh(text):
            words = one.value if one.key == "shift" else one.instead_of
            at = text.find(words)
            if free(at, at + len(words)):
                values.append(one)
                if not one.edge:  # "stay one more night": a later end, and one night more
                    taken.append((at, at + len(words)))
        if shift and shift.edge:
            taken.append((at := text.find(shift.value), at + len(shift.value)))
    values += amounts_zh(text, asked, changes, free, taken)
    values += counts_zh(text, changes, free, taken)
    values += _places(text, asked, changes, instead)
    values += [
        Found("with", match["v"].removeprefix("我的"))
        for pattern in (_WITH, _WITH_NAME, _JOINS)
        for match in pattern.finditer(text)
        if not is_brand(match["v"])
    ]
    values += [Found("absent", name) for name in absent(text)]
    changed_mind = CHANGED_MIND.search(text) is not None
    if changed_mind:
        values += chosen_instead(sentence, said_at=said_at)
    for clause in sentence.clauses:
        if not (sentence.asks and "还是" in clause.text):  # "坐火车还是大巴？" chooses neither
            values += choices(clause, said_at, changed_mind=changed_mind, sentence=sentence)
    taken_for = [one.value for one in values if one.key == "chosen"]
    values = [one for one in values if one.key != "place" or not _is_taken(one.value, taken_for, text)]
    return without_echoes(values)


def _is_town(word: str, after: str) -> bool:
    """Whether a word that stands where a place does is the name of one: 改去萨尔茨堡了."""
    return (after in _PLACE_NEXT or after in "了吧啦呗") and word in dictionary().places


def _is_taken(place: str, chosen: Sequence[str], text: str) -> bool:
    """Whether what looks like a place is chosen, and nobody goes there: 改成剑南春."""
    if place not in chosen or kind_of(place) in ("venue", "lodging"):
        return False
    return not re.search(rf"(?:在|去|到|飞|回|来){re.escape(place)}", text)


def absent(text: str) -> list[str]:
    """Who does not come, by the words of a Chinese text."""
    return [match["v"] for match in _ABSENT.finditer(text)]


def _dates(
    text: str, said_at: datetime, changes: Changes, instead: str, free: Free, taken: list[tuple[int, int]]
) -> list[Found]:
    values: list[Found] = []
    before, last = -1, ResolvedDate(said_at.date())  # where the date before ends, and the date
    for start, end, date in said_days.find_zh(text, said_at=said_at):
        if not free(start, end) or not near(said_at, date) or NOT_FREE.match(text[end:]):
            continue
        taken.append((start, end))
        words = _BRACKETS.sub("", text[start:end])
        if (
            instead
            and (words.startswith(instead) or instead.startswith(words))
            and _BEFORE_OLD.search(text[:start])
        ):
            continue
        due = _DUE_AFTER.match(text[end:]) or _DUE_BEFORE.search(text[:start])
        key = "deadline" if due and "天前" not in words else "when"
        former = ""
        if before >= 0 and values and _MOVED.search(text[before:start]):
            former = values.pop().value
        elif before >= 0 and values:
            date = replace(date, on=following(words, date.on, first=last.on))
        edge = edge_zh(text, start, end, changes=changes(start))
        values.append(
            Found(key, with_date(words, date), way_of(text), changes(start), former or instead, edge)
        )
        before, last = end, date
    for match in _TO_THE.finditer(text):
        day = dates_zh.resolve(match["d"], said_at=said_at)
        if day and free(*match.span("d")):
            taken.append(match.span("d"))
            key = "deadline" if _DUE_AFTER.match(text[match.end() :]) else "when"
            edge = edge_zh(text, *match.span("d"), changes=changes(match.start()))
            moves = changes(match.start())
            values.append(Found(key, with_date(match["d"], day), way_of(text), moves, instead, edge))
    for match in _CLOCK.finditer(text):
        if match.group() == "一点" and (
            not _AT_ONE.search(text[: match.start()]) or _A_LITTLE.match(text, match.end())
        ):
            continue
        if free(*match.span()):
            edge = edge_zh(text, *match.span(), changes=changes(match.start()))
            values.append(Found("when", match.group(), "time", changes(match.start()), edge=edge))
            taken.append(match.span())
    return values


def _places(text: str, asked: str, changes: Changes, instead: str) -> list[Found]:
    values: list[Found] = [
        Found("place", match["v"], "", changes(match.start("v")), instead)
        for match in (*_HELD_AT.finditer(text), *_HELD_AT_HOME.finditer(text))
    ]
    if values:
        return [replace(one, unit="place") for one in values]
    tagged = [(str(word), str(tag)) for word, tag in rjieba.tag(text)]
    at = 0
    for index, (word, tag) in enumerate(tagged):
        start, at = at, at + len(word)
        after = tagged[index + 1][0] if index + 1 < len(tagged) else "。"
        town = tagged[index - 1] if index else ("", "")
        if word == "医院" and (ward := _HOSPITAL.search(text[:start])):
            word, start = ward.group() + word, ward.start()  # 省|人民|医院
            values = [one for one in values if one.value not in word]
            tag = "nt"
        if _STATION.fullmatch(word) and town[1] in _OF_TOWN and len(town[0]) > 1 and town[0] not in _COMMON:
            if values and values[-1].unit == f"{start}":
                values.pop()
            word, start = town[0] + word, start - len(town[0])  # 合肥|南站
        if len(word) < 2 or word in _COMMON or is_brand(word) or word[0] == word[1:]:
            continue  # 拜拜
        led = re.search(rf"{_PLACE_STEM}$", text[:start]) is not None
        if not led and _SOLD.match(after):
            continue  # 德龙涨到3880: a maker
        if led and index + 1 < len(tagged) and _FIRM.search(after) and not _PLACE_END.search(after):
            continue  # 中建三局, 建设证券: a firm
        following = tagged[index + 1][1] if index + 1 < len(tagged) else "x"
        named = (
            (tag in ("ns", "nsf") or (led and tag[0] not in "vaprcmtfqu" and _is_town(word, after)))
            and (led or not following.startswith("n") or after in _ABOUT_PLACE)
        ) or (tag == "nt" and led)
        if not led and word[0] in "选订买用要":
            continue
        if led and after in _AT_WORK and tag == "n":
            continue  # 在银行上班: where somebody works, and nobody goes
        if re.fullmatch(r"[一二三四五六七八九十\d]+楼", word):
            continue
        common = (
            led
            and tag in ("n", "nz", "nr", "nrt", "x", "eng")
            and (_PLACE_END.search(word) or after in _PLACE_NEXT)
        )
        if named or (common and re.search(r"[\u4e00-\u9fff]", word)):
            if values and values[-1].unit == f"{start}":
                values[-1] = Found("place", values[-1].value + word, f"{at}", values[-1].changes, instead)
            else:
                values.append(Found("place", word, f"{at}", changes(start), instead))
        elif led and tag == "a" and after in ("去", "飞", "到", "出发") and text[:start].endswith("从"):
            values.append(Found("place", word, f"{at}", changes(start), instead))
        elif values and values[-1].unit == f"{start}" and _PLACE_END.search(word) and tag.startswith("n"):
            values[-1] = Found("place", values[-1].value + word, f"{at}", values[-1].changes, instead)
    if (
        not values
        and _ASKED_PLACE.search(asked)
        and (
            match := re.match(
                r"^(?:就|在|去|那就|应该|可能)*(?P<v>[\u4e00-\u9fff]{2,8}?)(?:吧|呢|那边)?$", text
            )
        )
    ):
        values.append(Found("place", match["v"], "", True))
    return [
        Found(one.key, one.value, "place", one.changes, one.instead_of)
        for one in values
        if not (instead and one.value == instead and len(values) > 1)
    ]
