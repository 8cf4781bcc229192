"""Chinese: what is told to be otherwise now closes what it ends, and nothing else; a nephew's name is nobody else's."""

import pytest
import time_machine

from chat import services, turn
from memories import capture
from memories.kinds import MemoryStatus
from memories.models import Memory
from memoryhub.models import User

pytestmark = pytest.mark.django_db(transaction=True)


def known_after(user: User, *texts: str) -> str:
    """What is known after these messages of one conversation."""
    with time_machine.travel("2026-11-30 10:00:00+08:00", tick=True):
        conversation = services.conversation_create(user=user)
        for text in texts:
            turn.run_sync(user=user, conversation=conversation, text=text, client_id=None)
            capture.run_user(user_id=user.pk)
    rows = Memory.objects.of(user).filter(status=MemoryStatus.ACTIVE)
    return "\n".join(rows.values_list("content", flat=True))


@pytest.mark.parametrize(
    ("texts", "now", "former"),
    [
        (("我单身。", "我脱单了。"), "脱单", "单身"),
        (("我有一个弟弟。", "我其实没有弟弟。"), "没有弟弟", "有一个弟弟"),
        (("我吃素。", "我又开始吃肉了。"), "吃肉", "吃素"),
        (("我不喝酒。", "我又开始喝酒了。"), "又开始喝酒", "不喝酒"),
        (("我的预产期是12月5号。", "宝宝出生了。"), "宝宝出生了", "预产期"),
        (("我在学车。", "驾照考下来了。"), "驾照", "在学车"),
        (("我是大四学生。", "我毕业了。"), "毕业", "大四"),
        (("我不会骑自行车。", "我学会骑自行车了。"), "学会", "不会"),
        (("我养了一条狗。", "我家不养狗了。"), "不养狗", "养了一条狗"),
        (("我1月8号去首尔玩。", "首尔不去了，我换了新工作。"), "首尔不去了", "去首尔玩"),
        (("我下周三去长沙开会。", "长沙去不成了。"), "长沙去不成了", "长沙开会"),
        (("我住在保定。", "我去年搬到了石家庄。"), "石家庄", "住在保定"),
        (("我住在淄博。", "我五年前搬来青岛的。"), "青岛", "住在淄博"),
    ],
)
def test_what_is_so_now_ends_what_was(alice: User, texts: tuple[str, ...], now: str, former: str) -> None:
    known = known_after(alice, *texts)
    assert now in known and former not in known


@pytest.mark.parametrize(
    ("texts", "still"),
    [
        (("我单身。", "我同事有对象了。"), "你单身"),
        (("我单身。", "我要是有对象了就好了。"), "你单身"),
        (("我有一个妹妹。", "我其实没有弟弟。"), "你有一个妹妹"),
        (("我在学开车。", "我还没拿到驾照。"), "在学开车"),
        (("我的预产期是12月5号。", "我姐姐的孩子出生了。"), "预产期"),
        (("我在读博。", "我女儿毕业了。"), "在读博"),
        (("我养了一只猫。", "楼下不养猫了。"), "养了一只猫"),
        (("我吃素。", "我老公又开始吃肉了。"), "你吃素"),
        (("我住在威海。", "我公司去年搬到了青岛。"), "住在威海"),
        (("我住在温州。", "我去年搬到了绍兴，后来又回来了。"), "住在温州"),
        (("我12月20号去大理。", "昆明不去了，我换了新工作。"), "大理"),
    ],
)
def test_what_is_still_true_stays(alice: User, texts: tuple[str, ...], still: str) -> None:
    assert still in known_after(alice, *texts)


@pytest.mark.parametrize(
    ("text", "relation", "name"),
    [
        ("我妹妹刚生了个儿子，叫英杰。", "nephew", "英杰"),
        ("我弟弟添了个女儿，名叫思琪。", "niece", "思琪"),
        ("我女儿上周生了个儿子，叫小杰。", "grandson", "小杰"),
    ],
)
def test_the_child_of_a_relative_has_its_own_name(alice: User, text: str, relation: str, name: str) -> None:
    known_after(alice, text)
    named = Memory.objects.of(alice).filter(content__contains=name).select_related("subject")
    assert [(row.subject.relation, row.subject.name) for row in named] == [(relation, name)]


@pytest.mark.parametrize("text", ["我哥刚当爸爸，儿子叫子墨。", "我同事生了个儿子，叫乐乐。"])
def test_the_child_of_another_is_not_the_persons(alice: User, text: str) -> None:
    known_after(alice, text)
    assert not Memory.objects.of(alice).filter(subject__relation="son").exists()


@pytest.mark.parametrize(
    ("text", "question", "told"),
    [
        ("我2019年戒了烟。", "我什么时候戒的烟？", "2019"),
        ("我前年戒酒了。", "我哪年戒的酒？", "2024"),
        ("我2019年戒了烟。", "我什么时候戒的酒？", ""),
        ("我三年前搬来昆明的。", "我住在哪个城市？", "昆明"),
        ("我妹妹刚生了个儿子，叫英杰。", "我外甥叫什么？", "英杰"),
    ],
)
def test_the_day_and_the_name_are_found(alice: User, text: str, question: str, told: str) -> None:
    known_after(alice, text)
    with time_machine.travel("2026-12-01 10:00:00+08:00", tick=True):
        conversation = services.conversation_create(user=alice)
        reply = turn.run_sync(user=alice, conversation=conversation, text=question, client_id=None).reply
    assert (told in str(reply.text)) if told else "戒了烟" not in str(reply.text)
