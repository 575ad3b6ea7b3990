"""A class at the app without a browser: the teacher's link, and phones of pupils with cookies of their own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from werkzeug.test import TestResponse

from scorekeeper.classroom import Action, Done, Pace
from scorekeeper.store import KeptClass, KeptSeat, Write, find_class, find_set, lead_class, seats_of, start_class
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.store.schooling import KEY_CODE, keep_set
from tests.web.tables import new_id


@dataclass
class Pupil:
    """A seat, and the phone that took it."""

    phone: Phone
    code: str
    number: int
    name: str
    return_code: str

    @property
    def address(self) -> str:
        return f"/join/{self.code}/{self.number}"

    def page(self) -> TestResponse:
        return self.phone.get(self.address)

    def send(
        self, letter: str, points: str, *, did: str = "answer", write_id: str = "", number: int | None = None
    ) -> TestResponse:
        """Send an answer as the page's script does."""
        typed = {"points": points}
        body = {"write_id": write_id or new_id(), "letter": letter, "did": did, "took": 2000, "typed": typed}
        seat = self.number if number is None else number
        return self.phone.send_json(f"/api/class/{self.code}/{seat}/work", body)

    def post(self, letter: str, points: str, *, do: str = "answer", write_id: str = "") -> TestResponse:
        """Send an answer as the page does without scripts."""
        form = {"write_id": write_id or new_id(), "letter": letter, "do": do, "points": points}
        return self.phone.send_form(self.address, **form)


@dataclass
class Lesson:
    """One class of two hands to score, which are right with 19 and 28 points."""

    desk: Phone
    key: str

    @property
    def kept(self) -> KeptClass:
        with self.desk.application.app_context():
            return find_class(store(), self.key)

    @property
    def code(self) -> str:
        return self.kept.code

    @property
    def seats(self) -> tuple[KeptSeat, ...]:
        with self.desk.application.app_context():
            return seats_of(store(), find_class(store(), self.key))

    def done(self, number: int) -> list[Done]:
        """What is kept of a pupil."""
        return list(self.seats[number - 1].seat.done)

    def lead(self, *actions: Action) -> None:
        for action in actions:
            kept = self.kept
            with self.desk.application.app_context():
                lead_class(store(), self.key, action, kept.led, Write(new_id(), "a desk", datetime.now(UTC)))

    def another_phone(self) -> Phone:
        phone = self.desk.application.test_client()
        assert isinstance(phone, Phone)
        return phone

    def join(self, phone: Phone | None = None) -> Pupil:
        """Take a seat under the first name that is offered."""
        phone = phone or self.another_phone()
        page = phone.get(f"/join/{self.code}").text
        seat, name = re.search(r'name="seat" value="([^"]+)"', page), re.search(r'name="name" value="([^"]+)"', page)
        assert seat is not None, page
        assert name is not None, page
        taken = phone.send_form(f"/join/{self.code}", name=name[1], seat=seat[1])
        assert taken.status_code == 303, taken.text
        number = int(taken.headers["Location"].rpartition("/")[2])
        kept = self.seats[number - 1]
        assert kept.seat.name == name[1]
        return Pupil(phone, self.code, number, name[1], kept.return_code)


def begin_lesson(desk: Phone, pace: Pace = Pace.TEST, *led: Action) -> Lesson:
    """A class of the set, after the teacher did all of that."""
    with desk.application.app_context():
        rows = store().database.execute("SELECT 1 FROM sets").fetchall()
        kept_set = find_set(store(), KEY_CODE) if rows else keep_set(store())
        kept = start_class(store(), kept_set, Write(new_id(), "a desk", datetime.now(UTC)), pace=pace)
    lesson = Lesson(desk, kept.key)
    lesson.lead(*led)
    return lesson


def everything(desk: Phone) -> Mapping[str, list[Any]]:
    """All that is kept of classes, by table."""
    with desk.application.app_context():
        database = store().database
        tables = [name for name in database.table_names() if name.startswith("class")]
        assert len(tables) >= 4
        return {name: [tuple(row.items()) for row in database[name].rows] for name in tables}
