"""How a memory's sentence ends up, and which sentences are no statement however they look: both languages, no model."""

from datetime import UTC, date, datetime
from uuid import uuid4

import pytest

from memories.capture import confidence, conflict
from memories.capture.extraction import extract, passed_over
from memories.capture.forget_words import forget_request
from memories.capture.irony import ironic
from memories.capture.types import Act, Candidate, Turn

SAID_AT = datetime(2026, 3, 11, 10, tzinfo=UTC)
ACTIVE_FROM = 0.6


def turn(text: str) -> Turn:
    return Turn(message_id=uuid4(), conversation_id=uuid4(), text=text, said_at=SAID_AT)


def found(text: str) -> list[Candidate]:
    return extract(turn(text)).extraction.candidates


def contents(text: str) -> list[str]:
    return [one.content for one in found(text)]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("不过我也有些担心孩子的学习成绩。", "你有些担心孩子的学习成绩"),
        ("但是我从小就怕打雷。", "你从小就怕打雷"),
        ("But I worry a lot about my son's grades.", "You worry a lot about your son's grades"),
        ("And honestly, I never learned to swim.", "You never learned to swim"),
    ],
)
def test_a_sentence_stands_alone_without_the_word_that_joined_it(text: str, content: str) -> None:
    assert contents(text) == [content]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ('I bought a book on psychology called "Emotional Intelligence."', '"Emotional Intelligence"'),
        ('I recently read a long novel called "The Tin Drum".', '"The Tin Drum"'),
        ("我去年买了一本叫《小王子》的书送给女儿。", "《小王子》"),
    ],
)
def test_a_title_keeps_both_its_marks(text: str, title: str) -> None:
    (one,) = found(text)
    assert title in one.content
    assert text[one.start : one.end] == one.quote


def test_a_mark_that_the_message_never_closes_is_left_out() -> None:
    (one,) = found('I recently bought a book on psychology called "Emotional Intelligence')
    assert one.content == "You recently bought a book on psychology called Emotional Intelligence"


@pytest.mark.parametrize(
    "text",
    [
        "I recommended a science fiction movie before, what was it?",
        "I told you about a restaurant last week. Do you remember which one it was?",
        "I bought a camera at a fair in 2019, what's the name of it again?",
        "我之前推荐过一部科幻电影，叫什么来着？",
        "我上次跟你提过一家面馆，还记得吗？",
        "去年我去过一个海边小镇，那个镇子叫什么？",
    ],
)
def test_what_leads_up_to_a_question_about_the_past_is_asked_and_not_told(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    ["I bought a Nikon camera last week, how do I clean its lens?", "我女儿上个月满三岁了，应该几点睡觉？"],
)
def test_a_fact_beside_a_question_about_something_else_is_told(text: str) -> None:
    assert len(found(text)) == 1


def test_a_lead_in_that_is_passed_over_says_why() -> None:
    said = turn("I adopted a dog last year, do you remember what I called him?")
    extraction = extract(said).extraction
    assert extraction.candidates == []
    assert "question" in {one.reason for one in passed_over(said, extraction)}


@pytest.mark.parametrize(
    "text",
    [
        "My next trip will be more enjoyable.",
        "I think my new job will be much better.",
        "我的下一次旅游一定会更加愉快。",
        "我的工作肯定会越来越顺利。",
    ],
)
def test_a_prediction_is_no_fact(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "I absolutely love being stuck in traffic.",
        "Fantastic, another Monday meeting.",
        "我可太喜欢加班了，恨不得住公司。",
        "真是谢谢啊，我最爱周一早上七点开会了。",
    ],
)
def test_praise_of_what_nobody_likes_is_not_meant(text: str) -> None:
    assert ironic(text)
    assert found(text) == []


@pytest.mark.parametrize(
    "text", ["I absolutely love hiking in the rain.", "我可太喜欢吃火锅了。", "我最爱看悬疑片。"]
)
def test_a_liking_that_is_meant_stays(text: str) -> None:
    assert not ironic(text)
    assert len(found(text)) == 1


@pytest.mark.parametrize(
    "text", ["I'm toying with the idea of going vegan.", "我在犹豫要不要把工作辞了去读个硕士。"]
)
def test_an_idea_that_is_turned_over_only_waits(text: str) -> None:
    assert all(confidence.confidence(one) < ACTIVE_FROM for one in found(text))


def test_what_somebody_near_thinks_is_theirs() -> None:
    assert found("My boss thinks pineapple on pizza is the best thing ever.") == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Heads up, penicillin gives me hives.", "penicillin"),
        ("我一吃芒果嘴就肿。", "芒果"),
        ("我只要碰到羊毛皮肤就发痒。", "羊毛"),
    ],
)
def test_a_reaction_of_the_body_is_an_allergy(text: str, value: str) -> None:
    (one,) = found(text)
    assert (one.slot, one.value, one.safety) == ("allergy", value, True)


