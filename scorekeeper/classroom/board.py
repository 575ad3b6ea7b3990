"""The board of a class: how many have answered each question, and, for the teacher alone, every pupil by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.classroom.answer_misreads import worth_telling_of
from scorekeeper.classroom.session import ClassSession
from scorekeeper.classroom.work import Seat, State, Work, work_of
from scorekeeper.houses import freeze, thaw
from scorekeeper.quiz import beliefs
from scorekeeper.quiz.diagnosis import candidates, may_be_told
from scorekeeper.quiz.set_codes import letter_of

MOST_CANDIDATES = 3
"""Where more ways of counting lead to the same numbers, naming them all tells nothing."""


@dataclass(frozen=True)
class Row:
    """A pupil with the states of all questions.

    ``told`` are the misreads that two answers agree with and that leave little doubt, each as `If {doing}` goes on.
    Where there are none, ``perhaps`` are those each of which leads to exactly this pupil's numbers, several of them
    wrong.
    """

    seat: Seat
    cells: tuple[State, ...]
    told: tuple[str, ...]
    perhaps: tuple[str, ...]


@dataclass(frozen=True)
class Column:
    """A question with how many pupils have answered it; ``right`` is None where pupils may not be told of it yet."""

    letter: str
    reached: bool
    answered: int
    right: int | None


def columns_of(session: ClassSession, seats: Sequence[Seat], own: bool) -> tuple[Column, ...]:
    """Every question; ``own`` for the teacher, who sees at once how many are right."""
    works = [work_of(session, seat) for seat in seats]
    return tuple(
        Column(
            letter_of(place),
            place < session.reached,
            sum(bool(done[place].given) for done in works),
            sum(done[place].right for done in works) if own or session.tells(place) else None,
        )
        for place in range(session.questions.size)
    )


def rows_of(session: ClassSession, seats: Sequence[Seat]) -> tuple[Row, ...]:
    """Every pupil in the order of joining, for the teacher alone."""
    frozen = freeze(session.questions.house)
    rows = []
    for seat in seats:
        works = work_of(session, seat)
        told = worth_telling_of(works, frozen)
        rows.append(Row(seat, tuple(work.state for work in works), told, () if told else _perhaps(works, frozen)))
    return tuple(rows)


def _perhaps(works: Sequence[Work], frozen: str) -> tuple[str, ...]:
    """Every one mistake that leads to all counted answers of a pupil, where more than one of them is wrong."""
    counted = [work.question.counted_as(work.counted) for work in works if work.counted is not None]
    answers = [one for one in counted if one is not None]
    if not may_be_told(thaw(frozen), answers):
        return ()
    found = candidates(beliefs(thaw(frozen)), answers)
    return tuple(misread.doing for misread in found) if len(found) <= MOST_CANDIDATES else ()
