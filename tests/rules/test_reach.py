"""The bounds of a score: no layout is beyond them, and where columns score alone some reach them."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from scorekeeper import houses
from scorekeeper.rules import Card, Cell, Entry, Game, Hole, House, Layout, Player, Rank, Suit, parse_layout, score
from scorekeeper.rules.notation import layout_problems
from scorekeeper.rules.parameters import Cancelling, FourOfAKind
from scorekeeper.rules.reach import points_warnings, reach
from tests.golden import kept, other_readings
from tests.golden.sampling import sampled_layouts
from tests.random_houses import random_houses
from tests.rules import changed

REACHED = {
    "worksheet": ("2 2 2 / K K K", "J J J / Q Q Q"),
    "penalty": ("5 5 * / 5 5 K", "J J J / Q Q Q"),
    "rvers": ("K K K / K K K", "J J J / Q Q Q"),
    "four-card": ("K K / K K", "J J / J J"),
    "two-joker": ("* * * / * * *", "J J J / Q Q Q"),
    "four-cancelling": ("K K / K K", "9 10 / J Q"),
    "eight-card": ("5 5 6 6 / 5 5 6 6", "J J J J / Q Q Q Q"),
    "play-nine": ("-5 -5 -5 -5 / -5 -5 -5 -5", "12 12 12 12 / 11 11 11 11"),
    "suits-and-runs": ("AS 2S 3S / 4S 5S 6S", "JS JS JS / QH QH QH"),
    "ten-card": ("* * * * * / K K K K K", "J J J J J / Q Q Q Q Q"),
    "vanishing-rows": ("K K K / K K K / K K K", "Q Q J / Q Q J / Q Q J"),
}
"""A layout with the lowest score, and one with the highest."""


def changed_by_a_card(layout: Layout, house: House, dice: random.Random) -> Layout:
    """The same with one other card, often one that is already there, or with another cell face down."""
    cells = layout.grid.cells()
    cards = {cell: layout[cell] for cell in cells}
    hidden = set(layout.hidden)
    for cell in dice.sample(cells, min(len(cells), dice.choice([1, 1, 2, 3]))):
        rank = dice.choice([*house.ranks, *(card.rank for card in cards.values() if card.rank is not Rank.GONE)])
        suited = [card.suit for card in cards.values() if card.suit] or list(Suit)
        cards[cell] = Card(rank, dice.choice([*Suit, *suited]) if rank in house.suited_ranks else None)
    if house.ending.hidden != "counted" and dice.random() < 0.3:
        hidden ^= {dice.choice(cells)}
    rows = tuple(
        tuple(cards[Cell(row, column)] for column in range(layout.grid.columns)) for row in range(layout.grid.rows)
    )
    return Layout(rows, frozenset(hidden))


def extremes(house: House, tries: int, dice: random.Random) -> Iterator[int]:
    """The lowest and highest totals that a search finds from the sample, uphill and downhill."""
    for sign in (1, -1):
        for layout in sampled_layouts(house, 3):
            best = sign * score(layout, house).total
            for _ in range(tries):
                other = changed_by_a_card(layout, house, dice)
                if not layout_problems(other, house) and (total := sign * score(other, house).total) >= best:
                    layout, best = other, total
            yield sign * best


@pytest.mark.parametrize("house", houses.built_in(), ids=lambda house: house.key)
def test_no_layout_of_the_golden_files_counts_beyond_it(house: House) -> None:
    golden = kept(house)
    readings = golden["readings"]
    for name, one in [("", house), *((name, other) for name, other in other_readings(house) if name in readings)]:
        lowest, highest = reach(one)
        found = readings[name] if name else golden
        assert lowest <= found["min"] <= found["max"] <= highest, name


@pytest.mark.long
def test_no_layout_that_is_searched_for_counts_beyond_it() -> None:
    dice = random.Random(17)
    for name, house in {**random_houses(80, seed=17), **{one.key: one for one in houses.built_in()}}.items():
        lowest, highest = reach(house)
        found = list(extremes(house, 25, dice))
        assert lowest <= min(found) <= max(found) <= highest, name


def test_every_two_of_three_equal_columns_may_bring_a_bonus_beside_rows_that_cancel() -> None:
    house = changed(
        "worksheet",
        cancelling=Cancelling(where=("row",), size=3, wild=(Rank.TWO,)),
        four_of_a_kind=FourOfAKind(points=10, six_alike="each-pair", cards="counted"),
    )
    most = score(parse_layout("J J J / J J J", house), house).total
    assert most == 90
    assert reach(house).highest >= most


@pytest.mark.parametrize("key", REACHED)
def test_it_is_exact_where_cards_or_columns_count_by_themselves(key: str) -> None:
    house = houses.get(key)
    assert tuple(reach(house)) == tuple(score(parse_layout(cards, house), house).total for cards in REACHED[key])


@pytest.mark.parametrize(
    ("points", "said"),
    [
        (60, ""),
        (61, "Ann has 61, but six cards make at most 60 here."),
        (-12, ""),
        (-13, "Ann has −13, but six cards make at least −12 here."),
    ],
)
def test_a_bare_number_beyond_it_is_asked_about(points: int, said: str) -> None:
    found = list(points_warnings({"Ann": points, "Bo": 0}, houses.get("two-joker")))
    assert "".join(one.message for one in found) == said
    assert all((one.code, one.card, one.holders) == ("points.impossible", str(points), (("Ann", 1),)) for one in found)


def test_another_reading_makes_other_numbers_possible() -> None:
    players = (Player(1, "Ann"), Player(2, "Bo"))
    hole = Hole(1, 1, {1: Entry(points=-28), 2: Entry(points=3)})
    game = Game(houses.get("penalty"), players, 9, 1, (hole,))
    assert [one.code for one in game.warnings(1)] == ["points.impossible"]
    kept_pairs = replace(game, house=houses.with_readings(game.house, {"joker-pair": "keep"}))
    assert not kept_pairs.warnings(1)
