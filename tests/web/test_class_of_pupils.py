"""A class of 35 scripted pupils at the real server, which is killed in the middle.

What was acknowledged is there once, and nothing else is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock

from scorekeeper.school.classes import find_class
from scorekeeper.school.seats import seats_of
from scorekeeper.school.session import Pace, attempts_of
from scorekeeper.school.set_codes import letter_of
from scorekeeper.store.connection import Store
from tests.devices import TROUBLE, Answer, Pupil, begun_class
from tests.serving import PATIENCE, RunningServer

PUPILS = 35
QUESTIONS = 4
CHANGES = 2
"""How often each pupil answers each question; in a test the last answer counts."""

TOTAL = "points"
"""The field of the only kind of question that is asked."""

Kept = tuple[int, int, str]
"""Number of a seat, place of a question, what was typed."""


@dataclass
class School:
    """A server that dies once, and what it acknowledged to whom."""

    server: RunningServer
    kill_after: int
    up: Event = field(default_factory=Event)
    dying: Event = field(default_factory=Event)
    acknowledged: Counter[Kept] = field(default_factory=Counter)
    cut: list[Kept] = field(default_factory=list)  # what was under way when the server died
    _lock: Lock = field(default_factory=Lock)

    def acknowledge(self, kept: Kept) -> None:
        with self._lock:
            self.acknowledged[kept] += 1
            if self.acknowledged.total() == self.kill_after:
                self.dying.set()

    def insist(self, pupil: Pupil, letter: str, number: int, write_id: str, kept: Kept) -> Answer:
        """Send until there is an answer, as an outbox does: nothing but the death of the server is in the way."""
        while True:
            assert self.up.wait(PATIENCE), "the server did not come back"
            try:
                return pupil.answer(letter, {TOTAL: str(number)}, write_id)
            except TROUBLE:
                assert self.dying.is_set(), "the server is gone without having been killed"
                with self._lock:
                    self.cut.append(kept)


def answers_of(pupil: Pupil) -> Iterator[tuple[int, int, str]]:
    """Place, number and write id of everything that a pupil answers: no number twice, so that each can be found."""
    for change in range(CHANGES):
        for place in range(QUESTIONS):
            yield place, 1000 + 10 * change + place, f"pupil-{pupil.number:03}-{place}-{change}"


def work_through(school: School, pupil: Pupil) -> None:
    for place, number, write_id in answers_of(pupil):
        kept = (pupil.number, place, str(number))
        answer = school.insist(pupil, letter_of(place), number, write_id, kept)
        assert answer.status == 200, answer.text
        assert answer.json["write_id"] == write_id
        school.acknowledge(kept)


def test_a_class_loses_nothing_when_the_server_is_killed(tmp_path: Path) -> None:
    instance = tmp_path / "school"
    kept = begun_class(instance, Pace.TEST, QUESTIONS)
    everything = PUPILS * QUESTIONS * CHANGES
    with RunningServer(instance) as server, ThreadPoolExecutor(PUPILS) as threads:
        school = School(server, kill_after=everything // 3)
        school.up.set()
        pupils = [Pupil(server) for _ in range(PUPILS)]
        list(threads.map(lambda pupil: pupil.join(kept.code), pupils))
        assert sorted(pupil.number for pupil in pupils) == list(range(1, PUPILS + 1))
        running = [threads.submit(work_through, school, pupil) for pupil in pupils]
        for one in running:
            one.add_done_callback(lambda _: school.dying.set())  # so that a failure is told at once
        assert school.dying.wait(PATIENCE)
        school.up.clear()
        server.kill()
        before = school.acknowledged.total()
        server.start()
        school.up.set()
        for one in running:
            one.result(PATIENCE)
        for pupil in pupils:
            pupil.hang_up()
    assert before < everything, "it was killed too late to matter"
    assert school.cut, "nothing was under way when it was killed"
    assert set(school.acknowledged.values()) == {1}
    assert len(school.acknowledged) == everything

    store = Store.open(instance / "scorekeeper.sqlite3")
    try:
        now = find_class(store, kept.key)
        seats = [one.seat for one in seats_of(store, now)]
    finally:
        store.close()
    there = Counter((seat.number, done.place, done.typed[TOTAL]) for seat in seats for done in seat.done)
    assert there == school.acknowledged
    assert (now.pupils, now.work) == (PUPILS, everything)
    for seat in seats:
        for place, attempt in enumerate(attempts_of(now.session, seat)):
            assert [given.typed[TOTAL] for given in attempt.given] == [
                str(1000 + 10 * change + place) for change in range(CHANGES)
            ]
