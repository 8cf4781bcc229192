"""Allergies, illness and other matters that a person would not have told on. Rules over one clause's predicate."""

from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clauses import Clause, Who
from memories.capture.rules_zh_found import Found, own, trim
from memories.capture.types import Act
from memories.kinds import SensitiveCategory
from memoryhub import patterns as re

_ADV = rf"(?:{words.TIME}|{words.ADVERB})*"
_N = words.NUMBER

_MILD = r"(?:严重|轻度|有点儿?|有些|很|特别|重度|也|一直|从小|非常|天生|会)*"


_BODY = r"(?:满|整个)?(?:嘴巴?|嘴唇|舌头|喉咙|嗓子|脸|眼睛|眼皮|皮肤|身上|全身|浑身|胳膊|手|鼻子)"
_REACTION = r"(?:发?肿|红肿|发?痒|起(?:疹子?|红疹|包|红点|荨麻疹)|发红|发麻|过敏)"

#: 打了会起疹子 tells how an allergy shows that was told before, and of no thing.
_NO_SUBSTANCE = r"(?:一?[点些口下次]|多|太多|很多|一多|[了完过着到上]|[之以]?后|的?时候?|会|就|都|也|总是?|老是?|容易|马上|立刻|它|这个|那个|[全浑满]身|身上|嘴巴?|嘴唇|脸上?|喉咙|嗓子|皮肤|眼睛)+"


#: 我海鲜不过敏, 我没有海鲜过敏, 我不是海鲜过敏: said without 对.
_NO_ALLERGY = re.compile(
    r"(?:其实|并|真的|可)*(?:(?P<v>[^,对我没不]{1,8}?)(?:其实|现在|已经|早就|并|根本|完全|是)*(?:不再|不|没有?)过敏"
    r"|(?:并?没有?|并?不是)(?:什么|得)?(?P<w>[^,对我]{1,8}?)过敏(?:症|史)?)(?:的|了|啊|呀|啦|哦|呢|呐)*"
)
_NO_SUBSTANCE_NAMED = re.compile(r"从|都|什么|这|那|它|[他她你我]|东西|药物都|容易|天生|皮肤$|体质$")


def allergy(c: Clause) -> list[Found]:
    text = c.body
    denied = patterns.match(
        rf"{_ADV}(?:其实|并)?(?P<no>(?:并)?(?:不|没有?)(?:是)?)?对(?P<v>[^,]{{1,12}}?)(?:已经|现在|其实|并|"
        rf"早就)?(?P<no2>不过敏|没有?过敏|不再过敏|过敏)(?:了)?$",
        text,
    )
    if not denied and (fronted := _NO_ALLERGY.fullmatch(patterns.sub(rf"^{_ADV}", "", text))):
        value = trim(fronted["v"] or fronted["w"])
        if c.who in (Who.SELF, Who.RELATED) and c.spoken and not _NO_SUBSTANCE_NAMED.search(value):
            return [Found("allergy", value, act=Act.END, positive=False)]
    if denied and (denied["no"] or denied["no2"] != "过敏") and c.who is not Who.NOBODY:
        return [Found("allergy", trim(denied["v"]), act=Act.END, positive=False)]
    found = patterns.match(
        rf"{_ADV}(?:一)?(?:吃|喝|碰|闻|沾|打|用|擦|涂|抹|被)(?:到|了)?(?P<v>[^,我]{{1,8}}?)(?:[蜇叮咬]到?)?我?(?:就|会|就会|容易|总会|都会|"
        rf"老是|(?=起))(?:过敏|打喷嚏|流鼻涕|流眼泪|起疹子|起荨麻疹|拉肚子|肚子疼|肚子痛|呼吸困难|起红疹|浑身痒|嘴肿|哮喘|吐|胃疼)(?:的|了)?$",
        text,
    )
    if not found:
        found = patterns.match(
            rf"{_ADV}(?:一|只要)?(?:吃|喝|碰|闻|沾|摸|穿|戴|盖|晒|养|坐)(?:到|了)?(?P<v>[^,我]{{1,8}}?)(?:我)?(?:就|都|"
            rf"也)?{_BODY}(?:就|都|会|就会|总会?|老)*{_REACTION}(?:的|了|得.{{1,6}})?$",
            text,
        )
    if not found:
        found = patterns.match(
            rf"{_ADV}{_MILD}(?:是)?对(?P<v>[^,]{{1,20}}?){_MILD}(?:过敏|不耐受|不耐)(?P<m>体质|严重|得厉害|"
            rf"很严重|反应)?(?:的|了)?$",
            text,
        )
    if not found:
        found = patterns.match(
            rf"{_ADV}(?:有)?{_MILD}(?P<v>[^,是对会有]{{1,10}}?){_MILD}(?:过敏(?:症|史)?|不耐(?:受|"
            rf"症)?)(?:的|了)?$",
            text,
        )
    if not found or (c.who is Who.NOBODY and not (c.first and len(c.text) <= 12)):
        return []
    if patterns.fullmatch(_NO_SUBSTANCE, found["v"]):
        return []
    values = [trim(value).rstrip("都也") for value in patterns.split(r"、|和|跟|以及|还有|或", found["v"])]
    values = [
        value
        for value in values
        if value and not patterns.search(r"(?:[你我她这]|(?<!吉)他)|什么|没有|不|人$", value)
    ]
    if len(values) == 1:
        said = patterns.sub(r"我(?=就|会|容易|总会|都会|老是)", "", own(c))
        return [Found("allergy", values[0], safety=True, said=said)]
    return [Found("allergy", value, safety=True, said=f"对{value}过敏") for value in values]


