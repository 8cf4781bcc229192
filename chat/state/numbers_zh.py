"""The amounts and counts of a Chinese sentence, for session state: budgets, prices, people, things. Pure."""

# ruff: noqa: E501

from chat.state.found import HAN_NUMBER, NEAR, NUMBER_ZH, Changes, Found, Free
from chat.state.names import is_brand
from chat.state.nouns_zh import comes_as_guest, is_thing, noun_at, noun_before, subject
from memoryhub import patterns as re

_RANGE = rf"{NUMBER_ZH}(?:\s?(?:-|–|—|~|～|到|至)\s?{NUMBER_ZH})?"
_MONEY = r"(?:元|块钱?|圆|万元|美元|美金|欧元?|英镑|日元|港币|港元|人民币|刀|RMB|rmb|大洋|卢布|泰铢|韩元|euros?|dollars?|pounds?|EUR|USD|GBP|CNY)"
AMOUNT = re.compile(
    rf"(?:[￥¥$€£]\s?{_RANGE}(?:{_MONEY})?|(?<![第十百千万\d]){_RANGE}\s?{_MONEY}(?:{HAN_NUMBER}(?!{HAN_NUMBER}|天|个|人|晚))?)(?!素|旦|宝|房|始人|状)"
)
_APPROX = r"(?:左右|上下|出头|以内|以下|封顶|不到|起)?"
_BUDGET = re.compile(
    rf"(?:(?:预算|[Bb]udget|手头|手里|手上|能花|打算花|准备花|最多花|愿意花|想花)(?:[^，。,；\d一二两三四五六七八九十]|一共|一起){{0,12}}?(?P<a>{_RANGE}(?!共|起|定|样|直|般|下|点|些)\s?{_MONEY}?{_APPROX})|(?P<b>{_RANGE}\s?{_MONEY}?)(?:的|元的|块的)?(?:预算|[Bb]udget)|(?:[给又已]|一共|总共|只|最多)*批(?:了|下来|给我们?)(?P<c>(?:{NUMBER_ZH}(?<=[百千万])|\d[\d,]{{2,}})\s?{_MONEY}?)(?=$|[，,。吧]))"
)
#: 想换个电视，7000以内
_WITHIN_SO_MUCH = re.compile(
    r"[想要买换租订找挑选][^，,]{1,14}[，,](?:大概|最好|控制在)?(?P<n>(?:\d{3,7}|\d{1,3}(?:\.\d+)?[万千]\d?)(?:元|块)?(?:以内|之内|以下|封顶))(?=$|[，,])"
)
_LABEL = r"(?P<label>报价|房租|租金|月租|押金|定金|订金|保证金|人均|单价|总价|总共|一共|合计|总额|门票|票价|车票|机票|费用|价格|首付|运费|年费|学费|月供|工资|薪水|月薪|年薪|往返|单程|服务费|中介费|会费|尾款|全款|开价|要价|标价|原价|现价|折后|便宜|优惠|退款|退|赔|花了?|要|卖|付了?|收|涨到|降到|砍到|每人|每晚|每月|一晚|一个月|一年|一天|一斤|一张|[^\W\d评物讲还砍降涨议加差特]价|[一每](?:节|张|件|人|位|桌|套|平米?|本|份|瓶|箱|间|小时|课时|盒|斤|束|公里))"
_LABELLED = re.compile(
    rf"{_LABEL}(?:是|为|要|大概|大约|差不多|一共|总共|约|才|就|得|占了?|从?下个?月起?|从?明年起?|今年|改成|变成|改为|降到|涨到|谈到|砍到|到|了|给|:|：|只要|不变还是|现在|已经?|刚刚?|先|付|交)*\s?(?P<a>{_RANGE}\s?{_MONEY}?)(?![\d个位间晚天号点年月日岁斤张份人次%度])"
)
_STRONG_WORDS = (
    "报价 房租 租金 月租 押金 定金 订金 保证金 人均 单价 总价 合计 总额 门票 票价 费用 价格 首付 运费 年费 学费 月供 工资 薪水 月薪 年薪 服务费 中介费 会费 尾款 "
    "全款 开价 要价 标价 原价 现价 "
)
_STRONG = frozenset(_STRONG_WORDS.split())
#: 一节110: what each costs; 一桌10 tells how many sit there.
_EACH_COSTS = re.compile(r"\d{2,}(?:\.\d+)?|\d+[万千]\d?")
_ENDS = re.compile(r"(?:左右|多)?[了吧]?(?=$|[，,。、])")
#: 卡罗拉6万8, 吊顶大概3000: a number said of a thing, and nothing that is counted.
_FIGURE_OF = re.compile(
    r"(?:^|[，,、])(?:那|而|另外|还有|其中|但是?|不过|[另第][一二三]?[辆台家套款个间])*(?P<x>[\u4e00-\u9fffA-Za-z]{2,8}?)(?:那边|这边|[只也才就都得要是用]|大概|大约|差不多|现在|已经|[占花给][了到]?|[涨降砍谈]到了?|便宜[些点]?|贵[些点]?|[，,])*(?P<n>\d{3,7}(?:\.\d+)?|\d{1,3}(?:\.\d+)?[万千](?:[1-9])?|[一二两三四五六七八九]千[一二三四五六七八九]?百?|[一二两三四五六七八九十]{1,3}万[一二三四五六七八九]?千?)(?:左右|多)?(?:了|吧)?(?=$|[，,。、])"
)
_NO_PRICE_OF = re.compile(
    r"预算|人数|[号码年月日期]$|里程|公里|面积|字数|步|工资|月薪|年薪|收入|存款|积蓄|人口|评分|分数|一共|总共|现在|目前|已经|大概|海拔|高度|热量|积分|户|[到成为了写走跑看读学吃喝睡]$|^[一每]"
)
#: 480一晚, 65每人
_FOR_EACH = re.compile(
    r"(?<![\d.第年月])\d{2,6}(?:\.\d+)?(?:元|块)?[一每](?:晚|个月|月|年|天|节|人|张|间|小时|课时|件|平|斤|桌|位|束|盒|份)(?![共定起直般])"
)
#: 大巴租一辆，2400: what comes alone behind so many of a thing.
_ALONE = re.compile(r"[\u4e00-\u9fff][，,](?:一共|总共|共|[只要])?(?P<n>\d{3,6})(?:左右)?$")
_ONE_OR_MORE = re.compile(
    r"(?P<n>[一二两三四五六七八九十\d](?:位|个|辆|台|张|间|套|场|桌|份|件|把|箱|名|顶))[^，,]{0,4}[，,]"
)
#: 卖家说可以2万5
_SELLER_SAYS = re.compile(
    r"(?:(?:^|[，,])(?P<x>[\u4e00-\u9fffA-Za-z]{2,8}?)的?)?(?:车主|卖家|老板|房东|店家|商家|销售|中介|师傅)(?:那边)?(?:说|表示)?(?:最低|可以到?|能到|能给到?|让到|给到|同意)(?P<n>\d{3,7}|\d{1,3}(?:\.\d+)?[万千]\d?)(?=$|[了吧，,。])"
)
#: What is charged or paid says nothing of what for: another such amount is another price.
_DOES = re.compile(r"花了?$|要$|卖$|付了?$|收$|退$|赔$|[涨降砍]到$|每[人晚月]$|一[晚月年天斤张]|一个月")
_DEPOSIT = frozenset(["押金", "定金", "订金", "保证金"])
_PEOPLE = re.compile(
    rf"(?P<family>[\d一二两三四五六七八九十]{{1,2}}大[\d一二两三四五六七八九十]{{1,2}}小)|(?<![第\d{''}])(?P<n>{_RANGE})\s?(?:个|位|名|口)?(?P<unit>大人|小孩|孩子|成年人|成人|儿童|老人|同事|朋友|客人|同学|学生|员工|家长|人)(?!均|次|民|工|类|生|家|口|行|们|流|气|力|才|事|民币|数|选|物|格|心|机|间|员|体|像|世)|(?<!第)(?P<wei>{_RANGE})\s?(?:位(?!数|置|于)|名(?!字|称|额|次|单|牌|校|片|义))"
)
#: What things and stretches of time are counted by.
UNITS = r"(?:晚|天|夜|周|个星期|个月|年|小时|个小时|分钟|间|张|份|桌|本|箱|公斤|斤|平米|平方米|平方|平|公里|千米|米|厘米|毫米|kg|km|cm|mm|页|篇|字|个字|瓶|杯|辆|台|套|件|双|盒|袋|包|条|把|只|匹|道|节|课时|门|楼|层|岁|次|趟|站|度|%|棵|盆|碗|盘|支|部|册|轮|章|段|题|升|毫升|克|GB|G|MB|寸|英寸|码|号线|单|桶|卷|册|车|户|幅|场|集|扇|盏|颗|根|捆|面|顶|束|枚|朵|株|架|艘|款|块|首|床|串|筐|组)"
_COUNT = re.compile(
    rf"(?:(?<![第\dA-Za-z.周期拜])|(?<=期)(?=\d))(?P<n>{NUMBER_ZH}(?:\s?(?:-|–|~|到|至)\s?{NUMBER_ZH})?)\s?(?P<unit>{UNITS}|[位名]|个(?!月|半|小时|星期|礼拜|钟|人|[大小]?孩|同事|朋友|同学|百分))"
)
#: 一桌10个人: so many to each, and not in all.
_TO_EACH = re.compile(
    r"(?:(?<![\d十百])一(?![共起定般直些下])|每)(?:个)?[\u4e00-\u9fff]{1,2}?(?:坐|住|配|来|是|可以|能|最多)*$"
)
#: How many are wanting or gone is not how many there are.
_LACKS = re.compile(r"(?:差|缺|坏|丢|剩|(?<![至最])[少多])[\u4e00-\u9fff]?(?:了|掉)?$")
_FLOOR = re.compile(r"(?:在|到|去|是|住|上|下)$")
_VAGUE = re.compile(r"^[一半]$")
_OF_TIME = re.compile(r"晚|天|夜|周|年|小时|分钟|个(?:星期|月|小时)")
_WITHIN = re.compile(r"(?:之|以)?内|之?[前后]|以[前后]|就?(?:确认|答复|回复|交|回话)")
_RATED_BEFORE = re.compile(r"(?:\d|[百千万元块])\s?$")
#: "第3到6章": which of them, and not how many.
_NTH_TO = re.compile(r"第[\d一二三四五六七八九十]{1,4}[到至~–-]$")
#: "现在 12 个": so many of what was counted before.
_NOW_SO_MANY = re.compile(
    rf"(?:现在|如今|改成|改为|改|变成|只剩下?|还剩|剩下?|就|共|总共|应该是|到|成)\s?(?P<n>{NUMBER_ZH})\s?个(?=$|[了吧呢，,。、])"
)
_IF = re.compile(r"如果|要是|假如|的话|万一|除非|[吗呢？?]$|多少")
_ASKED_PRICE = re.compile(r"多少钱|总额|价格|金额|费用|租金|押金|总价|报价")
_ASKED_PEOPLE = re.compile(r"几个人|几位|多少人|几人")
_ASKED_BUDGET = re.compile(r"预算|打算花多少")
#: "得砍到两万四": a new figure for what was spoken of.
_NEW_NUMBER = re.compile(
    rf"(?:砍|降|压|减|便宜|优惠|杀价?|加|涨|提|调|改|缩|升|放宽|追加|增加|减少|控制|花)(?:到|成|至|为)(?P<n>{NUMBER_ZH})(?=$|[了吧呢，,。])"
)
#: 加上防水，一共要两万六: what something comes to now.
_COMES_TO = re.compile(
    rf"(?:^|[，,])(?:(?:这样|现在|那|就|他|师傅)[^，。,]{{0,4}}|(?:加上?|算上|连上?|带上?|包括?|包含|含|再加)[^，。,]{{1,10}})?(?:一共|总共|合计|加起来|总价|全部|全下来)(?:就|大概|差不多|大约|也)*(?:要|是|得|变成|成|到|涨到|需要)了?(?P<n>{NUMBER_ZH})(?=$|[了吧呢，,。])"
)
#: 谈到一万八, 让到7200: only of hundreds and more, for what is talked about may be anything.
_BARGAINED = re.compile(
    rf"(?:谈|讲|还|让|磨|抹|便宜|报|收)(?:到|成|至)(?P<n>{NUMBER_ZH}(?<=[百千万])|[一二两三四五六七八九]{{1,2}}[百千万][一二两三四五六七八九]?|\d{{3,}})(?=$|[了吧呢，,。])"
)
_BARE = re.compile(
    rf"^(?:改成|(?:现在|目前|如今)(?:是|要|只要|变成)?|就|大概|大约|一共|总共|差不多|是|那就|换成|改为|应该是|准确说是|其实是?|不对|说错了|更正一下|共|有|按|先按|[，,\s])*(?P<n>{NUMBER_ZH})(?:吧|了|左右|就行|好了|就好|呢)?$"
)
#: 现在4500了: another number than before.
_NOW = re.compile(r"^(?:现在|目前|如今)(?:.+了|是.+)$")
#: "还是改成22000元吧": an amount and nothing that it is the amount of.
_NEW_AMOUNT = re.compile(
    rf"(?:^|[，,])(?:还是|那|就|不|算了|其实|要不|干脆|我们?|咱们?|把|它|直接|最后|最终|先|再|可以|可能|要|得|改|换|提|加|涨|降|减|砍|调|定|放宽|提高|增加|追加|变|按|到|成|为|在|是|应该|说错了?|对|不对|更正|一下|总共|一共|[，,：:\s])*{AMOUNT.pattern}(?:吧|好了|了|左右|就行|算了|呢)*$"
)
#: 人数变成96了
_HEADS = re.compile(
    rf"(?:人数|客人数|人头)(?:现在|目前|大概|一共|又|应该|都|已经)*(?:变成|改[成为到]|增加?到|[加减降涨]到|减少到|是|有|为|调到)(?P<n>{NUMBER_ZH})(?=$|[了吧，,。])"
)
#: "安娜来不了，所以9个": how many there are after somebody came or went.
_COME_OR_GO = re.compile(
    r"(?:又|再|另外|还|多|少|加|添|减|退出|缺席)(?:会|要|有)?(?:来|加|添|多|少|带|有)?了?[\d一二两三四五六七八九十]{1,3}(?:个|位|名|人)|来不了|不来了?|去不了|不去了?|不参加|退出|有事|也来|也去|也参加|加入|不能来"
)
_SO_MANY = re.compile(
    rf"(?:^|[，,：:；;])(?:所以|那|就|这样|一共|总共|现在|共|是|变成|剩下?|只剩|还剩|合计|加起来|算下来|到时候|[，,\s])+(?P<n>{NUMBER_ZH})\s?(?:个|位)?(?:了|吧|啦)?$"
)


