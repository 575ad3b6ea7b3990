"""The goal of a day, which cannot be lost, and the best run of a minute."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from scorekeeper.school.practice.practice_session import GOAL, Diary
from tests.school.classes_at_work import FIVES
from tests.school.practice.sittings import NOW, asking, kept, play

DAY = timedelta(days=1)


def test_a_day_is_full_after_ten_questions_and_nothing_is_taken_away() -> None:
    diary = Diary()
    for number in range(GOAL + 3):
        assert diary.full_days == (number >= GOAL)
        diary = diary.after_one(NOW)
    assert diary.on(NOW) == GOAL + 3
    diary = diary.after_one(NOW + 2 * DAY)
    assert (diary.on(NOW + 2 * DAY), diary.on(NOW + 3 * DAY), diary.full_days) == (1, 0, 1)
    for _ in range(GOAL):
        diary = diary.after_one(NOW + 2 * DAY)
    assert diary.full_days == 2


def test_the_best_run_stays() -> None:
    assert Diary().after_run(7).after_run(4).best == 7


@pytest.mark.parametrize("moves", [(44,), (43, 44), (43, 42), ("hint", 44), ("give up",)])
def test_every_question_that_is_over_counts_however_it_ended(moves: Sequence[int | str]) -> None:
    *before, last = moves
    practice = play(asking(FIVES), *before)
    assert practice.diary.on(NOW) == 0
    practice = play(practice, last)
    assert kept(practice).diary.on(NOW) == 1
