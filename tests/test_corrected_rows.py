"""Corrections, endings and the question which memory is meant, through a turn and the worker: the right rows change."""

import pytest
from django.utils import timezone

from chat.models import Conversation, Message
from memories import capture, sources
from memories.capture import runs
from memories.capture.explicit import Acted
from memories.models import Entity, Memory
from memoryhub.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def quiet_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "_tell_worker", lambda user_id: None)


def say(user: User, *texts: str) -> Acted | None:
    """Says these one after another, each with a reply; what the last asked for."""
    conversation, _ = Conversation.objects.get_or_create(user=user)
    acted = None
    for text in texts:
        sequence = conversation.messages.count() + 1
        message = Message.objects.create(
            conversation=conversation, sequence=sequence, role="user", text=text, created_at=timezone.now()
        )
        capture.enqueue(message_id=message.pk, user_id=user.pk)
        turn = sources.conversations().turn(user=user, message_id=message.pk)
        assert turn is not None
        acted = capture.act_on_words(user=user, turn=turn)
        capture.run_user(user_id=user.pk)
        Message.objects.create(
            conversation=conversation,
            sequence=sequence + 1,
            role="assistant",
            text="…",
            status="done",
            reply_to=message,
            created_at=timezone.now(),
        )
    return acted


def active(user: User) -> set[str]:
    return set(Memory.objects.of(user).active().values_list("content", flat=True))


@pytest.mark.parametrize(
    ("said", "known"),
    [
        (
            ["My name is Karel.", "I live in Bergen.", "No, my name's Karl.", "I meant Oslo, not Bergen."],
            {"Your name is Karl", "You live in Oslo"},
        ),
        (
            ["I live in Turin.", "My son is called Max.", "I meant Milan, not Turin."],
            {"You live in Milan", "Your son is called Max"},
        ),
        (
            ["我住在深圳。", "我妹妹住在福州。", "我是说东莞，不是深圳。", "说错了，是漳州，不是福州。"],
            {"你住在东莞", "你的妹妹住在漳州"},
        ),
        (["My name is Marek.", "Actually, it's Marik with an i, not Marek."], {"Your name is Marik"}),
        (["I was born in 1980.", "Correction: 1981."], {"You were born in 1981"}),
        (["I have a Skoda.", "Correction: I drive a Seat, not a Skoda."], {"You drive a Seat"}),
        (["I own a canoe.", "Sorry, I own a kayak, not a canoe."], {"You own a kayak"}),
        (["我开的是斯柯达。", "更正：我开的是西亚特，不是斯柯达。"], {"你开的是西亚特"}),
        (["我的狗叫旺财", "说错了，我的狗叫来福，不叫旺财"], {"你的狗叫来福"}),
        (["我在宜家上班。", "其实我在麦德龙上班，不是宜家。"], {"你在麦德龙上班"}),
        (["我在必胜客上班。", "其实我在全家上班，不是必胜客。"], {"你在全家上班"}),
        (["我女儿上二年级", "我记错了，我女儿上三年级，不是二年级"], {"你的女儿上三年级"}),
    ],
)
def test_a_correction_changes_the_row_that_has_the_wrong_value(
    alice: User, said: list[str], known: set[str]
) -> None:
    say(alice, *said)
    assert active(alice) == known


@pytest.mark.parametrize(
    ("said", "known"),
    [
        (["My sister is called Nora.", "No, I said Laura."], {"Your sister is called Laura"}),
        (
            ["My name is Laurie.", "My boss is called Steve.", "I said Stefan."],
            {"Your name is Laurie", "Your boss is called Stefan"},
        ),
        (["My name is Jim.", "No, I said Tim."], {"Your name is Tim"}),
        (["My son is 7.", "No, I said 8."], {"Your son is 8"}),
        (
            ["My name is Laurie.", "I like jazz.", "No, I said Laura."],
            {"Your name is Laurie", "You like jazz"},
        ),
        (["我叫王林。", "我老板叫王强。", "我说的是王刚。"], {"你叫王林", "你的老板叫王刚"}),
        (["我姐姐叫林霞。", "不对，我说的是林夏。"], {"你的姐姐叫林夏"}),
        (["我住在福州。", "没有，我说的是徐州。"], {"你住在徐州"}),
        (["我叫林霞。", "我喜欢爵士乐。", "我说的是真的。"], {"你叫林霞", "你喜欢爵士乐"}),
        (["我姐姐叫林霞。", "我说的是苹果。"], {"你的姐姐叫林霞"}),
        (["我的猫叫年糕。", "我说的是爸爸。"], {"你的猫叫年糕"}),
    ],
)
def test_what_i_said_is_the_value_of_the_last_statement(
    alice: User, said: list[str], known: set[str]
) -> None:
    say(alice, *said)
    assert active(alice) == known


