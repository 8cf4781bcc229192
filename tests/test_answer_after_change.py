"""Without a model: what was changed in the chat is answered as it is now, and a price with whose it is. Both languages."""

# ruff: noqa: E501

import pytest
import time_machine

from chat import services, turn
from memories import capture
from memoryhub.models import User

pytestmark = pytest.mark.django_db(transaction=True)


def answer(user: User, *texts: str) -> str:
    with time_machine.travel("2026-11-30 10:00:00+08:00", tick=True):
        conversation = services.conversation_create(user=user)
        for text in texts:
            reply = turn.run_sync(user=user, conversation=conversation, text=text, client_id=None).reply
            capture.run_user(user_id=user.pk)
    return str(reply.text)


@pytest.mark.parametrize(
    ("texts", "now", "former"),
    [
        (("The coach leaves at 9 in the morning.", "No wait, make it 8:15.", "What time does the coach leave?"), "8:15", "at 9"),
        (("Piano lesson is at 3 pm on Thursday.", "No wait, make it 4:45 pm.", "When is the piano lesson?"), "4:45 pm", "3 pm"),
        (("面试约在周三下午两点。", "等等，改成三点一刻。", "面试是几点？"), "三点一刻", "两点"),
        (("第三天下午去划船。", "不去划船了，改成骑车。", "第三天下午做什么？"), "骑车", "下午去划船"),
        (("On Sunday morning we'll visit the castle.", "Not the castle after all, we'll go to the mill.", "What do we do on Sunday morning?"), "the mill", "visit the castle"),
        (("一共来十五个客人。", "有三个来不了了，变成十二个人。", "来几个客人？"), "十二个人", "十五"),
        (("We have to send the form by 9 April.", "The school gave us until 16 April.", "By when do we have to send the form?"), "16 April", "9 April"),
        (("彩排定在5月8日下午三点。", "推迟到五点吧。", "彩排是几点？"), "下午五点", "三点"),
        (("Our limit is 2,000 euros.", "Actually raise the limit to 2,600 euros.", "What is our limit?"), "2,600", "2,000"),
        (("My cousin Nora and two kids are coming along.", "Nora can't make it any more.", "Who is coming along?"), "can't make it", "are coming along"),
        (("我们2月11日搬家去无锡。", "改成周六搬吧。", "哪天搬家？"), "2月13日", "2月11日"),
        (("I got a quote from Corner Movers: £930 for the van.", "Another firm, Blue Van, wants £790.", "Then let's go with Corner Movers.", "Which moving firm did I pick, and what do they charge?"), "£930", "£790"),
        (("Bella Catering: £900 for everything.", "Another caterer, Tasty Table, charges £750.", "We'll go with Tasty Table.", "Which caterer did we choose, and how much are they?"), "£750", "£900"),
        (("老周装修报价31000元。", "另一家，百顺装饰，要26000元。", "那就选百顺装饰吧。", "选了哪家装修公司，他们收多少？"), "26000", "31000"),
    ],
)  # fmt: skip
def test_the_answer_is_what_holds_now(alice: User, texts: tuple[str, ...], now: str, former: str) -> None:
    told = answer(alice, *texts)
    assert now in told and former not in told


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (("I got a quote from Corner Movers: £930 for the van.", "Another firm, Blue Van, wants £790.", "What did Blue Van want?"), "£790"),
        (("The party is on 6 June at the barn for 20 guests.", "Make it 18 guests.", "When is the party?"), "6 June"),
        (("Tom brings the tent.", "Nora can't make it.", "Who brings the tent?"), "Tom"),
    ],
)  # fmt: skip
def test_what_was_not_changed_is_told_as_it_was(alice: User, texts: tuple[str, ...], told: str) -> None:
    assert told in answer(alice, *texts)
