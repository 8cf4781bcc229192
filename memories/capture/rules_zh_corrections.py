"""Corrections that name a value alone: 打错了，是林晓北; 我是说东莞，不是深圳; 不叫小田，叫小天."""

from memories.capture import rules_zh_patterns as patterns
from memories.capture.rules_zh_clauses import Clause
from memories.capture.rules_zh_found import Found, trim
from memories.capture.rules_zh_self import full_name
from memories.capture.types import Act

_RIGHT = (
    r"(?:应该|其实|我|[它他她](?:的名字)?)?(?:是想说|是说|是指|说的是|想说的是|想说|要说的是|指的是|是|叫)(?P<v>[^,，]{1,16}?)"
    r"(?:才对|(?:而)?不是(?P<f>[^,，]{1,16}))?$"
)


def bare(clause: Clause) -> tuple[Found, str] | None:
    """The right value, with a slot where its look tells one, and the wrong one where it is named."""
    found = patterns.match(_RIGHT, clause.text)
    if not found:  # 更正：1981年
        number = patterns.fullmatch(r"(?P<v>\d[\d.:/-]*)(?:年|岁|号|日|点|楼|块|元)?", clause.text)
        return (
            (Found("", number["v"], said=clause.text, whole=True, act=Act.CORRECT), clause.denied)
            if number
            else None
        )
    value, former = trim(found["v"]), found["f"] or clause.denied
    if clause.text.startswith("我是") and not (full_name(value) or former):
        return None
    slot = "name" if full_name(value) and (not former or full_name(former)) else ""
    said = f"叫{value}" if slot == "name" else clause.text
    return Found(
        slot, value, said=said, whole=not slot, act=Act.CORRECT, entities=(value,) if slot else ()
    ), former
