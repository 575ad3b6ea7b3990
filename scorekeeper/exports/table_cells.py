"""A text as the cells of a table, each with the place that a spreadsheet gives it."""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.rules import RuleError
from scorekeeper.rules.names import cleaned
from scorekeeper.rules.signs import plain_signs

SEPARATORS = "\t;,"
"""The likeliest first: a comma may also be in names and decimals, a semicolon in notes."""

MOST_ROWS, MOST_COLUMNS = 200, 500

_LINE_FOR_EXCEL = re.compile(r"\Asep=.\n")

_POINTS = re.compile(r"([+-]?) ?([0-9]{1,30})(?:[.,]0{1,2})?(?: ?(?:points?|pts?|punkte?|pkte?|p)\.?)?", re.IGNORECASE)
_BRACKETED = re.compile(r"\(([0-9]+(?:[.,]0{1,2})?)\)")
"""How accountants write a negative number."""


class BadTable(RuleError):
    """A table that can't be read; says where and why."""

    code = "score_table.bad"


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell with its row and column, both from 1."""

    text: str
    row: int
    column: int

    @property
    def where(self) -> str:
        return f"row {self.row}, column {letters(self.column)}"

    @property
    def points(self) -> int | None:
        """The whole number in this cell, also one that a spreadsheet wrote with decimals."""
        return points_in(self.text)


Cells = Sequence[Cell]


@lru_cache(maxsize=2_000)
def points_in(text: str) -> int | None:
    """A whole number as people and spreadsheets write it.

    >>> points_in("12,0"), points_in("(3)"), points_in("− 4 pts"), points_in("1.5")
    (12, -3, -4, None)
    """
    match = _POINTS.fullmatch(_BRACKETED.sub(r"-\1", plain_signs(text)))
    return None if match is None else int(match[1] + match[2])


def letters(column: int) -> str:
    """A column as spreadsheets call it.

    >>> letters(1), letters(26), letters(27)
    ('A', 'Z', 'AA')
    """
    above, last = divmod(column - 1, 26)
    return (letters(above) if above else "") + chr(ord("A") + last)


def line_name(cells: Cells) -> str:
    """The cells of a row or of a column of a table."""
    first, last = cells[0], cells[-1]
    return f"row {first.row}" if first.row == last.row else f"column {letters(first.column)}"


def is_table(text: str) -> bool:
    """Whether a text has several rows, with columns or with numbers alone.

    >>> is_table("Hole;Ann;Bo\\n1;3;5"), is_table('{"format": "a, b"}\\n'), is_table("hello")
    (True, False, False)
    """
    rows = text.strip().split("\n")
    if len(rows) < 2 or rows[0].startswith(("{", "[")):
        return False
    return any(mark in row for row in rows for mark in SEPARATORS) or any(row.strip().isdecimal() for row in rows)


def cells_of(text: str) -> list[list[Cell]]:
    """The rows that aren't empty, each as long as the longest. Raises BadTable."""
    rows = {number: row for number, row in enumerate(_rows(text), start=1) if row}
    longest = max(map(len, rows.values()), default=0)
    if len(rows) > MOST_ROWS or longest > MOST_COLUMNS:
        size = f"{len(rows):,} rows and {longest:,} columns"
        raise BadTable(f"This table is too large: it has {size}. Keep only the rows and columns of one game.")
    return [
        [Cell(_cleaned(cell), number, column) for column, cell in enumerate(row + [""] * (longest - len(row)), start=1)]
        for number, row in rows.items()
    ]


def _rows(text: str) -> list[list[str]]:
    """The cells of each row up to the last one that isn't empty."""
    rows: list[list[str]] = []
    text = _LINE_FOR_EXCEL.sub("", text)
    try:
        for row in csv.reader(io.StringIO(text), delimiter=_separator(text), strict=True):
            while row and not row[-1].strip():
                row.pop()
            rows.append(row)
    except csv.Error:
        problem = (
            f"Row {len(rows) + 1} has a stray quote or an endless cell. Delete it, or save the table again as CSV."
        )
        raise BadTable(problem) from None
    return rows


def _separator(text: str) -> str:
    """The first separator that most lines have, else the one that is there most."""
    lines = [line for line in text.split("\n") if line.strip()]
    often = (mark for mark in SEPARATORS if 2 * sum(mark in line for line in lines) > len(lines))
    return next(often, max(SEPARATORS, key=text.count))


def _cleaned(text: str) -> str:
    """A cell without the apostrophe that disarms a formula."""
    return cleaned(text).removeprefix("'")
