"""A class on a store: short words for what every test of sessions does."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from scorekeeper import houses
from scorekeeper.houses import freeze
from scorekeeper.school.classes.class_session import Action, Pace, Seat
from scorekeeper.school.classes.kept_classes import KeptClass, find_class, lead_class, start_class
from scorekeeper.school.classes.seats import join_class, keep_work, names_for, seats_of
from scorekeeper.school.exercises.attempt import Done
from scorekeeper.school.exercises.kept_sets import KeptSet, find_set
from scorekeeper.store.columns import format_moment
from scorekeeper.store.connection import Store
from scorekeeper.store.writes import Write
from tests.store.playing import NOON, new_write

WORKSHEET = houses.get("worksheet")
LATER = NOON + timedelta(hours=2)
KEY_CODE = "7K2Q-M4XP-9TRW"

# Two hands of 19 and 28 points, and on the other sheet the other way round.
HANDS = ("JS 2H JD / 2C 2S AD", "KS 10H 4C / KD 9S 5H")
RIGHT = ("19", "28")
SHEETS = [
    {
        "variant": variant,
        "questions": [{"kind": "score", "layout": hand} for hand in hands],
        "own": "3S 3H AC / 4S 5D AH",
    }
    for variant, hands in (("A1", HANDS), ("A2", HANDS[::-1]))
]


def keep_set(store: Store) -> KeptSet:
    """A set of two sheets with two hands each, which need not be looked for."""
    with store.write() as database:
        database.execute(
            """
            INSERT INTO sets (code, key_code, house, level, kinds, sheets, write_id, content, device, made_at)
            VALUES ('7K2Q-M4XP', ?, ?, 7, '["score"]', ?, 'write-of-set', 'c', 'desk', ?)
            """,
            [KEY_CODE, freeze(WORKSHEET), json.dumps(SHEETS), format_moment(NOON)],
        )
    return find_set(store, KEY_CODE)


def answer(points: str, index: int = 0, took: int | None = None) -> Done:
    return Done(index, "answer", {"points": points}, took)


@dataclass
class Lesson:
    """One session of a class, by the teacher's key; students are called by the number of their seat."""

    store: Store
    key: str

    @property
    def kept(self) -> KeptClass:
        return find_class(self.store, self.key)

    @property
    def code(self) -> str:
        return self.kept.code

    def lead(self, *actions: Action) -> KeptClass:
        for action in actions:
            lead_class(self.store, self.key, action, self.kept.version, new_write("desk"))
        return self.kept

    def join(self, token: str, name: str | None = None, now: datetime = LATER) -> Seat:
        kept = self.kept
        chosen = names_for(self.store, kept, token)[0] if name is None else name
        return join_class(self.store, kept.code, chosen, token, now)[1]

    def work(self, number: int, token: str, done: Done, write_id: str) -> Seat:
        return keep_work(self.store, self.code, number, token, done, write_id)[1]

    def typed(self, number: int) -> list[tuple[int, str]]:
        """What is kept of a student's answers: place and points."""
        seat = seats_of(self.store, self.kept)[number - 1]
        return [(done.index, done.typed.get("points", done.did)) for done in seat.done]


def begin_lesson(
    store: Store,
    pace: Pace = Pace.PRACTICE,
    variants: Sequence[str] = ("A1",),
    *,
    write: Write | None = None,
    homework: bool = False,
    waits: bool = False,
) -> Lesson:
    """A session of a set, begun unless it ``waits`` in the lobby."""
    found = store.database.execute("SELECT 1 FROM sets").fetchone()
    kept_set = find_set(store, KEY_CODE) if found else keep_set(store)
    kept = start_class(store, kept_set, write or new_write("desk"), pace=pace, variants=variants, homework=homework)
    lesson = Lesson(store, kept.key)
    if kept.session.phase == "lobby" and not waits:
        lesson.lead("begin")
    return lesson