_NOT_TOUCHED = re.compile(
    r"(?P<v>[^我你,，]{1,6})我(?:碰都不能碰|都?不能(?:吃|喝|碰)|吃不了|喝不了|"
    r"一点都不能(?:吃|碰))|我(?:都)?(?:不能|没法)(?:吃|喝|碰)(?P<w>[^我你,，]{1,6})"
)


#: 芝麻能让我进医院，我对它严重过敏
_HARMS = re.compile(
    r"(?P<v>[^,，我你他她它]{1,6}?)(?:这(?:种|个)?东西)?(?:能|会|可以|差点儿?|险些|几乎|就|都)*(?:让|把|害|送|要)(?:得|了)?我[^,，]{0,8}?"
    r"(?:医院|急诊|住院|命|休克|窒息|喘不|呼吸困难)[^,，]{0,4}"
)
_ALLERGIC_TO_IT = re.compile(
    r"(?:因为|所以|毕竟)?我?(?:是)?(?:对(?:它们?|[这那](?:个|种)?(?:东西)?))?(?:严重|很|特别|非常|重度)*过敏(?:得)?(?:很|挺|特别)?(?:厉害|严重)?(?:的|了)?"
)


def reaction_to_former(former: Clause | None, c: Clause) -> list[Found]:
    """花生我碰都不能碰，一吃喉咙就发紧: the thing stands in the clause before."""
    fronted = patterns.fullmatch(
        rf"(?P<v>[^,我你他她一]{{1,8}}?)(?:这(?:种|个)?东西|之类的?)?(?:我)?(?:只要)?(?:一)?(?:吃|喝|碰|闻|沾|摸|打|用|擦|涂|抹|戴|穿)(?:了|到|着|上)?(?:我)?"
        rf"(?:就|都|会|就会|都会|总会|老|马上|立刻)+(?:{_BODY})?(?:就|会|都)*(?:{_REACTION}|起疹子|起红疹|浑身痒|打喷嚏|嘴肿|喘不上气|呼吸困难|拉肚子|吐|哮喘)(?:的|了)?",
        words.opened(c.text),
    )
    if fronted and "我" in c.text:
        thing = trim(fronted["v"])
        return [
            Found(
                "allergy",
                thing,
                safety=True,
                said=f"{thing}{c.text[c.text.find(thing) + len(thing) :]}",
                whole=True,
            )
        ]
    harms = _HARMS.fullmatch(words.opened(former.text)) if former else None
    value = trim(harms["v"]) if harms and _ALLERGIC_TO_IT.fullmatch(c.text) else ""
    if value and value[0] not in "这那" and not patterns.fullmatch(_NO_SUBSTANCE, value):
        return [Found("allergy", value, safety=True, said=f"对{value}过敏")]
    named = _NOT_TOUCHED.fullmatch(words.opened(former.text)) if former else None
    reacts = patterns.fullmatch(
        rf"(?:因为)?(?:我)?(?:一|只要)?(?:吃|喝|碰|闻)(?:了|到)?(?:就|都|会)*{_BODY}?(?:就|都|会|"
        rf"总)*(?:{_REACTION}|发紧|过敏|呼吸困难|喘不上气)(?:的|了)?",
        c.text,
    )
    if named is None or reacts is None:
        return []
    value = trim(named["v"] or named["w"])
    return [Found("allergy", value, safety=True, said=f"对{value}过敏")]