@pytest.mark.parametrize(
    "said", ["No, I said Laura.", "I said Stefan.", "我说的是王刚。", "打错了，是林晓北。"]
)
def test_what_corrects_nothing_that_is_known_is_not_kept(alice: User, said: str) -> None:
    assert say(alice, said) is None
    assert active(alice) == set()


@pytest.mark.parametrize(
    ("said", "known"),
    [
        (["My son is called Tim.", "You got that wrong, my son is called Jim."], "Your son is called Jim"),
        (["My wife's name is Sue.", "Sorry, my wife's name is Su."], "Your wife's name is Su"),
        (
            ["My daughter's name is Anya.", "Sorry, my daughter's name is Anja, not Anya."],
            "Your daughter's name is Anja",
        ),
        (["我儿子叫小天。", "你记错了，我儿子叫小田。"], "你的儿子叫小田"),
        (["我老婆叫苏苏。", "不好意思，我老婆叫素素。"], "你的老婆叫素素"),
        (["我的猫叫汤姆。", "错了，我的猫叫托姆。"], "你的猫叫托姆"),
    ],
)
def test_a_corrected_name_takes_the_place_of_the_old_one(alice: User, said: list[str], known: str) -> None:
    acted = say(alice, *said)
    assert acted is not None and acted.kind == "correct"
    assert active(alice) == {known}
    assert Entity.objects.filter(user=alice).exclude(kind="self").count() == 1


def test_another_sister_is_no_correction(alice: User) -> None:
    say(alice, "My sister is called Ann.", "My sister is called Lea.")
    assert active(alice) == {"Your sister is called Ann", "Your sister is called Lea"}


@pytest.mark.parametrize(
    ("said", "known"),
    [
        (["I'm a nurse.", "I work at Shell.", "I got laid off."], {"You got laid off"}),
        (
            ["I work at Shell.", "I got laid off from Tesco."],
            {"You work at Shell", "You got laid off from Tesco"},
        ),
        (
            ["My boyfriend is called Luke.", "My boyfriend lives in Rome.", "Luke and I broke up."],
            {"Your boyfriend Luke and you broke up"},
        ),
        (["My cat is called Zed.", "Zed died."], {"Your cat Zed died"}),
        (["My car is a Fiat.", "I sold my car."], {"You sold your car"}),
        (["I love sushi.", "I've gone off sushi."], {"You've gone off sushi"}),
        (["我在壳牌上班。", "我被壳牌裁员了。"], {"你被壳牌裁员了"}),
        (["我男朋友叫陆远。", "我跟陆远分手了。"], {"你跟陆远分手了"}),
        (["我的猫叫泽德。", "泽德走了。"], {"你的猫泽德走了"}),
        (["我的车是比亚迪。", "我把车卖了。"], {"你把车卖了"}),
        (["我爱喝酒。", "我戒酒三年了。"], {"你戒酒三年了"}),
    ],
)
def test_what_is_over_is_told_as_current_no_more(alice: User, said: list[str], known: set[str]) -> None:
    say(alice, *said)
    assert active(alice) == known


@pytest.mark.parametrize(
    ("said", "known"),
    [
        (["I live in Ghent.", "I no longer live in Ghent; I moved to Aalst."], {"You live in Aalst"}),
        (["I live in Hull.", "I don't live in Hull any more, I live in Goole."], {"You live in Goole"}),
        (["我住在苏州。", "我不住苏州了，搬到昆山了。"], {"你搬到昆山了"}),
        (["I live in Ghent.", "I no longer live in Ghent."], {"You no longer live in Ghent"}),
        (["我住在苏州。", "我搬离苏州了。"], {"你搬离苏州了"}),
        (
            ["I used to live in Ghent, now I live in Aalst."],
            {"You used to live in Ghent", "You live in Aalst"},
        ),
    ],
)
def test_a_home_that_is_left_ends_with_the_new_one(alice: User, said: list[str], known: set[str]) -> None:
    say(alice, *said)
    assert active(alice) == known


