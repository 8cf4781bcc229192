"""The same turns played twice, and each of them captured twice, leave the same store to the last column."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.utils import timezone

from chat import services as conversations
from chat import sources
from chat.models import Conversation, Message
from memories import capture
from memories.capture import runs
from memories.models import CaptureRun, Memory, MemorySource
from memoryhub.models import User

#: Each line is a turn; what one says is repeated, changed, taken back or asked about by later ones.
ENGLISH = """\
Hi there! I'm Nadia and I live in Ghent.
I work as a piano tuner.
My sister Ilse lives in Bruges.
My brother moved to Lyon last year.
I love mango ice cream.
I'm allergic to hazelnuts.
What's the capital of Norway?
I have a dog called Biscuit.
Remember that my bike is kept in garage 14.
I don't like coriander.
I moved to Antwerp.
Actually, I live in Antwerp near the harbour.
I still love mango ice cream!
My sister works as a nurse.
I speak Dutch and a bit of Spanish.
Maybe I'll try keto.
I quit my job and now I work as a translator.
No, I said Isle, not Ilse.
My shoe size is 39.
Correction: my shoe size is 40.
I used to play the cello, but I stopped.
I started playing the violin.
I'm moving to Oslo in May.
My mum says she can't stand spinach.
Translate this into German: I live in Rome and I like tea.
Forget that I have a dog called Biscuit.
I get up at six every day.
My wife is called Marta. She works for a bakery.
I'm not vegetarian any more.
I hate loud restaurants.
My password is hunter2.
Thanks, good night!"""
CHINESE = """\
你好，我叫林小北，住在宁波。
我是一名小学老师。
我妹妹在杭州上大学。
我对花生过敏。
我喜欢吃芒果冰淇淋。
今天不太想吃辣。
我养了一只猫，叫年糕。
打错了，是林晓北。
我搬到绍兴了。
我现在住在绍兴。
我不喜欢香菜。
记住，我的停车位是B2层117号。
我每天早上六点起床跑步。
我会说英语和一点日语。
一加一等于几？
我换工作了，现在是图书管理员。
我不吃羊肉。
其实我现在喜欢香菜了。
我女儿叫小满，今年五岁。
下个月我打算去成都出差。
我妈妈说她不爱吃苦瓜。
我不再弹钢琴了。
忘掉我养了一只猫这件事。
我穿42码的鞋。
不对，我穿43码的鞋。
我丈夫在医院工作。
我喜欢芒果冰淇淋。
我生日是3月12日。
路由器密码是 Tangyuan#2291。
哈哈哈
我最近在学游泳。
晚安"""


def play(user: User, texts: list[str], *, name: str) -> int:
    """Says each turn as the web socket does, with its id; captures it; returns how many were new."""
    place, _ = Conversation.objects.get_or_create(user=user, title=name, title_by_person=True)
    new = 0
    for number, text in enumerate(texts):
        message, created = conversations.message_save(
            conversation=place, text=text, client_id=f"{name}-{number}"
        )
        if created:
            new += 1
            turn = sources.ChatSource().turn(user=user, message_id=message.pk)
            assert turn is not None
            capture.act_on_words(user=user, turn=turn)
        capture.run_user(user_id=user.pk)
    return new


def store() -> dict[str, list[str]]:
    """Every column of every row that capture writes; of the runs what became of them."""
    found: dict[str, list[str]] = {}
    for model in apps.get_app_config("memories").get_models():
        names = [field.attname for field in model._meta.concrete_fields]
        if model is CaptureRun:
            names = ["id", "user_id", "message_id", "status", "error"]
        found[model.__name__] = sorted(map(repr, model._base_manager.values_list(*names)))
    found["Message"] = sorted(map(repr, Message.objects.values_list("id", "sequence", "text")))
    return found


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
def test_the_same_turns_twice_leave_the_same_store(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "_tell_worker", lambda user_id: None)
    people = {
        "en": (User.objects.create_user("nadia@example.org"), ENGLISH.split("\n")),
        "zh": (User.objects.create_user("lin@example.org", time_zone="Asia/Shanghai"), CHINESE.split("\n")),
    }
    said = sum(len(texts) for _, texts in people.values())
    assert sum(play(user, texts, name=name) for name, (user, texts) in people.items()) == said
    first = store()
    statuses = set(Memory.objects.values_list("status", flat=True))
    assert {"active", "pending", "superseded", "forgotten"} <= statuses  # it is a store worth comparing
    assert Memory.objects.filter(mention_count__gt=1).exists() and MemorySource.objects.count() > 40

    assert sum(play(user, texts, name=name) for name, (user, texts) in people.items()) == 0
    assert store() == first

    for _again in range(2):
        CaptureRun.objects.update(status="queued", attempts=0, finished_at=None)
        assert capture.sweep(now=timezone.now() + timedelta(seconds=1)) == said
        second = store()
        for name in first:
            assert second[name] == first[name], name
