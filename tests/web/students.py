"""A class in this process: a session in the store, with students who join and answer as their pages do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper import houses
from scorekeeper.school.classes.class_session import Action, Pace, Seat, attempts_of
from scorekeeper.school.classes.kept_classes import KeptClass, find_class, lead_class, start_class
from scorekeeper.school.classes.seats import seats_of
from scorekeeper.school.exercises.kept_sets import KeptSet, create_set, find_set
from scorekeeper.school.exercises.question import Question
from scorekeeper.store.writes import Write
from scorekeeper.web.db import store
from tests.apps import close, make_app
from tests.conftest import Phone, new_phone
from tests.store.playing import file_of
from tests.store.schooling import KEY_CODE, keep_set
from tests.web.tables import new_id

KINDS = ("score", "columns", "winner")
_MADE: dict[tuple[str, int, int], dict[str, Any]] = {}


def write() -> Write:
    return Write(id=new_id(), device="the teacher's", at=datetime.now(UTC))


def new_app(place: Path) -> Iterator[Flask]:
    """An app for all tests of a module."""
    app = make_app(place)
    yield app
    close(app)


def make_sheets(app: Flask, *, house: str = "worksheet", size: int = 4, variants: int = 2) -> KeptSet:
    """A worksheet with one number, with several, and with cards of several players.

    Looked for once in this process, which takes a while; each store is given the same row.
    """
    wanted = (house, size, variants)
    with app.app_context():
        if wanted not in _MADE:
            how: dict[str, Any] = {"level": 4, "size": size, "variants": variants, "kinds": list(KINDS)}
            made = create_set(store(), houses.get(house), write(), **how)
            _MADE[wanted] = next(file_of(store()).database["sets"].rows_where("key_code = ?", [made.key_code]))
        row = _MADE[wanted]
        with file_of(store()).write() as database:
            if not database["sets"].count_where("key_code = ?", [row["key_code"]]):
                database.table("sets").insert({name: value for name, value in row.items() if name != "id"})
        return find_set(store(), row["key_code"])


@dataclass(frozen=True)
class Room:
    """A session with its teacher."""

    app: Flask
    key: str
    code: str

    @property
    def kept(self) -> KeptClass:
        with self.app.app_context():
            return find_class(store(), self.key)

    def lead(self, *actions: Action) -> Room:
        for action in actions:
            with self.app.app_context():
                lead_class(store(), self.key, action, self.kept.version, write())
        return self

    def seat(self, number: int) -> Seat:
        """The session as stored."""
        with self.app.app_context():
            return next(one for one in seats_of(store(), self.kept) if one.number == number)

    def phone(self) -> Phone:
        """A new device."""
        return new_phone(self.app)

    def join(self, phone: Phone | None = None) -> Student:
        """Join under the first name offered."""
        phone = phone or self.phone()
        answer = take_seat(phone, self.code)
        assert answer.status_code == 303, answer.text
        return Student(self, phone, int(answer.location.rsplit("/", 1)[1]))


def start(app: Flask, sheets: KeptSet, pace: Pace, **how: Any) -> Room:
    """A new session, in its lobby."""
    with app.app_context():
        kept = start_class(store(), sheets, write(), pace=pace, **how)
        return Room(app, kept.key, kept.code)


def begin_lesson(app: Flask, pace: Pace, *led: Action) -> Room:
    """A class of two hands with the answers 19 and 28, after these actions of the teacher."""
    with app.app_context():
        rows = store().database.execute("SELECT 1 FROM sets").fetchall()
        kept_set = find_set(store(), KEY_CODE) if rows else keep_set(store())
    return start(app, kept_set, pace).lead(*led)


def offered(phone: Phone, code: str) -> tuple[list[str], str]:
    """The names offered, and the hidden token of the form."""
    page = phone.get(f"/join/{code}").text
    found = re.search(r'name="seat" value="([^"]+)"', page)
    assert found is not None
    return re.findall(r'name="name" value="([^"]+)"', page), found[1]


def take_seat(phone: Phone, code: str) -> TestResponse:
    names, token = offered(phone, code)
    return phone.send_form(f"/join/{code}", name=names[0], seat=token)


@dataclass(frozen=True)
class Student:
    """A student with a device that opens the seat."""

    room: Room
    phone: Phone
    number: int

    @property
    def path(self) -> str:
        return f"/join/{self.room.code}/{self.number}"

    @property
    def kept(self) -> Seat:
        return self.room.seat(self.number)

    @property
    def name(self) -> str:
        return self.kept.name

    @property
    def return_code(self) -> str:
        return self.kept.return_code

    def page(self) -> str:
        answer = self.phone.get(self.path)
        assert answer.status_code == 200, answer.text
        return answer.text

    def question(self, letter: str) -> Question:
        return attempts_of(self.room.kept.session, self.kept)[ord(letter) - ord("A")].question

    def right(self, letter: str) -> dict[str, str]:
        """The right answer, as text of the fields."""
        return {name: str(value) for name, value in self.question(letter).solution.items()}

    def wrong(self, letter: str, by: int = 1) -> dict[str, str]:
        """A wrong answer: numbers off by that amount, and other choices."""
        question = self.question(letter)
        typed = {}
        for field in question.fields:
            value = question.solution[field.name]
            if isinstance(value, int):
                typed[field.name] = str(value + by)
            else:
                typed[field.name] = next(one.key for one in field.choices if one.key != value)  # type: ignore[union-attr]
        return typed

    def send(
        self, letter: str, do: str = "answer", typed: Mapping[str, str] | None = None, **more: str
    ) -> TestResponse:
        """Press a button of a question's form."""
        fields = {"write_id": new_id(), "letter": letter, "do": do, **(typed or {}), **more}
        return self.phone.send_form(self.path, **fields)

    def post(
        self, letter: str, did: str = "answer", typed: Mapping[str, str] | None = None, **more: Any
    ) -> TestResponse:
        """Send an action as the page's script does."""
        body = {"write_id": new_id(), "letter": letter, "did": did, "typed": dict(typed or {}), **more}
        return self.phone.send_json(f"/api/class/{self.room.code}/{self.number}/work", body)

    def answer(self, letter: str, points: str, did: str = "answer", **more: Any) -> TestResponse:
        """Send a number as the page's script does."""
        return self.post(letter, did, {"points": points}, **more)

    def answer_by_form(self, letter: str, points: str, do: str = "answer", **more: str) -> TestResponse:
        return self.send(letter, do, {"points": points}, **more)


def body_of(answer: TestResponse) -> dict[str, Any]:
    """JSON body of an answer."""
    read = answer.json
    assert isinstance(read, dict)
    return read


def section(page: str, letter: str) -> str:
    """One question of a page."""
    found = re.search(rf'<section class="student-question[^>]* id="q-{letter}".*?</section>', page, re.DOTALL)
    assert found is not None, f"no question {letter}"
    return found[0]


def told_of(part: str) -> dict[str, str]:
    """Data of a question for scripts."""
    return dict(re.findall(r'data-(\w+)="([^"]*)"', part[: part.index(">")]))


def words(part: str) -> str:
    """Visible text of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", part)).split())


def main_words(page: str) -> str:
    """Visible text below the header."""
    return words(page.split("<main", 1)[1].split(">", 1)[1])


def student_in(app: Flask, sheets: KeptSet, pace: Pace, *actions: Action) -> Student:
    return start(app, sheets, pace).lead(*actions).join()


def said(student: Student, letter: str = "A") -> str:
    """Visible text of one question."""
    return words(section(student.page(), letter))


def state(student: Student, letter: str = "A") -> str:
    return told_of(section(student.page(), letter))["state"]
