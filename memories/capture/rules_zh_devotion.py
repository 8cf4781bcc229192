"""Likings said with a noun: 螺蛳粉的忠实粉丝, 足球迷, 甜食控. Rules over one clause's predicate."""

from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clauses import Clause, Who
from memories.capture.rules_zh_found import Found, trim
from memories.kinds import MemoryType

_ADV = rf"(?:{words.TIME}|{words.ADVERB})*"
_DEGREE = r"(?:忠实|铁杆|资深|死忠|头号|狂热|超级|重度|骨灰级|老)?"


def devotion(c: Clause) -> list[Found]:
    """我是螺蛳粉的忠实粉丝, 我是个资深足球迷."""
    found = patterns.match(
        rf"{_ADV}(?:是|算是|属于)?(?:一?[个名位枚])?(?P<v>[^,是的]{{1,10}}?)的{_DEGREE}(?:粉丝|粉|爱好者|发烧友|拥趸|信徒|球迷|歌迷|影迷|书迷)(?:一枚)?$",
        c.body,
    ) or patterns.match(
        rf"{_ADV}(?:是|算是|属于)(?:一?[个名位枚])?{_DEGREE}(?P<v>[\u4e00-\u9fffA-Za-z]{{1,8}}?){_DEGREE}(?:爱好者|发烧友|迷|控)$",
        c.body,
    )
    if not found or c.who is not Who.SELF or not c.spoken:
        return []
    value = trim(found["v"])
    if not value or patterns.search(r"[你您他她这那我]|什么|谁|昏|失$", value):
        return []
    return [Found("likes", value, MemoryType.PREFERENCE)]