@pytest.mark.parametrize(
    ("said", "known"),
    [
        (
            ["Always answer me in bullet points.", "Stop answering in bullet points."],
            {"Stop answering in bullet points"},
        ),
        (["Never use emojis.", "You can use emojis again."], {"The assistant can use emojis again"}),
        (
            ["Always end your answers with a joke.", "You don't need to end with a joke."],
            {"Don't end with a joke"},
        ),
        (["Always answer in French.", "Stop answering in French."], {"Stop answering in French"}),
        (["Call me Bob.", "Don't call me Bob."], {"Don't call you Bob"}),
        (["以后都用列表回答我。", "别再用列表回答了。"], {"别再用列表回答"}),
        (["以后每次都加总结。", "不用每次都加总结了。"], {"不用每次都加总结"}),
        (["以后都用法语回答我。", "以后别用法语回答我。"], {"以后别用法语回答你"}),
        # What is no opposite, or ends what was never asked for
        (
            ["Always answer me in bullet points.", "Never use emojis."],
            {"Always answer in bullet points", "Never use emojis"},
        ),
        (
            ["Always use emojis.", "Never use emojis in emails to my boss."],
            {"Always use emojis", "Never use emojis in emails to your boss"},
        ),
        (["以后都用列表回答我。", "不用带伞了。"], {"以后都用列表回答你"}),
        (["Stop ending with a joke."], set()),
    ],
)
def test_of_two_orders_that_say_the_opposite_the_later_holds(
    alice: User, said: list[str], known: set[str]
) -> None:
    say(alice, *said)
    assert active(alice) == known


@pytest.mark.parametrize(
    ("said", "known"),
    [
        (["I play tennis on Fridays.", "I switched my tennis to Sundays."], {"You play tennis on Sundays"}),
        (["I play tennis every Friday.", "I play tennis on Sundays now."], {"You play tennis on Sundays"}),
        (
            ["I do yoga on Mondays.", "My yoga class got moved to Wednesday evenings."],
            {"You do yoga on Wednesday evenings"},
        ),
        (["我每周五打网球。", "网球改到周日打了。"], {"你每周日打网球"}),
        (["我每周三练瑜伽。", "我现在改周四练瑜伽了。"], {"你每周四练瑜伽"}),
        (["我每天早上跑步。", "跑步改成晚上了。"], {"你每天晚上跑步"}),
        # Another thing, and what is set for one day
        (
            ["I play tennis on Fridays.", "I also do yoga on Sundays."],
            {"You play tennis on Fridays", "You do yoga on Sundays"},
        ),
        (["I play tennis on Fridays.", "I switched my major to physics."], {"You play tennis on Fridays"}),
        (["我每周五打网球。", "飞机改到晚上了。"], {"你每周五打网球"}),
        (["我把健身改到每周二了。"], {"你把健身改到每周二"}),
    ],
)
def test_what_is_done_regularly_has_its_new_time_alone(alice: User, said: list[str], known: set[str]) -> None:
    say(alice, *said)
    assert {one for one in active(alice) if "physics" not in one} == known


def test_an_exam_that_is_moved_is_no_habit(alice: User) -> None:
    say(alice, "我每周五打网球。", "我的考试在2026年12月2日。", "考试改到周日了。")
    assert "你每周五打网球" in active(alice)
    assert Memory.objects.of(alice).filter(status="superseded", content__contains="12月2日").count() == 1


def test_a_change_that_waits_is_read_once(alice: User) -> None:
    say(alice, "我每周五打网球。")
    conversation = Conversation.objects.get(user=alice)
    message = Message.objects.create(
        conversation=conversation,
        sequence=9,
        role="user",
        text="网球改到周日打了。",
        created_at=timezone.now(),
    )
    capture.enqueue(message_id=message.pk, user_id=alice.pk)
    say(alice, "忘掉我喜欢喝茶。")  # reads what waits, and the worker reads it again
    assert active(alice) == {"你每周日打网球"}


