"""The cards of a hole; its states as plain JSON, written and read at any moment."""

import json
from collections import Counter
from random import Random

from scorekeeper.referee import State, Step, do, from_data, legal_actions, to_data
from scorekeeper.referee.state import full_deck
from scorekeeper.rules import House, Rank
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


@each_house()
def test_a_full_deck_is_what_the_house_says(house: House) -> None:
    for decks in (1, 2):
        cards = full_deck(house, decks)
        assert len(cards) == house.cards_in_play(decks)
        assert len({id(card) for card in cards}) == len(cards)
        assert Counter(card.rank for card in cards) == {
            rank: decks * house.cards_of_rank(rank) for rank in Rank if house.cards_of_rank(rank)
        }
        if house.table.deck is None:
            assert all(count == decks for card, count in Counter(cards).items() if card.suit is not None)
