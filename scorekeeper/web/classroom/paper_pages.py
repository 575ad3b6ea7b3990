"""What the pages show on which papers are typed in and mended: a row for each paper, a box for each answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scorekeeper.classroom.papers import (
    MOST_PAPERS,
    SHEET,
    Problem,
    box_label,
    cells_of,
    column_choices,
    paper_columns,
)
from scorekeeper.quiz.set_codes import letter_of
from scorekeeper.quiz.sets import QuestionSet
from scorekeeper.store import KeptClass, Pile, SavedPaper, paper_numbers

MOST_CELLS = 900
"""So many boxes a form has; with a table beside them, a request takes a thousand parts."""


@dataclass(frozen=True)
class PaperCell:
    """A box of a paper that is typed in: its name in the form, what it is called, and what stands in it.

    ``choices`` are the words to choose from, where nothing is to be typed.
    """

    name: str
    label: str
    typed: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class PaperProblem:
    """What is wrong with a box: the name of that box in the form, whose it is, and why."""

    name: str
    where: str
    reason: str


@dataclass(frozen=True)
class PaperRow:
    """A paper that is typed in, under its number in the class, with what is wrong with it."""

    number: int
    sheet_box: str
    sheet: str
    cells: tuple[PaperCell, ...]
    problems: tuple[PaperProblem, ...] = ()

    def is_wrong(self, name: str) -> bool:
        return any(problem.name == name for problem in self.problems)


@dataclass(frozen=True)
class Grid:
    """Papers by columns, as they are typed in."""

    heads: tuple[str, ...]  # what stands over the boxes
    variants: tuple[str, ...]
    rows: tuple[PaperRow, ...]


@dataclass(frozen=True)
class SavedShown:
    """A paper that is there already, for a list."""

    number: int
    aside: bool
    words: str


@dataclass(frozen=True)
class PapersPage:
    """The form for more papers, and those that are there.

    ``errors`` stand on top: of what is typed where it cannot be read, which is told below that paper; of a table, which
    is ``refused`` then, everything. ``checked`` says that all of it can be read. ``again`` is whether the very same
    papers are there already, so that they are saved only if that is wanted; ``unknown`` are columns of a table that can
    be left out, and ``left_out`` those of which that is wanted.
    """

    kept: KeptClass
    grid: Grid
    first: int
    write_id: str
    saved: tuple[SavedShown, ...]
    pile: Pile | None
    errors: Mapping[str, list[str]] = field(default_factory=dict)
    refused: bool = False
    checked: tuple[str, ...] = ()
    again: bool = False
    unknown: tuple[str, ...] = ()
    left_out: frozenset[str] = frozenset()

    @property
    def has_room(self) -> bool:
        """Whether there can be more rows."""
        return len(self.grid.rows) < most_rows(self.kept.session.questions)

    @property
    def pile_words(self) -> str:
        """The papers that were saved last: `Papers 3 to 8`."""
        return paper_numbers(self.pile.first, self.pile.last) if self.pile is not None else ""


@dataclass(frozen=True)
class PaperPage:
    """One paper that is there already, to be corrected or removed."""

    kept: KeptClass
    number: int
    aside: bool
    grid: Grid
    write_id: str
    errors: Mapping[str, list[str]] = field(default_factory=dict)
    checked: tuple[str, ...] = ()


def most_rows(questions: QuestionSet) -> int:
    """So many papers a form for this set can have."""
    return min(MOST_PAPERS, MOST_CELLS // (len(paper_columns(questions)) - 1))


def grid(
    questions: QuestionSet, typed: Mapping[str, str], first: int, rows: int, problems: Sequence[Problem] = ()
) -> Grid:
    """So many rows, with what was typed and what is wrong with it. The first row is the paper of that number."""
    columns = paper_columns(questions)[2:]
    choices = {column: column_choices(questions, column) for column in columns}
    shown = []
    for row in range(1, min(rows, most_rows(questions)) + 1):
        number = first + row - 1
        sheet = typed.get(f"{row}.{SHEET}", questions.sheets[(number - 1) % len(questions.sheets)].variant)
        cells = []
        for column in columns:
            name = f"{row}.{column}"
            text = typed.get(name, "")
            offered = choices[column]
            if offered and text and text not in offered:
                offered = (*offered, text)  # whatever it is, it is not lost
            cells.append(PaperCell(name, box_label(questions, column, sheet), text, offered))
        told = tuple(
            PaperProblem(
                _box(problem, columns),
                f"Paper {number}, {box_label(questions, problem.column, sheet)}",
                problem.reason,
            )
            for problem in problems
            if problem.row == row
        )
        shown.append(PaperRow(number, f"{row}.{SHEET}", sheet, tuple(cells), told))
    heads = tuple(box_label(questions, column) for column in columns)
    return Grid(heads, tuple(one.variant for one in questions.sheets), tuple(shown))


def errors_of(shown: Grid) -> dict[str, list[str]]:
    """What leads from the top of the page to each box with something wrong."""
    return {one.name: [one.where] for row in shown.rows for one in row.problems}


def typed_of(questions: QuestionSet, saved: SavedPaper) -> dict[str, str]:
    """What would have been typed into the first row for a paper as it is kept."""
    cells = cells_of(questions, saved.seat.variant, saved.answers)
    return {f"1.{SHEET}": saved.seat.variant, **{f"1.{column}": text for column, text in cells.items()}}


def saved_shown(questions: QuestionSet, saved: Sequence[SavedPaper]) -> tuple[SavedShown, ...]:
    """The papers that are there, each with what stands on it."""
    found = []
    for one in saved:
        cells = cells_of(questions, one.seat.variant, one.answers)
        words = [f"{box_label(questions, column, one.seat.variant)}: {text}" for column, text in cells.items()]
        sheet = [f"sheet {one.seat.variant}"] if len(questions.sheets) > 1 else []
        removed = ["removed"] if one.aside else []
        found.append(SavedShown(one.seat.number, one.aside, "; ".join([*removed, *sheet, *words]) or "no answers"))
    return tuple(found)


def not_counted(partly: Sequence[tuple[int, Sequence[int]]]) -> str:
    """What counts as not answered of papers by their numbers, because only some of its boxes were filled in."""
    named = [f"Paper {number}, {letter_of(place)}" for number, places in partly for place in places]
    if not named:
        return ""
    more = f" and {len(named) - 6} more" if len(named) > 6 else ""
    return f"Only some of the boxes were filled in, so these count as not answered: {'; '.join(named[:6])}{more}."


def _box(problem: Problem, columns: Sequence[str]) -> str:
    """The name of the box that a problem of a row is about; of the first of the row where it is about none."""
    if problem.column == SHEET:
        return f"{problem.row}.{SHEET}"
    letter = problem.column.partition(".")[0]
    column = next((one for one in (problem.column, letter) if one in columns), columns[0])
    return f"{problem.row}.{column}"