ILLNESS = (
    r"(?:乳糜泻|克罗恩病|糖尿病|高血压|低血压|高血脂|心脏病|冠心病|抑郁症|焦虑症|双相(?:情感障碍)?|躁郁症|强迫症|"
    r"精神分裂症?|哮喘|癌|癌症|肿瘤|乙肝|肝炎|艾滋病?|HIV|痛风|甲亢|甲减|胃炎|胃溃疡|胃病|关节炎|癫痫|"
    r"自闭症|多动症|ADHD|"
    r"失眠症?|偏头痛|耳鸣|结石|骨质疏松|静脉曲张|白内障|青光眼|脊柱侧弯|扁平足|痔疮|息肉|心律不齐|早搏|[\u4e00-\u9fff]{1,5}(?<!发)炎|鼻炎|荨麻疹|湿疹|银屑病|颈椎病|腰椎间盘突出|贫血|肾病|白血病|红斑狼疮|帕金森|老年痴呆|"
    r"阿尔茨海默症?|脂肪肝|[\u4e00-\u9fff]{1,6}(?:症|癌|综合征|结节|囊肿))"
)

_DRUG = r"(?:[\u4e00-\u9fff]{1,6}(?:药|片|素|胶囊|林|平|汀|替尼|西汀|曲林|双胍)|胰岛素)"


def health(c: Clause) -> list[Found]:
    text = c.body
    ill = patterns.match(
        rf"{_ADV}(?:还)?(?:(?:被|刚|又|也|去|就|曾)?(?:确诊|诊断|查出|检查出|检查|查)(?:了|出|是|为|有|"
        rf"得了|患有|患了|出了|出有)*|得(?:了|过)|患(?:有|了|过)?|有|是|(?:就|会|老|总|经常|容易|犯)+(?=偏头痛|哮喘|荨麻疹|湿疹|失眠)|(?=糖尿病|高血压|抑郁症|哮喘|痛风|乳糜泻|偏头痛|"
        rf"鼻炎|胃炎|失眠症?$))(?:了|有|一点|点|轻度|重度|中度|慢性|先天性|严重的?|"
        rf"多年的?|[一二12]型|类风湿性?)*(?P<v>{ILLNESS})(?:患者|病史|{_N}年|了|多年|好几年|的)*$",
        text,
    )
    if ill and c.who is not Who.NOBODY:
        return [Found("condition", ill["v"], category=SensitiveCategory.HEALTH)]
    part = patterns.match(
        rf"{_ADV}(?P<v>(?:左|右|双|两只?|一只|整个|后)?(?:耳朵?|眼睛?|眼|腿|脚|脚踝|膝盖|腰|颈椎|肩膀?|手|手腕|胳膊|心脏|胃|肾|肺|肝|背|牙|视力|听力|记性|睡眠|肠胃|血压|血糖|血脂|胆固醇|尿酸|心率)"
        rf"(?:[^,了]{{0,4}}(?=受过?伤|做过手术|骨折))?(?:听不见|听力(?:不好|很差|受损)|失聪|聋|背|看不见|失明|弱视|(?:受过?|有)(?:旧)?伤|骨折过?|做过手术|不太?好|一直不好|很差|太差|[很太偏有点]*(?:高|低)|残疾|有毛病|有问题|发炎|老是?疼|常年疼|经常疼|装了[^,]{{1,6}}))(?:了|的)?$",
        text,
    )
    if part and c.who in (Who.SELF, Who.RELATED) and c.spoken:
        return [Found("condition", part["v"], category=SensitiveCategory.HEALTH)]
    drug = patterns.match(
        rf"{_ADV}(?:一直|长期|每天|都|要|得|需要|还)*(?:在)?(?:吃|服用?|打|"
        rf"用)(?:着)?(?:(?:{_N}|半)(?:毫克|微克|克|片|粒|颗|丸|支|单位|毫升|[mM][gGlL])的?)?(?P<v>{_DRUG})(?:{_N}年|了|治疗|的)*$",
        text,
    )
    if (
        drug
        and c.who in (Who.SELF, Who.RELATED)
        and (c.spoken or patterns.search("在|长期|每天|一直", own(c)))
        and drug["v"] not in ("土豆片", "麦片", "薯片", "味素", "照片")
    ):
        return [Found("condition", drug["v"], category=SensitiveCategory.HEALTH)]
    expecting = patterns.match(rf"{_ADV}(?:怀孕|怀了|有喜|备孕)(?:{_N}(?:个月|周))?(?:了)?$", text)
    if expecting and c.who is not Who.NOBODY:
        return [
            Found("condition", "怀孕" if "备孕" not in text else "备孕", category=SensitiveCategory.HEALTH)
        ]
    operation = patterns.match(
        rf"{_ADV}(?:刚)?(?:做(?:了|过)|动(?:了|过))(?:一次|个)?(?P<v>[^,]{{0,8}}手术)(?:的)?$", text
    )
    if operation and c.who is not Who.NOBODY:
        return [Found("condition", operation["v"], category=SensitiveCategory.HEALTH)]
    return []


