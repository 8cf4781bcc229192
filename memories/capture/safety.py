"""What a candidate's matter asks for: protection, consent, quarantine. Pure; the person's consents are passed in."""

from collections.abc import Collection
from dataclasses import dataclass

from memories.capture.protected import protection_of
from memories.capture.slots import protection
from memories.capture.types import Candidate
from memories.kinds import MemoryFlag, Protection, SensitiveCategory, Sensitivity
from memoryhub import patterns as re

#: An amount of money, not of loaves; and the time that it is earned in.
_MONEY = (
    r"(?:[$£€¥] ?\d[\d,.]*(?:k|m)?|\d[\d,.]* ?(?:k|grand|euros?|pounds?|dollars?|bucks|quid|francs?|"
    r"kroner|yuan|rmb)\b|(?:\d{1,3},\d{3}|\d{4,}) (?=a|per|after|before|net|gross|each|every))"
)
_A_TIME = r"(?:a|an|per|each|every) (?:month|year|week|fortnight|hour|day|annum)"

_CATEGORIES: tuple[tuple[SensitiveCategory, re.Pattern[str]], ...] = tuple(
    (category, re.compile(pattern, re.IGNORECASE))
    for category, pattern in (
        (
            SensitiveCategory.HEALTH,
            r"\b(?:diagnosed|diabet(?:es|ic)|cancer|tumou?r|chemo\w*|hiv|aids|epilep\w+|asthma\w*|arthritis|"
            r"hepatitis|anaemi\w+|anemi\w+|"
            r"depress(?:ion|ed)|bipolar|schizo\w+|adhd|autis\w+|anxiety disorder|ptsd|panic attacks?|eating "
            r"disorder|anorexi\w+|bulimi\w+|"
            r"high blood pressure|hypertension|heart (?:disease|condition|failure)|stroke|migraines?|thyroid|"
            r"kidney (?:disease|failure)|"
            r"antidepressants?|insulin|medication|prescri(?:bed|ption)|\d+ ?mg|pregnan\w+|miscarriage|"
            r"infertil\w+|in therapy|psychiatr\w+|"
            r"rehab|alcoholic|addiction|addicted to (?:drugs|alcohol|gambling|opioids|heroin|cocaine|"
            r"painkillers)|disab(?:led|ility)|surgery|transplant)\b|"
            r"确诊|糖尿病|癌|肿瘤|化疗|艾滋|癫痫|哮喘|关节炎|肝炎|乙肝|贫血|抑郁|"
            r"躁郁|双相|精神分裂|多动症|自闭|焦虑症|恐慌症|厌食症|暴食症|高血压|"
            r"心脏病|冠心病|中风|偏头痛|甲状腺|肾病|抗抑郁药|胰岛素|"
            r"[\d一二两三四五六七八九十百]+ ?(?:毫克|微克)|吃药(?!膳)|服药|"
            r"处方|降压药|怀孕|流产|不孕|心理咨询|精神科|戒毒|酗酒|残疾|手术|移植",
        ),
        (
            SensitiveCategory.FINANCE,
            r"\b(?:salary|wages?|pay ?(?:che(?:ck|que)|packet|slip)|take-home pay|(?:my|our|monthly|annual|yearly|"
            r"net|gross) (?:income|earnings)|(?:my|monthly|annual|yearly|net|gross) pay (?:is|was|of)|"
            r"income (?:is|of)|earn(?:s|ed|ing)?\b.{0,20}\d|get(?:s|ting)? paid\b.{0,20}\d|"
            r"(?:mak|clear|gross|tak(?=\w+ home)|bring(?=\w* (?:home|in)))(?:e|es|ing|s)?(?: home| in)?\b[^.!?\d]{0,20}"
            rf"{_MONEY}[^.!?\d]{{0,16}}\b{_A_TIME}|i['’ ]a?m on (?:\w+ )?{_MONEY} {_A_TIME}|"
            r"net worth|savings of|in debt|debts?|"
            r"owe\b.{0,20}\d|mortgage|loan|bankrupt\w*|"
            r"credit score|overdraft|inheritance)\b|"
            r"工资|月薪|年薪|底薪|薪水|收入|月入|年入|进账|"
            r"(?:一个?月|每个?月|一年|每年)[^，。！？]{0,4}(?:(?:挣|赚)[^，。！？]{0,4}[\d一二两三四五六七八九十百千万]|"
            r"拿[^，。！？]{0,4}[\d一二两三四五六七八九十百]+(?:[千万百kKwW]|多?[块元]))|到手.{0,6}[\d一二两三四五六七八九十百千万]|存款|欠(?:了|"
            r"着)?.{0,8}(?:钱|元|块|万)|负债|债务|房贷|车贷|贷款|破产|征信|遗产",
        ),
        (
            SensitiveCategory.BELIEF,
            r"\b(?:christian|catholic|protestant|muslim|jewish|hindu|buddhist|sikh|atheist|agnostic|mormon|"
            r"religio(?:n|us)|baptised|baptized|"
            r"believe in god|pray (?:every|daily|five))\b|基督徒|"
            r"天主教|穆斯林|伊斯兰|信佛|佛教徒|道教|无神论|信教|信仰|受洗|信主|做礼拜",
        ),
        (
            SensitiveCategory.POLITICS,
            r"\b(?:vote[sd]?|voting) (?:for|against)|\b(?:democrat|republican|tory|labour voter|communist|"
            r"socialist|party member|trade union(?:ist)?|"
            r"union member|left-wing|right-wing|anarchist)\b|"
            r"党员|入党|投票给|投了.{0,8}(?:党|票)|政治立场|左派|右派|工会会员",
        ),
        (
            SensitiveCategory.SEXUALITY,
            r"\b(?:gay|lesbian|bisexual|transgender|trans (?:man|woman)|non-binary|asexual|queer|sexual "
            r"orientation|straight man|straight woman)\b|"
            r"同性恋|双性恋|跨性别|性取向|出柜|无性恋",
        ),
        (
            SensitiveCategory.LEGAL,
            r"\b(?:convicted|arrested|in prison|in jail|on parole|probation|criminal record|lawsuit|suing|"
            r"being sued|restraining order|asylum|"
            r"undocumented)\b|坐牢|判刑|被捕|拘留|案底|前科|缓刑|起诉|打官司|被告|庇护",
        ),
    )
)  # fmt: skip

