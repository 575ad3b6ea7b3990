"""The teacher closes a question while everybody answers: what was acknowledged counts, and nothing else."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from scorekeeper.school.classes import KeptClass, find_class, lead_class
from scorekeeper.school.seats import keep_work, seats_of
from scorekeeper.school.session import Action, Closed, Pace
from scorekeeper.store.connection import Store
from tests.store.playing import new_write
from tests.store.schooling import answer, begin_lesson

PUPILS, AT_LEAST, AT_MOST = 6, 3, 40
PATIENCE = 60


@pytest.mark.parametrize(
    ("pace", "action"),
    [
        pytest.param(Pace.LIVE, "reveal", id="revealed"),
        pytest.param(Pace.TEST, "end", id="a test ended"),
    ],
)
def test_every_acknowledged_answer_came_before_the_close(store: Store, pace: Pace, action: Action) -> None:
    lesson = begin_lesson(store, pace)
    for number in range(1, PUPILS + 1):
        lesson.join(f"token-{number}")
    code, led = lesson.code, lesson.kept.led
    stores = [store, Store.open(store.path)]
    answered, is_closed = threading.Semaphore(0), threading.Event()

    def pupil(number: int) -> tuple[list[int], list[KeptClass]]:
        """Answers until it is closed; gives what was acknowledged, and how the class was then."""
        mine = stores[number % 2]
        taken: list[int] = []
        classes: list[KeptClass] = []
        for points in range(AT_MOST):
            if points == AT_MOST - 1:  # so quick were they all that the teacher did not get a word in
                assert is_closed.wait(PATIENCE)
            try:
                kept, _ = keep_work(mine, code, number, f"token-{number}", answer(str(points)), f"w{points}")
            except Closed:
                return taken, classes
            taken.append(points)
            classes.append(kept)
            answered.release()
        raise AssertionError("an answer was taken after the close")

    def teacher() -> KeptClass:
        for _ in range(PUPILS * AT_LEAST):
            assert answered.acquire(timeout=PATIENCE)
        kept = lead_class(stores[-1], lesson.key, action, led, new_write("desk"))
        is_closed.set()
        return kept

    with ThreadPoolExecutor(PUPILS + 1) as pool:
        pupils = [pool.submit(pupil, number) for number in range(1, PUPILS + 1)]
        closed_at = pool.submit(teacher).result(PATIENCE)
        told = [one.result(PATIENCE) for one in pupils]
    acknowledged = [taken for taken, _ in told]
    kept = [[int(done.typed["points"]) for done in one.done] for one in seats_of(store, lesson.kept)]
    assert kept == acknowledged
    # The close saw all of them, and none came after it.
    assert closed_at.work == find_class(store, lesson.key).work == sum(len(taken) for taken in acknowledged)
    assert sorted(one.work for _, classes in told for one in classes) == list(range(1, closed_at.work + 1))
    assert {one.led for _, classes in told for one in classes} == {led}
    stores[1].close()
