"""A liking or a dislike whose thing stands first: KTV那种地方我不喜欢, 螺蛳粉我百吃不厌."""

from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clauses import Clause, Mood
from memories.capture.rules_zh_found import Found, trim
from memories.kinds import MemoryType
from memoryhub import patterns as re

_DEGREE = r"(?:是|真的?|特别|实在|一直|从来都?|从小就?|向来|都|就|也|可|最|挺|很|非常|超级?|完全|简直|打心底里?|确实|其实)*"
_AGAINST = (
    r"(?:不(?:太|怎么|大)?(?:喜欢|爱)(?:吃|喝|看|听|玩|去)?|讨厌|受不了|忍不了|接受不了|接受不能|吃不惯|"
    r"喝不惯|看不惯|听不惯|反感)"
)
_FOR = r"(?:喜欢|爱|最?爱)(?:吃|喝|看|听|玩|去)?|百[吃看听喝玩]不[厌腻]|怎么[吃看听喝玩]都不[厌腻]|[吃看听喝玩]不[厌腻]|离不开"
_TOPIC = re.compile(
    rf"(?P<t>[^我你您他她它这那吗呢,，]{{1,12}}?)(?:[这那](?:种|类|个|些|股))?(?:的)?(?:地方|东西|味道?|"
    rf"味儿|玩意儿?|场合)?"
    rf"我(?![们的家国校]){_DEGREE}(?:(?P<against>{_AGAINST})|(?P<for>{_FOR}))[了的啊呀呢]*"
)
_DEAR = re.compile(
    r"(?P<t>[^我你您他她它这那吗呢,，]{1,12}?)(?:一直|永远|绝对|真的)?(?:才|就|可)?是我的(?P<what>心头好|"
    r"最爱|真爱|挚爱|本命|快乐源泉|解压神器)[了的啊呀呢]*"
)
#: 悬疑片我看着就犯困.
_TIRES = re.compile(
    r"(?P<t>[^我你您他她它这那吗呢,，]{1,12}?)我(?:一)?(?:看|听|闻|吃|喝|想)(?:着|到|见|起来)?(?:都|就|会)+(?P<how>犯困|想睡|头疼|想吐|恶心|反胃|烦|难受|起鸡皮疙瘩)[了的啊呀呢]*"
)
#: 别人吧唧嘴我就来气
_ANNOYS = re.compile(
    r"(?P<t>(?:别人|有人|一?(?:听到?|看到?|闻到?|见到?)|谁)[^我你您他她它这那吗呢,，]{1,12}?)我就(?:来气|心烦|烦|烦躁|火大|上火|受不了|抓狂|头疼|想吐|恶心|浑身难受|不舒服)[了的啊呀呢]*"
)
#: 火锅我现在一口都不想碰了, 那部剧我再也不看了.
_NO_MORE = re.compile(
    r"(?P<t>[^我你您他她它这那吗呢,，]{1,12}?)(?:这(?:种|个|东西)|之类的?)?(?P<how>我(?:现在|如今|已经|是|真的?|实在|打死|以后|连)*(?:再也|一[口点滴次眼]儿?(?:都|也)|[碰看尝闻提]都)不(?:想|愿意?|肯|敢|会)?(?:再)?"
    r"(?:吃|喝|碰|看|听|玩|沾|闻|去|抽|尝|用|提)?)[了的啊呀呢]*"
)
_NO_THING = re.compile(rf"(?:{words.TIME}|{words.ADVERB}|所以|因为|但是?|不过|而且|虽然|说实话|老实说)+")


def liked(clause: Clause) -> Found | None:
    """The liking or dislike of the thing that a clause begins with."""
    if clause.mood is not Mood.STATEMENT:
        return None
    text = words.opened(clause.text)
    if (dear := _DEAR.fullmatch(text)) and not _NO_THING.fullmatch(dear["t"]):
        thing = trim(dear["t"])
        said = f"{thing}是你的{dear['what']}"
        return Found("likes", thing, MemoryType.PREFERENCE, said=said, whole=True)
    if (tires := _TIRES.fullmatch(text)) and not _NO_THING.fullmatch(tires["t"]):
        said = f"{trim(tires['t'])}你{text[tires.end('t') + 1 :]}"
        return Found(
            "dislikes", trim(tires["t"]), MemoryType.PREFERENCE, said=said, positive=False, whole=True
        )
    if (annoys := _ANNOYS.fullmatch(text)) and not _NO_THING.fullmatch(annoys["t"]):
        said = f"{annoys['t']}你{text[annoys.end('t') + 1 :]}"
        return Found("dislikes", annoys["t"], MemoryType.PREFERENCE, said=said, positive=False, whole=True)
    if (left := _NO_MORE.fullmatch(text)) and not _NO_THING.fullmatch(left["t"]):
        thing = trim(left["t"])
        said = f"{thing}你{left['how'][1:]}了"
        return Found("dislikes", thing, MemoryType.PREFERENCE, said=said, positive=False, whole=True)
    found = _TOPIC.fullmatch(text)
    if found is None or _NO_THING.fullmatch(found["t"]):
        return None
    thing = trim(found["t"])
    verb = found["against"] or found["for"]
    said = (
        f"{verb}{thing}"
        if re.match(r"不|讨厌|受不了|喜欢|爱|最爱|反感|接受不了|离不开|忍不了", verb)
        else f"对{thing}{verb}"
    )
    return Found(
        "dislikes" if found["against"] else "likes",
        thing,
        MemoryType.PREFERENCE,
        said=said,
        positive=found["against"] is None,
    )
