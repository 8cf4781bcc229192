"""New figures for what session state counts and prices: "actually 1200", "make it £2,200", "so 9". Pure."""

from collections.abc import Collection
from dataclasses import replace
from uuid import UUID

from chat.clauses import HAN
from chat.state.entries import Entry, State, within
from chat.state.found import Found
from chat.state.moves import figure
from chat.state.things import alike
from memoryhub import patterns as re

#: A number that was worked out in this message: the sum that is said beside it takes its place.
SUM = "sum"
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*|[零一二两三四五六七八九十百千万]+")
_WHOLE_NUMBER = re.compile(
    rf"(?:{_NUMBER.pattern})(?:\s?(?:[kKmMwW](?![A-Za-z])|[万千百](?:[1-9][千百]?(?![\d.,]))?))?"
)


def new_number(state: State, number: str, *, near: bool = False, message_id: UUID, sequence: int) -> State:
    """A bare new number ("actually 1200", "改成 10 吧") goes where the number is that it changes.

    What something comes to, ``near`` its former price, is no new number of anything but money.
    """
    keys = ("price", "budget", "deposit") if near else ("budget", "price", "deposit", "people", "count")
    last = _changed(state, number, keys=keys, sequence=sequence, far=not near)
    if last is None:
        return state
    value = _WHOLE_NUMBER.sub(lambda _match: number, last.value, count=1)
    after = replace(last, value=value, message_id=message_id, sequence=sequence, by_hand=False)
    return State(tuple(after if one is last else one for one in state.entries))


#: Less than this is hardly the price of anything that is planned.
_LEAST_PRICE = 20


def figure_of(state: State, found: Found, *, message_id: UUID, sequence: int) -> State:
    """A number said of a thing ("the oven is 610 now") goes where the price of that thing is.

    Where none is known it is one, if money was spoken of: "the sofa is 900" after "we can spend 2,000 euros".
    """
    money = [one for one in state.entries if one.key in ("budget", "price", "deposit")]
    priced = [one for one in money if one.key == "price" and alike(one.of, found.of)]
    if not priced:
        if not money or (_size(found.value) or 0) < _LEAST_PRICE:
            return state
        price = Entry("price", found.value, message_id, sequence, of=found.of)
        return within([*state.entries, price], "price")
    last = priced[-1]
    value = _WHOLE_NUMBER.sub(lambda _match: found.value, last.value, count=1)
    after = replace(last, value=value, message_id=message_id, sequence=sequence, by_hand=False)
    return State(tuple(after if one is last else one for one in state.entries))


def by_so_much(state: State, found: Found, *, message_id: UUID, sequence: int) -> State:
    """The budget, the price or the deposit that was spoken of so much higher or lower: "let's raise it by 500"."""
    figures = [one for one in state.entries if one.key in ("budget", "deposit", "price")]
    if found.of:
        figures = [one for one in figures if found.of in (one.key, one.unit) or alike(one.of, found.of)]
    if not figures:
        return state
    last = max(figures, key=lambda one: one.sequence)
    match = re.search(r"\d+(?:,\d{3})*(?:\.\d+)?(?!\s?[\dkKmMwW万千])", last.value)
    if match is None:
        return state
    now = float(match.group().replace(",", "")) + float(found.value)
    if now <= 0:
        return state
    words = f"{now:,.10g}" if "," in match.group() or now < 1000 else f"{now:.10g}"
    value = f"{last.value[: match.start()]}{words}{last.value[match.end() :]}"
    after = replace(last, value=value, message_id=message_id, sequence=sequence, by_hand=False)
    return State(tuple(after if one is last else one for one in state.entries))


def so_many(state: State, found: Found, *, message_id: UUID, sequence: int) -> State:
    """As many people as there are after somebody came or went ("so 9", "一共12"), in the words of the former count."""
    counted = [one for one in state.entries if one.key == "people"]
    whole = [one for one in counted if one.unit in ("people", "人", SUM)] or counted
    if not whole:
        joint = "" if found.unit == "人" else " "
        value = f"{found.value}{joint}{found.unit}"
        return State((*state.entries, Entry("people", value, message_id, sequence, unit=found.unit)))
    last = max(whole, key=lambda one: one.sequence)
    first, _blank, rest = last.value.partition(" ")
    if figure(first) is not None and rest:
        value = f"{found.value} {rest}"
    else:
        value = _WHOLE_NUMBER.sub(lambda _match: found.value, last.value, count=1)
    after = replace(last, value=value, message_id=message_id, sequence=sequence, by_hand=False)
    return State(tuple(after if one is last else one for one in state.entries))


def new_amount(state: State, amount: str, *, message_id: UUID, sequence: int) -> State | None:
    """An amount of nothing named ("make it £2,200", "改成22000元") is that of what it changes; None for nothing."""
    last = _changed(state, amount, keys=("budget", "price", "deposit"), sequence=sequence)
    if last is None:
        return None
    whole = last.key == "budget" and not last.unit
    joint = "" if HAN.search(last.value) else " "
    said = amount if whole else _MONEY.sub(lambda _match: joint + amount, last.value, count=1)
    value = " ".join(said.split())
    after = replace(last, value=value, message_id=message_id, sequence=sequence, by_hand=False)
    return State(tuple(after if one is last else one for one in state.entries))


_MONEY = re.compile(
    rf"[$€£¥￥]?\s?(?:{_WHOLE_NUMBER.pattern})(?:\s?(?:[$€£元块圆]|dollars?\b|euros?\b|pounds?\b|yuan\b|美元|欧元?|英镑|日元))?",
    re.IGNORECASE,
)
#: A new figure is about the size of the one that it changes.
_OF_A_SIZE = 3.0
#: What is further off than this is no new figure of what it is said beside.
_FAR_OFF = 6.0


def _changed(
    state: State, words: str, *, keys: Collection[str], sequence: int, far: bool = True
) -> Entry | None:
    """The entry whose number new words change: the latest of about their size, else the latest not far off."""
    counted = [
        one
        for one in state.entries
        if one.key in keys and _NUMBER.search(one.value) and not (one.by_hand and one.sequence > sequence)
    ]
    if not counted:
        return None
    counted.sort(key=lambda one: one.sequence)
    new = _size(words)
    sizes = [(one, _size(one.value)) for one in counted]
    for most in (_OF_A_SIZE, _FAR_OFF) if far else (_OF_A_SIZE,):
        if alike := [one for one, old in sizes if new and old and 1 / most <= new / old <= most]:
            return alike[-1]
    return None if not far or (new and sizes[-1][1]) else counted[-1]


_TIMES = {"k": 1_000, "千": 1_000, "w": 10_000, "万": 10_000, "m": 1_000_000, "百": 100}


def _size(words: str) -> float | None:
    """The number in words or digits: "£1,800", "1.8万", "两万二"; None where there is none."""
    if match := re.search(
        r"(\d+(?:,\d{3})*(?:\.\d+)?)\s?([kKmMwW](?![A-Za-z])|[万千百](?P<rest>[1-9](?![\d.,]))?)?", words
    ):
        times = _TIMES.get((match[2] or "")[:1].lower(), 1)
        return float(match[1].replace(",", "")) * times + float(match["rest"] or 0) * times / 10
    if match := re.search(r"[零一二两三四五六七八九十百千万]+", words):
        return figure(match.group())
    return next((found for word in words.split() if (found := figure(word))), None)