def private(c: Clause) -> list[Found]:
    """Belief, politics, money, sexuality, law: true of the person, and theirs to confirm."""
    text = own(c)
    table: tuple[tuple[str, SensitiveCategory], ...] = (
        (r"(?:是|信|信仰|皈依了?)(?:一?[名个位])?(?:虔诚的)?(?:佛|佛教|基督教?|天主教|伊斯兰教|道教|犹太教|印度教|基督徒|佛教徒|天主教徒|穆斯林|道教徒)(?:的|徒|了)?$", SensitiveCategory.BELIEF),
        (r"(?:是|加入了?|支持|反对|投(?:票)?给?了?)(?:一?[名个位])?[^,]{0,8}(?:党员?|共和党|民主党|工党|保守党|国民党|民进党)(?:的|了)?$", SensitiveCategory.POLITICS),
        (rf"(?:工资|月薪|年薪|收入|到手|税后|薪水|薪资|奖金|年终奖|存款|积蓄|退休金|养老金|每个?月存|存了)[^,]{{0,8}}?(?:是|有|大概|大约|差不多|只有|到手|税后|约|为)*(?:{_N}|一|两|几)[^,]{{0,8}}$", SensitiveCategory.FINANCE),
        (rf"(?:欠|负债|贷款|房贷|车贷|网贷|外债|借了|背着?)[^,]{{0,10}}?(?:{_N})(?:多)?(?:块|元|万|千|亿)?[^,]{{0,8}}$", SensitiveCategory.FINANCE),
        (r"(?:是|一直是)(?:一?[名个位])?(?:同性恋|双性恋|gay|les|跨性别者?|无性恋|同志)(?:的|者)?$|(?:已经|刚)?出柜了?$", SensitiveCategory.SEXUALITY),
        (r"(?:坐过牢|有案底|有前科|被起诉了?|被判[^,]{1,8}|在打官司|(?:被)?取保候审|被拘留过?)[^,]{0,6}$", SensitiveCategory.LEGAL),
    )  # fmt: skip
    if c.who is not Who.SELF or c.household:
        return []
    for pattern, category in table:
        found = patterns.search(pattern, text)
        if found and found.start() <= len(c.lead) + 10:
            return [Found("note", trim(found[0]), category=category, said=text)]
    return []
