"""Which conditions a message seems to lift: the answerer tells that they stand. Both languages."""

import pytest

from chat.lifting import lifted

_PAY, _LANDLORD, _TAXI, _EARLY = (
    "Ask me before you pay anything",
    "Never contact the landlord",
    "The taxi should be at most 20 euros",
    "no flights before 9am",
)
_EN = (_PAY, _LANDLORD, _TAXI, _EARLY)
_PAY_ZH, _LANDLORD_ZH, _TAXI_ZH, _EARLY_ZH = (
    "付任何钱之前先问我",
    "不要联系房东",
    "打车费不超过60元",
    "九点前的航班不要",
)
_ZH = (_PAY_ZH, _LANDLORD_ZH, _TAXI_ZH, _EARLY_ZH)


@pytest.mark.parametrize(
    ("text", "stand"),
    [
        ("You can book now without asking.", (_PAY,)),
        ("You don't have to ask me first any more.", (_PAY,)),
        ("Paying is fine now, you needn't check with me.", (_PAY,)),
        ("Forget the rule about the landlord.", (_LANDLORD,)),
        ("The condition about flights no longer applies.", (_EARLY,)),
        ("Never mind the taxi limit.", (_TAXI,)),
        ("Cancel that restriction.", _EN),
        ("现在可以直接付钱，不用先问我。", (_PAY_ZH,)),
        ("付款不用等我点头。", (_PAY_ZH,)),
        ("房东那条规定取消。", (_LANDLORD_ZH,)),
        ("打车费的上限不算数了。", (_TAXI_ZH,)),
        ("关于航班的限制去掉。", (_EARLY_ZH,)),
        ("那个条件作废吧。", _ZH),
    ],
)
def test_what_a_message_seems_to_lift(text: str, stand: tuple[str, ...]) -> None:
    assert lifted(text, _ZH if stand[0] in _ZH else _EN) == stand


@pytest.mark.parametrize(
    "text",
    [
        "You can sit down.", "You may not pay yet.", "Don't drop the rule about the landlord.", "Forget the landlord.",
        "The house rules are strict.", "Can you pay now?", "Without asking me nothing gets paid.",
        "别取消房东那条规定。", "没问过我不能付钱。", "学校的规定很严。", "我可以付钱了。", "你可以早点休息。",
        "可以付钱了吗？",
    ],
)  # fmt: skip
def test_other_talk_lifts_nothing(text: str) -> None:
    assert lifted(text, _EN) == () and lifted(text, _ZH) == ()
