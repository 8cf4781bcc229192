"""What a person does for a living, where, and what they study at school. Rules over one clause's predicate."""

from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clauses import Clause, Who
from memories.capture.rules_zh_found import Found, no_particle, trim
from memories.capture.rules_zh_home import known_place
from memories.capture.types import Act
from memoryhub import patterns as re

_ADV = rf"(?:{words.TIME}|{words.ADVERB})*"
_N = words.NUMBER

_ORG = re.compile(
    r"(?:公司|集团|厂|店|院|局|所|社|校|大学|银行|医院|学校|中学|小学|幼儿园|机构|事务所|部门|研究院|研究所|设计院|报社|电视台|政府|法院|酒店|餐厅|超市|工作室|基金|证券|保险|律所|平台|部|科技|网络|大厂|国企|外企|央企|体制内|工地|馆|站|中心|团队|里)$"
)

#: An organisation by name: with Latin letters, or long enough before its kind.
_PROPER = re.compile(
    r"[A-Za-z]|.{2,}(?:公司|集团|大学|银行|医院|中学|小学|科技|研究院|事务所)$|^(?:华为|腾讯|阿里(?:巴巴)?|百度|字节(?:跳动)?|美团|京东|网易|小米|滴滴|拼多多|比亚迪|微软|谷歌|苹果|亚马逊|新浪|搜狐|携程|快手|顺丰|海底捞|麦当劳|星巴克)$"
)


#: 在家, 在朋友家, 在三楼, 在远程: no employer; 宜家 and 全家 are.
_NOT_A_WORKPLACE = (
    r"(?:^|我|你|他|她|咱|们|己|老|回|大|人|友|学|事|居|戚|婆|公|奶|爷|爸|妈|娘|哥|姐|弟|妹|叔|姨|姑|舅|伯|[东西]|对象|的|这|那|谁|哪|国|专)家里?$|"
    rf"(?:附近|旁边|对面|隔壁|[楼山]上|[楼山]下|(?:{_N}|顶|底)[楼层])$|"
    r"^(?:周[一二三四五六日天末]|工作日|远程|线上|线下|异地|外地|本地|当地|户外|室内|白天|晚上|夜里|凌晨|上午|下午)"
)


def _organisation(value: str) -> tuple[str, bool]:
    """The employer in ``value`` and whether it is one by name, not "a publishing house"."""
    plain = patterns.sub(r"^(?:了)?(?:一|某)(?:家|个|间|所)", "", value)
    return trim(plain), plain == value and not patterns.fullmatch(
        r"(?:国企|外企|央企|大厂|公司|工厂|厂里|医院|学校|家里?|体制内|银行|互联网公司|事业单位|机关|工地|外面)",
        plain,
    )


_WORKPLACE = r"(?:(?:现在|目前)?(?:上班|工作|任职|就职|供职|效力|打工)(?:所在)?的(?:地方|公司|单位|机构|企业)|的?(?:工作单位|公司|单位|雇主|东家))"
#: 我给华为打工, 我效力的单位叫华为.
_SERVES = re.compile(rf"(?:给|替|为)(?P<o>[^,的]{{2,16}}?)(?:打工|干活|工作|做事|效力)(?:了?{_N}年)?[了的]*$")
_WORKS_AT = re.compile(rf"{_WORKPLACE}(?:名字)?(?:就)?(?:是|叫做?)(?P<o>[^,]{{2,16}})$")
#: 华为就是我上班的地方, 华为是我的单位.
_WHERE_I_WORK = re.compile(rf"(?P<o>[^,我你他她这那]{{2,16}}?)(?:就|才)?是我(?!们){_WORKPLACE}")


def _named(found: re.Match[str] | None) -> re.Match[str] | None:
    """What was found where it names an employer: 给老板打工 does not."""
    name = trim(found["o"]) if found else ""
    return found if _ORG.search(name) or _PROPER.search(name) else None


def _where(c: Clause) -> re.Match[str] | None:
    return _named(_WHERE_I_WORK.fullmatch(no_particle(words.opened(c.text))))