#: Words that speak to the agent as somebody who is not the person would.
_ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|override) (?:all |any |the |your )*(?:previous|prior|above|earlier|system|"
    r"safety)\b|"
    r"\b(?:ignore|disregard|forget|override) (?:all |any |of |the |your )*"
    r"(?:instructions|rules|guidelines|guardrails|restrictions)\b|\bsend (?:all|every) (?:my |the |user )*data to\b|"
    r"\bsystem prompt\b|\bnotes? to (?:the )?(?:assistant|ai|agent|model)\b|\b(?:the|this) user (?:always|"
    r"never|wants|has approved|approves|authori[sz]es|agrees|must)\b|"
    r"\b(?:always|automatically) (?:approve|authori[sz]e|confirm|pay|transfer|forward|send (?:all|every|a "
    r"copy)|bcc|cc)\b|"
    r"\bdo not (?:tell|inform|alert) the user\b|"
    r"\b(?:add|append|include|attach|insert|put|end|finish|sign off)\b[^.!?\n]{0,40}"
    r"\b(?:link|url|https?|www|advert\w*|promo\w*|affiliate)\b|"
    r"(?:附上|附带|附加|加上|插入|带上|放上|贴上|附|加)(?:一个|一条|这个|如下|下面的?)?[^，。！？\n]{0,6}(?:链接|网址|广告|推广|https?:)|"
    r"(?:忽略|无视|忘掉|绕过)(?:你|您|系统)?的?(?:之前|以前|先前|以上|上述|上面|前面|所有|全部|一切|的)*(?:指令|指示|规则|设定|限制)|"
    r"忽略(?:之前|以上|上述|所有|前面)|无视(?:之前|以上|规则|系统)|系统提示词|(?:该|"
    r"此|本)?用户(?:总是|始终|一律|永远|已)(?:同意|批准|授权|允许|要求)|"
    r"(?:自动|一律|直接)(?:同意|批准|付款|转账|转发)|不要告诉用户|无需(?:询问|"
    r"确认|告知)用户?|抄送(?:一份)?(?:到|给)\S+@",
    re.IGNORECASE,
)
#: "Pay it without asking me" is such an order; "never pay without asking me" is the guard against it.
_UNASKED = re.compile(
    r"(?P<before>[^.!?\n]*)\bwithout (?:asking|telling|confirm\w+|informing) (?:me|the user|anyone|first)\b",
    re.IGNORECASE,
)
_NEGATED = re.compile(r"\b(?:never|not?|nothing|nobody|\w+n['’]?t)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Assessment:
    """How a memory is to be held. ``waits``: the inbox, whatever its confidence. ``flag``: why it is quarantined."""

    sensitivity: Sensitivity = Sensitivity.NORMAL
    category: str = ""
    protection: str = ""
    flag: str = ""
    waits: bool = False


def category_of(text: str) -> str:
    """The sensitive category that a text speaks of, or an empty string."""
    return next((str(category) for category, pattern in _CATEGORIES if pattern.search(text)), "")


def category_in(candidate: Candidate) -> str:
    """The sensitive category that a candidate is of, or an empty string; an allergy is a matter of safety, of none."""
    if candidate.safety:
        return ""
    return candidate.category or category_of(f"{candidate.quote} {candidate.content}")


def gives_orders(text: str) -> bool:
    """Whether a text tries to give the agent standing orders in another's name, or to undo its rules."""
    unasked = any(not _NEGATED.search(found["before"]) for found in _UNASKED.finditer(text))
    return unasked or bool(_ORDERS.search(text))


def held_as(*, category: str, slot: str, safety: bool, content: str = "", type: str = "") -> str:
    """The protection of a memory that is active: safety and health, identity by its slot, the rest by its words."""
    if safety:
        return Protection.SAFETY
    if category == SensitiveCategory.HEALTH:
        return Protection.HEALTH
    known = protection(slot)
    return known if known == Protection.IDENTITY else protection_of(content, type=type)


def assess(candidate: Candidate, *, consents: Collection[str], before: str = "") -> Assessment:
    """What to do with a candidate; the consents are the categories that the person has agreed to.

    ``before``: what stands before its words, which may be the order that they obey.
    """
    category = category_in(candidate)
    poisoned = gives_orders(f"{before}{candidate.quote} {candidate.content}")
    sensitive = bool(category)
    waits = poisoned or (sensitive and category not in consents)
    return Assessment(
        sensitivity=Sensitivity.SENSITIVE if sensitive else Sensitivity.NORMAL,
        category=category,
        protection=""
        if waits
        else held_as(
            category=category,
            slot=candidate.slot,
            safety=candidate.safety,
            content=candidate.content,
            type=candidate.type,
        ),
        flag=MemoryFlag.POISONED if poisoned else "",
        waits=waits,
    )