def budgets_zh(text: str, taken: list[tuple[int, int]]) -> list[Found]:
    """What is to be spent at most; read before all other numbers."""
    values: list[Found] = []
    if within := _WITHIN_SO_MUCH.search(text):
        values.append(Found("budget", within["n"], "", True))
        taken.append(within.span("n"))
    for match in _BUDGET.finditer(text):
        group = next(name for name in "abc" if match[name])
        values.append(Found("budget", match[group].strip(), "", True))
        taken.append(match.span(group))
    return values


def amounts_zh(
    text: str, asked: str, changes: Changes, free: Free, taken: list[tuple[int, int]]
) -> list[Found]:
    values: list[Found] = []
    for match in _LABELLED.finditer(text):
        label, amount = match["label"], match["a"].strip()
        each = (
            label[0] in "一每"
            and label != "一共"
            and _EACH_COSTS.fullmatch(amount)
            and _ENDS.match(text, match.end("a"))
        )
        if label[0] in "一每" and not (each or _DOES.match(label)):
            continue
        strong = label in _STRONG or label.endswith("价") or each
        if not free(*match.span("a")) or not (strong or re.search(rf"{_MONEY}", amount)):
            continue
        if len(amount) == 1 and not amount.isdigit():
            continue
        taken.append(match.span("a"))
        key = "deposit" if label in _DEPOSIT else "price"
        unit = "" if _DOES.match(label) else re.sub("^一", "每", label)
        values.append(Found(key, f"{label} {amount}", unit, changes(match.start())))
    for match in _FOR_EACH.finditer(text):
        if free(*match.span()):
            taken.append(match.span())
            values.append(Found("price", match.group(), "", changes(match.start())))
    for match in AMOUNT.finditer(text):
        if free(*match.span()):
            taken.append(match.span())
            amount, moves = match.group().strip(), changes(match.start())
            if _ASKED_BUDGET.search(asked):
                values.append(Found("budget", amount, "", moves))
            elif moves and (new := _NEW_AMOUNT.search(text)) and amount in new.group():
                values.append(Found("amount", amount, "", True))
            else:
                values.append(Found("price", amount, "", moves))
    for match in _FIGURE_OF.finditer(text):
        named = match["x"] if is_thing(match["x"]) or is_brand(match["x"]) else ""
        if named and free(*match.span("n")) and not _NO_PRICE_OF.search(named):
            key = "price" if named[-1] in "费款" else "figure"
            values.append(Found(key, match["n"], "", True, of=named))
            taken.append(match.span("n"))
    if (alone := _ALONE.search(text)) and _ONE_OR_MORE.search(text) and free(*alone.span("n")):
        taken.append(alone.span("n"))
        values.append(Found("price", alone["n"], "", False, of=_counted_thing(text)))
    says = _SELLER_SAYS.search(text)
    if says and says["x"] and free(*says.span("n")):  # 思域的车主说最低7万2
        taken.append(says.span("n"))
        values.append(Found("figure", says["n"], "", True, of=says["x"]))
    new = _NEW_NUMBER.search(text) or says
    if not values and new and free(*new.span("n")):
        values.append(Found("number", new["n"].strip(), "", True))
        taken.append(new.span("n"))
    new = (_COMES_TO.search(text) or _BARGAINED.search(text)) if not values and not _IF.search(text) else None
    if new and free(*new.span("n")):
        values.append(Found("number", new["n"].strip(), NEAR, True))
        taken.append(new.span("n"))
    if not values and (bare := _BARE.match(text)) and free(*bare.span("n")):
        number = bare["n"].strip()
        if _ASKED_BUDGET.search(asked):
            values.append(Found("budget", number, "", True))
        elif _ASKED_PRICE.search(asked):
            values.append(Found("price", f"{_ASKED_PRICE.findall(asked)[-1]} {number}", "asked", True))
        elif _ASKED_PEOPLE.search(asked):
            values.append(Found("people", f"{number} 人", "人", True))
        elif changes(bare.start()) or _NOW.match(text):
            values.append(Found("number", number, "", True))
        if values:
            taken.append(bare.span("n"))
    return values


