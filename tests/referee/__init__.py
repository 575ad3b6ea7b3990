"""The turn procedure of every built-in house; a house that is added is covered without a word here.

`python -m tests.referee` writes the playthrough that is missing for a new house.
"""

from functools import partial
from random import Random

import pytest

from scorekeeper import houses
from scorekeeper.referee import State, begin
from scorekeeper.referee.state import full_deck
from scorekeeper.rules import Card, House

HOUSES = houses.built_in()
each_house = partial(pytest.mark.parametrize, "house", HOUSES, ids=[house.key for house in HOUSES])

NAMES = ("Ann", "Bo", "Cy", "Di")


def decks_for(house: House, players: int) -> int:
    """The house's number of decks, or one if the table may choose."""
    return house.decks(players) or 1


_MADE: dict[tuple[int, int], tuple[House, tuple[Card, ...]]] = {}
"""The decks of houses dealt before, by identity; each house is kept, so that no other can come to have it."""


def _deck(house: House, players: int) -> tuple[Card, ...]:
    made = _MADE.get((id(house), players))
    if made is None:
        made = _MADE[id(house), players] = house, full_deck(house, decks_for(house, players))
    return made[1]


def deal(house: House, players: int, dice: Random) -> State:
    """A hole, freshly shuffled and dealt."""
    deck = list(_deck(house, players))
    dice.shuffle(deck)
    return begin(house, NAMES[:players], deck, dice.randrange(players))
