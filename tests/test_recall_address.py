"""Words about a person become words to them, in both languages."""

import pytest

from memories.recall.address import address


@pytest.mark.parametrize(
    ("text", "addressed"),
    [
        ("I live in Ghent", "You live in Ghent"),
        ("I'm a baker. I was born in 1990.", "You're a baker. You were born in 1990."),
        ("My sister and I are twins", "Your sister and you are twins"),
        ("On Sundays I call my mother", "On Sundays you call your mother"),
        ("The red one is mine; he gave it to me", "The red one is yours; he gave it to you"),
        ("The user likes tea and watches birds", "You like tea and watch birds"),
        ("User's sister lives in York", "Your sister lives in York"),
        ("User doesn't eat pork", "You don't eat pork"),
        ("The user has never been to the US", "You have never been to the US"),
        ("User is allergic to 2 things", "You are allergic to 2 things"),
        ("The user studies law and teaches yoga", "You study law and teach yoga"),
        ("The user goes sailing with their dog", "You go sailing with your dog"),
        ("You live in Ghent", "You live in Ghent"),
        ("Books about World War I interest me", "Books about World War I interest you"),
        ("He said “I am late” to me", "He said “I am late” to you"),
        ("我不吃香菜", "你不吃香菜"),
        ("我爸和我妈住在宁波", "你爸和你妈住在宁波"),
        ("我们一家三口", "你们一家三口"),
        ("咱家的猫叫年糕", "你家的猫叫年糕"),
        ("用户的花名是小云", "你的花名是小云"),
        ("用户每周三打球", "你每周三打球"),
        ("用户体验设计是我的工作", "用户体验设计是你的工作"),
        ("我的自我介绍很短", "你的自我介绍很短"),
        ("她说“我来”，我没去", "她说“我来”，你没去"),
        ("发布策略是每周二灰度", "发布策略是每周二灰度"),
    ],
)
def test_address(text: str, addressed: str) -> None:
    assert address(text) == addressed
    assert address(addressed) == addressed
