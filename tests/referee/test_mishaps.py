"""Something went wrong: what can happen in a house, what its sheet says of it, and that the referee says the same."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import houses
from scorekeeper.houses.vocabulary import PARAMETERS
from scorekeeper.referee import (
    Answer,
    Discard,
    DrawStock,
    Impossible,
    Knock,
    Look,
    NotAllowed,
    Peek,
    Replace,
    Situation,
    TurnUp,
    begin,
    do,
    may,
    state_of,
    verify,
)
from scorekeeper.referee.mishaps import MISHAPS, Mishap, mishaps
from scorekeeper.referee.situation import ME
from scorekeeper.referee.state import Step, full_deck, peek_cells
from scorekeeper.rules import Cell, House, RuleError
from tests.random_houses import random_houses

HOUSES = {house.key: house for house in houses.built_in()}
SHEETS = {key: house for key, house in HOUSES.items() if house.source.sheet}


PLAYED = {key for key in PARAMETERS if key.startswith(("opening.", "turn.", "ending.", "match.deal", "grid."))}


@cache
def played_otherwise() -> tuple[House, ...]:
    """Every house with each other answer that changes its play, one at a time."""
    return tuple(_played_otherwise())


def _played_otherwise() -> Iterator[House]:
    for house in HOUSES.values():
        for option in house.options:
            played = option.parameters & PLAYED if option.parameters else {option.key}
            for reading in option.readings if played and option.asked != "explained" else ():
                try:
                    yield houses.with_readings(house, {option.key: reading.key})
                except RuleError:
                    continue


def mishap(house: House, key: str) -> Mishap | None:
    return next((one for one in mishaps(house) if one.key == key), None)


def with_answers(key: str, **readings: str) -> House:
    """A house with these answers: `turn_up="must"`."""
    return houses.with_readings(houses.get(key), {name.replace("_", "-"): value for name, value in readings.items()})


# --- what is told -----------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_every_mishap_has_a_remedy_and_every_sentence_is_whole() -> None:
    for house in (*HOUSES.values(), *played_otherwise(), *random_houses(150).values()):
        for told in mishaps(house):
            assert told.remedies, f"{house.key}, {told.key}"
            for ruling in (*told.remedies, *([told.rule] if told.rule else [])):
                assert re.fullmatch(r"[A-Z].*[^.]\.", ruling.text), ruling.text
                assert "{" not in ruling.text
            assert all(len(ruling.text.split()) <= 12 for ruling in told.remedies)


CAN_HAPPEN: list[tuple[str, House, str, bool]] = [
    ("two are flipped to start", HOUSES["penalty"], "opening", True),
    ("nothing is flipped to start", HOUSES["four-card"], "opening", False),
    ("two are peeked at", HOUSES["four-card"], "peek", True),
    ("nobody peeks", HOUSES["penalty"], "peek", False),
    ("two are flipped in place of the peek", with_answers("four-card", which_two="face-up"), "opening", True),
    ("then nobody peeks", with_answers("four-card", which_two="face-up"), "peek", False),
    ("a taken discard must be used", HOUSES["rvers"], "put-back", True),
    ("it may go back", HOUSES["worksheet"], "put-back", False),
    ("the table forbids it", with_answers("worksheet", put_back="forbidden"), "put-back", True),
    ("a discard means a flip", HOUSES["penalty"], "no-flip", True),
    ("it means none", HOUSES["worksheet"], "no-flip", False),
    ("the table wants one", with_answers("worksheet", turn_up="must"), "no-flip", True),
    ("matching cards leave", HOUSES["vanishing-columns"], "cleared", True),
    ("they stay", HOUSES["penalty"], "cleared", False),
    ("a knock ends it", HOUSES["four-card"], "knock", True),
    ("no knock with the last card face up", HOUSES["two-joker"], "knock", False),
    ("the last card ends it", HOUSES["two-joker"], "out", True),
    ("nobody goes out with a knock", HOUSES["four-card"], "out", False),
    ("nor after so many turns", HOUSES["four-turns"], "out", False),
    (
        "nothing lies face down",
        replace(HOUSES["penalty"], opening=replace(HOUSES["penalty"].opening, face_up=6)),
        "looked",
        False,
    ),
]


@pytest.mark.parametrize(
    ("house", "key", "can"), [case[1:] for case in CAN_HAPPEN], ids=[case[0] for case in CAN_HAPPEN]
)
def test_a_mishap_is_told_only_where_it_can_happen(house: House, key: str, can: bool) -> None:
    assert (mishap(house, key) is not None) is can


# --- what the sheets say ----------------------------------------------------------------------------------------------

FACTS = tomllib.loads(Path(__file__).with_name("mishap_sources.toml").read_text(encoding="utf-8"))
SENTENCES = tomllib.loads((Path(__file__).parents[1] / "rules" / "sheet_sources.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("key", SHEETS)
def test_a_sheet_is_cited_for_what_it_says_and_for_nothing_else(key: str) -> None:
    found = {}
    for told in mishaps(SHEETS[key]):
        fact: dict[str, Any] = {"rule": told.rule.passage if told.rule else ""}
        if told.rule and told.rule.passage and told.rule.rests == "our-reading":
            fact["reading"] = True
        if printed := [ruling.passage for ruling in told.remedies if ruling.rests == "printed"]:
            fact["remedy"] = sorted(set(printed))
        assert not (told.rule and told.rule.rests == "printed" and not told.rule.passage)
        found[told.key] = fact
    assert found == FACTS[key]


@pytest.mark.parametrize("key", SHEETS)
def test_every_passage_is_one_of_the_sheet(key: str) -> None:
    sheet = f"sheet {SHEETS[key].source.sheet}"
    known = {said.partition(":")[0] for said in SENTENCES[key].get(sheet, SENTENCES[key])}
    for house in (SHEETS[key], *(other for other in played_otherwise() if other.key == key)):
        for told in mishaps(house):
            for ruling in (*told.remedies, *([told.rule] if told.rule else [])):
                assert set(ruling.passage.split(", ")) - {""} <= known, f"{told.key}: {ruling.passage}"


def test_no_source_is_cited_for_a_house_without_a_sheet() -> None:
    made = replace(HOUSES["four-card"], source=replace(HOUSES["four-card"].source, sheet=""))
    for house in (made, *HOUSES.values()):
        if not house.source.sheet:
            rulings = [ruling for told in mishaps(house) for ruling in told.remedies]
            assert not any(ruling.passage or ruling.rests == "printed" for ruling in rulings), house.key


CHOSEN = [
    ("the usual answer is not in the rules", {}, "not-in-the-rules"),
    ("the table chose that it is void", {"looked_too_soon": "void"}, "your-choice"),
    ("the table chose that the player must draw", {"looked_too_soon": "must-draw"}, "your-choice"),
]


@pytest.mark.parametrize(("readings", "rests"), [case[1:] for case in CHOSEN], ids=[case[0] for case in CHOSEN])
def test_a_look_before_drawing_goes_by_what_the_table_chose(readings: Mapping[str, str], rests: str) -> None:
    looked = mishap(with_answers("four-card", **readings), "looked")
    assert looked is not None
    decided = [ruling for ruling in looked.remedies if ruling.option and ruling.option.key == "looked-too-soon"]
    assert [ruling.rests for ruling in decided] == [rests]


# --- the referee says the same ----------------------------------------------------------------------------------------

BROKEN: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "looked": ("look", {"moment": "stock"}),
    "turn": ("draw-stock", {"my_turn": False}),
    "two-drawn": ("draw-stock", {"moment": "stock"}),
    "exposed": ("turn-up", {}),
    "put-back": ("put-back", {"moment": "discard"}),
    "thrown-away": ("throw-away", {"moment": "stock"}),
    "no-flip": ("refuse-turn-up", {"moment": "discarded", "face_down": 2}),
    "starter": ("next-hole", {}),
    "played-on": ("play-after-end", {}),
}
"""By mishap: the question about that move, and its moment."""

NEVER = {"turn", "two-drawn", "put-back", "thrown-away", "no-flip"}
"""Mishaps that the referee says no to wherever they can happen."""


def asked_about(house: House, key: str) -> Answer | None:
    """The referee's answer about the move; None if the moment can't be, or a turn can be a flip."""
    question, moment = BROKEN[key]
    try:
        return may(Situation(house=house, **moment), question)
    except Impossible:
        return None


@pytest.mark.parametrize("key", BROKEN)
def test_the_rule_is_the_one_that_the_referee_names(key: str) -> None:
    asked = 0
    for house in (*HOUSES.values(), *played_otherwise()):
        told = mishap(house, key)
        answer = asked_about(house, key) if told is not None else None
        if told is None or answer is None:
            assert told is None or key == "turn" or not house.somebody_ends, f"{house.key}: no such moment"
            continue
        assert told.rule is not None
        assert told.rule.text == answer.citation.rule, house.key
        assert answer.allowed == "no" or key not in NEVER, house.key
        asked += 1
    assert asked


def test_a_knock_at_the_wrong_time_breaks_the_rule_that_is_told() -> None:
    knocking = [house for house in (*HOUSES.values(), *played_otherwise()) if house.ending.trigger == "knock"]
    assert {house.ending.knock for house in knocking} == {"instead-of-drawing", "after-turn"}
    for house in knocking:
        told = mishap(house, "knock")
        moment = "stock" if house.ending.knock == "instead-of-drawing" else "start"
        with pytest.raises(NotAllowed) as refused:
            verify(state_of(Situation(house=house, moment=moment)), ME, Knock())  # type: ignore[arg-type]
        assert told is not None
        assert told.rule is not None
        assert told.rule.text == refused.value.citation.rule, house.key


@pytest.mark.long
def test_a_mishap_that_is_not_told_is_no_breach() -> None:
    for house in (*HOUSES.values(), *played_otherwise()):
        for key in ("put-back", "thrown-away", "no-flip"):
            answer = asked_about(house, key) if mishap(house, key) is None else None
            # A card that may not be thrown away is a mishap of its own, which comes before turning one up.
            earlier = (
                answer is not None and answer.code == "stock.must_use" and mishap(house, "thrown-away") is not None
            )
            assert answer is None or answer.allowed != "no" or earlier, f"{house.key}, {key}"


@pytest.mark.parametrize("house", HOUSES.values(), ids=HOUSES)
def test_the_deal_and_the_opening_are_what_the_page_says(house: House) -> None:
    players = house.table.players_min
    state = begin(house, ("Ann", "Bo", "Cy", "Di")[:players], full_deck(house, house.decks(players) or 1))
    assert len(state.seats[0].spots) == house.grid.size
    assert not any(spot.face_up for spot in state.seats[0].spots)
    first = state.due[0]
    keys = {told.key for told in mishaps(house)}
    assert ("opening" in keys, "peek" in keys) == (bool(state.seats[0].to_turn_up), bool(state.seats[0].to_peek))
    cells = iter(peek_cells(house) if "peek" in keys else house.grid.cells())
    while state.step is Step.OPENING and state.seats[first].to_turn_up + state.seats[first].to_peek:
        cell = next(cells)
        action = TurnUp(cell) if state.seats[first].to_turn_up else Peek(cell)
        try:
            state = do(state, first, action)
        except NotAllowed:
            continue  # not a card of the opening
    for cell in house.grid.cells():
        for more in (TurnUp(cell), Peek(cell)):
            with pytest.raises(NotAllowed):
                verify(state, first, more)


def test_a_card_that_was_looked_at_must_be_the_one_replaced() -> None:
    """As the page says of sheet 003; where the table forbids the look altogether, the referee refuses that."""
    forbids, commits = HOUSES["four-card"], with_answers("four-card", look="commits")
    for house in (forbids, commits):
        looked = mishap(house, "looked")
        assert looked is not None
        assert (looked.remedies[0].rests, looked.remedies[0].passage) == ("printed", "note 1")
    state = begin(commits, ("Ann", "Bo"), full_deck(commits, 1))
    for player in (0, 1):
        for cell in peek_cells(commits):
            state = do(state, player, Peek(cell))
    me = state.player
    assert me is not None
    state = do(do(state, me, DrawStock()), me, Look(Cell(0, 0)))
    for other in (Discard(), Replace(Cell(1, 1), False)):
        with pytest.raises(NotAllowed) as refused:
            verify(state, me, other)
        assert refused.value.code == "look.must_replace"
    verify(state, me, Replace(Cell(0, 0), False))
    with pytest.raises(NotAllowed) as refused:
        verify(do(begin_turn(forbids), 0, DrawStock()), 0, Look(Cell(0, 0)))
    assert refused.value.code == "look.never"


def begin_turn(house: House) -> Any:
    """A state in which seat 0 is about to draw."""
    state = begin(house, ("Ann", "Bo"), full_deck(house, 1), starter=0)
    for player in (0, 1):
        for cell in peek_cells(house):
            state = do(state, player, Peek(cell))
    return state


def test_a_card_in_place_is_not_taken_back() -> None:
    """What the page says of "I want it back"."""
    for house in HOUSES.values():
        answer = may(Situation(house=house, moment="swapped"), "replace-hidden")
        assert answer.allowed != "yes", house.key


def test_every_key_is_a_mishap_of_some_house() -> None:
    assert {told.key for house in HOUSES.values() for told in mishaps(house)} == set(MISHAPS)
