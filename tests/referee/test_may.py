"""May I ... now? What the procedure answers for the five sheets is what the comparison of the sheets says."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from scorekeeper import houses
from scorekeeper.referee import QUESTIONS, Impossible, Situation, choices, deck_advice, may, state_of
from scorekeeper.rules import Grid, House, Rank
from scorekeeper.rules.parameters import Table
from tests.random_houses import random_houses
from tests.referee import HOUSES, each_house

SHEETS = {house.source.sheet: house for house in HOUSES if house.source.sheet}

# The comparison of the sheets, question by question: what each of the five answers, in the words of `Answer.allowed`
# with `-` for nothing to do, and the code of the rule. A situation in brackets is another than the middle of a hole.
TABLE: dict[tuple[str, str], list[tuple[str, str]]] = {
    ("draw-stock", ""): [("yes", "draw.once")] * 5,
    ("take-discard", ""): [("yes", "discard.closed")] * 5,
    ("put-back", ""): [
        ("yes", "discard.must_use"),
        ("yes", "discard.must_use"),
        ("no", "discard.must_use"),
        ("no", "discard.must_use"),
        ("yes", "discard.must_use"),
    ],
    ("throw-away", ""): [("yes", "hand.must_play")] * 5,
    ("replace-open", ""): [
        ("yes", "replace.open_at_last"),
        ("yes", "replace.open_at_last"),
        ("yes", "replace.open_at_last"),
        ("-", "replace.open_at_last"),  # all lie face down
        ("yes", "replace.open_at_last"),
    ],
    ("look", ""): [("no", "look.never")] * 5,
    ("look", "holding a card"): [("no", "look.never")] * 5,
    ("turn-up", ""): [
        ("no", "turn_up.never"),
        ("no", "turn_up.not_now"),
        ("no", "turn_up.never"),
        ("no", "turn_up.never"),
        ("no", "turn_up.never"),
    ],
    ("turn-up", "the opening"): [
        ("yes", "opening.first"),
        ("yes", "opening.first"),
        ("yes", "opening.first"),
        ("no", "opening.turned_up"),
        ("yes", "opening.first"),
    ],
    ("turn-up", "discarded"): [
        ("no", "turn.not_yours"),
        ("yes", "turn_up.never"),
        ("no", "turn.not_yours"),
        ("no", "turn.not_yours"),
        ("no", "turn.not_yours"),
    ],
    ("refuse-turn-up", ""): [
        ("-", "turn_up.never"),
        ("no", "turn_up.must"),
        ("-", "turn_up.never"),
        ("-", "turn_up.never"),
        ("-", "turn_up.never"),
    ],
    ("refuse-turn-up", "one face down"): [
        ("-", "turn_up.never"),
        ("yes", "turn_up.must"),
        ("-", "turn_up.never"),
        ("-", "turn_up.never"),
        ("-", "turn_up.never"),
    ],
    ("pass", ""): [("no", "turn.must_draw")] * 5,
    ("end-hole", ""): [
        ("-", "knock.never"),  # it ends by itself
        ("no", "end.not_last"),
        ("-", "knock.never"),
        ("yes", "knock.never"),
        ("-", "knock.never"),
    ],
    ("end-hole", "one face down"): [
        ("-", "knock.never"),
        ("yes", "knock.never"),
        ("-", "knock.never"),
        ("yes", "knock.never"),
        ("-", "knock.never"),
    ],
    ("end-hole", "holding a card"): [
        ("-", "knock.never"),
        ("no", "end.not_last"),
        ("-", "knock.never"),
        ("no", "knock.instead"),
        ("-", "knock.never"),
    ],
    ("play-after-end", ""): [
        ("no", "hole.over"),
        ("yes", "turn.ender_is_done"),
        ("no", "hole.over"),
        ("yes", "turn.ender_is_done"),
        ("yes", "turn.ender_is_done"),
    ],
    ("play-after-end", "had a last turn"): [("no", "hole.over")] * 5,
    ("ender-again", ""): [
        ("no", "hole.over"),
        ("no", "turn.ender_is_done"),
        ("no", "hole.over"),
        ("no", "turn.ender_is_done"),
        ("no", "turn.ender_is_done"),
    ],
    ("change-after-count", ""): [("no", "hole.over")] * 5,
    ("rearrange", ""): [("no", "rearrange.never")] * 5,
}

MOMENTS: dict[str, dict[str, Any]] = {
    "": {},
    "holding a card": {"moment": "stock"},
    "discarded": {"moment": "discarded"},
    "one face down": {"face_down": 1},
    "the opening": {"opened": False, "first_turn": True},
    "had a last turn": {"had_last_turn": True},
}


@pytest.mark.parametrize(("question", "moment"), TABLE)
def test_the_comparison_of_the_sheets(question: str, moment: str) -> None:
    answers = [may(Situation(house=SHEETS[sheet], **MOMENTS[moment]), question) for sheet in sorted(SHEETS)]
    found = [(answer.allowed.replace("nothing-to-do", "-"), answer.code) for answer in answers]
    assert found == TABLE[question, moment]


def test_every_question_is_in_the_table() -> None:
    assert list(dict.fromkeys(question for question, _ in TABLE)) == list(QUESTIONS)


# What the table says beside yes and no.
SAID = {
    "001 put-back": "must turn one of your face-down cards up",
    "001 throw-away": "must turn one of your face-down cards up",
    "002 take-discard": "must replace one of your cards",
    "003 play-after-end": "A knock is not part of it",
    "000 end-hole": "the hole ends by itself when somebody has every card face up",
    "003 pass": "drawing a card or knocking",
}


@pytest.mark.parametrize("case", SAID)
def test_what_is_said_with_it(case: str) -> None:
    sheet, question = case.split()
    assert SAID[case] in may(Situation(house=SHEETS[sheet]), question).why


def test_whoever_has_looked_where_that_has_its_price() -> None:
    looked = Situation(house=SHEETS["003"], moment="stock", looked=True)
    answer = may(looked, "throw-away")
    assert (answer.allowed, answer.code, answer.row) == ("no", "look.must_replace", "003-m")
    assert choices(looked) == ("put the drawn card in the place of the one that you looked at",)


def test_what_may_be_done_instead() -> None:
    refused = may(Situation(house=SHEETS["003"]), "pass")
    assert refused.instead == ("draw the top card of the stock", "take the top card of the discard pile", "knock")
    holding = may(Situation(house=SHEETS["002"], moment="discard"), "put-back")
    assert holding.instead == ("put the drawn card in the place of one of your cards",)
    assert may(Situation(house=SHEETS["000"], my_turn=False), "draw-stock").instead == ()


def test_the_row_of_the_sheet_comes_with_the_answer() -> None:
    assert may(Situation(house=SHEETS["000"]), "put-back").row == "000-i"
    assert may(Situation(house=SHEETS["001"]), "put-back").row == "001-u"
    assert may(Situation(house=SHEETS["004"]), "put-back").row == "004-i"
    assert may(Situation(house=SHEETS["002"]), "put-back").row == ""  # that sheet leaves nothing open here


def test_a_reading_that_the_table_chose_is_not_the_printed_one() -> None:
    chosen = houses.with_readings(SHEETS["000"], {"put-back": "forbidden"})
    answer = may(Situation(house=chosen), "put-back")
    assert (answer.allowed, answer.row, answer.printed) == ("no", "000-i", False)
    assert may(Situation(house=SHEETS["000"]), "put-back").printed


def test_where_the_sheet_is_silent_that_is_what_is_cited() -> None:
    citation = may(Situation(house=SHEETS["000"]), "rearrange").citation
    assert (citation.sheet, citation.silent, citation.printed) == ("000", True, False)


CHANGED: dict[str, tuple[dict[str, Any], dict[str, Any], str, str]] = {
    "looking commits": ({"turn": {"look": "commits"}}, {"moment": "stock"}, "look", "yes"),
    "looking commits, but not before drawing": ({"turn": {"look": "commits"}}, {}, "look", "no"),
    "looked, and now the card must go there": (
        {"turn": {"look": "commits"}},
        {"moment": "stock", "looked": True},
        "throw-away",
        "no",
    ),
    "a turn may be turning a card up": ({"turn": {"turn_up_instead": True}}, {}, "turn-up", "yes"),
    "turning up the last card then ends it": ({"turn": {"turn_up_instead": True}}, {"face_down": 1}, "end-hole", "yes"),
    "turning up may be refused": ({"turn": {"turn_up_after_discard": "may"}}, {}, "refuse-turn-up", "yes"),
    "the discard pile is closed": ({"turn": {"sources": "stock"}}, {}, "take-discard", "no"),
    "it is not my turn": ({}, {"my_turn": False}, "draw-stock", "no"),
    "the stock is empty": ({}, {"stock_empty": True}, "draw-stock", "no"),
    "the opening comes first": ({}, {"opened": False, "first_turn": True}, "draw-stock", "no"),
    "knocking after a turn": (
        {"ending": {"trigger": "knock", "knock": "after-turn"}},
        {"moment": "discarded"},
        "end-hole",
        "yes",
    ),
    "knocking from the second turn": (
        {"ending": {"trigger": "knock", "knock_from": 2}},
        {"first_turn": True},
        "end-hole",
        "no",
    ),
    "nobody ends a hole of three turns": (
        {"ending": {"trigger": "turns", "turns": 3, "last_turns": 0}},
        {},
        "play-after-end",
        "nothing-to-do",
    ),
    "the card in hand is from the other pile": ({}, {"moment": "stock"}, "put-back", "nothing-to-do"),
    "none lies face down": ({"ending": {"replacing_last_ends": False}}, {"face_down": 0}, "look", "nothing-to-do"),
}


@pytest.mark.parametrize("case", CHANGED)
def test_the_answer_follows_the_house_and_the_moment(case: str) -> None:
    parameters, moment, question, allowed = CHANGED[case]
    house = replace(SHEETS["004"], options=())
    house = replace(house, **{name: replace(getattr(house, name), **keys) for name, keys in parameters.items()})
    assert may(Situation(house=house, **moment), question).allowed == allowed


IMPOSSIBLE: dict[str, tuple[str, dict[str, Any], str]] = {
    "seven of six cards face down": ("004", {"face_down": 7}, "six cards"),
    "a card in hand in another's turn": ("004", {"my_turn": False, "moment": "stock"}, "somebody else's turn"),
    "none face down and nobody ended it": ("000", {"face_down": 0}, "would have ended"),
    "a card in hand before the opening": ("001", {"opened": False, "moment": "stock"}, "opening"),
    "looked, with none face down": ("001", {"face_down": 0, "moment": "stock", "looked": True}, "no face-down card"),
    "looked, where that is forbidden and has no price": ("000", {"moment": "stock", "looked": True}, "nothing tells"),
    "a taken card thrown away where it must be used": (
        "002",
        {"moment": "discarded", "stock_empty": True, "ender": "other"},
        "before it is your turn",
    ),
}


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_a_situation_that_cannot_be(case: str) -> None:
    sheet, moment, cause = IMPOSSIBLE[case]
    with pytest.raises(Impossible, match=cause):
        state_of(Situation(house=SHEETS[sheet], **moment))


@each_house()
def test_every_house_answers_every_question_at_every_moment(house: House) -> None:
    moments: list[dict[str, Any]] = [
        {"moment": moment, **more}
        for moment in ("start", "stock", "discard", "discarded", "swapped")
        for more in ({}, {"face_down": 1}, {"first_turn": True}, {"stock_empty": True}, {"ender": "other"})
    ]
    for moment in moments:
        situation = Situation(house=house, **moment)
        if not possible(state_of, situation):
            continue
        assert choices(situation) or 0 not in state_of(situation).due
        for question in QUESTIONS:
            answer = possible(may, situation, question)
            if answer is not None:
                assert answer.why.endswith(".")
                assert "{" not in answer.why + answer.citation.passage
                assert answer.citation.passage


def possible(asked: Callable[..., Any], *arguments: Any) -> Any:
    """The answer, or None where that moment cannot be."""
    with suppress(Impossible):
        return asked(*arguments)
    return None


@each_house()
def test_in_the_middle_of_a_hole_every_question_has_an_answer(house: House) -> None:
    answers = [may(Situation(house=house), question) for question in QUESTIONS]
    assert {answer.allowed for answer in answers} >= {"yes", "no"}


@pytest.mark.parametrize("ranks", [1, 2, 3, 6])
def test_a_deck_of_few_ranks_fills_the_largest_grid(ranks: int) -> None:
    deck = dict.fromkeys(list(Rank)[:ranks], 12)
    house = replace(
        SHEETS["004"],
        grid=Grid(4, 6),
        table=Table(decks={2: 8}, deck=deck),
        values=dict.fromkeys(deck, 1),
        cancelling=None,
        options=(),
        examples=(),
    )
    state = state_of(Situation(house=house, moment="stock"))
    assert [len(seat.places) for seat in state.seats] == [24] * 3
    assert len(state.stock) == 12
    rows = [[place.card for place in state.seats[0].places[start : start + 6]] for start in range(0, 24, 6)]
    if ranks > 1:
        assert all(
            above != below for one, next_one in pairwise(rows) for above, below in zip(one, next_one, strict=True)
        )
        assert all(left != right for row in rows for left, right in pairwise(row))
    for question in QUESTIONS:
        assert may(Situation(house=house), question).why


def test_houses_that_dice_made_answer_every_question_and_advise_every_table() -> None:
    for house in random_houses(60).values():
        for question in QUESTIONS:
            answer = possible(may, Situation(house=house), question)
            assert answer is None or answer.why.endswith("."), house.key
        for players in (1, 2, 24):
            assert deck_advice(house, players).sentences, house.key


@pytest.mark.parametrize("key", ["two-joker", "four-card", "penalty"])
def test_the_ender_is_told_that_the_last_turns_are_the_others(key: str) -> None:
    house = houses.get(key)
    others = may(Situation(house=house, ender="other"), "play-after-end")
    ender = may(Situation(house=house, ender="me"), "play-after-end")
    assert (others.allowed, ender.allowed) == ("yes", "no")
    assert ender == may(Situation(house=house, ender="me"), "ender-again")
