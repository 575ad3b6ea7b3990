"""Exercises as paper and other programs know them: one number or one choice, with what every wrong one means."""

from dataclasses import dataclass

from scorekeeper.rules import Cell, Layout


@dataclass(frozen=True)
class Hand:
    """A layout to look at. ``name`` is whose it is, or nothing where there is only one."""

    layout: Layout
    name: str = ""


@dataclass(frozen=True)
class Wrong:
    """A wrong answer that is to be expected, what it means, and the keys of the misreads that lead to it."""

    answer: int | str
    text: str
    misreads: tuple[str, ...] = ()


@dataclass(frozen=True)
class Item:
    """One thing to answer. With ``choices`` the answers are among them; without, they are whole numbers.

    ``part`` tells the items of one question apart ("" where there is one), and is fit for file names. ``wrong`` never
    holds the right answer, and no answer twice. All texts are plain, without any markup.
    """

    part: str
    prompt: str
    hands: tuple[Hand, ...]
    told: tuple[str, ...]
    answer: int | str
    choices: tuple[str, ...]
    wrong: tuple[Wrong, ...]
    right: str  # said to the right answer
    otherwise: str  # said to any other wrong one
    worked: tuple[str, ...]  # how to come to the answer, a line each
    hints: tuple[str, ...]
    rules: tuple[str, ...]  # the practiced rules that it is about


def cell_key(cell: Cell) -> str:
    """A place as forms, addresses and kept answers write it: `1-2` for row 1, column 2."""
    return f"{cell.row + 1}-{cell.column + 1}"


def cell_of(key: str) -> Cell:
    row, column = key.split("-")
    return Cell(int(row) - 1, int(column) - 1)
