"""Places of a layout as forms, addresses and kept answers write them."""

from __future__ import annotations

from scorekeeper.rules import Cell


def cell_key(cell: Cell) -> str:
    """`1-2` for row 1, column 2."""
    return f"{cell.row + 1}-{cell.column + 1}"


def cell_of(key: str) -> Cell:
    """The place of such a key."""
    row, column = key.split("-")
    return Cell(int(row) - 1, int(column) - 1)