_SO_MANY_BEFORE = re.compile(rf"{NUMBER_ZH}\s?个[，,]?(?:要|还是|就|得)?$")


def _counted_thing(text: str) -> str:
    match = _ONE_OR_MORE.search(text)
    return (noun_at(text, match.end("n")) or noun_before(text[: match.start()])) if match else ""


def counts_zh(text: str, changes: Changes, free: Free, taken: list[tuple[int, int]]) -> list[Found]:
    values: list[Found] = []
    for match in _PEOPLE.finditer(text):
        if match["family"] and free(*match.span()):  # 两大一小
            taken.append(match.span())
            values.append(Found("people", match["family"], "人", changes(match.start())))
            continue
        number = match["n"] or match["wei"] or ""
        if re.search(r"[加多少减差缺等找]$", text[: match.start()]):
            continue  # "two more": the sum is said beside it, or is not known
        alone = _VAGUE.match(number) and (match["unit"] or "") in ("", "人", "朋友", "同事")
        if not free(*match.span()) or alone or number in ("百", "千", "万", "十万"):
            continue
        if _TO_EACH.search(text[: match.start()]):
            taken.append(match.span())
            continue
        beside = _noun_beside(match, text) if match["wei"] else ""
        if not comes_as_guest(beside) or (match.group().endswith("名") and not beside):
            continue  # 司仪两位: so many of these, and not of those who come
        taken.append(match.span())
        values.append(Found("people", match.group().strip(), match["unit"] or "人", changes(match.start())))
    for match in _HEADS.finditer(text):
        if free(*match.span("n")):
            taken.append(match.span("n"))
            values.append(Found("so_many", match["n"].strip(), "人", True))
    if not any(one.key == "people" for one in values) and _COME_OR_GO.search(text):
        for match in _SO_MANY.finditer(text):
            if free(*match.span("n")):
                taken.append(match.span("n"))
                values.append(Found("so_many", match["n"].strip(), "人", True))
    for match in _NOW_SO_MANY.finditer(text):
        noun = noun_before(text[: match.start()]) or subject(text)
        if noun or _SO_MANY_BEFORE.search(text[: match.start()]):
            continue  # 伴郎变成三个, 气球50个改成80个: so many of these
        if free(*match.span("n")) and changes(match.start()):
            taken.append(match.span("n"))
            values.append(Found("number", match["n"].strip(), "", True))
    former = ""
    for match in _COUNT.finditer(text):
        if _BECOMES.match(text, match.end("unit")):  # 24节改成30节: so many no more
            taken.append(match.span())
            former = noun_at(text, match.end()) or noun_before(text[: match.start()])
        elif one := _counted(match, text, changes, free, taken, former=former):
            values.append(one)
    return values


