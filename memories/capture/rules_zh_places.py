"""What is told of a place that the person belongs to: 我们公司有八十个人, 公司食堂11:30开门. Plain figures, days and times only."""

from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clauses import Clause, Mood
from memories.capture.rules_zh_found import Found, no_particle
from memories.kinds import MemoryType
from memoryhub import patterns as re

_N = words.NUMBER
_PLACE = re.compile(
    r"(?:我们|咱们?|我(?!家))?(?:的)?(?P<n>(?:公司|单位|学校|小区|办公室|宿舍|部门|团队|村里?|班级?|厂里?|医院|店里?|社区|园区|大楼|楼下?|校区|家属院|健身房)"
    r"(?:的|里的?|楼下的?|门口的?|附近的?)?(?:食堂|班车|停车场|电梯|货梯|健身房|快递柜|图书馆|大门|前台|打印机|会议室|游泳池|门禁|物业|超市|菜市场|茶水间|空调)?)"
    r"(?P<v>.{3,40})$"
)
#: Something that can be checked on a clock, a calendar or by counting.
_CONCRETE = re.compile(
    rf"\d{{1,2}}:\d\d|{_N}点(?:半|钟)?|(?:每|逢)个?(?:天|周|星期|月|年|季度)|周[一二三四五六日天末]|星期[一二三四五六日天]"
    rf"|有?{_N}多?个?(?:人|员工|同事|学生|楼层?|层|间|台|部|栋|车位)|{_N}(?:号楼|楼|层|公斤|斤|吨|米|平米)"
)
_TELLS = re.compile(
    r"^(?:每|逢|周|星期|早上|晚上|上午|下午|中午|晚|早)?.*(?:开门|关门|开始|结束|营业|上班|下班|上课|下课|放学|开会|停用|停运|开放|关闭|熄灯|停|发|休息|放假|"
    r"有|在|是|承重|限重|例会|轮休|双休|单休|大小周|团建|体检|聚餐|加班|来|到)"
)
_AT_HAND = re.compile(
    r"产品|网站|需要|要求|希望|想|打算|准备|正在|计划|项目|客户|业务|系统|数据|报告|方案|活动|活跃|销售额|利润|预算|招"
)


def of_place(clause: Clause, *, alone: bool) -> Found | None:
    """A plain fact about the place; only where the message holds nothing else than telling, for most such facts lead to a request."""
    if not alone or clause.mood is not Mood.STATEMENT or clause.lead:
        return None
    found = _PLACE.match(clause.text)
    if not found or not _CONCRETE.search(found["v"]) or not _TELLS.search(found["v"]):
        return None
    if _AT_HAND.search(clause.text) or patterns.search(
        r"[你您他她]|什么|今天|明天|昨天|刚|[上下]周|上个?月|去年", clause.text
    ):
        return None
    ours = patterns.sub(r"^我们|^咱们?|^我(?=[^家])", "", clause.text)
    return Found(
        "note",
        no_particle(clause.text),
        MemoryType.FACT,
        said=no_particle(f"你们{ours}"),
        whole=True,
    )


def goes_on(clause: Clause) -> bool:
    """Whether a clause without a subject says when or how much of the thing before it: 晚上21:45停用, 周末不营业."""
    return (
        clause.mood is Mood.STATEMENT
        and not clause.spoken
        and len(clause.text) <= 20
        and bool(
            _CONCRETE.search(clause.text)
            or patterns.match(r"(?:周末|节假日|工作日|晚上|早上|中午)", clause.text)
        )
        and not patterns.search(r"[我你您他她]|请|帮|推荐|想|要(?!停|关)", clause.text)
    )
