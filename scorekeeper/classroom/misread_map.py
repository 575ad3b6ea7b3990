"""The misread map: which rule the answers of a class fit a misread of, and at which question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.classroom.session import ClassSession
from scorekeeper.classroom.work import Seat
from scorekeeper.quiz.question import Question, Step


@dataclass(frozen=True)
class MapCell:
    """How many pupils' answers to a question fit a misread of a rule; None where the map is shared and they are too
    few to be shown, or none. ``seats`` are the numbers of those pupils, and empty where it is shared."""

    letter: str
    count: int | None
    seats: tuple[int, ...] = ()


@dataclass(frozen=True)
class MapRow:
    """A rule that can be practised. ``misreads`` says what those do whose answers fit, as `If {doing}` goes on."""

    rule: str
    name: str
    misreads: tuple[str, ...]
    cells: tuple[MapCell, ...]


@dataclass(frozen=True)
class MisreadMap:
    """Rules by questions: only rules with something to show, those with most first. ``letters`` head the columns."""

    letters: tuple[str, ...]
    rows: tuple[MapRow, ...]


@dataclass(frozen=True)
class GivenAnswer:
    """An answer to the question of a sheet, as people write it, and how many gave it; ``seats`` as in a `MapCell`."""

    letter: str
    variant: str
    answer: str
    count: int
    right: bool = False
    doing: tuple[str, ...] = ()  # what leads to it, as `If {doing}` goes on
    seats: tuple[int, ...] = ()


@dataclass(frozen=True)
class WorkedMisread:
    """A misread worked beside the right way, for one question of one sheet.

    ``theirs`` are the lines of whoever reads it so, where those are the lines of a house; else there is only their
    ``answer``, and ``text`` says why. ``count`` is None where it is not to be shown.
    """

    letter: str
    variant: str
    question: Question
    key: str  # of the misread; "" where the answer points at the rule and at no misread of it
    doing: str
    answer: str
    theirs: tuple[Step, ...]
    total: int | None
    right: tuple[Step, ...]
    right_answer: str
    text: str = ""
    count: int | None = None
    seats: tuple[int, ...] = ()


def misread_map(session: ClassSession, seats: Sequence[Seat], own: bool) -> MisreadMap:
    """Which answers fit which misreads."""
    raise NotImplementedError


def unexplained(session: ClassSession, seats: Sequence[Seat], own: bool) -> tuple[GivenAnswer, ...]:
    """The wrong answers that no misread leads to, commonest first."""
    raise NotImplementedError


def answers_given(session: ClassSession, seats: Sequence[Seat], letter: str, own: bool) -> tuple[GivenAnswer, ...]:
    """Every answer to one question, right or wrong, commonest first."""
    raise NotImplementedError


def worked_cell(
    session: ClassSession, seats: Sequence[Seat], letter: str, rule: str, own: bool
) -> tuple[WorkedMisread, ...]:
    """What stands behind a cell of the map."""
    raise NotImplementedError
