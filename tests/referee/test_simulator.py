"""Thousands of holes by dice: every state keeps to the rules of the table, in every house and every reading."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from scorekeeper import houses
from scorekeeper.referee import DrawStock, Replace, State, Step, deck_advice, do, legal_actions
from scorekeeper.rules import Cell, House
from tests.random_houses import random_houses
from tests.referee import deal, each_house
from tests.referee.simulator import Broken, Watch, play_hole


def play(house: House, holes: int, sampled: float) -> None:
    advice = [deck_advice(house, players) for players in range(house.table.players_min, min(4, house.most_players) + 1)]
    tables = [one.players for one in advice if one.count is None or one.count.stock >= 0]  # the others are warned
    for number in range(holes if tables else 0):
        dice = Random(f"{house.key} {house.readings} {number}")
        play_hole(house, dice.choice(tables), dice, sampled)


@each_house()
def test_holes_of_every_house_and_of_every_reading_that_changes_the_play(house: House) -> None:
    play(house, 30, sampled=0.01)
    for option in house.options:
        for reading in option.readings:
            changes = any(path.split(".")[0] in ("opening", "turn", "ending") for path in reading.sets)
            if changes and reading is not option.default:
                play(houses.with_readings(house, {option.key: reading.key}), 1, sampled=0.05)


def test_houses_that_nobody_has_thought_of() -> None:
    for house in random_houses(60).values():
        play(house, 1, sampled=0.02)


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
