"""What a person says not to remember is left out of everything; the rest of the message is not."""

import pytest

from memories.capture import spans
from memories.capture.types import SpanKind
from memories.capture.unsaid import unsaid


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Don't save this: I earn 4,000 a month. I like tea.", " I like tea."),
        ("Off the record, I can't stand my boss.", ""),
        ("Between us, I play the lottery.", ""),
        ("I can't stand Karl, but that's between you and me.", ""),
        ("I like tea. I have a tattoo. Forget I said that.", "I like tea."),
        ("No need to remember this, I just ate a pizza.", ""),
        ("I don't want you to store this. I'm in debt. I like tea.", " I like tea."),
        ("I like tea. I earn 3k. Don't save that.", "I like tea."),
        ("Do not keep this in memory: my dog is called Rex.", ""),
        ("别记下来：我月薪四千。我爱喝茶。", "我爱喝茶。"),
        ("这个不用记，我讨厌我表哥。", ""),
        ("我只跟你说，我买彩票。", ""),
        ("我爱喝茶。我有纹身。当我没说过吧。", "我爱喝茶。"),
        ("我欠了五万。这个别记了。", ""),
        ("不要保存：我的狗叫雷克斯。", ""),
        ("下面的话不要记录。我失恋了。我爱喝茶。", "我爱喝茶。"),
    ],
)
def test_the_sentence_that_the_wish_covers_is_left_out(text: str, left: str) -> None:
    kept = text
    for start, end in reversed(unsaid(text).spans):
        kept = kept[:start] + kept[end:]
    assert kept == left
    assert not unsaid(text).before
    assert any(span.kind is SpanKind.UNSAID for span in spans.split(text))


@pytest.mark.parametrize(
    "text",
    [
        "Forget I said that.",
        "Don't note that.",
        "Forget that.",
        "Please erase this again.",
        "当我没说。",
        "刚才那句不算。",
        "那句不算了。",
        "刚才的话别记。",
        "忘掉这个。",
        "把那句话删掉吧",
    ],
)
def test_a_wish_that_stands_alone_points_at_the_message_before(text: str) -> None:
    assert unsaid(text).before


@pytest.mark.parametrize(
    "text",
    [
        "Don't keep this in the fridge.",
        "Between us, we have four kids.",
        "I don't remember this song.",
        "Don't forget this: I like tea.",
        "Don't save this file as PDF.",
        "Forget that. What shall we cook?",
        "Forget it.",
        "I forgot that.",
        "Don't forget that.",
        "我忘了那个。",
        "别忘了这个。",
        "把这个文件删掉。",
        "Please don't remember that I dyed my hair.",
        "我喜欢茶，别忘了记。",
        "别记错了，我叫小林。",
        "我记不住这个。",
        "我只跟你妈说过一次。",
    ],
)
def test_other_words_leave_nothing_out(text: str) -> None:
    assert unsaid(text).spans == ()
