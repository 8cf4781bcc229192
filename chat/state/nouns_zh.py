"""The thing that a Chinese clause speaks of beside a number: 40个箱子, 插座要60个. Pure."""

# ruff: noqa: E501

import rjieba

from chat.state.kinds import kind_of
from memoryhub import patterns as re

_MOST = 8
#: Words between a thing and how many there are of it.
_BETWEEN = re.compile(
    r"(?:一共|总共|大概|大约|差不多|还是|还|也|都|就|只|又|再|先|得|需要|可能|现在|目前|最后|最少|至少|最多|我们|咱们|[要有是做订定买用租请带备印加减少多共约选]|预订|准备|预备|安排|增加|减少|添|去掉|改成|改为|改到|从|由|变成|变为|换成|换为|增加到|增到|减少到|加到|减到|缩到|砍到|了|的|把|：|:|\s)+$"
)
#: What is counted so is no thing of any matter.
_LOOSE_WORDS = (
    "问题 事 事情 想法 建议 办法 方案 选择 地方 时候 意思 原因 理由 好处 缺点 优点 条件 要求 错误 误会 特点 字 数 数字 月 小时 星期 礼拜 钟头 钟 "
    "人 大人 小孩 孩子 朋友 同事 同学 方面 部分 阶段 时间 地点 价格 预算 人数 数量 头 劲 忙 假 觉 梦 玩笑 电话"
)
_LOOSE = frozenset(_LOOSE_WORDS.split())
#: A word of the whole, or of a time: no thing stands behind it.
_NO_NOUN = re.compile(r"^(?:左右|以上|以下|上下|之前|以内|以后|的话|备用|一共|样子|那天|当天|今天|明天|后天)")


#: Those who come, whatever they are called; who serves at something or takes a part in it is counted by itself.
_GUESTS = re.compile(
    r"(?:^|[客亲家老大年本友病新熟同])人$|[客宾友亲戚]$|家[长属庭]|代表|老[师总板少]|领导|会员|[队学社团组成人]员|观众|选手|乘客|参加者|听众|朋友|同[学事伴]|[爸妈哥姐弟妹爷奶叔伯姑舅姨嫂婆公]$"
)


def comes_as_guest(noun: str) -> bool:
    """Whether a number of such people, or of people who are not named, is that of those who come."""
    return not noun or noun in _LOOSE or _GUESTS.search(noun) is not None


def _tagged(text: str) -> list[tuple[str, str]]:
    return [(str(word), str(tag)) for word, tag in rjieba.tag(text)]


def words_of(text: str) -> list[str]:
    """The words of a Chinese text."""
    return [word for word, _tag in _tagged(text)]


def _nominal(word: str, tag: str) -> bool:
    return (tag[0] == "n" or tag in ("vn", "j", "eng", "an", "x", "l", "i")) and re.fullmatch(
        r"[\u4e00-\u9fffA-Za-z]+", word
    ) is not None


def _named(noun: str) -> str:
    loose = noun in _LOOSE or noun.endswith(("数", "数量")) or len(noun) > _MOST
    return "" if loose else noun


def is_thing(words: str) -> bool:
    """Whether words are a noun and nothing that is done: 卧室墙, 保温杯; not 我们打算."""
    tags = [tag for _word, tag in _tagged(words)]
    if kind_of(words) and words not in _LOOSE and len(words) < 4:
        return True  # 喜酒, 晚餐
    return (
        words not in _LOOSE
        and tags[-1][0] in "njbxei" + "vz" * (len(tags) > 1 or tags[-1] in ("vn", "zg", "z"))
        and not any(tag[0] in "rpdcuty" or tag == "m" for tag in tags)
    )


def noun_at(text: str, start: int) -> str:
    """The noun that begins at a place of a clause: of 箱子和胶带 it is 箱子. Empty for none."""
    tail = re.split(r"[，,。；;：:、\s]", text[start : start + 2 * _MOST].removeprefix("的"))[0]
    if not tail or _NO_NOUN.match(tail):
        return ""
    noun = ""
    for word, tag in _tagged(tail):
        if not _nominal(word, tag):
            break
        noun += word
    if not noun and len(tail) <= 3 and re.fullmatch(r"[\u4e00-\u9fff]{2,3}", tail):
        word, tag = _tagged(tail)[-1]
        noun = tail if tag[0] == "n" else ""  # 大蛋糕, 小礼物
    return _named(noun)


def noun_before(head: str) -> str:
    """The noun before a number, over the words between: of 年会节目一共有 it is 年会节目. Empty for none."""
    clause = re.split(r"[，,。；;：:、\s]", head.strip())[-1]
    clause = _BETWEEN.sub("", clause)
    noun = ""
    for word, tag in reversed(_tagged(clause)):
        if not _nominal(word, tag):
            break
        noun = word + noun
    return _named(noun)


_SUBJECT = re.compile(
    r"^(?:那|嗯|对了|另外|还有|然后|这次|我们的?|咱们的?)*[，,]?(?P<x>(?![我你他她它这那谁])[\u4e00-\u9fff]{2,5}?)(?:就|先|还是|可以|打算|准备|想)*(?:做|用|要|有|是|在|订|定|买|请|选|印|租|带|刷|铺|穿|放|摆|改|换|变)"
)


def subject(text: str) -> str:
    """What a sentence begins with: of 名片在快印坊做，300张 it is 名片. Empty for none."""
    match = _SUBJECT.match(text)
    if match is None or not _named(match["x"]):
        return ""
    tags = [tag for _word, tag in _tagged(match["x"])]
    return "" if any(tag[0] in "rpdcut" or tag == "m" for tag in tags) else match["x"]
