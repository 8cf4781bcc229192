"""What a text asks to be protected for, beyond its slot and category: recognised in both languages. Pure."""

from memories.kinds import MemoryType, Protection
from memoryhub import patterns as re

_SAFETY = re.compile(
    r"\bemergency contacts?\b|\bin (?:case of )?(?:an )?emergency\b.{0,30}\b(?:call|ring|contact|notify|reach)\b|"
    r"\b(?:call|ring|contact|notify)\b.{0,40}\bin (?:case of )?(?:an )?emergency\b|\bnext of kin\b|"
    r"\bepi-?pens?\b|\banaphyla\w+|\b(?:my|your) blood (?:type|group)\b|\bpacemaker\b|"
    r"紧急联系人|紧急情况.{0,8}(?:联系|打给|通知|找)|(?:出事|急事|急救|万一).{0,8}(?:联系|打给|通知)|血型|起搏器|过敏性休克",
    re.IGNORECASE,
)
_HEALTH = re.compile(
    r"\b(?:takes?|taking|inject\w*|(?:am|is|are|'m|'re|’m|’re) on)\b[^.;,]{0,30}\b(?:pills?|medicines?|medications?|"
    r"inhaler|blood thinners?|statins?|beta blockers?|antibiotics?|"
    r"(?!april\b)\w+(?:pril|sartan|statin|mab|olol|azole|formin|oxetine))\b|"
    r"\bwheelchair\b|\bhearing aids?\b|\b(?:(?:am|is|are|'m|'re|’m|’re) (?:\w+ )?(?:deaf|blind)|"
    r"colou?r-?blind|dyslexi[ac]|paraly[sz]ed|amputee)\b|"
    r"\bdisabilit(?:y|ies)\b|(?<!没有)残障|轮椅|助听器|失明|失聪|色盲|色弱|耳聋|聋哑|聋人|截肢|瘫痪|"
    r"(?:在|要|得|每天|每晚|长期|定期)[^，。；]{0,6}(?:吃|服|注射)[^，。；]{0,10}(?:药(?!膳|店|房)|胶囊|胰岛素)|"
    r"他汀|沙坦|华法林|阿司匹林|二甲双胍",
    re.IGNORECASE,
)
_DUTY = re.compile(
    r"\b(?:custody|alimony|child support|court (?:date|hearing|order)|jury duty|subpoena\w*|restraining order|"
    r"power of attorney|legal guardian|visa (?:expires|runs out)|residence permit|reporting duty)\b|"
    r"\b(?:legally|by law|by court)\b.{0,20}\b(?:required|obliged|have to|must|need to)\b|"
    r"\b(?:required|obliged|ordered)\b.{0,10}\bby (?:law|the court|a court)\b|"
    r"抚养权|监护人|抚养费|赡养费|开庭|传票|出庭|陪审|法院.{0,6}(?:要求|判|命令)|依法|法定义务|签证.{0,6}到期|居留.{0,6}到期",
    re.IGNORECASE,
)
_NEVER = re.compile(
    r"\b(?:never|under no circumstances|don['’]t ever|do not ever)\b|"
    r"(?:绝对|千万|永远|绝)(?:不要|不能|不许|不可|别)|绝不|"
    r"(?:任何(?:时候|情况).{0,4}|一律)(?:都)?(?:不要|不许|不能|别|不得)",
    re.IGNORECASE,
)


def protection_of(content: str, *, type: str) -> Protection:
    """Emergency contacts, medicines and disabilities, legal duties, and orders never to do something; else none."""
    if type == MemoryType.INSTRUCTION:
        return Protection.RULE if _NEVER.search(content) else Protection.NONE
    for pattern, reason in (
        (_SAFETY, Protection.SAFETY),
        (_HEALTH, Protection.HEALTH),
        (_DUTY, Protection.DUTY),
    ):
        if pattern.search(content):
            return reason
    return Protection.NONE
