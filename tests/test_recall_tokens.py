"""The tokens of the keyword index, the gate and the intent: pure functions in both languages."""

import pytest
from opencc import OpenCC

from memories.recall.gate import Gate, gate, is_personal
from memories.recall.intent import READ_CHARACTERS, asks, in_short, is_follow_up, read, slot_matches
from memories.recall.relation_words import agree, relations
from memories.recall.tokens import TOKEN_LENGTH, length, simplified, tokens
from memories.recall.topics import topics


def test_english_words_are_stemmed_and_stop_words_dropped() -> None:
    assert set(tokens("I was swimming with the swimmers")) == {"swim", "swimmer"}
    assert set(tokens("cafés")) & set(tokens("a café"))


def test_chinese_is_pairs_and_single_characters_within_a_run() -> None:
    found = tokens("花生糖 日常")
    assert {"花生", "生糖", "日常", "花", "糖"} <= set(found)
    assert "糖日" not in found
    assert length(found) == 3


def test_traditional_and_simplified_give_the_same_tokens() -> None:
    assert tokens("我喜歡臺灣的滷肉飯，頭髮很長") == tokens("我喜欢台湾的卤肉饭，头发很长")


def test_phrases_are_simplified_as_the_converter_does_and_other_text_stays() -> None:
    for text in ("一目瞭然地回覆，不瞭解", "乾坤", "我在杭州喝龙井", "only Latin", "沈默の海"):
        assert simplified(text) == OpenCC("t2s").convert(text)


@pytest.mark.parametrize("code", ["88213", "21:45", "B46", "sku-88213", "3.5"])
def test_numbers_and_codes_are_kept_exactly(code: str) -> None:
    assert code.lower() in tokens(f"It is {code} now")
    assert code.lower() not in tokens(f"It is {code}7 now")


def test_full_width_and_capitals_are_folded() -> None:
    assert tokens("ＡＢＣ １２３") == tokens("abc 123")


def test_odd_text_has_no_token_that_the_index_cannot_hold() -> None:
    found = tokens("x" * 500 + " \0 \ud800 𠮷野家 😂")
    assert all(0 < len(token) <= TOKEN_LENGTH for token in found)
    assert "\0" not in "".join(found)
    assert "𠮷野" in found


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Hello there!", Gate.SMALL_TALK),
        ("thanks, bye", Gate.SMALL_TALK),
        ("谢谢你，晚安", Gate.SMALL_TALK),
        ("谢谢，太好了！", Gate.SMALL_TALK),
        ("太棒了，谢谢你！", Gate.SMALL_TALK),
        ("好的，明白了，谢谢", Gate.SMALL_TALK),
        ("明白，非常感谢你的帮助！", Gate.SMALL_TALK),
        ("挺好的，那就这样，拜拜", Gate.SMALL_TALK),
        ("Great, thanks a lot!", Gate.SMALL_TALK),
        ("Perfect, that's all.", Gate.SMALL_TALK),
        ("That's very helpful, thank you for your help!", Gate.SMALL_TALK),
        ("Okay, that’s all for now, I appreciate it.", Gate.SMALL_TALK),
        ("你好呀", Gate.SMALL_TALK),
        ("好吧，明白了", Gate.SMALL_TALK),
        ("哈" * 500, Gate.SMALL_TALK),
        ("哈" * 500 + "笑死我了", Gate.GENERAL),
        ("好吧" * 40 + "那我说", Gate.OPEN),
        ("you too " * 40 + "then I slept", Gate.GENERAL),
        ("!!! ???", Gate.NONSENSE),
        ("🙂", Gate.NONSENSE),
        ("zxcvbn asdf", Gate.NONSENSE),
        ("3 * (4 + 5) =", Gate.ARITHMETIC),
        ("how much is 12 plus 30?", Gate.ARITHMETIC),
        ("八乘以七等于多少", Gate.ARITHMETIC),
        ("Translate 'good luck' into Italian", Gate.GENERAL),
        ("Write a limerick about a heron", Gate.GENERAL),
        ("What is the capital of Mongolia?", Gate.GENERAL),
        ("写一首关于秋天的诗", Gate.GENERAL),
        ("珠穆朗玛峰海拔多少米", Gate.GENERAL),
        ("“谢谢”用韩语怎么说", Gate.GENERAL),
        ("What is my locker number?", Gate.OPEN),
        ("我的车停哪了", Gate.OPEN),
        ("88213", Gate.OPEN),
        ("Translate my motto into Italian", Gate.OPEN),
        ("Where should I eat tonight?", Gate.OPEN),
        ("推荐一家餐厅", Gate.OPEN),
        ("报销", Gate.OPEN),
        ("石榴站 几点 deploy？", Gate.OPEN),
        ("露台的事定了哪种？", Gate.OPEN),
        ("仓库 release", Gate.OPEN),
        ("vpn 青梭 密钥", Gate.OPEN),
        ("继续 写", Gate.GENERAL),
        ("我们的设计师贵姓？", Gate.OPEN),
        ("我们家的保洁叫什么", Gate.OPEN),
        ("窗帘最后定的是哪种颜色", Gate.OPEN),
        ("我们的地球有多大", Gate.GENERAL),
        ("窗帘一般用什么料子", Gate.GENERAL),
        ("设计一张海报", Gate.GENERAL),
        ("ok, what did I say my favourite tea was?", Gate.OPEN),
    ],
)
def test_the_gate(message: str, expected: Gate) -> None:
    assert gate(message) == expected


