"""The houses that are the most work to score, of all that the validation lets through: large grids, cards cancelling in
every direction, and as many bonuses as a house may have."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from scorekeeper.houses.loading import from_data
from scorekeeper.rules import Card, Grid, House, Layout, Rank, Suit
from scorekeeper.rules.cards import STANDARD_RANKS
from tests.js.parity_cases import some_layouts

_PATTERNS = ("any-pairs", "anywhere", "two-and-two", "block")
_BONUSES = ("pairs", "all-cancelled", "run", "one-suit", "corners")


def slow_houses() -> Iterator[House]:
    """Each kind of work with each other."""
    for own, fours, bonus, missed in product((False, True), _PATTERNS, _BONUSES, (False, True)):
        needs_suits = bonus == "one-suit"
        needs_ranks = bonus == "run"
        if (own and needs_suits) or (needs_ranks and not own):
            continue  # a deck of its own has no suits, and the standard one has no 24 ranks in a row
        yield _house(own, fours, bonus, missed)


def _house(own: bool, fours: str, bonus: str, missed: bool) -> House:
    ranks = [rank.value for rank in Rank if rank is not Rank.GONE] if own else [*STANDARD_RANKS, "*"]
    alike = "each-pair" if fours in ("any-pairs", "block") else "once"  # the others are earned once by a rank
    table: dict[str, Any] = {"decks": {"2": 12}, "jokers_per_deck": 4}
    bonuses = [{"pattern": bonus, "points": -1, "others": 2, "pairs": 99 if missed else 1} for _ in range(11)]
    return from_data(
        {
            "key": "slow",
            "name": "Slow",
            "summary": "Every rule at once.",
            "source": {"sheet": "", "title": "A bad day"},
            "grid": {"rows": 4, "columns": 6},
            "values": {rank: number % 3 for number, rank in enumerate(ranks)},
            "card_values": {} if own else {rank + suit: 3 for rank in STANDARD_RANKS for suit in Suit},
            "ending": {"trigger": "all-face-up", "hidden": 10},
            "table": table | ({"deck": dict.fromkeys(ranks, 4)} if own else {}),
            "cancelling": {
                "where": ["column", "row", "diagonal"],
                "size": 2,
                "same": "value",
                "leftover": "cancels",
                "counts": "negative",
                "exceptions": dict.fromkeys(ranks, "lower"),
                "wild": ["*", "2"],
            },
            "four_of_a_kind": {"points": -5, "pattern": fours, "six_alike": alike, "cards": "counted"},
            "bonuses": [*bonuses, {"pattern": "exact-total", "total": 0, "points": 1}],
        },
        "slow",
    )


def slowest_for_exercises() -> dict[str, House]:
    """Those of them that exercises just take, by what they still have most of."""
    house = next(slow_houses())
    assert house.cancelling is not None
    in_columns = replace(house.cancelling, where=("column",))
    return {
        "directions": replace(house, grid=Grid(2, 3), bonuses=()),
        "cards": replace(house, grid=Grid(3, 4), bonuses=(), cancelling=in_columns),
        "bonuses": replace(house, grid=Grid(2, 3), bonuses=house.bonuses[:4], cancelling=in_columns),
    }


def slow_layouts(house: House) -> Iterator[Layout]:
    """Of one rank, of as many as there are, and some between."""
    first = Card(house.ranks[0], Suit.SPADES if house.ranks[0] in house.suited_ranks else None)
    yield Layout(((first,) * house.grid.columns,) * house.grid.rows)
    yield from some_layouts(house, 6, random.Random(1))
