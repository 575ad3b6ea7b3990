"""The JSON of a class: what a script of a pupil's page sends, and how far the class is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask

from scorekeeper.classroom.session import Pace
from scorekeeper.store.sets import KeptSet
from tests.web.pupils import Pupil, body_of, make_sheets, new_app, pupil_in, said, section, start, told_of
from tests.web.tables import new_id


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    yield from new_app(tmp_path_factory.mktemp("json"))


@pytest.fixture(scope="module")
def sheets(app: Flask) -> KeptSet:
    return make_sheets(app)


@pytest.fixture
def learner(app: Flask, sheets: KeptSet) -> Pupil:
    return pupil_in(app, sheets, Pace.PRACTICE, "begin")


def test_work_by_json(learner: Pupil) -> None:
    for letter, how, expected in (
        ("A", learner.right("A"), ("right", True)),
        ("B", learner.wrong("B"), ("trying", False)),
        ("B", learner.right("B"), ("later", True)),
    ):
        write_id = new_id()
        answer = learner.post(letter, typed=how, write_id=write_id, took=2_500)
        assert answer.status_code == 200
        state_, closed = expected
        assert body_of(answer) == {
            "write_id": write_id,
            "letter": letter,
            "state": state_,
            "tells": True,
            "closed": closed,
        }
    assert [done.took for done in learner.kept.seat.done] == [2_500] * 3
    assert body_of(learner.post("C", "hint"))["state"] == "trying"
    assert body_of(learner.post("C", "show"))["state"] == "wrong"
    assert learner.question("C").hints[0] not in said(learner, "C"), "what is over has no hints"


BAD_BODIES: dict[str, tuple[Callable[[dict[str, Any]], Any], int]] = {
    "no id": (lambda body: {name: body[name] for name in body if name != "write_id"}, 422),
    "id with a blank": (lambda body: body | {"write_id": "x" * 8 + " y"}, 422),
    "no question of that letter": (lambda body: body | {"letter": "Z"}, 404),
    "something else": (lambda body: body | {"did": "peek"}, 422),
    "a long text": (lambda body: body | {"typed": {"points": "7" * 201}}, 422),
    "too many fields": (lambda body: body | {"typed": {f"f{number}": "" for number in range(61)}}, 422),
    "a list": (lambda body: [body], 400),
}


@pytest.mark.parametrize("name", BAD_BODIES)
def test_a_body_that_makes_no_sense_changes_nothing(learner: Pupil, name: str) -> None:
    change, status = BAD_BODIES[name]
    body = {"write_id": new_id(), "letter": "A", "did": "answer", "typed": learner.right("A"), "took": 5}
    path = f"/api/class/{learner.room.code}/{learner.number}/work"
    assert learner.phone.send_json(path, change(body)).status_code == status
    assert learner.kept.seat.done == ()
    assert learner.phone.send_json(path, body).status_code == 200, "the attempt was no good one"


def test_how_far_a_class_is(app: Flask, sheets: KeptSet) -> None:
    room = start(app, sheets, Pace.LIVE)
    phone = room.phone()
    path = f"/api/class/{room.code}"
    seen: list[int] = []

    def told() -> dict[str, Any]:
        answer = phone.get(path)
        assert phone.get(path, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
        read: dict[str, Any] = body_of(answer)
        seen.append(read.pop("version"))
        return read

    assert told() == {"phase": "lobby", "at": 0, "revealed": False, "reached": 0}
    tag = phone.get(path).headers["ETag"]
    room.lead("begin")
    assert phone.get(path, headers={"If-None-Match": tag}).status_code == 200
    assert told() == {"phase": "open", "at": 0, "revealed": False, "reached": 1}
    room.lead("reveal")
    assert told() == {"phase": "open", "at": 0, "revealed": True, "reached": 1}
    room.lead("next", "pause")
    assert told() == {"phase": "paused", "at": 1, "revealed": False, "reached": 2}
    room.lead("end")
    assert told() == {"phase": "ended", "at": 1, "revealed": True, "reached": 4}
    assert seen == sorted(set(seen))


def test_what_others_do_draws_no_page_anew(learner: Pupil) -> None:
    room = learner.room
    path = f"/api/class/{room.code}"
    before = learner.phone.get(path)
    page = re.search(r'<live-page[^>]* data-version="(\d+)"', learner.page())
    assert page is not None
    assert int(page[1]) == body_of(before)["version"]
    mate = room.join()
    mate.send("A", typed=mate.right("A"))
    assert body_of(learner.phone.get(path)) == body_of(before)
    learner.send("A", typed=learner.right("A"))
    after = learner.phone.get(path)
    assert body_of(after) == body_of(before)
    mate.send("B", typed=mate.right("B"))
    assert learner.phone.get(path, headers={"If-None-Match": after.headers["ETag"]}).status_code == 304


def test_a_question_has_another_version_whenever_it_looks_different(learner: Pupil) -> None:
    def version(letter: str = "A") -> str:
        return told_of(section(learner.page(), letter))["version"]

    seen, other = [version()], version("B")
    for do, typed in (
        ("hint", {}),
        ("hint", {}),
        ("answer", learner.wrong("A")),
        ("answer", learner.wrong("A")),  # the same again is said so
        ("answer", learner.wrong("A", by=3)),
    ):
        learner.send("A", do, typed=typed)
        seen.append(version())
    assert len(set(seen)) == len(seen)
    assert version("B") == other
    learner.room.lead("pause")
    assert version("B") != other