@pytest.mark.parametrize(
    ("question", "slot"),
    [
        ("What's my job?", "occupation"),
        ("Whats my job", "occupation"),
        ("What do I do for a living?", "occupation"),
        ("我是做什么的？", "occupation"),
        ("我叫什么？", "name"),
        ("Who am I?", "name"),
        ("How old am I?", "age"),
        ("我今年几岁了", "age"),
        ("我住在哪", "residence"),
        ("我住哪兒", "residence"),
        ("Which city do I live in?", "residence"),
        ("Do I eat pork?", "avoids"),
        ("我吃不吃羊肉", "avoids"),
        ("When is my driving test?", "event"),
        ("我的面试是几号", "event"),
        ("What languages do I speak?", "languages"),
        ("我会说什么方言", "languages"),
        ("What's my cat called?", "pet"),
    ],
)
def test_a_question_names_its_slot(question: str, slot: str) -> None:
    assert slot in asks(question)


@pytest.mark.parametrize("text", ["The meeting was long.", "今天天气不错", "Open the window"])
def test_a_statement_asks_for_no_slot(text: str) -> None:
    assert asks(text) == frozenset()


def test_a_slot_of_a_kind_is_matched_by_its_prefix() -> None:
    assert slot_matches(frozenset({"favourite."}), "favourite.colour")
    assert not slot_matches(frozenset({"favourite."}), "favour")
    assert not slot_matches(frozenset({"name"}), "")


def test_relations_agree_across_languages_and_with_their_kin() -> None:
    assert relations("What does my sister do?") == {"sister"}
    assert agree(relations("What does my sister do?"), relations("你妹妹在读医学院"))
    assert agree(relations("我老公喜欢什么"), relations("My husband likes plums"))
    assert not agree(relations("my brother"), relations("my sister"))
    assert relations("His grandson paid his daughter-in-law") == {"grandson", "daughter_in_law"}


def test_topics_bridge_the_languages() -> None:
    assert topics("Any ideas for a Thai dinner?") & topics("我对花生过敏")
    assert not topics("A quiet street") & topics("我会打架子鼓")


@pytest.mark.parametrize(
    "question",
    [
        "Where does Ottilie work?",
        "Who repaired the gutter?",
        "When does the choir rehearse?",
        "Who's bringing the salad?",
        "That walk we did, how far was it?",
        "The neighbour I told you about, who is that?",
    ],
)
def test_a_question_that_says_what_it_is_about_leans_on_nothing(question: str) -> None:
    assert not is_follow_up(question)
    assert read(question, recent=("What's my sister's job?",)).text == question


def test_only_a_message_that_leans_on_the_talk_is_a_follow_up() -> None:
    assert is_follow_up("And the second one?")
    assert is_follow_up("还有别的吗")
    assert is_follow_up("Which one?") and is_follow_up("Which restaurant?")
    assert not is_follow_up("Which snacks can I take?")
    assert not is_follow_up("What's my job?")
    assert not is_follow_up("我叫什么？")
    assert all(map(is_follow_up, ["Where?", "Who won?", "When is it?", "Who else?", "When does he leave?"]))
    assert all(map(is_follow_up, ["That looks dear, how much is it?", "And when does Ines arrive?"]))
    intent = read("Any others?", recent=("Find me a quiet hotel in Bergen",))
    assert "Bergen" in intent.text
    assert read("What's my job?", recent=("Find me a hotel",)).text == "What's my job?"


def test_who_a_message_speaks_of() -> None:
    assert is_personal("How do I like my tea?")
    assert is_personal("帮我看看我的安排")
    assert not is_personal("How do I bake bread?")
    assert not is_personal("帮我写一个函数")


@pytest.mark.parametrize("filler", ["lorem ipsum ", "风和日丽，"])
def test_of_a_very_long_message_both_ends_are_read(filler: str) -> None:
    text = "Where do I live? " + filler * 20_000 + " What is my name?"
    short = in_short(text)
    assert short.startswith("Where do I live?") and short.endswith("What is my name?")
    assert len(short) <= 2 * READ_CHARACTERS + 1
    assert in_short(text[:READ_CHARACTERS]) == text[:READ_CHARACTERS]


@pytest.mark.parametrize(
    "message",
    [
        "Great, I passed my exam!",
        "Thanks, I moved to Lier.",
        "Thanks to my sister I have a job.",
        "That's all I know about my car.",
        "You're the best man at my wedding.",
        "谢谢你推荐的牙医，我周五去",
        "太好吃了，我爱吃面",
        "好的，我住在根特",
        "谢谢我妈妈",
    ],
)
def test_courtesy_beside_something_told_is_no_small_talk(message: str) -> None:
    assert gate(message) is not Gate.SMALL_TALK
