"""``evaluate recall`` and ``evaluate gate``: the protocol, on small made-up sets of the same form."""

import gzip
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memories.models import Memory, Passage
from memoryhub.evaluation import gating, ranked, recall_sets, recalling
from memoryhub.evaluation.datasets import DataMissing
from memoryhub.evaluation.ranked import Answer


def write(folder: Path, stem: str, rows: list[dict[str, Any]], *, packed: bool = False) -> None:
    """A file of JSON lines, plain or gzipped."""
    folder.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    if packed:
        (folder / f"{stem}.jsonl.gz").write_bytes(gzip.compress(text.encode()))
    else:
        (folder / f"{stem}.jsonl").write_text(text, encoding="utf-8")


def turn(person: str, name: str, text: str, **fields: Any) -> dict[str, Any]:
    return {
        "conv_id": person,
        "doc_id": name,
        "text": text,
        "speaker": "Ada",
        "caption": None,
        "session": 1,
        "time": "1:56 pm on 8 May, 2023",
    } | fields


def question(person: str, name: str, text: str, gold: list[str], **fields: Any) -> dict[str, Any]:
    return {"conv_id": person, "qid": name, "query": text, "gold": gold, "category": "plain"} | fields


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """Two people's turns; one question has no answer."""
    turns = [
        turn("p", "1", "The beekeeper moved her hives to the orchard."),
        turn("p", "2", "How many hives are there?", speaker="Bo"),
        turn("p", "3", "Eleven, and two of them are new.", caption="a photo of hives"),
        turn("p", "4", "My cello needs a new bridge.", session=2),
        turn("q", "1", "The lighthouse was repainted in red."),
    ]
    asked = [
        question("p", "a", "Where did the beekeeper move the hives?", ["1"]),
        question("p", "b", "What does the cello need?", ["4"], category="other"),
        question("q", "c", "What colour is the lighthouse?", ["1"]),
        question("q", "d", "Who owns the lighthouse?", []),
        question("p", "e", "Which harbour does Ada sail from?", ["2"], category="adversarial"),
    ]
    write(tmp_path / "locomo", "corpus.dev", turns, packed=True)
    write(tmp_path / "locomo", "queries.dev", asked)
    return tmp_path


def test_a_set_is_read_plain_or_gzipped(talk: Path) -> None:
    first, second = recall_sets.stores(name="locomo", data=talk, split="dev")
    assert [doc.text for doc in first.docs][2] == "Ada: Eleven, and two of them are new. a photo of hives"
    assert [query.id for query in second.queries] == ["c"]  # without an answer there is nothing to find
    with pytest.raises(DataMissing, match="queries.test"):
        list(recall_sets.stores(name="locomo", data=talk, split="test"))


@pytest.mark.django_db
def test_questions_are_asked_of_what_is_stored(talk: Path, tmp_path: Path) -> None:
    vectors = recalling.Embedded(tmp_path / "vectors.npz")
    stores = recalling.stores(name="locomo", data=talk, split="dev")
    answers = list(recalling.asked(stores, vectors=vectors))
    figures = recalling.measured(answers, name="locomo", split="dev")
    assert (figures["set"], figures["split"], figures["n"]) == ("locomo", "dev", 4)
    by_gold = {answer.gold: answer.found for answer in answers if answer.category == "other"}
    assert by_gold[("4",)][0] == "4"
    # Nobody's questions find another's turns: the second person has one.
    assert [answer.found for answer in answers if answer.category == "plain"][1] == ("1",)
    assert figures["recall@10"] == 1.0
    assert figures["categories"]["plain"]["n"] == 2
    assert figures["p95_ms"] >= figures["p50_ms"] > 0
    vectors.keep()
    assert len(recalling.Embedded(tmp_path / "vectors.npz").of(["Ada: My cello needs a new bridge."])[0]) == 1


@pytest.mark.django_db
def test_a_limit_asks_the_first_questions(talk: Path) -> None:
    stores = recalling.stores(name="locomo", data=talk, split="dev")
    assert len(list(recalling.asked(stores, vectors=recalling.Embedded(), limit=1))) == 1


@pytest.mark.django_db
def test_memories_are_seen_only_from_when_they_were_stored(tmp_path: Path) -> None:
    points = [
        {"conv_id": "p", "doc_id": "late", "text": "The piano was sold.", "time": "2025-12-20 (Saturday)"},
        {"conv_id": "p", "doc_id": "early", "text": "The piano is tuned.", "time": "2025-12-19 (Friday)"},
    ]
    rows = [point | {"session": "s", "order": order} for point, order in zip(points, (2, 1), strict=True)]
    asked = [
        question("p", "then", "How is the piano?", ["early"], time="2025-12-19", visible_before=2),
        question("p", "now", "How is the piano?", ["late"], time="2025-12-21", visible_before=9),
    ]
    write(tmp_path / "realmem", "memories.dev", rows)
    write(tmp_path / "realmem", "queries.dev", asked)
    answers = list(
        recalling.asked(
            recalling.stores(name="realmem", data=tmp_path, split="dev"), vectors=recalling.Embedded()
        )
    )
    assert [set(answer.found) for answer in answers] == [{"early"}, {"early", "late"}]
    assert Memory.objects.filter(status="active", sources__kind="import").count() == 2
    assert not Passage.objects.exists()