def work(c: Clause) -> list[Found]:
    text = patterns.sub(r"[啊呀哦呢吧哈啦嘛]+$", "", c.body)
    if c.household:
        return []
    at = patterns.match(
        rf"{_ADV}(?:是)?在(?P<o>[^,]{{1,24}}?)(?P<v>工作|上班|任职|就职|供职|打工|实习)(?P<j>(?:了)?(?:{_N}|好几|几)?(?:年|个月)?(?:多)?(?:了)?)$",
        text,
    ) or patterns.match(
        rf"{_ADV}(?:是)?在(?P<o>[^,]{{1,24}}?)(?P<v>做事|做|当|担任|任|教|负责|搞|从事|干)(?P<j>[^,]*)$",
        text,
    )
    if at and not patterns.search(
        rf"{_NOT_A_WORKPLACE}|^(?:做|想|看|等|学|准备|考虑|思考|寻找|用|找|写|玩|跟|和|这|那|网上|厨房|路上|床上|当前|目前)",
        at["o"],
    ):
        return _at_work(c, at)
    serves = patterns.match(
        rf"{_ADV}(?:任职|就职|供职|效力|受雇)于(?P<o>[^,]{{2,20}}?)(?:{_N}年)?(?:了|的)*$", text
    ) or patterns.match(rf"{_ADV}是(?P<o>[^,的]{{2,16}})的?(?:正式)?(?:员工|职员|职工|雇员)$", text)
    if not serves and c.who is Who.SELF and c.spoken:
        plain = patterns.sub(rf"^(?:{words.TIME})*(?:一直|还|都|也)*", "", text)
        serves = _named(_SERVES.match(plain) or _WORKS_AT.match(plain))
    serves = serves or _where(c)
    if serves:
        organisation, named_one = _organisation(trim(serves["o"]))
        if named_one and not patterns.search(r"[你我这那哪谁]|什么|一[个家]|公司$(?<=^.{2})", organisation):
            return [Found("employer", organisation, said=f"在{organisation}工作", entities=(organisation,))]
    job = c.possessed in ("职业", "工作", "本职工作", "职位", "岗位") or patterns.match(
        r"(?:的)?(?:职业|职位|岗位|本职工作)(?:是|为)", text
    )
    if job:
        found = patterns.search(r"(?:是|为)(?:一[名个位])?(?P<v>[^,]{2,20})$", text)
        value = trim(patterns.sub(r"^(?:做|当|负责)|的$", "", found["v"])) if found else ""
        if value and not patterns.search(r"[我你]|时候|比较|很|的人$", value):
            return [Found("occupation", value)]
    return _occupation(c, text)


def _at_work(c: Clause, at: re.Match[str]) -> list[Found]:
    organisation, named_one = _organisation(trim(at["o"]))
    rest = patterns.sub(
        rf"^(?:了)?(?:{_N}|好几|几|很多)年(?:多)?(?:了|的)?|(?:了)?(?:{_N}|好几|几)年(?:多)?(?:了)?$",
        "",
        trim(at["j"]),
    )
    rest = patterns.sub(r"已经$", "", rest)
    found: list[Found] = []
    role = (
        patterns.sub(r"^(?:一|个)?(?:[名个位])|的(?:工作)?$|工作$", "", rest)
        if at["v"] not in ("工作", "上班", "打工", "做事", "任职", "就职", "供职", "实习")
        else ""
    )
    if at["v"] == "负责":
        return project(c)
    if at["v"] == "教":
        if not patterns.fullmatch(
            r"(?:小学|初中|高中|中学|大学|幼儿园|少儿|成人)?(?:[语数英][文学语]|[\u4e00-\u9fff]{2,3})(?:课)?",
            role,
        ):
            return []
        role = f"教{role}"
    if (
        role
        and (
            words.PROFESSION.match(role)
            or at["v"] in ("当", "担任", "任", "教", "搞", "从事")
            or (len(role) <= 6 and (_ORG.search(organisation) or _PROPER.search(organisation)))
        )
        and not patterns.search(r"(?:[我你]|(?<!吉)他)|饭$|事$|作业|什么", role)
    ):
        found.append(Found("occupation", role))
    place = known_place(organisation) and not _ORG.search(organisation)
    if role and found and not (named_one and _PROPER.search(organisation)):
        if place:
            said = f"在{organisation}工作"
            found.append(Found("attribute.work-city", organisation, said=said, entities=(organisation,)))
        return found  # 在修表店当学徒: the trade alone
    if at["v"] in ("工作", "上班", "打工", "任职", "就职", "供职", "实习") or found:
        if place:
            found.append(Found("attribute.work-city", organisation, entities=(organisation,)))
        elif named_one and (
            _ORG.search(organisation)
            or at["v"] in ("任职", "就职", "供职")
            or c.spoken
            or _PROPER.search(organisation)
        ):
            phrase = f"在{organisation}工作" if found else None
            found.append(Found("employer", organisation, said=phrase, entities=(organisation,)))
        elif (
            not found
            and _ORG.search(organisation)
            and not patterns.fullmatch(r".{0,2}(?:公司|单位|企业|机构|部门)", organisation)
        ):
            found.append(Found("employer", organisation))
    return found


_NOT_A_JOB = re.compile(
    r"你的|我的|好|这|那|谁|最|大家|人家|专家$|国家|作者$(?=$)|回家|独生|儿子|女儿|爸|妈|一样|负责"
)


