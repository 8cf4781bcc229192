"""What an English talk settles: which of several things a choice is, whose place it takes, and what chooses nothing."""

# ruff: noqa: E501

import uuid
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from chat.state.update import State, updated

#: A Monday.
NOW = datetime(2026, 11, 30, 10, tzinfo=ZoneInfo("Europe/Dublin"))


def said(*messages: str) -> State:
    state = State()
    for sequence, text in enumerate(messages, start=1):
        state = updated(state, text=text, said_at=NOW, message_id=uuid.UUID(int=sequence), sequence=sequence)
    return state


def told(state: State, key: str) -> list[str]:
    return [entry.told for entry in state.entries if entry.key == key]


@pytest.mark.parametrize(
    "text",
    [
        "I'll take your advice to heart.",
        "I'll take your word for it.",
        "Let's go with the flow.",
        "I took the liberty of asking the caterer.",
        "Let's take stock for a moment.",
        "I'll go with my gut.",
        "We'll take turns driving.",
        "Let's use the opportunity.",
        "I took Ida to the vet.",
        "We'll have the piano moved.",
        "Let's take a rain check on that.",
        "I'm going with Tom to the cinema.",
        "I use Firefox.",
        "We take the train to work every day.",
        "I booked the Ibis last summer.",
        "I'm using the train a lot these days.",
    ],
)
def test_a_turn_of_phrase_chooses_nothing(text: str) -> None:
    assert told(said(text), "chosen") == []


@pytest.mark.parametrize(
    "text, chosen",
    [
        ("We'll hire Dunmore Sound for the evening.", "Dunmore Sound"),
        ("We're renting a minibus at the station.", "a minibus"),
        ("We'll take the second flight.", "the second flight"),
        ("Let's go for the walk-in shower.", "the walk-in shower"),
        ("I've booked the Ibis.", "the Ibis"),
    ],
)
def test_what_is_hired_or_booked_is_chosen(text: str, chosen: str) -> None:
    assert told(said(text), "chosen") == [chosen]


def test_what_only_has_a_kind_is_no_choice() -> None:
    assert told(said("I ordered the cake."), "chosen") == []


def test_a_choice_takes_the_place_of_one_of_its_matter() -> None:
    state = said(
        "For music I'd like a band, the Silver Spoons.",
        "Let's hire the Silver Spoons.",
        "Let's book Ines Roth for the photos.",
        "The band is too loud for my gran. Let's have the DJ instead.",
    )
    assert told(state, "chosen") == ["Ines Roth for the photos", "the DJ"]
    assert "the Silver Spoons" in told(state, "rejected")


def test_what_was_turned_down_comes_back_and_turns_nothing_down() -> None:
    state = said(
        "Let's go with Morton.", "Let's not get a freezer.", "Actually, let's get a freezer after all."
    )
    assert (told(state, "chosen"), told(state, "rejected")) == (["Morton", "a freezer"], [])


@pytest.mark.parametrize(
    "messages, chosen",
    [
        (["I'll book the Ibis.", "Hmm, cancel that, I'll book the Astoria."], ["the Astoria"]),
        (["We'll have the party at the Barn.", "Wait, no, the Orangery."], ["the Orangery"]),
        (["Let's get a taxi to the church.", "No wait, the minibus is better."], ["the minibus"]),
        (["Let's take the train.", "No, the bus."], ["the bus"]),
        (["Let's take the train.", "No, the usual stuff."], ["the train"]),
        (["I'm getting the blue bike.", "Cancel that. I'll get the red bike."], ["the red bike"]),
        (["I could use slides or a whiteboard.", "I'll use the whiteboard."], ["the whiteboard"]),
        (["I'll use the bathroom first.", "I'll get the milk.", "I'm going to the shop."], []),
        (["We'll take the curry stall.", "The Fiddlers charge £250.", "Let's hire the Fiddlers.", "The Fiddlers aren't loud enough. Let's have the Riverside Brass instead."], ["the curry stall", "the Riverside Brass"]),
        (["We'll take the ferry.", "Change of plan for the crossing: the tunnel train."], ["the tunnel train"]),
        (["What colour should it be, sage or white?", "Sage."], ["Sage"]),
        (["Granite, oak or laminate?", "Laminate is the cheapest.", "We'll take the oak."], ["the oak"]),
    ],
)  # fmt: skip
def test_the_last_word_counts(messages: list[str], chosen: list[str]) -> None:
    assert told(said(*messages), "chosen") == chosen


@pytest.mark.parametrize(
    "listing",
    [
        "There are three on my list: the Golf, the Fiesta and the Corsa.",
        "I'm torn between the Golf, the Fiesta and the Corsa.",
        "We could take the Golf, the Fiesta or the Corsa.",
    ],
)
def test_the_second_is_the_one_listed(listing: str) -> None:
    state = said(listing, "Drop the second.", "Let's take the last.")
    assert (told(state, "rejected"), told(state, "chosen")) == (["Fiesta"], ["Corsa"])


def test_too_slow_turns_down_what_was_to_choose_from() -> None:
    offers = "Marten asks €8,900 and Haus & Herd asks €8,450."
    state = said(offers, "Haus & Herd is too slow.", "Anna is too tired.", "The weather is too hot.")
    assert told(state, "rejected") == ["Haus & Herd"]


@pytest.mark.parametrize(
    "messages, prices",
    [
        (["Priory Barn wants £3,200, Walcot Hall £2,900 and Combe Manor £4,100."], ["Priory Barn: £3,200", "Walcot Hall: £2,900", "Combe Manor: £4,100"]),
        (["The Fiesta is £4,200 and the Golf is £5,900.", "The dealer dropped the Golf to £5,600."], ["Fiesta: £4,200", "Golf: £5,600"]),
        (["The florist says £640 for everything.", "She came back with £590."], ["florist: £590"]),
        (["The oven costs 640.", "Actually the oven is 610 now."], ["oven: costs 610"]),
        (["He wants 12.", "The bus is 10 now."], []),
        (["The oven costs 640 euros.", "Actually, let's get a kettle after all, 480 euros."], ["oven: costs 640 euros", "480 euros"]),
    ],
)  # fmt: skip
def test_each_thing_has_its_own_price(messages: list[str], prices: list[str]) -> None:
    assert [value.replace("costs ", "") for value in told(said(*messages), "price")] == [
        value.replace("costs ", "") for value in prices
    ]


@pytest.mark.parametrize(
    "messages, key, values",
    [
        (["There are 40 boxes.", "We need 15 more boxes."], "count", ["55 boxes"]),
        (["We need 22 handles.", "We need 4 more handles.", "Then we need one fewer handle."], "count", ["25 handles"]),
        (["We need two more people for the team.", "We're 6 people."], "people", ["6 people"]),
        (["The firm sends a van and two men."], "people", []),
        (["Six men and four women are coming to the party."], "people", ["Six men", "four women"]),
        (["We're 8 for dinner.", "Two more are coming."], "people", ["10 people"]),
    ],
)  # fmt: skip
def test_more_is_added_and_who_is_hired_is_no_guest(messages: list[str], key: str, values: list[str]) -> None:
    assert told(said(*messages), key) == values


def test_a_name_that_is_forgotten_leaves_no_words() -> None:
    state = said("Lena Hofer is the photographer for the wedding.")
    assert state.without([uuid.UUID(int=1)]).entries == ()
