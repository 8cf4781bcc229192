"""A second half with a subject left out, and plain statements of papers, tongues and blood: both languages."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from memories.capture import rules_en, rules_zh
from memories.capture.types import Candidate, Text
from memories.kinds import MemoryType

SAID_AT = datetime(2025, 3, 5, 10, 0, tzinfo=ZoneInfo("Asia/Shanghai"))


def said(text: str) -> list[Candidate]:
    return rules_en.extract(Text(text, SAID_AT)) + rules_zh.extract(Text(text, SAID_AT))


def told(text: str) -> set[tuple[str, str]]:
    return {(one.slot, one.value) for one in said(text)}


@pytest.mark.parametrize(
    ("text", "expected", "relation"),
    [
        (
            "我哥哥大川住在厦门，是潜水员。",
            {("residence", "厦门"), ("occupation", "潜水员")},
            "elder_brother",
        ),
        ("姐姐住在大理，是兽医", {("residence", "大理"), ("occupation", "兽医")}, "elder_sister"),
        ("我老公叫陆野，是养蜂的", {("family", "陆野"), ("occupation", "养蜂")}, "husband"),
        ("我爸住在青岛，是打鱼的", {("residence", "青岛"), ("occupation", "打鱼")}, "father"),
        ("我妹妹叫小鹿，是酿酒师", {("family", "小鹿"), ("occupation", "酿酒师")}, "younger_sister"),
        ("我叔叔住在苏州，是鼓手", {("residence", "苏州"), ("occupation", "鼓手")}, "uncle"),
    ],
)
def test_a_relatives_job_in_the_second_half_is_kept(
    text: str, expected: set[tuple[str, str]], relation: str
) -> None:
    assert told(text) == expected
    assert {one.subject.relation for one in said(text)} == {relation}


@pytest.mark.parametrize("text", ["我是会员", "我是打车去的", "我是这里的老学员", "我是打电话问的"])
def test_what_only_looks_like_a_trade_is_none(text: str) -> None:
    assert all(one.slot != "occupation" for one in said(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我会说日语和一点点葡萄牙语", {("languages", "日语"), ("languages", "葡萄牙语")}),
        ("我会讲粤语和一点法语", {("languages", "粤语"), ("languages", "法语")}),
        ("我会英语、几句泰语", {("languages", "英语"), ("languages", "泰语")}),
        ("我是O型血", {("attribute.blood-type", "O型")}),
        ("我是RH阴性血", {("attribute.blood-type", "RH阴性")}),
        ("在苏州做钟表维修师", {("occupation", "钟表维修师"), ("attribute.work-city", "苏州")}),
        ("目前在成都当兽医", {("occupation", "兽医"), ("attribute.work-city", "成都")}),
        ("我房东姓白", {("friend", "白")}),
    ],
)
def test_a_plain_statement_is_remembered(text: str, expected: set[tuple[str, str]]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("我们是2016年在海边结的婚", "你2016年在海边结婚了"),
        ("我们是2019年在丽江领的证", "你2019年在丽江领证了"),
    ],
)
def test_a_wedding_is_kept_with_its_place(text: str, content: str) -> None:
    (one,) = said(text)
    assert (one.slot, one.value, one.content) == ("marital_status", "结婚", content)


@pytest.mark.parametrize(
    ("text", "value", "day"),
    [
        ("护照2029年到期", "护照到期", date(2029, 1, 1)),
        ("我的签证明年5月到期", "签证到期", date(2026, 5, 1)),
        ("车险4月8号到期", "车险到期", date(2025, 4, 8)),
        ("结婚纪念日是6月14日", "结婚纪念日", date(2025, 6, 14)),
    ],
)
def test_a_day_of_papers_or_of_a_feast_is_an_event(text: str, value: str, day: date) -> None:
    (one,) = said(text)
    assert (one.type, one.value) == (MemoryType.EVENT, value)
    assert one.occurred is not None
    assert one.occurred.on == day


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("I'm reading Middlemarch at the moment", "attribute.current-read", "Middlemarch"),
        ("I'm currently building a canoe", "attribute.current-build", "a canoe"),
        ("I'm watching The Wire these days", "attribute.current-watch", "The Wire"),
        ("I'm knitting a scarf at the moment", "attribute.current-knit", "a scarf"),
        ("I'm reading an old atlas this month", "attribute.current-read", "an old atlas"),
        ("我最近在读《红楼梦》", "attribute.current-read", "《红楼梦》"),
        ("我最近在追繁花", "attribute.current-watch", "繁花"),
        ("我在织一条围巾", "attribute.current-knit", "一条围巾"),
        ("我正在看三体", "attribute.current-read", "三体"),
        ("我目前在写一部小说", "attribute.current-write", "一部小说"),
        ("I'd rather you called me Roz", "called", "Roz"),
        ("I would prefer to be called Bas", "called", "Bas"),
        ("I'd prefer you to call me Max", "called", "Max"),
        ("My blood type is O negative", "attribute.blood-type", "O negative"),
        ("My blood group is AB", "attribute.blood-type", "AB"),
        ("I'm O negative", "attribute.blood-type", "O negative"),
        ("My landlord is Mr Pol", "friend", "Mr Pol"),
        ("My passport expires in 2029", "event", "passport expires"),
        ("My visa will expire in June", "event", "visa expires"),
        ("Our lease runs out on 3 May", "event", "lease expires"),
    ],
)
def test_it_is_one_memory_that_lasts(text: str, slot: str, value: str) -> None:
    (one,) = said(text)
    assert (one.slot, one.value, one.lasting) == (slot, value, True)


@pytest.mark.parametrize(
    "text",
    [
        "I'm reading your answer right now",
        "I'm currently reading the docs",
        "I'm writing a script at the moment",
        "我最近在看医生",
        "我在看手机",
        "我最近在写代码",
        "我现在在看一篇报告的说明",
    ],
)
def test_what_is_done_for_the_task_in_hand_is_no_memory(text: str) -> None:
    assert not said(text)


def test_the_father_who_turned_seventy_keeps_his_age() -> None:
    (one,) = said("My father is called Piet and he turned 70")
    assert (one.value, one.content) == ("Piet", "Your father is called Piet, he turned 70")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm a nurse and left-handed.", {("occupation", "nurse"), ("attribute.handedness", "left-handed")}),
        ("I'm from Leeds and colour-blind.", {("hometown", "Leeds"), ("", "colour-blind")}),
        ("I'm a designer and vegan.", {("occupation", "designer"), ("diet", "vegan")}),
        (
            "I'm 34, vegetarian and left-handed.",
            {("age", "34"), ("diet", "vegetarian"), ("attribute.handedness", "left-handed")},
        ),
        (
            "My mother lives in Galway; she's a retired judge.",
            {("residence", "Galway"), ("occupation", "retired judge")},
        ),
        ("My son is a dentist and he lives in Oslo.", {("occupation", "dentist"), ("residence", "Oslo")}),
        ("My friend Ann lives in Hull; she's a vet.", {("residence", "Hull"), ("occupation", "vet")}),
        ("Folks call me Rosalind, by the way.", {("called", "Rosalind")}),
        ("My neighbours call me Teddy.", {("called", "Teddy")}),
        ("I use a Fairphone.", {("possession", "Fairphone")}),
        ("I use an old MacBook Air.", {("possession", "MacBook Air")}),
        ("I use a walking stick.", {("possession", "walking stick")}),
    ],
)
def test_second_halves_and_what_one_uses_in_english(text: str, expected: set[tuple[str, str]]) -> None:
    assert told(text) == expected


def test_what_she_is_is_said_of_her() -> None:
    contents = [one.content for one in said("My mother lives in Galway; she's a retired judge.")]
    assert contents == ["Your mother lives in Galway", "Your mother is a retired judge"]


@pytest.mark.parametrize(
    "text",
    [
        "My uncle lives in Perth. She's a doctor.",
        "My mother lives in Galway; she's nice.",
        "I'm a nurse and tired.",
        "Folks call me lazy.",
        "People call me late at night.",
        "I use a Django model here.",
        "I use an API key for this.",
        "I don't use a phone.",
    ],
)
def test_what_only_looks_like_a_second_half_is_none(text: str) -> None:
    assert told(text) <= {("residence", "Perth"), ("residence", "Galway"), ("occupation", "nurse")}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("大家都叫我岚岚，真名是沈若岚。", {("called", "岚岚"), ("name", "沈若岚")}),
        ("朋友们都喊我老鹿，本名是鹿鸣。", {("called", "老鹿"), ("name", "鹿鸣")}),
        ("真名是沈若岚", {("name", "沈若岚")}),
        ("我的真名叫沈若岚。", {("name", "沈若岚")}),
        ("我本名沈若岚。", {("name", "沈若岚")}),
        ("我抽烟。", {("habit", "抽烟")}),
        ("我睡觉打呼噜。", {("habit", "睡觉打呼噜")}),
        ("我偶尔喝酒。", {("habit", "偶尔喝酒")}),
        ("我不喝酒。", {("avoids", "酒")}),
        ("我们的船叫海鹦号。", {("attribute.船", "海鹦号")}),
        ("我们的店叫小满咖啡。", {("attribute.店", "小满咖啡")}),
        ("我家的民宿叫山间。", {("attribute.民宿", "山间")}),
    ],
)
def test_real_names_customs_and_named_things_in_chinese(text: str, expected: set[tuple[str, str]]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "他外号叫小黑，真名是王强。",
        "鲁迅是笔名。真名是周树人。",
        "这个角色真名是布鲁斯。",
        "我今天喝酒。",
        "我抽烟，你介意吗？",
        "我抽了烟",
        "我的花园叫什么好？",
    ],
)
def test_what_only_looks_like_a_name_or_a_custom_is_none(text: str) -> None:
    assert told(text) == set()


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("我们有条小帆船，叫海鹦号。", "你有条小帆船，叫海鹦号"),
        ("我开了家书店，名字叫青禾。", "你开了家书店，名字叫青禾"),
        ("我有一辆车，叫了代驾。", "你有一辆车"),
        ("我养了一只猫，叫年糕。", "你养了一只猫，叫年糕"),
        ("我有一个女儿，叫小满。", "你有一个女儿，叫小满"),
    ],
)
def test_a_thing_keeps_the_name_that_stands_behind_it(text: str, content: str) -> None:
    assert [one.content for one in said(text)] == [content]