def test_the_death_of_somebody_unknown_is_not_kept(alice: User) -> None:
    say(alice, "Bowie died in 2016.", "鲍伊去世了。")
    assert not Memory.objects.of(alice).exists()


def test_a_statement_of_another_kind_takes_nobody_s_job_or_home(alice: User) -> None:
    say(
        alice,
        "I'm a nurse.",
        "I own a small workshop on Langestraat.",
        "I'm from Malta but I grew up in Leeds.",
    )
    assert active(alice) >= {"You're a nurse", "You are from Malta", "You grew up in Leeds"}
    assert not Memory.objects.of(alice).filter(status="superseded").exists()


def test_a_moved_appointment_is_on_its_new_day_alone(alice: User) -> None:
    say(alice, "I have a meeting with Dr Lowe on 4 June.", "The meeting with Dr Lowe got moved to 9 June.")
    day = Memory.objects.of(alice).active().get().occurred_on
    assert day is not None and (day.month, day.day) == (6, 9)


@pytest.mark.parametrize(
    ("told", "answer", "left"),
    [
        (["My sister lives in Lyon.", "My sister is called Lea.", "Forget my sister."], "Both.", 0),
        (["My sister lives in Lyon.", "My sister is called Lea.", "Forget my sister."], "The first one.", 1),
        (["My sister lives in Lyon.", "My sister is called Lea.", "Forget my sister."], "the Lyon one", 1),
        (["I like tea.", "I live in Graz.", "Forget everything about me."], "Yes.", 0),
        (["我姐姐住在里昂。", "我姐姐叫小蕾。", "把我姐姐忘了。"], "第一条。", 1),
        (["我姐姐住在里昂。", "我姐姐叫小蕾。", "把我姐姐忘了。"], "两条都忘掉。", 0),
    ],
)
def test_the_answer_to_which_one_is_obeyed(alice: User, told: list[str], answer: str, left: int) -> None:
    asked = say(alice, *told)
    assert asked is not None and asked.outcome in ("ambiguous", "everything")
    acted = say(alice, answer)
    assert acted is not None and (acted.kind, acted.outcome) == ("forget", "done")
    assert Memory.objects.of(alice).active().count() == left


def test_a_yes_that_answers_nothing_forgets_nothing(alice: User) -> None:
    say(
        alice,
        "My sister lives in Lyon.",
        "My sister is called Lea.",
        "Yes.",
        "Forget that my sister is called Lea.",
    )
    before = Memory.objects.of(alice).active().count()
    assert say(alice, "Yes.") is None
    assert Memory.objects.of(alice).active().count() == before == 1


@pytest.mark.parametrize(
    "said",
    [
        ["I have a tattoo of a fox.", "Forget I said that."],
        ["I collect old maps.", "Forget that."],
        ["I collect old maps.", "Forget that.", "Please forget what I just said."],
        ["我爱喝茶。", "当我没说。"],
        ["我收集旧地图。", "忘掉这个。"],
    ],
)
def test_what_was_just_said_can_be_taken_back(alice: User, said: list[str]) -> None:
    acted = say(alice, *said)
    assert acted is not None and acted.kind == "forget"
    assert not Memory.objects.of(alice).active().exists()


@pytest.mark.parametrize("said", ["Don't save this: I earn 4,000 a month.", "别存，我爱唱卡拉OK。"])
def test_what_is_not_to_be_remembered_is_said_so(alice: User, said: str) -> None:
    acted = say(alice, said)
    assert acted is not None and (acted.kind, acted.outcome) == ("forget", "unsaid")
    assert not Memory.objects.of(alice).exists()