@pytest.mark.django_db
def test_what_two_people_share_is_loaded_once_and_the_rest_goes(tmp_path: Path) -> None:
    write(tmp_path / "cdconv_zh", "dialogues.train", [{"u1": f"今天说的是第{n}件事"} for n in range(300)])
    messages = [
        {
            "conv_id": person,
            "doc_id": "0",
            "text": f"{person}的讲座在{place}",
            "time": "2024年04月01日 周一 08:41",
        }
        for person, place in (("木工", "南京"), ("陶艺", "青岛"))
    ]
    asked = [
        question(person, person, f"{person}的讲座在哪里？", ["0"], query_time="2024年04月04日 周四 10:47")
        for person in ("木工", "陶艺")
    ]
    write(tmp_path / "memdaily_zh", "corpus.dev", messages)
    write(tmp_path / "memdaily_zh", "queries.dev", asked)
    stores = list(recalling.stores(name="memdaily", data=tmp_path, split="dev"))
    for store in stores:  # fewer lines beside: the test needs no three hundred vectors
        del store.docs[6:]
    answers = list(recalling.asked(iter(stores), vectors=recalling.Embedded()))
    assert [answer.found[0] for answer in answers] == ["0", "0"]
    assert Passage.objects.values("user").distinct().count() == 1
    assert Passage.objects.count() == 6


def test_the_newest_of_two_states_should_come_first() -> None:
    docs = [
        recall_sets.Doc("old", "I pay 20", "2023/03/15 (Wed) 00:56"),
        recall_sets.Doc("new", "I pay 25", "2023/05/15 (Mon) 10:00"),
    ]
    query = recall_sets.Query("q", "What do I pay?", ("old", "new"), "knowledge-update")
    store = recall_sets.Store("p", docs, [query])
    for names, expected in ((["new", "old"], True), (["old", "new"], False), (["old"], False)):
        assert recalling._newest_first(names, store, query) is expected


def test_what_has_no_time_was_not_said_last() -> None:
    docs = [
        recall_sets.Doc("a", "I pay 20", "2023-03-01"),
        recall_sets.Doc("b", "I pay 25", "2023-03-05"),
        *(recall_sets.Doc(f"x{number}", "It rained") for number in range(4)),
        recall_sets.Doc("c", "Of a talk", session="1"),
    ]
    found = recall_sets._dated(docs)
    assert [doc.time for doc in found[2:6]] == [f"2023-03-0{day} 00:00:00" for day in (1, 2, 3, 4)]
    assert found[:2] == docs[:2]
    assert found[6] == docs[6]
    assert recall_sets._dated(docs[2:]) == docs[2:]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1:56 pm on 8 May, 2023", datetime(2023, 5, 8, 13, 56, tzinfo=UTC)),
        ("2023/03/15 (Wed) 00:56", datetime(2023, 3, 15, 0, 56, tzinfo=UTC)),
        ("2025-12-20 (Saturday)", datetime(2025, 12, 20, tzinfo=UTC)),
        ("2024年04月01日 周一 08:41", datetime(2024, 4, 1, 8, 41, tzinfo=UTC)),
        ("2025-01", datetime(2025, 1, 1, tzinfo=UTC)),
        ("2023-05-20T06:13:00", datetime(2023, 5, 20, 6, 13, tzinfo=UTC)),
        ("March-15-2024", datetime(2024, 3, 15, tzinfo=UTC)),
        ("some day", None),
        (None, None),
    ],
)
def test_each_set_writes_time_in_its_way(text: str | None, expected: datetime | None) -> None:
    assert recall_sets.moment(text) == expected


def test_figures_of_ranked_lists() -> None:
    answers = [
        Answer("a", ("x", "y", "z"), ("y",), 2.0),
        Answer("a", ("x",), ("q", "x"), 4.0, newest_first=True),
        Answer("b", (), ("q",), 9.0, newest_first=False),
    ]
    figures = ranked.scores(answers)
    assert figures["n"] == 3
    assert figures["recall@5"] == pytest.approx((1 + 0.5 + 0) / 3, abs=1e-4)
    assert figures["hit@5"] == pytest.approx(2 / 3, abs=1e-4)
    assert figures["mrr"] == pytest.approx((0.5 + 1 + 0) / 3, abs=1e-4)
    assert figures["newest_first"] == 0.5
    assert ranked.times([9.0, 2.0, 4.0]) == {"p50_ms": 4.0, "p95_ms": 9.0}
    assert ranked.by_category(answers)["b"]["n"] == 1


def test_the_gate_is_measured_by_language_and_source(tmp_path: Path) -> None:
    rows = [
        {"lang": "en", "needs_memory": 1, "source": "own", "text": "What did I order last time?"},
        {"lang": "en", "needs_memory": 0, "source": "works", "text": "Write a poem about a kettle."},
        {"lang": "zh", "needs_memory": 1, "source": "own", "text": "我上次点了什么？"},
        {"lang": "zh", "needs_memory": 0, "source": "works", "text": "你好呀"},
    ]
    write(tmp_path / "query_gating", "queries.dev", rows)
    figures = gating.measured(gating.judged(data=tmp_path, split="dev"), split="dev")
    assert (figures["n"], figures["f1_en"], figures["f1_zh"], figures["accuracy"]) == (4, 1.0, 1.0, 1.0)
    assert figures["categories"]["zh works"] == {"n": 1, "needs": 0, "accuracy": 1.0}


@pytest.mark.django_db
def test_questions_without_an_answer_should_be_left_alone(talk: Path) -> None:
    figures = gating.left_alone(
        gating.unanswerable(name="locomo", data=talk, split="dev"),
        vectors=recalling.Embedded(),
        name="locomo",
        split="dev",
    )
    assert figures["n"] == 1
    assert figures["left_alone"] == 1.0
