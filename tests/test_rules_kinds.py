"""Ways of telling that are one clear memory each, in both languages, and their likes that are none."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from memories.capture import spans
from memories.capture.judge_sentences import open_sentences
from memories.capture.rules_en import extract as english
from memories.capture.rules_zh import extract as chinese
from memories.capture.types import Candidate, SpanKind, Text

WEDNESDAY = datetime(2025, 3, 5, 10, 0, tzinfo=ZoneInfo("Asia/Shanghai"))


def found(text: str) -> list[Candidate]:
    return english(Text(text, WEDNESDAY)) + chinese(Text(text, WEDNESDAY))


@pytest.mark.parametrize(
    ("text", "slot", "content"),
    [
        ("Unless it rains I cycle to work", "habit", "Unless it rains you cycle to work"),
        ("I cycle to work unless it rains", "habit", "You cycle to work unless it rains"),
        ("I don't eat meat unless it's organic", "avoids", "You don't eat meat unless it's organic"),
        (
            "After saving for two years I bought a piano",
            "possession",
            "After saving for two years you bought a piano",
        ),
        ("I have two girls", "family", "You have two girls"),
        ("I have a boy and a girl.", "family", "You have a boy and a girl"),
        (
            "My daughter is Lotte, she's 7 and plays the cello",
            "family",
            "Your daughter is Lotte, she's 7 and plays the cello",
        ),
        ("My landlord is Mr Pereira.", "friend", "Your landlord is Mr Pereira"),
        ("I rent a basement flat near the river.", "dwelling", "You rent a basement flat near the river"),
        ("I take my coffee black, no sugar.", "habit", "You take your coffee black, no sugar"),
        ("I always need aisle seats because of my knee.", "habit", "You always need aisle seats"),
        ("I never eat breakfast before ten.", "habit", "You never eat breakfast before ten"),
        ("Thrillers bore me to tears.", "dislikes", "Thrillers bore you to tears"),
        ("I eat kosher.", "diet", "You eat kosher"),
        ("Everyone at work calls me Fitz.", "called", "You go by Fitz"),
        ("I run a team of six, by the way.", "attribute.team", "You run a team of six"),
        ("除非下雨，我都骑车上班", "attribute.commute", "除非下雨，你都骑车上班"),
        ("我表弟在深圳做程序员", "occupation", "你的表弟在深圳做程序员"),
        ("我在重庆开轻轨。", "occupation", "你在重庆开轻轨"),
        ("我滴酒不沾。", "avoids", "你滴酒不沾"),
        ("我不用香水。", "avoids", "你不用香水"),
        ("我戴助听器。", "note", "你戴助听器"),
        ("我不会游泳。", "note", "你不会游泳"),
        ("我从十二岁起就吃素。", "diet", "你从十二岁起就吃素"),
        ("我十点前从不吃早饭。", "avoids", "你十点前从不吃早饭"),
        ("打青霉素我会起疹子。", "allergy", "你打青霉素会起疹子"),
        ("悬疑片我看着就犯困。", "dislikes", "悬疑片你看着就犯困"),
        ("我的钢琴老师姓欧阳。", "friend", "你的钢琴老师姓欧阳"),
        ("我手下带六个人。", "attribute.team", "你手下带六个人"),
        ("请把回答控制在一百字以内。", "reply_length", "把回答控制在一百字以内"),
        ("别跟我提我前任。", "instruction", "别跟你提你前任"),
        ("以后订票我都要靠过道的座位", "habit", "你以后订票都要靠过道的座位"),
        ("我和老婆有三个孩子，分别叫小禾、小麦和小谷。", "family", "你有三个孩子，分别叫小禾、小麦和小谷"),
    ],
)
def test_it_is_one_clear_memory(text: str, slot: str, content: str) -> None:
    (one,) = found(text)
    assert (one.slot, one.content) == (slot, content)
    assert not one.tentative and one.lasting


@pytest.mark.parametrize(
    "text",
    [
        "Unless you help me I will fail",
        "I won't go unless she calls",
        "Unless I get the job I'm moving to Oslo",
        "除非你帮我，我不会走",
        "我们假装在1920年，我开了家地下酒吧。",
        "你是旅行社的，我是顾客，我想订个游猎团。",
        "我同事刚订婚。",
        "帮我改语法：我有两个哥哥，我住罗马在。",
    ],
)
def test_what_is_supposed_played_or_another_s_is_none(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "My neighbour collects vintage radios.",
        "A recruiter told me I'd make a good manager.",
        "I'm so hungry I could eat a horse",
        "Nobody calls me Robert",
        "我邻居喜欢收集老唱片。",
        "有个猎头说我适合当经理。",
        "饿得我能吃下一头牛",
        "真希望我会拉小提琴。",
    ],
)
def test_the_judge_is_not_asked_about_it(text: str) -> None:
    assert open_sentences(Text(text, WEDNESDAY)) == []


@pytest.mark.parametrize("text", ['"I love Paris," said Tom.', "“我爱巴黎”，汤姆说。"])
def test_what_stands_before_its_speaker_is_a_quotation(text: str) -> None:
    assert [span.kind for span in spans.split(text)] == [SpanKind.QUOTE]