@pytest.mark.parametrize(
    ("told", "forget", "left"),
    [
        (
            ["My wife Lidia works at a bakery.", "My wife's birthday is 4 May.", "I like tea."],
            "Forget everything about my wife.",
            ["You like tea"],
        ),
        (
            ["My wife Lidia works at a bakery.", "My wife's birthday is 4 May.", "I like tea."],
            "Please delete all you know about Lidia.",
            ["You like tea"],
        ),
        (
            ["我老婆丽雅在面包店上班。", "我老婆的生日是5月4日。", "我喜欢喝茶。"],
            "忘掉关于我老婆的一切。",
            ["你喜欢喝茶"],
        ),
        (
            ["我老婆丽雅在面包店上班。", "我老婆的生日是5月4日。", "我喜欢喝茶。"],
            "把关于丽雅的记忆全部删掉。",
            ["你喜欢喝茶"],
        ),
    ],
)
def test_everything_about_somebody_is_all_of_it_and_comes_back(
    alice: User, told: list[str], forget: str, left: list[str]
) -> None:
    acted = say(alice, *told, forget)
    assert acted is not None and (acted.kind, acted.outcome, len(acted.memories)) == ("forget", "done", 2)
    assert list(Memory.objects.of(alice).active().values_list("content", flat=True)) == left
    back = say(alice, "Undo that." if forget.isascii() else "撤销刚才的操作。")
    assert back is not None and (back.kind, len(back.memories)) == ("restore", 2)
    assert Memory.objects.of(alice).active().count() == 3
    assert say(alice, "Undo that.") is None  # nothing was forgotten by the message before


@pytest.mark.parametrize(
    ("told", "forget"),
    [
        (
            ["My brother Anselm is a vet.", "My brother Bede is a baker."],
            "Forget everything about my brother.",
        ),
        (["我妹妹小欧是兽医。", "我妹妹小丹是面包师。"], "忘掉关于我妹妹的一切。"),
    ],
)
def test_of_two_whom_the_words_may_mean_it_is_asked(alice: User, told: list[str], forget: str) -> None:
    acted = say(alice, *told, forget)
    assert acted is not None and (acted.outcome, len(acted.choices)) == ("ambiguous", 2)
    assert Memory.objects.of(alice).active().count() == 2


@pytest.mark.parametrize(
    ("told", "forget"),
    [
        ("I'm allergic to sesame.", "Forget that I'm allergic to sesame. Actually no, keep it."),
        ("我对芝麻过敏。", "忘掉我对芝麻过敏。算了，还是留着吧。"),
    ],
)
def test_a_request_that_takes_itself_back_forgets_nothing(alice: User, told: str, forget: str) -> None:
    acted = say(alice, told, forget)
    assert acted is not None and (acted.kind, acted.outcome) == ("forget", "kept")
    assert Memory.objects.of(alice).active().count() == 1


@pytest.mark.parametrize(
    ("told", "forget"),
    [
        (["My exam is on 12 January 2027."], "You can forget my exam."),
        (["I like liquorice."], "Don't remember that I like liquorice."),
        (["I like tea."], "Scratch that about tea."),
        (["I like jazz."], "I take back what I said about jazz."),
        (["I'm a florist."], "I never said I was a florist."),
        (["我的考试在2027年1月12日。"], "考试的事你可以忘了。"),
        (["我的体检在2027年1月12日。"], "体检的事你忘了吧"),
        (["我老婆叫林霞。"], "我老婆的名字你忘了吧。"),
        (["我喜欢喝茶。"], "我喜欢喝茶这件事你就忘了吧"),
    ],
)
def test_other_ways_to_ask_for_it_are_obeyed(alice: User, told: list[str], forget: str) -> None:
    say(alice, *told)
    assert len(active(alice)) == 1
    acted = say(alice, forget)
    assert acted is not None
    assert (acted.kind, acted.outcome, active(alice)) == ("forget", "done", set())


@pytest.mark.parametrize(
    "said",
    [
        "I never said I would come.",
        "I never said I didn't like tea.",
        "Ignore that, I love tea",
        "Don't remember where I put the tea.",
        "我的茶你忘了？",
        "茶你别忘了",
        "我全忘了",
    ],
)
def test_what_only_sounds_like_it_forgets_nothing(alice: User, said: str) -> None:
    say(alice, "I like tea.", "我喜欢喝茶。")
    before = active(alice)
    say(alice, said)
    assert before <= active(alice)


def test_all_of_it_is_asked_about_first(alice: User) -> None:
    say(alice, "我喜欢喝茶。")
    acted = say(alice, "把所有的都忘了吧。")
    assert acted is not None
    assert (acted.outcome, acted.count) == ("everything", 1)
    assert len(active(alice)) == 1
