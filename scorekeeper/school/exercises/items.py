"""Exercises for paper and other programs: one number or one choice, with the meaning of each wrong one."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from scorekeeper.rules import Cell, Layout
from scorekeeper.school.diagnosis.explaining import Wrong


@dataclass(frozen=True)
class Hand:
    """A layout to look at. ``name`` is its player, or "" if there is only one."""

    layout: Layout
    name: str = ""


@dataclass(frozen=True)
class Item:
    """One thing to answer. With ``choices`` the answers are among them; without, they are whole numbers.

    ``part`` distinguishes the items of one question ("" if there is one) and fits file names. ``also`` has others
    that are as right as the answer. ``wrong`` has none of these, nor an answer twice. All texts are plain, without
    markup.
    """

    part: str
    prompt: str
    hands: tuple[Hand, ...]
    told: tuple[str, ...]
    answer: int | str
    choices: tuple[str, ...]
    wrong: tuple[Wrong, ...]
    right: str  # feedback for the right answer
    otherwise: str  # feedback for any other wrong one
    worked: tuple[str, ...]  # the worked solution, a line each
    hints: tuple[str, ...]
    rules: tuple[str, ...]  # the practiced rules that it is about
    also: tuple[str, ...] = ()

    def is_right(self, answer: int | str) -> bool:
        """Whether this is the answer, or as right."""
        return answer == self.answer or answer in self.also


def worked_once(items: Iterable[Item]) -> tuple[str, ...]:
    """The worked solutions of the items of one question. One that several share is there once.

    Equal lines of one solution all stay: two columns may be worth the same, and the lines add up to the total.
    """
    return tuple(chain.from_iterable(dict.fromkeys(item.worked for item in items)))


def cell_key(cell: Cell) -> str:
    """The key of a cell in forms, addresses and stored answers: `1-2` for row 1, column 2."""
    return f"{cell.row + 1}-{cell.column + 1}"


def cell_of(key: str) -> Cell:
    row, column = key.split("-")
    return Cell(int(row) - 1, int(column) - 1)
