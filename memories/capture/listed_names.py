"""Names that one value lists: "Miso and Tofu", 两只猫：味噌和豆腐. Pure."""

from memoryhub import patterns as re

_HEAD = re.compile(r"^.*[:：]\s*")
_JOINT = re.compile(r"\s*(?:,|、|，|\band\b|&|和|跟|以及|还有)\s*")
_NAME = re.compile(r"[A-Z][\w'-]*|[\u4e00-\u9fff]{1,4}")


def names(value: str) -> list[str]:
    """The names in the list that a value is; none where it is no list of two or more."""
    parts = [part for part in _JOINT.split(_HEAD.sub("", value)) if part]
    return parts if len(parts) > 1 and all(_NAME.fullmatch(part) for part in parts) else []
