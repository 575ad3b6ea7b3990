"""Mistakes that were once made, each with the case that showed it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper import houses
from scorekeeper.rules import Grid, House, Totals, parse_layout, score
from scorekeeper.rules.parameters import Cancelling, FourOfAKind

PENALTY = houses.get("penalty")


@pytest.mark.parametrize(
    ("house", "equal_columns", "layout", "total"),
    [
        pytest.param(replace(PENALTY, cancelling=None), "7 7 K / 7 7 A", "7 3 K / 7 4 A", 22, id="nothing cancels"),
        pytest.param(
            replace(PENALTY, cancelling=Cancelling(size=3)),
            "7 7 K / 7 7 A",
            "7 3 K / 7 4 A",
            22,
            id="three cancel",
        ),
        pytest.param(
            replace(
                PENALTY,
                grid=Grid(3, 3),
                cancelling=Cancelling(),
                four_of_a_kind=FourOfAKind(points=-10, pattern="any-pairs"),
            ),
            "7 7 K / 7 7 A / 7 7 A",
            "7 3 K / 7 4 A / 7 5 6",
            26,
            id="the third of a column counts",
        ),
    ],
)
def test_cards_that_stood_in_a_bonus_count_again_in_the_next_layout(
    house: House, equal_columns: str, layout: str, total: int
) -> None:
    # Columns were once remembered with their cards left out, because a bonus had stood in their place.
    bonus_total = score(parse_layout(equal_columns, house), house).total
    assert score(parse_layout(layout, house), house).total == total
    assert Totals(house).total(parse_layout(layout, house)) == total
    assert Totals(house).total(parse_layout(equal_columns, house)) == bonus_total


@pytest.mark.parametrize("layout", ["A A A / A A 2", "A A A / 2 A A", "A A A / A 2 A"])
def test_which_four_of_five_make_the_bonus_does_not_depend_on_where_columns_lie(layout: str) -> None:
    house = houses.with_readings(houses.get("penalty"), {"two-and-two": "rows"})
    assert score(parse_layout(layout, house), house).total == -7
