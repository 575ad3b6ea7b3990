"""What a class wrote on paper, typed in or brought as a table; whose papers they are is never kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scorekeeper.quiz.sets import QuestionSet
from scorekeeper.rules import RuleError

MOST_PAPERS, MOST_BYTES = 200, 100_000


@dataclass(frozen=True)
class Paper:
    """One paper: the variant of its sheet, and what stood in the fields of each place, from 0, that was answered."""

    variant: str
    typed: Mapping[int, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Problem:
    """What is wrong, and where: the row from 1 as a spreadsheet counts them, and what the column is called.

    ``row`` 0 stands for the whole table, and ``column`` "" for the whole row.
    """

    row: int
    column: str
    reason: str

    @property
    def text(self) -> str:
        """All of it in one line: `row 3, B: points are whole numbers`."""
        place = ", ".join([f"row {self.row}"] * bool(self.row) + [self.column] * bool(self.column))
        return f"{place}: {self.reason}" if place else self.reason


class BadPapers(RuleError):
    """A table that cannot be taken, with everything that is wrong in it. None of it is kept."""

    code = "papers.bad"

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(problem.text for problem in problems))
        self.problems = tuple(problems)


def read_papers(questions: QuestionSet, text: str) -> tuple[Paper, ...]:
    """The papers of a table. Raises BadPapers."""
    raise NotImplementedError


def papers_of_form(questions: QuestionSet, form: Mapping[str, str]) -> tuple[Paper, ...]:
    """The papers of a form whose fields are called `row.letter.field`, and `row.sheet`. Raises BadPapers."""
    raise NotImplementedError


def paper_columns(questions: QuestionSet) -> tuple[str, ...]:
    """What the columns of a table are called, in order; the first two are `pupil` and `sheet`."""
    raise NotImplementedError
