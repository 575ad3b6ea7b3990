"""Which cards to put on the table: the numbers are those of the comparison of the sheets."""

from __future__ import annotations

from collections import Counter

import pytest

from scorekeeper import houses
from scorekeeper.referee import deck_advice, full_deck
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
        advice = deck_advice(house, int(players))
        if int(players) > house.most_players:
            found.append("-")
            assert any("This house is for" in sentence for sentence in advice.sentences)
        else:
            found.append("?" if advice.count is None else str(advice.count.stock))
    assert found == told


def test_where_the_sheet_leaves_the_decks_open_both_are_told() -> None:
    advice = deck_advice(SHEETS["001"], 4)
    assert advice.decks is None
    assert [(choice.decks, choice.jokers, choice.stock) for choice in advice.choices] == [(1, 2, 29), (2, 4, 83)]
    assert "leaves open" in advice.sentences[0]


def test_a_chosen_number_of_decks_is_the_answer() -> None:
    chosen = houses.with_readings(SHEETS["001"], {"decks-at-four": "two"})
    assert deck_advice(chosen, 4).decks == 2
    assert deck_advice(chosen, 4).choices == ()


def test_a_short_stock_is_told_with_what_happens_then() -> None:
    said = " ".join(deck_advice(SHEETS["003"], 12).sentences)
    assert "less than two turns each" in said
    assert "shuffled into a new stock" in said
    ends = houses.with_readings(SHEETS["003"], {"stock-empty": "hole-ends"})
    assert "the hole ends and is counted" in " ".join(deck_advice(ends, 12).sentences)


def test_too_few_cards_are_told_with_how_many_decks_suffice() -> None:
    said = " ".join(deck_advice(SHEETS["004"], 18).sentences)
    assert "does not suffice to deal: three decks would" in said


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


def test_a_table_that_cannot_be_dealt_is_not_told_how_it_would_play() -> None:
    said = deck_advice(SHEETS["004"], 24).sentences
    assert said[0] == "This house is for two to four players."
    assert any("does not suffice to deal" in sentence for sentence in said)
    dealt = deck_advice(SHEETS["004"], 5).sentences
    assert dealt[0] == "This house is for two to four players."
