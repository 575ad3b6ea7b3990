"""A score explains itself: its lines, their cells and their sentences."""

from dataclasses import replace
from itertools import product

import pytest

from scorekeeper import houses
from scorekeeper.rules import BadLayout, Cell, Grid, House, parse_layout, score, scoring
from scorekeeper.rules.parameters import Cancelling, Ending, FourOfAKind
from scorekeeper.rules.scoring import column_points
from tests.rules import chosen

WORKSHEET = houses.get("worksheet")
PENALTY = houses.get("penalty")
TWO_JOKER = houses.get("two-joker")
FOUR_CARD = houses.get("four-card")


def lines(layout: str, house: House) -> list[tuple[str, int, str]]:
    return [(line.rule, line.points, line.text) for line in score(parse_layout(layout, house), house).lines]


LINES: list[tuple[str, House, str, list[tuple[str, int, str]]]] = [
    ("a fixed number for two jokers", chosen("two-joker", joker_pair="minus-two"), "* A 3 / * A 4",
     [("pair", -2, "two jokers together are worth −2"), ("pair", 0, "two aces: the column is 0"),
      ("values", 7, "3 + 4 = 7")]),
    ("minus twos, in a pair and loose", WORKSHEET, "2 2 J / 2 A 10",
     [("pair", 0, "two twos: the column is 0"), ("values", -1, "two −2 + ace 1 = −1"),
      ("values", 20, "jack 10 + 10 = 20")]),
    ("two equal columns of three", replace(PENALTY, grid=Grid(3, 3), cancelling=Cancelling(size=3)),
     "5 K 5 / 5 3 5 / 5 4 5",
     [("pair", 0, "three fives: the column is 0"), ("values", 7, "king 0 + 3 + 4 = 7"),
      ("pair", 0, "three fives: the column is 0"), ("four-of-a-kind", -10, "six fives in two columns: −10")]),
    ("two columns of three, each of one rank",
     replace(PENALTY, grid=Grid(3, 3), cancelling=None, four_of_a_kind=FourOfAKind(points=-10, pattern="any-pairs")),
     "5 K 7 / 5 3 7 / 5 4 7",
     [("values", 7, "king 0 + 3 + 4 = 7"), ("four-of-a-kind", -10, "two matching columns, fives and sevens: −10")]),
    ("four of a kind on top of the cards", chosen("penalty", four_of_a_kind="on-top"), "5 5 K / 5 5 Q",
     [("values", 10, "5 + 5 = 10"), ("values", 10, "5 + 5 = 10"), ("values", 10, "king 0 + queen 10 = 10"),
      ("four-of-a-kind", -10, "four fives in two columns: −10")]),
    ("two and two", chosen("penalty", two_and_two="rows"), "5 5 K / 5 K 5",
     [("pair", 0, "two fives: the column is 0"), ("values", 0, "king 0"), ("values", 0, "king 0"),
      ("four-of-a-kind", -10, "four fives, two in one row and two in another: −10")]),
    ("jokers that keep their values, paired or not, beside a bonus",
     chosen("penalty", joker_pair="keep", two_and_two="rows"), "* * K / * K *",
     [("pair", -6, "two jokers keep their own values: −6"), ("values", -3, "joker −3 + king 0 = −3"),
      ("values", -3, "king 0 + joker −3 = −3"),
      ("four-of-a-kind", -10, "four jokers, two in one row and two in another: −10")]),
    ("twos that take the lower of their values and 0 beside a bonus",
     replace(chosen("worksheet", pair_of_twos="better"),
             four_of_a_kind=FourOfAKind(points=-10, pattern="two-and-two")), "2 2 K / 2 K 2",
     [("pair", -4, "two twos are worth 0 or their own value, whichever is lower: −4"),
      ("values", -2, "two −2 + king 0 = −2"), ("values", -2, "king 0 + two −2 = −2"),
      ("four-of-a-kind", -10, "four twos, two in one row and two in another: −10")]),
    ("anywhere: two of three cancel", replace(FOUR_CARD, cancelling=Cancelling(where=("anywhere",))), "6 6 / 6 4",
     [("pair", 0, "two sixes cancel out: 0"), ("values", 6, "6"), ("values", 4, "4")]),
    ("equal values", replace(FOUR_CARD, cancelling=Cancelling(same="value")), "J A / Q 4",
     [("pair", 0, "jack and queen cancel out: 0"), ("values", 5, "ace 1 + 4 = 5")]),
    ("a fixed number for cards face down", replace(FOUR_CARD, ending=Ending(trigger="knock", hidden=10)), "[7] 3 / K Q",
     [("values", 10, "seven face down 10 + king 0 = 10"), ("values", 13, "3 + queen 10 = 13")]),
]  # fmt: skip
"""Cases beyond the worked examples of the printed sheets in tests/golden/sheets."""


@pytest.mark.parametrize(("house", "layout", "expected"), [case[1:] for case in LINES], ids=[case[0] for case in LINES])
def test_lines(house: House, layout: str, expected: list[tuple[str, int, str]]) -> None:
    worked = score(parse_layout(layout, house), house)
    assert [(line.rule, line.points, line.text) for line in worked.lines] == expected


def test_every_line_names_its_cells_and_column_points_leave_out_what_reaches_over_columns() -> None:
    worked = score(parse_layout("5 K 5 / 5 3 5"), PENALTY)
    assert [line.cells for line in worked.lines] == [
        (Cell(0, 0), Cell(1, 0)),
        (Cell(0, 1), Cell(1, 1)),
        (Cell(0, 2), Cell(1, 2)),
        (Cell(0, 0), Cell(1, 0), Cell(0, 2), Cell(1, 2)),
    ]
    assert worked.column_points == (0, 3, 0)
    assert [line.points for line in worked.lines_across] == [-10]
    assert worked.total == -7


def test_a_layout_for_another_grid_is_refused() -> None:
    with pytest.raises(BadLayout) as error:
        score(parse_layout("5 6 / 7 8"), WORKSHEET)
    assert [problem.code for problem in error.value.problems] == ["layout.missing_cards"] * 2


@pytest.mark.parametrize("key", ["suits-and-runs", "extras", "nine-card", "penalty"])
def test_a_column_counted_with_bonuses_changes_none_of_a_house_without(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exercises count the columns of houses with bonuses, too: a run of two was then −20 in every house."""
    house = houses.get(key)
    plain = replace(house, bonuses=(), four_of_a_kind=None)
    columns = list(product(house.ranks[:6], repeat=house.grid.rows))
    monkeypatch.setattr(scoring, "_known_columns", {})
    alone = [column_points(ranks, plain) for ranks in columns]
    monkeypatch.setattr(scoring, "_known_columns", {})
    assert [column_points(ranks, house) for ranks in columns]
    assert [column_points(ranks, plain) for ranks in columns] == alone