#: 是养蜂的, 是唱戏的: what somebody does for a living.
_BY_TRADE = (
    r"(?:养|种|打|唱|演|拉|杀|织|酿|烤|裁|拍|管|钓|捕|放|弹|剪|盖|装|炒|捏|刻|雕|烧|收|贩|采|挖|制|跳|编)"
    r"[^的这那你我他她了过来去到给问说学订买知听约得]{1,3}的"
)


def _occupation(c: Clause, text: str) -> list[Found]:
    badge = patterns.match(rf"{_ADV}(?:是)?(?P<v>[^,]{{2,10}})一[枚名个位只]$", text)
    if badge and c.who is Who.SELF and words.PROFESSION.match(badge["v"]):
        return [Found("occupation", badge["v"], said=f"是{badge['v']}")]
    became = patterns.match(
        rf"{_ADV}(?:转行|改行|转岗|升职|被提拔)(?:做|当|成|为|去做|到)了?(?:一?[名个位])?(?P<v>[^,]{{2,14}})$",
        text,
    ) or patterns.match(
        rf"{_ADV}(?:当上|成为|做了|当了|升(?:为|成|任)|变成)了?(?:一?[名个位])?(?P<v>[^,]{{2,14}})$", text
    )
    if became:
        value = trim(patterns.sub(rf"^(?:了)?(?:{_N}|好几|几|多)年(?:多)?的?", "", became["v"]))
        if words.PROFESSION.match(value):
            return [Found("occupation", value)]
    held = patterns.match(
        rf"{_ADV}(?:是|当|做|干)(?:的是)?(?:一)?(?:[名位家所]|个(?!体户))?(?P<v>[^,]{{1,22}})$", text
    )
    if held:
        value = trim(patterns.sub(rf"(?:了)?(?:{_N}|好几|几)年(?:多)?(?:了)?$", "", held["v"]))
        value = patterns.sub(rf"^(?:了)?(?:{_N}|好几|几)年(?:多)?的?", "", value)
        doing = patterns.fullmatch(r"(?:做|搞|开|教|卖|写|修|送|画|跑|从事|搞)[^的]{1,10}的(?:工作)?", value)
        if (
            words.PROFESSION.match(value)
            and not _NOT_A_JOB.search(value)
            and not patterns.search(r"^(?:和|跟)", value)
        ):
            return [Found("occupation", value)]
        if text.startswith(("是", "就是", "也是")) and held["v"].endswith(("的", "工作")):
            spoken = patterns.sub(r"工作$", "", held["v"])
            doing = patterns.fullmatch(
                r"(?:做|搞|开|教|卖|写|修|送|画|跑|从事)[^的这那你我]{1,10}(?:的)?", spoken
            ) or patterns.fullmatch(_BY_TRADE, spoken)
            if doing and not patterns.search(
                r"^(?:开(?:心|玩笑)|写(?:给|的)|做(?:到|梦|出|好)|送(?:给))|过的|了的|车去|车上班", spoken
            ):
                return [Found("occupation", trim(spoken.removesuffix("的")))]
    bare = patterns.fullmatch(r"[\u4e00-\u9fff]{2,8}", text)
    if (
        bare
        and not c.spoken
        and not c.lead
        and c.who is Who.SELF
        and words.PROFESSION.fullmatch(text)
        and len(text) <= 6
    ):
        return [Found("occupation", text, said=f"是{text}")]
    drives = patterns.match(
        rf"{_ADV}(?:在[^,]{{2,8}}?)?(?P<v>(?:开|跑)(?:出租车?|公交车?|地铁|轻轨|有轨电车|货车|大巴|火车|高铁|动车|网约车|滴滴|挖掘机|叉车|校车|长途|卡车|大车|渡轮)"
        rf"|送(?:外卖|快递)|摆(?:地)?摊)(?:的)?(?:都|已经)*(?:[开跑送摆]?了?{_N}(?:多)?年(?:多)?)?(?:了)?$",
        text,
    )
    if drives and c.who is not Who.NOBODY and (c.spoken or c.who is Who.SELF):
        return [Found("occupation", drives["v"])]
    teach = patterns.match(
        rf"{_ADV}教(?P<v>(?:小学|初中|高中|中学|大学)?[\u4e00-\u9fff]{{2,4}})(?:的)?$", text
    )
    if teach and c.spoken and not patterns.search(r"(?:[我你她]|(?<!吉)他)", teach["v"]):
        return [Found("occupation", f"教{teach['v']}")]
    does = patterns.match(
        rf"{_ADV}从事(?P<v>[^,]{{2,14}}?)(?:方面)?(?:的)?(?:工作|行业)?(?:{_N}年了?)?$", text
    )
    if does:
        return [Found("occupation", trim(does["v"]))]
    serving = patterns.match(
        rf"{_ADV}(?:专门|长期|兼职)*(?P<v>[给替为帮](?:(?:好几|几|多|[一两])[家所间])[^,我你他她了过]{{1,8}}?(?:专门|长期|兼职)*"
        r"[做画写拍译剪配送供修缝教看带记管打跑洗烤设](?!信|电话|一[次下封])[^,我你了过]{1,7})$",
        text,
    )
    if serving and (c.spoken or c.who is Who.SELF):
        return [Found("occupation", serving["v"], said=serving["v"])]
    state = patterns.match(
        rf"{_ADV}(?:(?:从|在)[^,我你]{{1,12}}?)?(?P<v>退休|失业|待业)(?:了|在家)?(?:{_N}年)?(?:了)?$", text
    )
    if state and (c.spoken or c.who is Who.SELF):
        return [Found("occupation", state["v"])]
    study = patterns.match(
        rf"{_ADV}(?:正|还|都)*(?:在(?:[^,我你他她]{{1,8}}?)?)?(?P<v>(?:读|念|上)(?:着)?(?:高[一二三中]|初[一二三中]|大[一二三四学]|研[一二三究生]+|小学|幼儿园|博士?|硕士|{_N}年级|大学|本科|研究生|EMBA|MBA))(?:了|呢|的)?$",
        text,
    )
    if study:
        slot = (
            "attribute.grade"
            if patterns.search(r"年级|[高初][一二三中]|大[一二三四]", study["v"])
            else "occupation"
        )
        return [
            Found(
                slot, patterns.sub(r"^[读念上]着?", "", study["v"]) if slot.startswith("attr") else study["v"]
            )
        ]
    grade = patterns.match(
        rf"{_ADV}(?:是)?(?:都|刚|已经|快)*(?P<v>{_N}年级|[高初][一二三]|大[一二三四]|研[一二三]|博[一二三四]|[大中小]班)(?:的)?(?:小?学生)?(?:了)?$",
        text,
    )
    if grade and c.who is not Who.NOBODY:
        return [Found("attribute.grade", grade["v"])]
    left = patterns.match(rf"{_ADV}(?:从(?P<o>.{{2,12}}))?(?:离职|辞职|被裁)(?:了)$", text)
    if left and (c.spoken or c.who is Who.SELF):
        return [Found("employer", left["o"] or "", act=Act.END, positive=False)]
    joined = patterns.match(
        rf"{_ADV}(?:刚)?(?:跳槽到|入职|加入|进了|跳到|换到)(?:了)?(?P<o>[^,]{{2,16}})$", text
    )
    if joined:
        organisation, named_one = _organisation(trim(joined["o"]))
        if (
            named_one
            and not patterns.search(r"[你我]|群$|会员", organisation)
            and (_ORG.search(organisation) or "入职" in text or "跳槽" in text)
        ):
            return [Found("employer", organisation, entities=(organisation,))]
    return []


