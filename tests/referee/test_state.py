"""A state can be written as plain JSON, and read again, at any moment of a hole."""

import json
from random import Random

from scorekeeper.referee import State, Step, do, from_data, legal_actions, to_data
from scorekeeper.rules import House
from tests.referee import deal, each_house


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
