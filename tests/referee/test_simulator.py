"""Thousands of holes by dice: every state keeps to the rules of the table, in every house and every reading."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import get_args, get_type_hints

import pytest

from scorekeeper import houses
from scorekeeper.referee import DrawStock, Replace, State, Step, do, legal_actions
from scorekeeper.rules import Cell, House
from tests.by_night import EACH_HOUSE, with_marks
from tests.referee import HOUSES, deal, each_house
from tests.referee.random_houses import random_houses
from tests.referee.simulator import Broken, Watch, check_the_offer, play_hole

FEW, MANY = 100, 10_000
"""Holes of each house: in every run of the tests, and in the nightly one."""


def players_for(house: House, dice: Random) -> int:
    return dice.randint(house.table.players_min, min(4, house.most_players))


def play(house: House, numbers: range, sampled: float) -> None:
    for number in numbers:
        dice = Random(f"{house.key} {number}")
        play_hole(house, players_for(house, dice), dice, sampled)


@pytest.mark.parametrize("key", EACH_HOUSE)
def test_holes(key: str) -> None:
    play(houses.get(key), range(FEW), sampled=0.01)


@pytest.mark.nightly
@each_house()
def test_many_holes(house: House) -> None:
    play(house, range(FEW, FEW + MANY), sampled=0.001)


READINGS = [
    pytest.param(house, option.key, reading.key, id=f"{house.key}-{option.key}={reading.key}", marks=marks)
    for (house, option, reading), marks in with_marks(
        (
            (house, option, reading)
            for house in HOUSES
            for option in house.options
            for reading in option.readings
            if any(path.split(".")[0] in ("opening", "turn", "ending") for path in reading.sets)
            and reading is not option.default
        ),
        lambda case: f"{case[1].key}={case[2].key}",
    )
]


@pytest.mark.parametrize(("house", "option", "reading"), READINGS)
def test_every_reading_that_changes_the_play(house: House, option: str, reading: str) -> None:
    chosen = houses.with_readings(house, {option: reading})
    for number in range(4):
        dice = Random(f"{option} {reading} {number}")
        play_hole(chosen, players_for(house, dice), dice, sampled=0.05)


DRAWN = list(islice(random_houses(), 120))


@pytest.mark.parametrize("number", range(0, len(DRAWN), 20))
def test_houses_that_nobody_has_thought_of(number: int) -> None:
    for house in DRAWN[number : number + 20]:
        dice = Random(house.key)
        play_hole(house, dice.randint(2, 3), dice, sampled=0.02)


def test_every_parameter_is_among_them() -> None:
    for table in ("opening", "turn", "ending"):
        drawn = [getattr(house, table) for house in DRAWN]
        for name, kind in get_type_hints(type(drawn[0])).items():
            words = {True, False} if kind is bool else set(get_args(kind))
            if words and all(isinstance(word, str | bool) for word in words):
                assert {getattr(rules, name) for rules in drawn} == words, f"{table}.{name}"


# --- the watch itself ----------------------------------------------------------------------------------------------


def watched_turn() -> tuple[Watch, State]:
    """A hole in the middle of its first turn, and the state that comes of it."""
    state = deal(houses.get("two-joker"), 3, Random(4))
    while state.step is not Step.DRAW:
        state = do(state, *legal_actions(state)[0])
    held = do(state, state.starter, DrawStock())
    watch = Watch(state)
    watch.step(state.starter, DrawStock(), held)
    return watch, do(held, state.starter, Replace(Cell(1, 2)))


def test_the_watch_is_content_with_a_good_turn() -> None:
    watch, after = watched_turn()
    watch.step(watch.dealt.starter, Replace(Cell(1, 2)), after)
    assert watch.turns == 1


WRONGS: dict[str, Callable[[State], State]] = {
    "a card is missing": lambda state: state._replace(discards=state.discards[1:]),
    "a card is missing or in two places": lambda state: state._replace(stock=(*state.stock[:-1], state.discards[0])),
    "the wrong player is next": lambda state: state._replace(player=state.starter),
    "another's grid": lambda state: state.with_seat(state.due[0], state.seats[state.due[0]]._replace(name="Eve")),
    "nobody ended it": lambda state: state._replace(step=Step.OVER, player=None),
    "in another's turn": lambda state: state._replace(ender=state.player),
}


@pytest.mark.parametrize("wrong", WRONGS)
def test_the_watch_sees_what_is_wrong(wrong: str) -> None:
    watch, after = watched_turn()
    with pytest.raises(Broken, match=wrong):
        watch.step(watch.dealt.starter, Replace(Cell(1, 2)), WRONGS[wrong](after))


def test_the_offer_is_compared_with_the_whole_alphabet() -> None:
    state = deal(houses.get("four-card"), 2, Random(1))
    offered = legal_actions(state)
    check_the_offer(state, offered)
    for other in (offered[1:], (*offered, (0, DrawStock()))):
        with pytest.raises(AssertionError, match="offered and legal differ"):
            check_the_offer(state, other)
