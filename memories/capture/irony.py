"""The marks of irony, among them praise of what nobody likes. Both languages. Pure."""

#: What nobody loves, so that who says so does not mean it.
from memoryhub import patterns as re

_NUISANCE_EN = (
    r"(?:(?:being |getting |sitting |standing )?stuck (?:in|at|behind)|(?:sitting|sat|crawling|idling|standing) in "
    r"(?:\w+ )?(?:traffic|queues?|lines?)\b|(?:sitting|standing|waiting|queu\w+) [^.!?]{0,20}\bfor (?:\w+ )?hours|"
    r"filling (?:in|out) forms|doing my taxes|scrubbing toilets|(?:being |getting )(?:ignored|"
    r"yelled at|woken|on hold|"
    r"left on read|ghosted|fined|rained on|soaked|laid off|blamed|interrupted)|traffic jams?|"
    r"waiting (?:in line|on hold|for hours)|"
    r"queu(?:e|ing)|overtime|unpaid|paperwork|tax(?:es| season)|root canals?|food poisoning|"
    r"monday (?:morning )?meetings?|"
    r"meetings? (?:on|at|about)|deadlines|jet ?lag|mosquitoes|spam calls?|working (?:weekends|late|"
    r"on (?:a )?(?:weekends?|sundays?|saturdays?|"
    r"holidays?|christmas))|when (?:my|the|our|an?|it|people|they|everyone|everybody|somebody|someone)\b[^.!?]{0,40}\b"
    r"(?:jams?|freez\w+|stalls?|overflows?|goes (?:down|wrong)|stops? working|lags?|explodes?|burns?|floods?|"
    r"snores?|honks?|"
    r"barks? all night|wakes? (?:me|us) up|cuts? (?:me|us) off|cuts? in line|yells? at|ignores? (?:me|us)|"
    r"is (?:down|broken|delayed)|"
    r"runs? out|gets? (?:lost|stolen|stuck)|breaks?|crash(?:es)?|"
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
    r"\b(?:have |got )?nothing better to do than\b|\bhow (?:could|did) (?:i|we) ever live without\b|"
    r"\bas if\b|\bwow,? thanks|\bthanks (?:a lot|for nothing)\b|\bnot!|\bsaid (?:no one|nobody)\b|/s\b|"
    r"\bbecause who doesn'?t\b|"
    r"\b(?:lucky|joy) (?:me|oh joy)\b|\bliving the dream\b|"
    rf"\b{_MEANS_TOO_MUCH_EN}\b[^.!?]{{0,30}}\b(?:love|loving|adore|enjoy|enjoying|live for|thrilled|"
    rf"fun)\b[^.!?]{{0,40}}\b{_NUISANCE_EN}|"
    rf"\b(?:love|adore)\b[^.!?]{{0,40}}\b{_NUISANCE_EN}[^.!?]*!|"
    rf"^\W*(?:oh|great|perfect|wonderful|lovely|fantastic|brilliant|sure|yay|hooray|awesome|super|well),? "
    rf"[^.!?]{{0,20}}"
    rf"\b(?:love|adore|enjoy)\b[^.!?]{{0,40}}\b{_NUISANCE_EN}|"
    rf"\b(?:my favou?rite|my idea of fun|nothing (?:beats|like))\b[^.!?]{{0,40}}\b{_NUISANCE_EN}",
    re.IGNORECASE,
)
_NUISANCE_ZH = (
    r"(?:加班|开会|堵车|堵在|挤地铁|挤公交|排(?:长|大)?队|被(?:骂|催|怼|裁|放鸽子|吵醒|扣|罚|坑)|改需求|"
    r"背锅|写周报|写检讨|交税|罚款|停电|断网|"
    r"卡纸|死机|蓝屏|黑屏|闪退|卡顿|崩溃|漏水|爆胎|抛锚|掉线|停水|塞车|罢工|插队|打呼噜|坏了|开不了机|半夜被|"
    r"淋雨|蚊子|等(?:三|两|几|半)个?(?:多)?小时|延误|晚点|出差|值班|调休|内卷|甩锅|扣钱|返工|熬夜改)"
)
_LOVES_TOO_MUCH_ZH = (
    r"(?:最爱|最喜欢|太(?:喜欢|爱)|可(?:喜欢|爱)|超(?:级)?(?:喜欢|爱)|爱死|就爱|就喜欢|特别(?:喜欢|爱|享受)|"
    r"真(?:喜欢|爱|享受)|好喜欢|巴不得|恨不得)"
)
_CHINESE = re.compile(
    r"(?:是是是|对对对|好好好)[,，!！\s]*我|闲得(?:很|慌)?[,，]?(?:就爱|才|专门|最爱)|"
    r"呵呵|(?:真是|可真)(?:太)?(?:谢谢|感谢|幸福|贴心|会挑时候)|谢谢您?嘞|才怪|谁不(?:喜欢|"
    r"爱)(?=.{0,12}(?:呢|啊|呀|$))|"
    r"可(?:开心|高兴|幸福|感动|乐)(?:死|坏)?(?:我)?了呢|(?:开心|高兴|幸福|感动)得(?:要|想)哭|"
    rf"{_LOVES_TOO_MUCH_ZH}[^,，。!！?？\n]{{0,16}}{_NUISANCE_ZH}|"
    rf"{_NUISANCE_ZH}[^。!！?？\n]{{0,10}}(?:可太|真是太?|简直)(?:喜欢|爱|开心|棒|爽|美|幸福|好)"
)


#: Joy at what went wrong: whatever follows is meant no more than this.
_MOCKING = re.compile(
    r"\b(?:great|wonderful|lovely|fantastic|brilliant|perfect|awesome|marvell?ous|terrific|super|"
    r"how nice)[,.!]+\s+"
    r"(?:the|my|our|now|it|they|he|she|another)\b[^.!?\n]{0,50}\b(?:broke|broken|died|dead|crash\w*|"
    r"cancel\w*|late|leak\w*|"
    r"stolen|fail\w*|stuck|flat|ruined|burnt|flooded|delayed)\b|"
    r"(?:太好了|真好|太棒了|真棒|好极了|真不错|可真好|完美|棒极了)[,，!！。\s]+[^。!！?？\n]{0,20}"
    r"(?:坏了|停了|丢了|晚点|取消了?|黄了|泡汤|漏水|死机|崩了|断了|没电|堵死|被偷|罢工了)",
    re.IGNORECASE,
)


def mocking(text: str) -> bool:
    """Whether a message greets bad news with joy, so that none of it is meant."""
    return bool(_MOCKING.search(text))


def ironic(sentence: str) -> bool:
    """Whether a sentence means the opposite of what it says."""
    return bool(_ENGLISH.search(sentence) or _CHINESE.search(sentence))