def project(c: Clause) -> list[Found]:
    text = c.body
    found = patterns.match(
        rf"{_ADV}(?:在[^,]{{1,10}}?)?(?:负责|参与|主导|接手|牵头|跟进?|带|做)(?:的)?(?:是|了)?(?P<v>[^,的]{{1,14}}?)(?:这个)?项目$",
        text,
    ) or patterns.match(
        rf"{_ADV}(?:被)?(?:调|转|换|分|派|借调|抽调|安排)(?:到|去|进|来)了?(?P<v>[^,的]{{1,14}}?(?:部(?!门))?)(?:项目|组|部门|团队|(?<=部))(?:了|组|上)?(?:了)?$",
        text,
    )
    if not found:
        found = patterns.match(
            rf"{_ADV}(?:主要|专门)?(?:负责|主管|分管)(?:着|的是)?(?P<v>[^,的了过]{{1,12}}(?:部门?|组|实验室|产品线?|业务|板块|市场|大区|团队|工厂|门店|渠道|系统|平台|模块|车间|项目))$",
            text,
        )
    if found:
        value = trim(found["v"])
        if value and not patterns.search(r"^(?:一|这|那|某|几)个?$|[我你]", value):
            return [Found("project", value, entities=(value,))]
    moved = patterns.match(
        rf"{_ADV}(?:被)?(?:调|转|派|换|外派|调动)(?:到|去|来)了?(?P<v>[^,]{{2,10}}?)(?:工作|上班|去)?(?:了)?$",
        text,
    )
    if moved and known_place(trim(moved["v"])):
        return [Found("attribute.work-city", trim(moved["v"]), entities=(trim(moved["v"]),))]
    return []


def tells_of_work(clause: Clause) -> bool:
    """在苏州做钟表维修师, 华为是我的单位: what opens with where one is what, or with the employer."""
    found = patterns.match(
        r"(?:目前|现在|我)?在[^,我你他她]{2,8}(?:做|当|担任|任)(?:一?[名个位])?(?P<v>[^,]{2,10})$",
        clause.text,
    )
    return bool(found and clause.first and words.PROFESSION.match(found["v"])) or bool(_where(clause))
