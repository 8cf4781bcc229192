"""What puts a sentence right straight after it is told with it, in both languages; what goes on is not."""

import pytest

from chat.put_right import with_corrections


@pytest.mark.parametrize(
    "said, then",
    [
        ("The locker code is 7731.", "Whoops, it's 7713."),
        ("A cabin for three in June, please.", "Sorry, for four."),
        ("The nursery costs 640 a month.", "I misread, it's 690."),
        ("The tuner asks £60 a visit.", "He's put it up to £65."),
        ("We're serving trout on Sunday.", "On second thoughts, duck."),
        ("The fence will be white.", "No, make it grey."),
        ("Rehearsal starts at six.", "It's now at half past."),
        ("Ivo drives us to the airport.", "Actually his sister will."),
        ("储物柜密码是7731。", "打错了，是7713。"),
        ("托管班一个月640。", "看错了，是690。"),
        ("调音一次六十。", "师傅涨价了，现在是65。"),
        ("周日做鳟鱼。", "想了想还是做鸭子吧。"),
        ("篱笆刷白色。", "不对，刷灰色。"),
        ("六点排练。", "改到六点半了。"),
    ],
)
def test_words_that_put_right_what_was_just_said_are_told_with_it(said: str, then: str) -> None:
    other = "The cat sleeps." if said.isascii() else "猫在睡觉。"
    assert with_corrections((said,), told=(other, said, then, other)) == (said, then)


@pytest.mark.parametrize(
    "said, then",
    [
        ("The locker code is 7731.", "It's in the blue building."),
        ("The nursery costs 640 a month.", "They also have a garden."),
        ("We're serving trout on Sunday.", "Ten people are coming."),
        ("Rehearsal starts at six.", "I moved here in May."),
        ("托管班一个月640。", "他们还有个小花园。"),
        ("周日做鳟鱼。", "来十个人。"),
        ("六点排练。", "还有三首歌要练。"),
        ("六点排练。", "还是挺紧张的。"),
    ],
)
def test_what_goes_on_with_the_matter_is_not(said: str, then: str) -> None:
    assert with_corrections((said,), told=(said, then)) == (said,)


def test_corrections_of_corrections_follow_and_a_sentence_stands_once() -> None:
    told = ("The bill is 90.", "No, 95.", "Oops, 96.", "We paid.", "No, wait.")
    assert with_corrections(told[:2], told=told) == told[:3]
    assert with_corrections(("What nobody said.",), told=told) == ("What nobody said.",)
