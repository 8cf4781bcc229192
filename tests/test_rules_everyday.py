"""Everyday ways of telling of oneself and of those near, in both languages: one memory, in its slot."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from memories.capture import past_questions
from memories.capture.rules_en import extract as english
from memories.capture.rules_zh import extract as chinese
from memories.capture.types import SELF, Candidate, Text
from memories.kinds import MemoryType

WEDNESDAY = datetime(2025, 3, 5, 10, 0, tzinfo=ZoneInfo("Asia/Shanghai"))


def found(text: str) -> list[Candidate]:
    return english(Text(text, WEDNESDAY)) + chinese(Text(text, WEDNESDAY))


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("I'd love it if you called me Tess", "called", "Tess"),
        ("Would prefer you to call me Ned rather than Edward", "called", "Ned"),
        ("I'm on the autism spectrum", "condition", "on the autism spectrum"),
        ("My cholesterol is a bit high", "condition", "high cholesterol"),
        ("I come out in a rash when I touch nickel", "allergy", "nickel"),
        ("I get hives after eating kiwi", "allergy", "kiwi"),
        ("I wear size 38 boots", "attribute.shoe-size", "38"),
        ("I got promoted to shift supervisor", "occupation", "shift supervisor"),
        ("I've been in Malmö since 2015", "residence", "Malmö"),
        ("I moved to Porto when I was twelve", "event", "moved to Porto"),
        ("I do pilates three times a week", "habit", "do pilates three times a week"),
        ("I share a cottage with two cousins", "dwelling", "cottage with two cousins"),
        ("I live on the ninth floor without a balcony", "dwelling", "ninth floor"),
        ("My brother and I are vegetarians", "diet", "vegetarians"),
        ("I take oat milk in my coffee", "habit", "take oat milk in my coffee"),
        ("I've worked as a roofer for nine years", "occupation", "roofer"),
        ("From now on, answer in bullet points", "instruction", "From now on, answer in bullet points"),
        ("I've moved, I'm in Tromsø now", "residence", "Tromsø"),
        ("We've moved again, home is Ronda these days", "residence", "Ronda"),
        ("I'm dropping off our violin tomorrow", "event", "dropping off our violin"),
        ("On Saturday I had brunch with Odile", "event", "had brunch with Odile"),
        ("Yesterday I flew a kite for the first time", "event", "flew a kite for the first time"),
        ("Slate roof it is, and the same for the porch", "decision", "Slate roof"),
        ("我给几家出版社写书评", "occupation", "给几家出版社写书评"),
        ("前天我头一回划了皮艇", "event", "头一回划了皮艇"),
        ("算了，还是拜托你记住我不会骑马", "note", "我不会骑马"),
        ("我是丹麦人", "nationality", "丹麦"),
        ("我是贵州人", "hometown", "贵州"),
        ("我是从青岛来的", "hometown", "青岛"),
        ("我在备考教师资格证", "learning", "教师资格证"),
        ("我在考博", "learning", "考博"),
        ("我和两个师妹合租", "dwelling", "和两个师妹合租"),
        ("我一个月做三次瑜伽", "habit", "一个月做三次瑜伽"),
        ("我大学学的是采矿", "studied", "采矿"),
        ("我生日是冬月廿三", "birthday", "冬月廿三"),
        ("我左膝盖受过伤", "condition", "左膝盖受过伤"),
        ("我喝豆浆从来不放糖", "habit", "喝豆浆从来不放糖"),
        ("我想在四十岁前学会滑雪", "plan", "在四十岁前学会滑雪"),
        ("比起高铁我更喜欢坐船", "likes", "坐船"),
        ("我和我哥都是素食者", "diet", "素食者"),
        ("我们把爬山改成划船了", "decision", "把爬山改成划船"),
        ("以后跟我说温度一律用华氏度", "instruction", "跟我说温度一律用华氏度"),
    ],
)
def test_what_is_told_of_oneself_fills_its_slot(text: str, slot: str, value: str) -> None:
    (one,) = found(text)
    assert (one.slot, one.value, one.subject) == (slot, value, SELF)
    assert one.lasting and one.tentative is (slot == "plan")  # a wish is not yet sure


@pytest.mark.parametrize(
    ("text", "relation", "name", "slot", "content"),
    [
        ("My friend Ulla lives in Tartu", "friend", "Ulla", "residence", "Your friend Ulla lives in Tartu"),
        (
            "My friend Ulla is a stonemason",
            "friend",
            "Ulla",
            "occupation",
            "Your friend Ulla is a stonemason",
        ),
        ("My friend Ulla repairs organs", "friend", "Ulla", "friend", "Your friend Ulla repairs organs"),
        (
            "My neighbour Pavel retires in May",
            "neighbour",
            "Pavel",
            "friend",
            "Your neighbour Pavel retires in May",
        ),
        (
            "My twin brother Eino is a pilot",
            "brother",
            "Eino",
            "occupation",
            "Your twin brother Eino is a pilot",
        ),
        ("我有个双胞胎妹妹叫沈晴", "younger_sister", "沈晴", "family", "你的双胞胎妹妹叫沈晴"),
        ("我同桌叫梁柏", "classmate", "梁柏", "friend", "你的同桌叫梁柏"),
        ("我邻居阿贵在学木工", "neighbour", "阿贵", "learning", "你的邻居阿贵在学木工"),
        ("我嫂子在大理开了一家茶馆", "sister_in_law", "", "occupation", "你的嫂子在大理开了一家茶馆"),
        ("我男朋友在荷兰读博", "boyfriend", "", "occupation", "你的男朋友在荷兰读博"),
        ("我爷爷退休前是火车站站长", "grandfather", "", "occupation", "你的爷爷退休前是火车站站长"),
    ],
)
def test_what_is_told_of_somebody_near_is_theirs(
    text: str, relation: str, name: str, slot: str, content: str
) -> None:
    (one,) = found(text)
    assert (one.subject.relation, one.subject.name, one.slot) == (relation, name, slot)
    assert (one.type, one.content) == (MemoryType.RELATIONSHIP, content)


def test_a_coming_age_of_a_relative_is_an_event_with_its_day() -> None:
    (one,) = found("My aunt turns 60 on 9 May")
    assert (one.type, one.slot, one.subject.relation) == (MemoryType.EVENT, "event", "aunt")
    assert one.occurred is not None and one.occurred.on.isoformat() == "2025-05-09"


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("I own a sawmill and a canoe", ["sawmill", "canoe"]),
        ("We have a van, two kayaks and a piano", ["van", "two kayaks", "piano"]),
        ("我有一台钢琴、两把吉他和一架无人机", ["钢琴", "吉他", "无人机"]),
    ],
)
def test_each_thing_of_a_list_is_owned_by_itself(text: str, values: list[str]) -> None:
    assert [(one.slot, one.value) for one in found(text)] == [("possession", value) for value in values]


def test_an_animal_beside_a_thing_is_a_pet() -> None:
    animal, thing = found("I have a parrot and a motorbike")
    assert (animal.slot, animal.subject.relation, thing.slot, thing.value) == (
        "pet",
        "parrot",
        "possession",
        "motorbike",
    )


def test_a_second_statement_after_and_is_found() -> None:
    assert [(one.slot, one.value) for one in found("I'm 1.70 m tall and weigh 64 kg")] == [
        ("attribute.height", "1.70 m tall"),
        ("attribute.weight", "64 kg"),
    ]
    moved = found("我们搬家了，现在住在临平")
    assert [(one.slot, one.value) for one in moved] == [("residence", "临平")]


@pytest.mark.parametrize(
    "text",
    [
        "My friend Ulla loves opera",
        "My friend, what time is it in Rome?",
        "I'd prefer it if you were quicker",
        "I get up when my kids do",
        "I was promoted in the story",
        "我朋友小葛喜欢跳舞",
        "你是店员，我是来买鞋的客人",
        "我同事说他在考研",
        "把第二句改成问句了再发我",
    ],
)
def test_what_is_another_s_or_of_the_moment_leaves_nothing(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("words", "asks"),
    [
        ("I moved to Porto when I was twelve", False),
        ("I bought it from Ada, who was a potter", False),
        ("I moved to Porto, when was that?", True),
        ("I met a potter last year, what was her name", True),
    ],
)
def test_a_time_or_a_trade_that_follows_is_no_question_about_the_past(words: str, asks: bool) -> None:
    end = min(at for at in (words.find(" when"), words.find(", w")) if at > 0)
    assert past_questions.leads_to_one(words, start=0, end=end) is asks


def test_children_beside_a_family_state_are_kept() -> None:
    assert [(one.slot, one.value) for one in found("I'm divorced with two teenage sons")] == [
        ("marital_status", "divorced"),
        ("family", "two teenage sons"),
    ]


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("我开车从来不听广播", "habit", "开车从来不听广播"),
        ("我的微信号是lin_shan88", "attribute.微信号", "lin_shan88"),
        ("我想在退休之前走一次丝绸之路", "plan", "在退休之前走一次丝绸之路"),
        ("我负责质检车间", "project", "质检车间"),
        ("我从三十多岁起就有耳鸣", "condition", "耳鸣"),
        ("我开出租车开了十年", "occupation", "开出租车"),
    ],
)
def test_what_is_usual_or_one_s_charge_has_its_slot(text: str, slot: str, value: str) -> None:
    (one,) = found(text)
    assert (one.slot, one.value) == (slot, value)


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("I'm left-footed", "", "left-footed"),
        ("My hearing is weak", "condition", "weak hearing"),
        ("I try not to eat sugar", "avoids", "sugar"),
        ("My kitchen is painted pale yellow", "attribute.kitchen", "painted pale yellow"),
        ("My badge number ends in 207", "attribute.badge-number", "207"),
        ("I need a walking stick these days", "habit", "need a walking stick"),
        ("Always give distances in kilometres", "instruction", "Always give distances in kilometres"),
        ("我希望大家叫我阿澜", "called", "阿澜"),
        ("距离一律用公里表示", "instruction", "距离一律用公里表示"),
        ("我裤子穿L码", "attribute.clothes-size", "L码"),
        ("我五十八公斤", "attribute.weight", "五十八公斤"),
        ("我在吃低脂餐", "diet", "低脂餐"),
        ("我睡眠很差", "condition", "睡眠很差"),
        ("我几乎不喝汽水", "avoids", "汽水"),
    ],
)
def test_figures_and_manners_have_their_slots(text: str, slot: str, value: str) -> None:
    (one,) = found(text)
    assert (one.slot, one.value) == (slot, value)


def test_where_one_was_born_and_raised_is_one_memory_with_both() -> None:
    (one,) = found("I was born in Tampere and raised in Kotka")
    assert (one.slot, one.value, one.content) == (
        "hometown",
        "Tampere",
        "You were born in Tampere and raised in Kotka",
    )


def test_a_named_colleague_is_kept_with_what_is_told_and_not_with_a_taste() -> None:
    (one,) = found("我同事大鹏在带登山队")
    assert (one.subject.name, one.content) == ("大鹏", "你的同事大鹏在带登山队")
    assert found("我朋友小葛觉得登山很累") == []


@pytest.mark.parametrize(
    "text", ["从前我住在树洞里。接着往下编。", "改语病：我昨天和他去了商店在", "Always give thanks"]
)
def test_material_and_mottos_leave_nothing(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("I moonlight as a translator", "occupation", "translator"),
        ("I walk to school", "habit", "walk to school"),
        ("My mother tongue is Ladin", "languages", "Ladin"),
        ("I have dentures", "", "dentures"),
        ("我盖羊毛毯就浑身痒", "allergy", "羊毛毯"),
        ("我右耳戴助听器", "note", "助听器"),
        ("我只穿纯棉衣服", "habit", "只穿纯棉衣服"),
        ("我洗澡的时候听评书", "habit", "洗澡的时候听评书"),
        ("我将来想开一家书店", "plan", "开一家书店"),
        ("我胳膊打篮球骨折过", "condition", "胳膊打篮球骨折过"),
    ],
)
def test_what_is_worn_chosen_or_hoped_for_has_its_slot(text: str, slot: str, value: str) -> None:
    (one,) = found(text)
    assert (one.slot, one.value, one.subject) == (slot, value, SELF)


def test_two_children_are_named_in_one_memory_and_one_who_is_gone_is_theirs() -> None:
    (names,) = found("我两个儿子叫小树和小川")
    assert (names.subject.relation, names.content) == ("son", "你的儿子叫小树和小川")
    (late,) = found("我过世的爷爷是石匠")
    assert (late.subject.relation, late.slot, late.value) == ("grandfather", "occupation", "石匠")


def test_a_title_is_part_of_a_name() -> None:
    (one,) = found("I ran into my old coach, Mr Bowen")
    assert (one.slot, one.value, one.content) == ("friend", "Mr Bowen", "Your old coach is called Mr Bowen")


@pytest.mark.parametrize(
    "text",
    [
        "I had brunch yesterday",
        "Yesterday I met my deadline",
        "I ran into traffic on Friday",
        "Yesterday I caught up with my emails",
        "I'm calling you tomorrow",
    ],
)
def test_a_day_like_others_is_no_event(text: str) -> None:
    assert found(text) == []
