"""The layouts that the builder shows: whatever the rules, the decks of the house can deal each of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from scorekeeper import houses
from scorekeeper.referee import full_deck
from scorekeeper.rules import Card, Grid, House, Rank, Suit
from scorekeeper.rules.options import Example
from scorekeeper.rules.parameters import Bonus, Cancelling, Table
from scorekeeper.web.build.examples import shown_scores
from tests.random_houses import random_houses

OURS = houses.get("two-joker")
ONE_RANK = {Rank.SEVEN: 12}
HOUSES = {
    **{house.key: house for house in houses.built_in()},
    **random_houses(40),
    "one deck for 24 cards": replace(OURS, grid=Grid(4, 6), four_of_a_kind=None, table=Table(players_min=1)),
    "a deck of one rank": replace(OURS, table=Table(deck=ONE_RANK), values={Rank.SEVEN: 7}, cancelling=Cancelling()),
    "suits": replace(OURS, bonuses=(Bonus(pattern="one-suit", points=-20),)),
}


@pytest.mark.parametrize("house", HOUSES.values(), ids=list(HOUSES))
def test_every_card_is_in_the_decks_as_often_as_it_is_shown(house: House) -> None:
    decks = max(number for number in house.table.decks.values() if number != "ask")
    there = Counter(full_deck(house, decks))
    ranks: Counter[Rank] = Counter()
    for card, count in there.items():
        ranks[card.rank] += count
    shown = shown_scores(house, house.examples)
    assert shown
    for worked in shown:
        held = worked.layout.cards()
        assert len(held) == house.grid.size
        for card, count in Counter(held).items():
            most = there[card] if card.suit else ranks[card.rank]
            assert card.rank is Rank.GONE or count <= most, f"{count} of {card} in {worked.layout}"


def test_an_example_of_more_cards_than_there_are_is_left_out() -> None:
    five = Example(layout="7 7 7 / 7 7 K", total=0)
    shown = [str(worked.layout) for worked in shown_scores(OURS, (five,))]
    assert five.layout not in shown
    two_decks = replace(OURS, table=replace(OURS.table, decks={2: 2}))
    assert str(shown_scores(two_decks, (five,))[0].layout) == five.layout


def test_a_single_card_is_shown_once() -> None:
    red = replace(OURS, card_values={str(Card(Rank.KING, Suit.HEARTS)): -1})
    for worked in shown_scores(red, ()):
        kings = Counter(card for card in worked.layout.cards() if card.suit)
        assert set(kings.values()) <= {1}