def test_what_one_calls_oneself_beside_a_question_is_found() -> None:
    (one,) = found("As a coeliac, which noodles can I eat?")
    assert (one.slot, one.value, one.category) == ("condition", "coeliac", "health")


def test_a_place_ends_where_its_name_does() -> None:
    (one,) = found("I moved to Denver last week.")
    assert one.value == "Denver"


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("我们上个月刚搬到昆明。", "residence", "昆明"),
        ("家里那只布偶猫叫芝麻糊。", "pet", "芝麻糊"),
    ],
)
def test_the_household_speaks_of_the_person(text: str, slot: str, value: str) -> None:
    (one,) = found(text)
    assert (one.slot, one.value) == (slot, value)


def test_an_age_to_come_is_a_plan() -> None:
    (one,) = found("再过两个月我就满三十五了。")
    assert one.act is Act.PLAN
    assert one.planned is not None
    assert one.planned.on == date(2026, 5, 11)


@pytest.mark.parametrize(
    ("text", "value", "former"),
    [
        ("Sorry, I meant Lisbon, not Porto.", "Lisbon", "Porto"),
        ("说错了，是泉州，不是厦门。", "泉州", "厦门"),
    ],
)
def test_a_correction_names_what_was_wrong(text: str, value: str, former: str) -> None:
    (one,) = found(text)
    assert (one.act, one.value, one.former) == (Act.CORRECT, value, former)
    assert conflict.corrects(former, one)
    assert not conflict.corrects(value, one)


@pytest.mark.parametrize(
    "text",
    [
        "Can you summarise this email?\n\nHi Tom,\nI moved to Denver and I love the mountains.\nBest, Karen",
        "What do you think of this?\nI have three cats and I live in a lighthouse.",
        "帮我看看这段话\n我有三只猫，住在大连。",
        "Dear Ms Patel,\nI have been a nurse for ten years and I live in Leeds.\nKind regards,\nJo",
    ],
)
def test_a_letter_and_what_stands_below_a_request_are_material(text: str) -> None:
    assert found(text) == []


def test_a_game_of_roles_leaves_nothing() -> None:
    assert found("我们来玩个游戏，我是江湖大侠萧十三，你是客栈老板。") == []


@pytest.mark.parametrize(
    "text",
    [
        "Wonderful, the boiler broke again. I just love cold showers in January.",
        "Sure, because I have nothing better to do than fill in forms all day.",
        "太好了，热水器又坏了，我就喜欢大冬天洗冷水澡。",
        "是是是，我闲得很，就爱天天填表。",
    ],
)
def test_joy_at_bad_news_is_not_meant(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "You are Sherlock and I'm Watson. I've just come back from the war.",
        "你演福尔摩斯，我演华生。我刚从阿富汗战场回来。",
        "假装你是我的心理医生。离婚以后我一直很迷茫。",
        "I'm so hungry right now I could eat a horse.",
        "我现在饿得能吃下一头牛。",
        'My favourite line in the song goes "I left my heart in San Francisco, high on a hill".',
    ],
)
def test_roles_and_the_hunger_of_the_moment_leave_nothing(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "slot", "value", "positive"),
    [
        ("KTV那种地方我真的不喜欢。", "dislikes", "KTV", False),
        ("螺蛳粉我真的百吃不厌。", "likes", "螺蛳粉", True),
        ("老电影是我的最爱。", "likes", "老电影", True),
        ("Huge fan of Peruvian food.", "likes", "Peruvian food", True),
        ("Not a fan of crowds.", "dislikes", "crowds", False),
    ],
)
def test_a_liking_is_read_wherever_its_thing_stands(text: str, slot: str, value: str, positive: bool) -> None:
    (one,) = found(text)
    assert (one.slot, one.value, one.positive) == (slot, value, positive)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I can't have peanuts, they make my throat close up.", "peanuts"),
        ("花生我碰都不能碰，一吃喉咙就发紧。", "花生"),
        ("开心果能让我进急诊，我对它严重过敏。", "开心果"),
        ("荞麦差点要了我的命，我过敏。", "荞麦"),
    ],
)
def test_a_reaction_is_to_what_was_named_before_it(text: str, value: str) -> None:
    assert [one.value for one in found(text) if one.safety] == [value]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("My driving test is a week from Thursday.", date(2026, 3, 19)),
        ("I have my eye exam in two days from now.", date(2026, 3, 13)),
        ("My granddaughter was born last Friday.", date(2026, 3, 6)),
        ("We're flying to Nairobi on the 28th of this month.", date(2026, 3, 28)),
        ("这个月28号我们要飞内罗毕。", date(2026, 3, 28)),
        ("Three days ago I handed in my thesis.", date(2026, 3, 8)),
        ("我老婆怀二胎了，预产期七月。", date(2026, 7, 1)),
    ],
)
def test_what_takes_place_has_its_day(text: str, day: date) -> None:
    assert [one.occurred.on for one in found(text) if one.occurred] == [day]


