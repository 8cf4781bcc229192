"""The marks of irony, among them praise of what nobody likes. Both languages. Pure."""

import re

#: What nobody loves, so that who says so does not mean it.
_NUISANCE_EN = (
    r"(?:(?:being |getting |sitting |standing )?stuck (?:in|at|behind)|(?:being |getting )(?:ignored|"
    r"yelled at|woken|on hold|"
    r"left on read|ghosted|fined|rained on|soaked|laid off|blamed|interrupted)|traffic jams?|"
    r"waiting (?:in line|on hold|for hours)|"
    r"queu(?:e|ing)|overtime|unpaid|paperwork|tax(?:es| season)|root canals?|food poisoning|"
    r"monday (?:morning )?meetings?|"
    r"meetings? (?:on|at|about)|deadlines|jet ?lag|mosquitoes|spam calls?|working (?:weekends|late|"
    r"on (?:a )?(?:weekends?|sundays?|saturdays?|"
    r"holidays?|christmas))|when (?:my|the|it|people|they|everyone)\b[^.!?]{0,40}(?:breaks?|crash(?:es)?|"
    r"dies|leaks?|fails?|late|cancel\w*|"
    r"interrupts?|rains?))"
)
_MEANS_TOO_MUCH_EN = (
    r"(?:absolutely|really|just|totally|simply|so|truly|can't tell you how much i|nothing (?:i|like)|"
    r"my favou?rite|best|exactly)"
)
_ENGLISH = re.compile(
    r"\byeah,? right\b|\b(?:oh,? )?(?:great|wow|wonderful|lovely|fantastic|brilliant|perfect),? (?:another|"
    r"one more|just what)\b|"
    r"\boh,? (?:great|joy|how (?:wonderful|lovely|nice)|wonderful|lovely|fantastic|brilliant)\b|"
    r"\bjust (?:great|what i needed)\b|"
    r"\bas if\b|\bwow,? thanks|\bthanks (?:a lot|for nothing)\b|\bnot!|\bsaid (?:no one|nobody)\b|/s\b|"
    r"\bbecause who doesn'?t\b|"
    r"\b(?:lucky|joy) (?:me|oh joy)\b|\bliving the dream\b|"
    rf"\b{_MEANS_TOO_MUCH_EN}\b[^.!?]{{0,30}}\b(?:love|loving|adore|enjoy|enjoying|live for|thrilled|"
    rf"fun)\b[^.!?]{{0,40}}\b{_NUISANCE_EN}|"
    rf"\b(?:love|adore)\b[^.!?]{{0,40}}\b{_NUISANCE_EN}[^.!?]*!|"
    rf"\b(?:my favou?rite|my idea of fun|nothing (?:beats|like))\b[^.!?]{{0,40}}\b{_NUISANCE_EN}",
    re.IGNORECASE,
)
_NUISANCE_ZH = (
    r"(?:加班|开会|堵车|堵在|挤地铁|挤公交|排(?:长|大)?队|被(?:骂|催|怼|裁|放鸽子|吵醒|扣|罚|坑)|改需求|"
    r"背锅|写周报|写检讨|交税|罚款|停电|断网|"
    r"淋雨|蚊子|等(?:三|两|几|半)个?(?:多)?小时|延误|晚点|出差|值班|调休|内卷|甩锅|扣钱|返工|熬夜改)"
)
_LOVES_TOO_MUCH_ZH = (
    r"(?:最爱|最喜欢|太(?:喜欢|爱)|可(?:喜欢|爱)|超(?:级)?(?:喜欢|爱)|爱死|就爱|就喜欢|特别(?:喜欢|爱|享受)|"
    r"真(?:喜欢|爱|享受)|好喜欢|巴不得|恨不得)"
)
_CHINESE = re.compile(
    r"呵呵|(?:真是|可真)(?:太)?(?:谢谢|感谢|幸福|贴心|会挑时候)|谢谢您?嘞|才怪|谁不(?:喜欢|"
    r"爱)(?=.{0,12}(?:呢|啊|呀|$))|"
    r"可(?:开心|高兴|幸福|感动|乐)(?:死|坏)?(?:我)?了呢|(?:开心|高兴|幸福|感动)得(?:要|想)哭|"
    rf"{_LOVES_TOO_MUCH_ZH}[^,，。!！?？\n]{{0,16}}{_NUISANCE_ZH}|"
    rf"{_NUISANCE_ZH}[^。!！?？\n]{{0,10}}(?:可太|真是太?|简直)(?:喜欢|爱|开心|棒|爽|美|幸福|好)"
)


def ironic(sentence: str) -> bool:
    """Whether a sentence means the opposite of what it says."""
    return bool(_ENGLISH.search(sentence) or _CHINESE.search(sentence))
