"""What a running task tells to a question, and what it does not."""

from uuid import UUID

import pytest

from chat import built_in, services, task_replies, turn, working
from chat.asked import tasks
from chat.working import StepShown, TaskShown
from memoryhub.models import User

BOAT = TaskShown(
    UUID(int=1),
    "Have the boat ready by May",
    (
        StepShown(1, "Find a sailmaker", "Loft Nine, 380 pounds, takes two weeks", True),
        StepShown(2, "Paint the hull"),
        StepShown(3, "Renew the insurance"),
    ),
    2,
)
SHOP = TaskShown(
    UUID(int=2),
    "四月底书店开业",
    (
        StepShown(1, "找装修队", "老木匠装修，报价三万，4月10日进场", True),
        StepShown(2, "订书架"),
        StepShown(3, "办执照"),
    ),
    2,
)


def lines(question: str, task: TaskShown | None) -> str:
    return " | ".join(task_replies.lines(tasks.find(question, task)))


@pytest.mark.parametrize(
    ("task", "question", "expected", "absent"),
    [
        (BOAT, "What's the next step?", "Paint the hull", "insurance"),
        (BOAT, "What do we do next?", "Paint the hull", "insurance"),
        (BOAT, "What is left to do?", "Renew the insurance", "sailmaker"),
        (BOAT, "What still has to be done?", "Paint the hull", "sailmaker"),
        (BOAT, "What have we done so far?", "Loft Nine", "hull"),
        (BOAT, "How far are we?", "1 of 3", "insurance"),
        (BOAT, "What's the goal?", "ready by May", "sailmaker"),
        (BOAT, "Who is the sailmaker?", "Loft Nine", "hull"),
        (BOAT, "What does the sailmaker charge?", "380 pounds", "hull"),
        (SHOP, "下一步是什么？", "订书架", "执照"),
        (SHOP, "还有什么没做？", "办执照", "装修"),
        (SHOP, "做到哪一步了？", "订书架", "执照"),
        (SHOP, "已经完成了哪些？", "老木匠", "书架"),
        (SHOP, "进度怎么样？", "1 of 3", "执照"),
        (SHOP, "目标是什么？", "四月底", "装修"),
        (SHOP, "装修队找的哪家？", "老木匠", "书架"),
    ],
)
def test_a_task_tells_its_course_and_what_its_steps_brought(
    task: TaskShown, question: str, expected: str, absent: str
) -> None:
    told = lines(question, task)
    assert expected in told and absent not in told
    assert lines(question, None) == ""


@pytest.mark.parametrize(
    "question",
    [
        "What is left in the fridge?", "Who is the rigger?", "What day is next Monday?", "How far is it to Hull?",
        "How much money is left?", "What do we still have to decide?", "What is my goal in life?", "Who is my sister?",
        "How far are we from Leeds?", "What did I do yesterday?",
        "还剩多少钱？", "水电工找的谁？", "下一个周末去哪？", "还有什么没定？",
        "还有几天？", "我在做什么工作？", "现在几点？",
    ],
)  # fmt: skip
def test_what_is_no_matter_of_the_task_is_not_told_from_it(question: str) -> None:
    assert tasks.find(question, BOAT) == () == tasks.find(question, SHOP)


def test_when_all_steps_are_done_that_is_said() -> None:
    steps = tuple(StepShown(one.position, one.text, "ok", True) for one in BOAT.steps)
    done = TaskShown(BOAT.id, BOAT.goal, steps, None)
    assert "All steps" in lines("What's the next step?", done) == lines("What is left to do?", done)


def test_of_a_long_result_the_line_is_told_that_is_asked_for() -> None:
    result = "\n".join([*(f"Firm {at} never rang back." for at in range(60)), "The rigger costs 90 pounds."])
    task = TaskShown(BOAT.id, BOAT.goal, (StepShown(1, "Ask all firms", result, True),), None)
    assert lines("What does the rigger cost?", task).endswith("The rigger costs 90 pounds.")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("goal", "plan", "result", "asked", "told"),
    [
        ("Build a shed", ["Order timber", "Dig the footing"], "Ordered at Alder & Co", "What's the next step?", "Dig"),
        ("Build a shed", ["Order timber", "Dig the footing"], "Ordered at Alder & Co", "Who has the timber?", "Alder"),
        ("搭花房", ["买木料", "打地基"], "在老周木行买的", "下一步做什么？", "打地基"),
        ("搭花房", ["买木料", "打地基"], "在老周木行买的", "木料在哪买的？", "老周"),
    ],
)  # fmt: skip
def test_the_built_in_answerer_knows_the_running_task(
    alice: User, goal: str, plan: list[str], result: str, asked: str, told: str
) -> None:
    conversation = services.conversation_create(user=alice)
    place = {"user": alice, "conversation_id": conversation.pk}
    working.task_start(**place, goal=goal, plan=plan)
    working.step_complete(**place, result=result)
    reply = turn.run_sync(user=alice, conversation=conversation, text=asked, client_id=None).reply.text
    assert told in reply and built_in.recites(reply)
    working.task_drop(**place)
    after = turn.run_sync(user=alice, conversation=conversation, text=asked, client_id=None).reply.text
    assert told not in after
