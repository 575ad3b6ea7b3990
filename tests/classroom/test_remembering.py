"""What is remembered of answers, so that a board is redrawn at once, stays small however much is answered."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Sequence

import pytest

from scorekeeper.classroom import ClassSession, Pace, Seat
from scorekeeper.classroom.board import board
from scorekeeper.classroom.fitting import MOST_REMEMBERED
from scorekeeper.classroom.misread_map import misread_map
from tests.classroom.classes import FIRST, pupil, session

PUPILS, BEFORE = 350, 50
MEGABYTE = 2**20


@pytest.mark.nightly
def test_hundreds_of_different_answers_are_remembered_in_little_room() -> None:
    """Nobody gives an answer that another gave, and the board is drawn anew after each."""
    taught = session(Pace.TEST, FIRST, phase="ended")
    look_at(taught, class_of(first=1, count=BEFORE))  # what is worked out once for the house and the hands
    tracemalloc.start()
    try:
        look_at(taught, class_of(first=1 + BEFORE, count=PUPILS))
        gc.collect()
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 4 * MEGABYTE, f"{kept / MEGABYTE:.1f} MB for {3 * PUPILS} answers"
    full = kept / PUPILS * MOST_REMEMBERED
    assert full < 20 * MEGABYTE, f"{full / MEGABYTE:.1f} MB for as much as can be remembered"


def look_at(taught: ClassSession, seats: Sequence[Seat]) -> None:
    for seat in seats:
        board(taught, [seat], own=True)
        misread_map(taught, [seat], own=True)


def class_of(*, first: int, count: int) -> list[Seat]:
    return [pupil(number, 100 + number, -100 - number, 1_000 + number) for number in range(first, first + count)]
