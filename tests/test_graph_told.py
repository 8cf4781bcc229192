"""What a statement connects, in both languages; and what connects nothing."""

# ruff: noqa: E501

import pytest

from memories.graph.told import read
from memories.graph.types import SELF, Node, Statement
from memories.kinds import EntityKind


def person(relation: str, name: str = "") -> Node:
    return Node(EntityKind.PERSON, name, relation=relation, subject=True)


def word(node: Node) -> str:
    if node == SELF:
        return "me"
    return node.name or (f"{word(node.of)}'s {node.relation}" if node.of else node.relation)


def edges(content: str, subject: Node = SELF, **fields: str) -> list[str]:
    found = read(Statement(content, subject, **fields)).edges
    return [f"{word(edge.subject)} {edge.predicate} {word(edge.object)}" for edge in found]


@pytest.mark.parametrize(
    ("content", "subject", "expected"),
    [
        ("Your wife Ines works at Bekaert", person("wife", "Ines"), ["me wife Ines", "Ines works_at Bekaert"]),
        ("Bekaert is headquartered in Kortrijk", SELF, ["Bekaert located_in Kortrijk"]),
        ("Your uncle lives in Lyon with his wife Odile", person("uncle"), ["me uncle uncle", "uncle lives_in Lyon", "uncle wife Odile"]),
        ("Your cousin Mara is married to Piet", person("cousin", "Mara"), ["me cousin Mara", "Mara spouse Piet"]),
        ("Your sister's husband works at Umicore", SELF, ["me sister sister", "sister husband sister's husband", "sister's husband works_at Umicore"]),
        ("Your brother's girlfriend is called Ayumi", SELF, ["me brother brother", "brother girlfriend Ayumi"]),
        ("Your daughter's school, Birchwood, is in Leith", SELF, ["me daughter daughter", "daughter studies_at Birchwood", "Birchwood located_in Leith"]),
        ("You live in Graz, Austria", SELF, ["me lives_in Graz", "Graz located_in Austria"]),
        ("Your best friend Jonas is Ines's brother", person("best_friend", "Jonas"), ["me best_friend Jonas", "Ines brother Jonas"]),
        ("The CEO of Bekaert is Lena Maes", SELF, ["Bekaert led_by Lena Maes"]),
        ("Northwind is owned by Orkla Group", SELF, ["Northwind part_of Orkla Group"]),
        ("Your employer is Hexagon", SELF, ["me works_at Hexagon"]),
        ("你的老婆小雨在美团上班", person("wife", "小雨"), ["me wife 小雨", "小雨 works_at 美团"]),
        ("蔚来的总部位于合肥", SELF, ["蔚来 located_in 合肥"]),
        ("你在苏州的蓝鲸科技上班", SELF, ["me works_at 蓝鲸科技", "蓝鲸科技 located_in 苏州"]),
        ("你弟弟的女朋友叫小美", SELF, ["me younger_brother younger_brother", "younger_brother girlfriend 小美"]),
        ("你妈是西安人", person("mother"), ["me mother mother", "mother comes_from 西安"]),
        ("你爸是同济医院的医生", person("father"), ["me father father", "father works_at 同济医院"]),
        ("你表姐嫁给了陈涛", person("cousin"), ["me cousin cousin", "cousin spouse 陈涛"]),
        ("你姐姐在新加坡工作", person("elder_sister"), ["me elder_sister elder_sister", "elder_sister works_in 新加坡"]),
        ("微信是腾讯旗下的产品", SELF, ["微信 part_of 腾讯"]),
    ],
)  # fmt: skip
def test_a_statement_connects_what_it_names(content: str, subject: Node, expected: list[str]) -> None:
    assert edges(content, subject) == expected


@pytest.mark.parametrize(
    "content",
    [
        "The meeting is in Munich",
        "You like the Beatles",
        "You no longer work at Bekaert",
        "You used to live in Graz",
        "You plan to work at Bekaert",
        "Bekaert might be based in Kortrijk",
        "Your train is at 9",
        "Your favourite colour is Blue",
        "You meet Ines in Porto on Friday",
        "你喜欢在家里看书",
        "你以前在腾讯工作",
        "你打算去美团上班",
        "你周末在公园跑步",
        "你对花生过敏",
        "你不在美团上班",
    ],
)
def test_what_is_over_wished_or_by_the_way_connects_nothing(content: str) -> None:
    assert edges(content) == []


@pytest.mark.parametrize(
    ("content", "subject"),
    [
        ("Your wife wants to live in Rome", person("wife")),
        ("Your wife is in Paris today", person("wife")),
        ("你老婆是个好人", person("wife")),
        ("你老婆来自清华大学", person("wife")),
        ("你老婆在厨房做饭", person("wife")),
    ],
)
def test_whom_it_is_about_is_somebody_of_theirs_all_the_same(content: str, subject: Node) -> None:
    assert edges(content, subject) == ["me wife wife"]


def test_a_kind_of_employer_is_the_one_of_its_owner_alone() -> None:
    (_, works, sits) = read(Statement("Your sister works at a bakery in Ghent", person("sister"))).edges
    assert (works.object.name, works.object.of) == ("bakery", person("sister"))
    assert sits.object == Node(EntityKind.PLACE, "Ghent")


def test_slot_and_value_tell_where_the_words_are_not_read() -> None:
    assert edges("Employer: Hexagon", slot="employer", value="Hexagon") == ["me works_at Hexagon"]
    assert edges("You work at in Ghent", slot="employer", value="in Ghent") == []


def test_another_name_in_brackets_is_an_alias() -> None:
    found = read(Statement("阿里巴巴（简称阿里）总部在杭州"))
    assert [(node.name, name) for node, name in found.aliases] == [("阿里巴巴", "阿里")]
