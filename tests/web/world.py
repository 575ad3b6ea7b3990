"""One of everything that a link opens, with the links, for tests that go through every route there is.

An area with links of a new sort is added to `World`, and to `LINKED` in test_every_route.py.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from scorekeeper import houses
from scorekeeper.school.classes.class_session import Pace
from scorekeeper.school.classes.papers import save_paper
from scorekeeper.tally.kept_houses import KeptHouse, create_house
from scorekeeper.web import limits
from scorekeeper.web.db import new_write, store
from tests.conftest import Phone, new_phone
from tests.store.playing import file_of
from tests.store.schooling import KEY_CODE, RIGHT
from tests.web.students import Room, Student, begin_lesson, new_app
from tests.web.tables import WebTable, new_id, sit_down

METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE")
SAFE = {"GET", "HEAD", "OPTIONS", "TRACE"}
CARDS = "5 * 7 / 5 Q K"
NAMES = ("Annabel", "Bohumil", "Cyprian")
OTHERS = ("Xaver", "Yolanda", "Zdenek")


@dataclass(frozen=True)
class World:
    """A game, another one, a class, a set, a house; and a phone that may do everything with them."""

    app: Flask
    phone: Phone
    game: WebTable
    other_game: WebTable
    lesson: Room
    papers: Room
    student: Student
    house: KeptHouse

    def stranger(self) -> Phone:
        """A phone that was never here."""
        return new_phone(self.app)

    def rules(self) -> list[Rule]:
        """Every route there is, in the same order each time."""
        return sorted(self.app.url_map.iter_rules(), key=lambda rule: (rule.rule, rule.endpoint))

    def address(self, rule: Rule, **other: Any) -> str:
        """The address of a route by the links that let it be used, or by ``other`` ones."""
        is_game = rule.rule.startswith(("/g/", "/api/games/"))
        is_house = rule.rule.startswith("/houses/")
        lesson = self.papers if "/papers" in rule.rule else self.lesson
        values: dict[str, Any] = {
            "key": self.game.edit_key if is_game else "two-joker" if is_house else lesson.key,
            "code": KEY_CODE if rule.rule.startswith("/sets/") else self.lesson.code,
            "number": self.student.number,
            "hole": 1,
            "player": self.game.players[NAMES[0]],
            "letter": "A",
            "rule": "adding",
            "house": "two-joker",
            "screen": "deal",
            "row": "004-a",
            "name": "moodle",
            "kind": "txt",
            "filename": "css/app.css",
            "share_key": self.house.share_key,
            "owner_key": self.house.owner_key,
            **(rule.defaults or {}),
            **other,
        }
        missing = rule.arguments - values.keys()
        assert not missing, f"{rule.endpoint} needs {missing}: say in tests/web/world.py what stands there"
        built = rule.build({name: values[name] for name in rule.arguments})
        assert built is not None, rule
        return built[1]

    @property
    def bodies(self) -> Mapping[str, Mapping[str, Any]]:
        """What a page would send where a body that makes no sense is refused before anybody looks for the link."""
        return {
            "api.enter_hand": {"based_on": 0, "cards": CARDS},
            "api.confirm": {"ender": None, "ender_known": True, "accept_missing": True},
            "api.do_work": {"letter": "A", "did": "answer", "typed": {"points": RIGHT[0]}},
            "build.make": {"from": "penalty"},
            "classroom.lead": {"action": "end", "based_on": str(self.lesson.kept.version)},
            "classroom.change_goal": {"goal": "50", "based_on": str(self.lesson.kept.version)},
            "classroom.delete_now": {"sure": "on", "do": "delete"},
            "classroom.save_paper": {"sheet": "A1", "based_on": "1", "A.points": RIGHT[0]},
            "invite.renew": {"link": "edit"},
            "invite.seat": {"player": str(self.game.players[NAMES[0]])},
            "table.save": {"holes_planned": "18"},
            "students.take": {"name": "Brave Ace"},
            "students.come_back": {"code": "22222"},
            "students.work": {"letter": "A", "do": "answer", "points": RIGHT[0]},
        }

    def send(self, phone: Phone, rule: Rule, method: str, path: str, token: str = "") -> TestResponse:
        """Ask for it with a body that a page would send, with a token where one is given."""
        limits.limiter.reset()
        body = {"write_id": new_id(), **self.bodies.get(rule.endpoint, {})}
        headers = {"X-CSRFToken": token} if token else {}
        if method in SAFE:
            return phone.open(path, method=method)
        if rule.endpoint.startswith("api."):
            return phone.open(path, method=method, json=body, headers=headers)
        return phone.open(path, method=method, data=body, headers=headers)

    def everything(self) -> str:
        """All that is kept, but for what a device has seen and practiced: that, looking at pages may change."""
        with self.app.app_context():
            lines = file_of(store()).database.conn.iterdump()
            return "\n".join(line for line in lines if not re.match(r'INSERT INTO "?device_', line))


def with_paper(lesson: Room) -> Room:
    """That class with one paper in it."""
    with lesson.app.test_request_context():
        save_paper(store(), lesson.key, 1, "A1", {0: {"points": RIGHT[0]}}, 0, new_write())
    return lesson


def new_world(place: Path) -> Iterator[World]:
    """A world for all tests of a module."""
    for app in new_app(place):
        phone, other = new_phone(app), new_phone(app)
        game, other_game = sit_down(phone, names=" ".join(NAMES)), sit_down(other, names=" ".join(OTHERS))
        for table, hand in ((game, "5"), (other_game, "7")):
            names = list(table.players)
            table.enter(1, dict.fromkeys(names, hand), do="confirm", ender="nobody")
            assert table.put_hand(2, names[0], cards=CARDS).status_code == 200
        with app.test_request_context():
            house = create_house(store(), replace(houses.get("penalty"), name="House of the world"), new_write())
        phone.get(f"/houses/build/{house.owner_key}")
        lesson = begin_lesson(app, Pace.TEST, "begin")
        yield World(
            app=app,
            phone=phone,
            game=game,
            other_game=other_game,
            lesson=lesson,
            papers=with_paper(begin_lesson(app, Pace.PAPER)),
            student=lesson.join(),
            house=house,
        )
