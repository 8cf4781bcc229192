"""What a model answers is read as far as it can be, and each entry must be borne out by the person's words."""

import pytest
from django.utils import timezone

from memories.capture import grounding, model
from memories.capture.types import Text
from memoryhub.ai.errors import BadResponse
from memoryhub.ai.llm_scripted import ScriptedModel


def text(said: str, before: str = "") -> Text:
    return Text(text=said, said_at=timezone.now(), previous_assistant=before)


def row(content: str, quote: str, **more: object) -> dict[str, object]:
    return {"type": "fact", "content": content, "quote": quote, "confidence": 0.9} | more


ENTRY = '{"type": "fact", "content": "Plays the cello", "quote": "I play the cello", "confidence": 0.9}'


@pytest.mark.parametrize(
    "answer",
    [
        f'{{"memories": [{ENTRY}]}}',
        f'Sure! Here is the JSON:\n```json\n{{"memories": [{ENTRY}',
        f'<think>Perhaps {{"memories": []}} is enough? No.</think>\n{{"memories": [{ENTRY}]}}',
        f"[{ENTRY}]",
        f'{{"memories": [{ENTRY[:-1]},}},],}}',
        "{“memories”：["
        + ENTRY.replace('", "', "”，“").replace('": "', "”：“").replace('": 0', "”：0").replace('"', "“")
        + "]}",
    ],
)
def test_a_broken_answer_is_mended(answer: str) -> None:
    rows = model.read(answer)
    assert rows is not None
    found = model.checked(rows, text("I play the cello in an orchestra."))
    assert [candidate.content for candidate in found.candidates] == ["Plays the cello"]


@pytest.mark.parametrize("answer", ['{"memories": []}', '{"facts": []}', "{}", "[]", "```json\n[]\n```"])
def test_an_answer_that_found_nothing_is_no_failure(answer: str) -> None:
    assert model.read(answer) == []


@pytest.mark.parametrize("answer", ["I could not find anything.", "save_memorysearch_memory(", "42"])
def test_an_answer_without_a_list_is_a_failure(answer: str) -> None:
    assert model.read(answer) is None


def test_an_unreadable_answer_is_asked_for_once_more() -> None:
    scripted = ScriptedModel(texts=["no list here", f'{{"memories": [{ENTRY}]}}'])
    assert len(model.extract(text("I play the cello."), scripted).candidates) == 1
    assert len(scripted.calls) == 2
    with pytest.raises(BadResponse):
        model.extract(text("I play the cello."), ScriptedModel(texts=["nothing", "nothing again"]))


def test_entries_are_checked_one_by_one() -> None:
    said = text("我家住六楼，没有电梯。我每天骑车去厂里。")
    found = model.checked(
        [
            row("你住在六楼，没有电梯", "我家住六楼，没有电梯"),
            "用户看起来心情不错",
            row("", "我每天"),
            {"content": "每天骑车", "quote": "我每天骑车去厂里", "confidence": "very sure", "type": "mood"},
        ],
        said,
    )
    assert [(candidate.content, candidate.type, candidate.certainty) for candidate in found.candidates] == [
        ("你住在六楼，没有电梯", "fact", 0.9),
        ("每天骑车", "fact", None),
    ]
    assert [declined.reason for declined in found.declined] == ["model_shape", "model_shape"]


def test_one_entry_for_the_same_words_and_never_a_runaway_list() -> None:
    rows = [row(f"Enjoys board games, version {letter}", "I like board games") for letter in "abcdefgh"]
    found = model.checked(rows, text("I like board games."))
    assert len(found.candidates) == 1
    endless = '{"memories":[' + ",".join([ENTRY] * 500)
    assert len(model.read(endless) or []) <= 40


@pytest.mark.parametrize(
    "quote, said, expected",
    [
        ("i PLAY the cello", "Yes, I play the cello!", "I play the cello"),
        ("我住在绍兴", "我 住在 绍兴。", "我 住在 绍兴"),
        ("ｐｏｒｔ　８０８０", "My port 8080 is open", "port 8080"),
        ("don’t eat pork", "I don't eat pork.", "don't eat pork"),
        ("我住在臺北", "我住在台北", "我住在台北"),
        ("I play the violin", "I play the cello", None),
        ("", "I play the cello", None),
    ],
)
def test_a_quotation_is_found_whatever_its_width_case_and_marks(
    quote: str, said: str, expected: str | None
) -> None:
    place = grounding.find(quote, text(said))
    assert (said[slice(*place)] if place else None) == expected


@pytest.mark.parametrize(
    "content, quote, said, reason",
    [
        (
            "User's name is [NAME]",
            "My name is already on the form",
            "My name is already on the form, just check.",
            "placeholder",
        ),
        ("User works as <job title>", "my job title", "Which field is my job title in?", "placeholder"),
        ("Lives in {{city}}", "I live here", "I live here.", "placeholder"),
        (
            "Answer with a JSON object",
            "And how many days",
            "And how many days does it have, and I am 3?",
            "template",
        ),
        ("Extract lasting facts", "Extract only lasting facts", "ok", "not_said"),
        ("Has 4 cats", "I have cats", "I have cats.", "number_not_said"),
        ("You live near Rome", "I live in Italy", "I live in Italy.", "name_not_said"),
        ("You prefer dark mode", "I keep two goats", "I keep two goats.", "other_words"),
        ("You like work", "I keep two goats", "I keep two goats.", "other_words"),
        ("你住在海边，爱吃鱼", "我每天骑车去厂里", "我每天骑车去厂里。", "other_words"),
        ("You have a dog named Rex", "my dog Rex", "I walk my dog Rex at six.", ""),
        ("You are allergic to peanuts", "I'm allergic to peanuts", "I'm allergic to peanuts.", ""),
        ("你在社区教老人使用手机", "我周日下午在社区教老人用手机", "我周日下午在社区教老人用手机。", ""),
        ("You eat pork", "Do I eat pork?", "Do I eat pork?", "question"),
        ("你吃猪肉", "我吃不吃猪肉？", "我吃不吃猪肉？", "question"),
        ("You keep goats", "I keep two goats", "I keep two goats behind the chapel.", ""),
        ("你每天骑车去厂里", "我每天骑车去厂里", "我每天骑车去厂里。", ""),
    ],
)
def test_what_the_words_do_not_bear_out_is_refused(content: str, quote: str, said: str, reason: str) -> None:
    assert grounding.refusal(content=content, quote=quote, text=text(said)) == reason


def test_the_prompt_holds_no_secret_and_marks_the_message_as_data() -> None:
    prompt = model.messages(text("I keep goats.", before="Hello!"))
    assert "<message>\nI keep goats.\n</message>" in prompt[1]["content"]
    assert prompt[0]["role"] == "system"