#: 感冒两天了, 忙了三天, 等了一周: how long something has lasted; 订了两晚, 改成三天了 are planned.
_LASTED = re.compile(r"(?<![订定请租约买留报批排选加改])[了过](?:快|整整|差不多|大概|将近|足足)?$")
_BECOMES = re.compile(
    rf"[\u4e00-\u9fff]{{0,2}}?[，,]?(?:要|得|还是|就)?(?:改[成为到]|换[成为]|变[成为]|增[加到]+|[加减升降涨]到|减少到|缩减?到)\s?{NUMBER_ZH}"
)
_STILL_LASTS = re.compile(r"^多?了(?=$|[，,。还也])")
_COUNTED_NOW = re.compile(
    r"(?:[改换变][成到为]?|[共剩加减多少延缩]|增加|到|是|就|只有|定|订|约|住|待|玩|请|租)(?:了|到|成)?$"
)
_AILS = re.compile(
    r"(?:感冒|发烧|发热|咳嗽|着凉|中暑|过敏|失眠|生病|拉肚子|[头牙胃肚腰背腿嗓脖眼].{0,2}[疼痛酸晕]|没睡好?|不舒服|难受|加班|停电|停水|堵车)(?:了|快)?$"
)


def _has_lasted(head: str, tail: str) -> bool:
    """Whether a stretch of time is over or runs already, and nothing is planned for so long."""
    if _LASTED.search(head) or _AILS.search(head):
        return True
    return _STILL_LASTS.match(tail) is not None and _COUNTED_NOW.search(head) is None


