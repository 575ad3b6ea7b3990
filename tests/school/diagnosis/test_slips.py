"""Slips: the wrong total of a rightly read hand, the cards that are scored wrong, and the columns."""

import pytest

from scorekeeper import houses
from scorekeeper.rules import parse_layout, score
from scorekeeper.school.diagnosis.misreads import misreads
from scorekeeper.school.diagnosis.slips import adding_slip, columns_with, slipped_on

# The slip, the layout, the right total and the wrong one, the cells scored wrong by row and column, and the columns.
SLIPS = [
    ("the last column is left out", "A2", "worksheet", "9 8 4 / 6 10 7", 44, 33, "02 12", (15, 18, 11)),
    ("columns below 0 are added", "A1", "worksheet", "A A K / 2 3 2", 1, 7, "00 02 10 12", (-1, 4, -2)),
    ("a column of 0 is right", "A1", "worksheet", "K A K / K 3 2", 2, 6, "02 12", (0, 4, -2)),
    ("lines across columns stay as they are", "A1", "penalty", "K K * / K K A", -12, -8, "02 12", (0, 0, -2)),
    ("a third seven cancels too", "P16", "worksheet", "7 8 7 / 6 9 7", 30, 23, "00", (6, 17, 0)),
    ("two more sevens cancel too", "P16", "worksheet", "7 7 7 / 6 9 7", 29, 15, "00 01", (6, 9, 0)),
    ("no third card, nothing wrong", "P16", "worksheet", "7 8 K / 7 9 2", 15, 15, "", (0, 17, -2)),
    ("a pair of two colors does not cancel", "P19", "worksheet", "7S 8S 7S / 7D 9S 7C", 17, 31, "00 10", (14, 17, 0)),
    ("a pair of one color cancels", "P19", "worksheet", "7S 8S 7H / 6D 9S 7D", 30, 30, "", (13, 17, 0)),
    ("cards without a suit cancel", "P19", "worksheet", "7 8 7S / 7 9 7", 17, 17, "", (0, 17, 0)),
    ("a later pair does not cancel", "P20", "worksheet", "2 7 7 / 2 7 3", 10, 24, "01 11", (0, 14, 10)),
    ("two later pairs do not cancel", "P20", "worksheet", "3 4 7 / 3 4 7", 0, 22, "01 02 11 12", (0, 8, 14)),
    ("two neighbors in a row cancel", "P3b", "worksheet", "5 5 K / 9 8 K", 27, 17, "00 01", (9, 8, 0)),
    ("of three neighbors the first two cancel", "P3b", "worksheet", "5 5 5 / 9 8 K", 32, 22, "00 01", (9, 8, 5)),
    ("neighbors on the right cancel", "P3b", "worksheet", "K 5 5 / 9 8 3", 30, 20, "01 02", (9, 8, 3)),
    ("two neighbors in each row cancel", "P3b", "worksheet", "5 6 6 / K 8 8", 33, 5, "01 02 11 12", (5, 0, 0)),
    ("two in a row that are no neighbors count", "P3b", "worksheet", "5 6 5 / K 9 8", 33, 33, "", (5, 15, 13)),
    ("a canceled neighbor is left alone", "P3b", "worksheet", "5 5 6 / 5 8 9", 28, 28, "", (0, 13, 15)),
    ("neighbors that keep their values count", "P3b", "two-joker", "* * 5 / 5 Q 3", 19, 19, "", (3, 8, 8)),
    (
        "a pair that keeps its values is not the first",
        "P20",
        "two-joker",
        "* 9 7 / * 9 7",
        -4,
        10,
        "02 12",
        (-4, 0, 14),
    ),
    ("four of a kind is the whole hand", "F10", "penalty", "K K 7 / K K 10", 7, -10, "02 12", (0, 0, 17)),
    ("without four of a kind the hand counts", "F10", "penalty", "K Q 7 / K K 10", 27, 27, "", (0, 10, 17)),
]


@pytest.mark.parametrize(
    ("key", "house", "layout", "right", "wrong", "cells", "columns"),
    [case[1:] for case in SLIPS],
    ids=[case[0] for case in SLIPS],
)
def test_a_slip(
    key: str, house: str, layout: str, right: int, wrong: int, cells: str, columns: tuple[int, ...]
) -> None:
    rules = houses.get(house)
    worked = score(parse_layout(layout, rules), rules)
    (slip,) = [misread.slip for misread in misreads(rules) if misread.key == key]
    assert slip is not None
    assert (worked.total, slip(worked, rules)) == (right, wrong)
    assert " ".join(f"{cell.row}{cell.column}" for cell in sorted(slipped_on(slip, worked, rules))) == cells
    assert columns_with(slip, worked, rules) == columns


def test_without_a_slip_the_columns_are_right() -> None:
    rules = houses.get("worksheet")
    worked = score(parse_layout("7 8 7 / 6 9 7", rules), rules)
    assert columns_with(None, worked, rules) == (13, 17, 0)


@pytest.mark.parametrize(
    ("right", "given", "look"),
    [
        (27, 37, "It’s off by ten"),
        (-27, -17, "It’s off by ten"),
        (27, 28, "Nearly"),
        (-27, -28, "Nearly"),
        (27, 25, "Nearly"),
        (27, 72, "Check the order of the digits"),
        (-12, -21, "Check the order of the digits"),
        (20, 2, "Check the order of the digits"),
        (-12, 12, "Check whether it’s above or below 0"),
        (4, -4, "Check whether it’s above or below 0"),
        (27, 30, ""),
        (123, 321, ""),
        (22, 22, ""),
        (0, 0, ""),
    ],
)
def test_a_slip_in_adding_up_says_where_to_look(right: int, given: int, look: str) -> None:
    assert adding_slip(right, given) == look
