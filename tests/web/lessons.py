"""A class of two hands to score, for tests in which it matters that everybody knows what is right: 19 and 28 points."""

from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.school.attempt import Done
from scorekeeper.school.kept_sets import find_set
from scorekeeper.school.session import Action, Pace
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.store.schooling import KEY_CODE, keep_set
from tests.web.pupils import Pupil, Room, start


class Scorer(Pupil):
    """A pupil who answers with a number."""

    @property
    def name(self) -> str:
        return self.kept.name

    @property
    def return_code(self) -> str:
        return self.kept.return_code

    @property
    def done(self) -> tuple[Done, ...]:
        """What is kept of it."""
        return self.kept.done

    def answer(self, letter: str, points: str, did: str = "answer", **more: Any) -> TestResponse:
        """As a script sends it."""
        return self.post(letter, did, {"points": points}, **more)

    def answer_by_form(self, letter: str, points: str, do: str = "answer", **more: str) -> TestResponse:
        return self.send(letter, do, {"points": points}, **more)


class Lesson(Room):
    """The session, in the hands of its teacher."""

    def join(self, phone: Phone | None = None) -> Scorer:
        pupil = super().join(phone)
        return Scorer(self, pupil.phone, pupil.number)


def begin_lesson(app: Flask, pace: Pace, *led: Action) -> Lesson:
    """A class of the set, after the teacher did all of that."""
    with app.app_context():
        rows = store().database.execute("SELECT 1 FROM sets").fetchall()
        kept_set = find_set(store(), KEY_CODE) if rows else keep_set(store())
    room = start(app, kept_set, pace)
    room.lead(*led)
    return Lesson(app, room.key, room.code)
