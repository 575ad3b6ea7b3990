"""Layouts: the grid of cards, its cells and columns."""

from __future__ import annotations

import pytest

from scorekeeper.rules import BadLayout, Card, Cell, Grid, Layout, Rank, parse_layout

SIX = parse_layout("5 * 7 / 5 Q K")


def test_rows_columns_cards_and_cells() -> None:
    assert SIX.grid == Grid(rows=2, columns=3)
    assert [" ".join(map(str, column)) for column in SIX.columns] == ["5 5", "* Q", "7 K"]
    assert " ".join(map(str, SIX.cards())) == "5 * 7 5 Q K"
    assert SIX[Cell(row=1, column=2)] == Card(Rank.KING)
    assert [SIX[cell] for cell in SIX.grid.cells()] == list(SIX.cards())


def test_the_words_for_cells_and_grids() -> None:
    assert str(Cell(0, 2)) == "row 1, column 3"
    assert str(Grid(2, 3)) == "2 rows of 3"
    assert str(Grid(1, 4)) == "one row of 4"
    assert Grid(2, 3).size == 6


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        pytest.param((), "layout.empty", id="no row"),
        pytest.param(((),), "layout.empty", id="an empty row"),
        pytest.param(((Card(Rank.ACE),), (Card(Rank.ACE), Card(Rank.TWO))), "layout.uneven_rows", id="uneven rows"),
        pytest.param(((Card(Rank.ACE),), ()), "layout.uneven_rows", id="an empty second row"),
    ],
)
def test_no_layout(rows: tuple[tuple[Card, ...], ...], code: str) -> None:
    with pytest.raises(BadLayout) as error:
        Layout(rows)
    assert [problem.code for problem in error.value.problems] == [code]


def test_equal_layouts_are_equal_whatever_was_asked_of_them() -> None:
    other = parse_layout("5*7/5qk")
    assert SIX.grid.size == 6  # which is remembered
    assert (other, hash(other)) == (SIX, hash(SIX))
    assert parse_layout("[5] * 7 / 5 Q K") != SIX
