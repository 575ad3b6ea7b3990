"""Which cards are on the table: the numbers are those of the comparison of the sheets."""

from collections import Counter

import pytest

from scorekeeper.referee.state import full_deck
from scorekeeper.rules import House, Rank
from tests.referee import HOUSES, each_house

SHEETS = {house.source.sheet: house for house in HOUSES if house.source.sheet}

# What is left in the stock after the deal and the first discard, for sheets 000 to 004; `-` where the sheet does not
# seat so many, `?` where it leaves the number of decks open.
STOCK = """
    2   39 41 39 43 41
    3   33 35 33 39 35
    4   27  ? 27 35 29
    5    - 77 73 31  -
    6    - 71 67 27  -
    8    - 59 55 19  -
    9    - 53 101 15 -
    12   - 35 83  3  -
"""


@pytest.mark.parametrize("line", STOCK.strip().splitlines())
def test_the_stock_left_after_the_deal(line: str) -> None:
    players, *told = line.split()
    found = []
    for house in (SHEETS[sheet] for sheet in sorted(SHEETS)):
        decks = house.decks(int(players))
        if int(players) > house.most_players:
            found.append("-")
        elif decks is None:
            found.append("?")
        else:
            found.append(str(house.cards_in_play(decks) - int(players) * house.grid.size - 1))
    assert found == told


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
