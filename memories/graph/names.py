"""How people, places and organisations are written, and the keys under which two spellings are one. Pure."""

# ruff: noqa: E501

from functools import lru_cache

from memories.capture.countries import is_country
from memories.capture.value_keys import value_key
from memories.capture.value_keys_dictionary import dictionary
from memories.kinds import EntityKind
from memoryhub import patterns as re

_FIRST = r"[A-Z0-9\u00c0-\u00de]"
_WORD = rf"{_FIRST}[\w&+’'-]*(?:\.(?=\w)[\w]+)*"
#: A name in Latin letters: words with a capital, small words only between them.
NAME = rf"{_WORD}(?:\s+(?:(?:of|de|la|le|du|van|von|der|den|the|&)\s+){{0,2}}{_WORD}){{0,5}}"
PERSON = r"(?:(?:Dr|Mr|Mrs|Ms|Prof)\.?\s+)?(?!(?:I|You|Your|My|The)\b)[A-Z\u00c0-\u00de][\w’'-]*(?:\s+[A-Z\u00c0-\u00de][\w’'-]*){0,2}"

_LEGAL = re.compile(
    r"(?<=\w)[\s,]+(?:inc|ltd|llc|plc|gmbh|ag|corp|corporation|company|co|group|limited|s\.?a|n\.?v|b\.?v|oy|ab|kg)\.?$", re.I
)  # fmt: skip
_LEGAL_ZH = re.compile(r"(?<=..)(?:股份有限公司|有限责任公司|有限公司|股份公司|集团公司|集团|公司)$")
_OWN = re.compile(r"['’]s?$")
_GENERIC = (
    "公司 银行 医院 学校 大学 中学 小学 高中 初中 幼儿园 餐厅 饭店 酒店 工厂 国企 外企 私企 央企 大厂 律所 事务所 超市 政府 机关 "
    "研究所 研究院 设计院 诊所 药店 书店 商场 工地 单位 事业单位 创业公司 互联网公司 外贸公司 广告公司 初创公司 家里 家 店里 店"
)
_GENERIC_ZH = frozenset(_GENERIC.split())
_GENERIC_EN = frozenset(
    [
        "home",
        "work",
        "school",
        "university",
        "college",
        "hospital",
        "office",
        "night",
        "nights",
        "weekends",
        "bakery",
        "bank",
    ]
)
_COUNTED_ZH = re.compile(r"^(?:一|某|这|那|本地|当地|附近)(?:家|所|个|间|座)?(?:的)?")


def clean(name: str) -> str:
    """A name without the marks around it."""
    return _OWN.sub("", name.strip(" \t\n,.;:!?。，；：！？\"“”'‘’()（）")).strip()


def is_generic(name: str) -> bool:
    """Whether a word names a kind of thing ("bank", 医院), and none that has a name of its own."""
    bare = uncounted(name)
    return not bare or bare != name or bare in _GENERIC_ZH or name.lower() in _GENERIC_EN


def uncounted(name: str) -> str:
    """银行 for 一家银行."""
    return _COUNTED_ZH.sub("", name)


@lru_cache(maxsize=4096)
def is_place(name: str) -> bool:
    """Whether a Chinese name is known as a place's."""
    places = dictionary().places
    short = re.sub(r"(?<=..)(?:特别行政区|自治区|市|省|区|县|镇)$", "", name)
    return (
        is_country(name)
        or name in places
        or short in places
        or re.search(r"..[市省县镇区州路街]$", name) is not None
    )


@lru_cache(maxsize=4096)
def key_of(kind: str, name: str) -> str:
    """The key of a name: the same for 深圳 and Shenzhen, Siemens and Siemens AG, 华为 and Huawei as it is spelt."""
    if kind == EntityKind.PLACE:
        return value_key(name, slot="residence")[:150]
    if kind == EntityKind.ORGANISATION:
        name = _LEGAL_ZH.sub("", _LEGAL.sub("", name)) or name
    return value_key(name, slot="name")[:150]
