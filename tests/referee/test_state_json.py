"""A state can be written as plain JSON, and read again, at any moment of a hole."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from scorekeeper.referee import State, Step, UnreadableState, do, from_data, legal_actions, to_data
from scorekeeper.rules import House
from tests.referee import deal, each_house
from tests.referee.telling import PLAIN, dealt, played


@each_house()
def test_every_state_of_a_hole_comes_back_as_it_was(house: House) -> None:
    dice = Random(house.key)
    state = deal(house, max(2, house.table.players_min), dice)
    for _ in range(150):
        back = read(state)
        assert back == state
        assert hash(back) == hash(state)
        assert legal_actions(back) == legal_actions(state)
        if state.step is Step.OVER:
            break
        state = do(state, *dice.choice(legal_actions(state)))


def read(state: State) -> State:
    return from_data(state.house, json.loads(json.dumps(to_data(state))))


WRONG: dict[str, Callable[[dict[str, Any]], Any]] = {
    "no step": lambda data: data.pop("step"),
    "a step that there is not": lambda data: data.update(step="dance"),
    "a card that there is not": lambda data: data.update(drawn="Z"),
    "an empty place in words": lambda data: data["seats"][0]["places"].__setitem__(0, ""),
    "a grid of five": lambda data: data["seats"][0]["places"].pop(),
    "a seat that is not there": lambda data: data.update(player=3),
    "an ender who is not there": lambda data: data.update(ender=-1),
    "a word for a seat": lambda data: data.update(starter="Ann"),
    "nobody": lambda data: data.update(seats=[]),
    "something else about a seat": lambda data: data["seats"][0].update(hat="red"),
    "no list": lambda data: data.update(stock=7),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_values_that_are_no_state(wrong: str) -> None:
    data = to_data(played(dealt(PLAIN), "Ann: draw stock"))
    WRONG[wrong](data)
    with pytest.raises(UnreadableState, match="no state of a hole"):
        from_data(PLAIN, data)