def _noun_beside(match: re.Match[str], text: str) -> str:
    return noun_at(text, match.end()) or noun_before(text[: match.start()]) or subject(text)


def _counted(
    match: re.Match[str],
    text: str,
    changes: Changes,
    free: Free,
    taken: list[tuple[int, int]],
    *,
    former: str,
) -> Found | None:
    """A number with what it counts; the noun behind it belongs to the value, another is what it is of."""
    unit, head = match["unit"], text[: match.start()]
    if _VAGUE.match(match["n"]) and (unit not in ("晚", "间") or _RATED_BEFORE.search(head)):
        return None  # 420一晚: what is paid for each
    if not free(*match.span()) or _NTH_TO.search(head) or (unit in "楼层" and _FLOOR.search(head)):
        return None
    if _WITHIN.match(text, match.end("unit")):
        return None  # 三天内确认: a term
    if _LACKS.search(head):
        return None
    timed = _OF_TIME.fullmatch(unit) is not None
    if unit == "年" and re.fullmatch(r"\d{4}", match["n"]):
        return None
    if timed and _has_lasted(head, text[match.end("unit") :]):
        return None
    noun = "" if timed else noun_at(text, match.end())
    thing = noun or ("" if timed else noun_before(head) or subject(text)) or former
    if unit in ("个", "位", "名") and (not thing or re.search(r"(?:^|[^目之以])[前后]$", head)):
        return None
    taken.append(match.span())
    said = match.group().strip() + noun
    return Found("count", said, unit, changes(match.start()), of=thing)