@pytest.mark.parametrize(
    "text",
    [
        "Stop apologising in every answer, from now on just give me the answer.",
        "每次我问菜谱的时候，不用写营养成分。",
        "给我解释东西的时候，永远把我当初学者。",
        "Don't call me sir, Lin is fine.",
        "从现在起，推荐餐厅的时候先看有没有素食。",
    ],
)
def test_an_order_about_every_answer_is_an_instruction(text: str) -> None:
    (one,) = found(text)
    assert one.type == "instruction"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("No wait, three nephews, I forgot the newborn.", "three nephews"),
        ("Correction: his name is Nilo.", "Nilo"),
        ("更正一下，它叫尼洛。", "尼洛"),
        ("Oops, I meant May 13th.", "May 13th"),
        ("Not Newark, I said New York.", "New York"),
    ],
)
def test_a_value_said_again_is_a_correction(text: str, value: str) -> None:
    (one,) = found(text)
    assert (one.act, one.value) == (Act.CORRECT, value)


def test_what_follows_somebody_introduced_is_about_them() -> None:
    assert all(one.slot != "residence" for one in found("我认识一个设计师叫阿宽，住在马尔默。"))
    assert all(one.subject.relation == "son" for one in found("我有个继子叫鲁本，住在马尔默。"))


def test_a_year_is_no_home() -> None:
    assert [one.slot for one in found("I was born in 1979.")] == ["birthday"]


def test_what_goes_on_with_a_note_belongs_to_it() -> None:
    (one,) = found("记一笔：水管工叫安师傅，每周二来。")
    assert one.content == "水管工叫安师傅，每周二来"


@pytest.mark.parametrize(
    ("text", "target", "plain"),
    [
        ("You can erase the bit about the harp.", "the harp", False),
        ("Please drop that stuff about my cousin.", "my cousin", True),
        ("Ignore what I said about the pottery class, delete it.", "the pottery class", False),
        ("Purge the moped from your memory.", "the moped", True),
        ("竖琴那件事可以删掉了。", "竖琴", True),
        ("刚才说的陶艺课当我没说，忘掉吧。", "陶艺课", True),
        ("其实，忘掉我说过我会吹竖笛。", "会吹竖笛", True),
    ],
)
def test_a_request_names_what_it_is_about(text: str, target: str, plain: bool) -> None:
    request = forget_request(text)
    assert request is not None
    assert (request.target, request.plain) == (target, plain)


@pytest.mark.parametrize(
    "text",
    [
        "Remove the part about prices from this letter.",
        "Delete the file about taxes.",
        "Scrub the pan before you cook.",
        "Never mind the weather, delete the tab.",
        "邮件的事情你删了吗？",
        "刚才说的价格不算运费。",
    ],
)
def test_other_things_are_not_asked_to_be_forgotten(text: str) -> None:
    assert forget_request(text) is None


def test_a_request_to_delete_names_its_thing_in_chinese() -> None:
    request = forget_request("把我住哪儿的信息删掉吧。")
    assert request is not None
    assert request.plain
    assert "住" in request.target


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Never order anything for me.", "Never order anything for you"),
        ("I like plums and I grow them for you.", "You like plums"),
    ],
)
def test_a_word_that_joins_stays_where_it_is_not_first(text: str, content: str) -> None:
    assert contents(text)[0] == content


@pytest.mark.parametrize(
    ("text", "content", "explicit"),
    [
        (
            "My emergency contact is my aunt Ilse, 555 0190.",
            "Your emergency contact is your aunt Ilse, 555 0190",
            False,
        ),
        ("Remember that our emergency contact is Omar.", "Your emergency contact is Omar", True),
        (
            "我的紧急联系人是我姑姑刘敏，电话 13622223333。",
            "你的紧急联系人是你姑姑刘敏，电话 13622223333",
            False,
        ),
        ("记一下，我的紧急联系人是赵医生。", "你的紧急联系人是赵医生", True),
    ],
)
def test_an_emergency_contact_keeps_name_and_number_together(text: str, content: str, explicit: bool) -> None:
    (one,) = found(text)
    assert (one.content, one.explicit, one.slot) == (content, explicit, "attribute.emergency-contact")


@pytest.mark.parametrize(
    "text",
    [
        "Who is my emergency contact?",
        "If my emergency contact is my aunt, do they call her?",
        "我的紧急联系人是谁？",
    ],
)
def test_an_emergency_contact_that_is_asked_about_is_none(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I live in Lier. 我养了一只鹦鹉。", ["You live in Lier", "你养了一只鹦鹉"]),
        (
            "我养了一只猫。I live in Lier. 我喜欢喝龙井。",
            ["你养了一只猫", "You live in Lier", "你喜欢喝龙井"],
        ),
    ],
)
def test_each_sentence_of_a_message_in_both_languages_is_read(text: str, told: list[str]) -> None:
    assert contents(text) == told
