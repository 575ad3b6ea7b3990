"""The board: every pupil by every question, as it may be projected, or as only the teacher should see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.classroom.session import ClassSession
from scorekeeper.classroom.work import Seat, State

SMALLEST = 3
"""What fewer pupils have in common is not projected: it would be clear who is meant."""


@dataclass(frozen=True)
class Row:
    """A pupil. ``name`` is "" and ``told`` is empty where the board is shared, and ``seat`` is 0.

    ``number`` counts the rows from 1, from top to bottom, and says nothing of who it is. ``told`` are the misreads that
    two answers agree with and that leave little doubt, as `If {doing}` goes on.
    """

    name: str
    number: int
    cells: tuple[State, ...]
    told: tuple[str, ...] = ()
    seat: int = 0
    variant: str = ""


@dataclass(frozen=True)
class Column:
    """A question by its letter, with how many pupils are in each state; states that nobody is in are missing.

    ``tells`` is whether its cells say what is right and what is not; ``reached`` whether the class is there yet.
    """

    letter: str
    place: int
    counts: Mapping[State, int]
    tells: bool
    reached: bool

    @property
    def answered(self) -> int:
        """How many have answered it, rightly or not."""
        return 0


@dataclass(frozen=True)
class Board:
    """``joined`` pupils, of whom ``answered`` have answered everything that can be seen."""

    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    joined: int
    answered: int


def board(session: ClassSession, seats: Sequence[Seat], own: bool, salt: str = "") -> Board:
    """The board; ``own`` for the teacher alone, with names and with what may be told of each pupil.

    ``salt`` decides the order of the rows where the board is shared: something that no pupil knows, such as the key of
    the teacher's link.
    """
    raise NotImplementedError
