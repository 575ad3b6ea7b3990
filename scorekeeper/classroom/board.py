"""The board: every pupil by every question, as it may be projected, or as only the teacher should see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from scorekeeper.classroom.fitting import worth_telling_of
from scorekeeper.classroom.session import ClassSession
from scorekeeper.classroom.showing import SMALLEST
from scorekeeper.classroom.work import Seat, State, Work, work_of
from scorekeeper.houses import freeze, thaw
from scorekeeper.quiz import beliefs
from scorekeeper.quiz.candidates import candidates
from scorekeeper.quiz.diagnosis import may_be_told
from scorekeeper.quiz.set_codes import letter_of

MOST_CANDIDATES = 3
"""Where more ways of counting lead to the same numbers, naming them all tells nothing."""

__all__ = ["SMALLEST", "Board", "Column", "Row", "board"]


@dataclass(frozen=True)
class Row:
    """A pupil. Where the board is shared ``name`` and ``variant`` are "", ``seat`` is 0, and nothing is told.

    ``number`` counts the rows from 1, from top to bottom, and says nothing of who it is. ``told`` are the misreads that
    two answers agree with and that leave little doubt, each as `If {doing}` goes on. Where there are none, ``perhaps``
    are those each of which leads to exactly this pupil's numbers, of which several are wrong: nothing tells which.
    """

    name: str
    number: int
    cells: tuple[State, ...]
    told: tuple[str, ...] = ()
    seat: int = 0
    variant: str = ""
    perhaps: tuple[str, ...] = ()


@dataclass(frozen=True)
class Column:
    """A question by its letter, with how many pupils are in each state; states that nobody is in are missing.

    ``tells`` is whether its cells say what is right and what is not; ``reached`` whether the class is there yet;
    ``answered`` how many have given an answer, rightly or not.
    """

    letter: str
    place: int
    counts: Mapping[State, int]
    tells: bool
    reached: bool
    answered: int


@dataclass(frozen=True)
class Board:
    """``joined`` pupils, of whom ``answered`` are done: with the question that the class is at where the teacher leads,
    with all of them elsewhere."""

    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    joined: int
    answered: int


def board(session: ClassSession, seats: Sequence[Seat], own: bool, salt: str = "") -> Board:
    """The board; ``own`` for the teacher alone, with names, states at once, and what may be told of each pupil.

    ``salt`` decides the order of the rows where the board is shared: something that no pupil knows, such as the key of
    the teacher's link. Whoever knew it, and in which order the class joined, could tell whose row is whose.
    """
    places = range(session.questions.size)
    tells = [own or (session.tells(place) and len(seats) >= SMALLEST) for place in places]
    ordered = list(seats) if own else sorted(seats, key=lambda seat: _order(session, seat, salt))
    frozen = freeze(session.questions.house)
    works = [work_of(session, seat) for seat in ordered]
    rows = []
    for number, (seat, done) in enumerate(zip(ordered, works, strict=True), start=1):
        cells = tuple(work.seen(told) for work, told in zip(done, tells, strict=True))
        if own:
            told = worth_telling_of(done, frozen)
            perhaps = () if told else _perhaps(done, frozen)
            rows.append(Row(seat.name, number, cells, told, seat.number, seat.variant, perhaps))
        else:
            rows.append(Row("", number, cells))
    columns = tuple(
        Column(
            letter_of(place),
            place,
            Counter(row.cells[place] for row in rows),
            tells[place],
            place < session.reached,
            sum(bool(done[place].given) for done in works),
        )
        for place in places
    )
    return Board(tuple(rows), columns, len(seats), sum(_is_done(session, done) for done in works))


def _order(session: ClassSession, seat: Seat, salt: str) -> bytes:
    return sha256(f"{salt}\n{session.questions.code}\n{seat.number}".encode()).digest()


def _perhaps(works: Sequence[Work], frozen: str) -> tuple[str, ...]:
    """Every one mistake that leads to all counted answers of a pupil, where more than one of them is wrong."""
    counted = [work.question.counted_as(work.counted) for work in works if work.counted is not None]
    answers = [one for one in counted if one is not None]
    if not may_be_told(thaw(frozen), answers):
        return ()
    found = candidates(beliefs(thaw(frozen)), answers)
    return tuple(misread.doing for misread in found) if len(found) <= MOST_CANDIDATES else ()


def _is_done(session: ClassSession, works: Sequence[Work]) -> bool:
    if session.is_led and session.phase != "ended":
        return bool(works[session.at].given)
    return all(work.over or (work.given and not work.practised) for work in works)
