"""The JSON of a class: what a script of a pupil's page sends, and how far the class is."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask

from scorekeeper.school.kept_sets import KeptSet
from scorekeeper.school.session import Pace
from tests.web.pupils import Pupil, body_of, make_sheets, new_app, pupil_in, section, start, told_of, words
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


def test_work_by_json_brings_the_question_as_it_stands_on_the_page(learner: Pupil) -> None:
    for letter, did, typed, state in (
        ("A", "answer", learner.right("A"), "right"),
        ("B", "answer", learner.wrong("B"), "trying"),
        ("B", "answer", learner.right("B"), "later"),
        ("C", "hint", {}, "trying"),
        ("C", "show", {}, "wrong"),
    ):
        write_id = new_id()
        answer = learner.post(letter, did, typed=typed, write_id=write_id, took=2_500)
        assert (answer.status_code, body_of(answer)["write_id"]) == (200, write_id)
        brought, shown = section(body_of(answer)["question"], letter), section(learner.page(), letter)
        assert told_of(brought) == told_of(shown)
        assert told_of(brought)["state"] == state
        assert words(brought) == words(shown)
    assert [done.took for done in learner.kept.done] == [2_500] * 5
    assert learner.question("C").hints[0] not in words(shown), "what is over has no hints"


BAD_BODIES: dict[str, tuple[Callable[[dict[str, Any]], Any], int]] = {
    "no id": (lambda body: {name: body[name] for name in body if name != "write_id"}, 422),
    "no question of that letter": (lambda body: body | {"letter": "Z"}, 404),
    "something else": (lambda body: body | {"did": "peek"}, 422),
    "a long text": (lambda body: body | {"typed": {"points": "7" * 201}}, 422),
    "a list": (lambda body: [body], 400),
}


@pytest.mark.parametrize("name", BAD_BODIES)
def test_a_body_that_makes_no_sense_changes_nothing(learner: Pupil, name: str) -> None:
    change, status = BAD_BODIES[name]
    body = {"write_id": new_id(), "letter": "A", "did": "answer", "typed": learner.right("A"), "took": 5}
    path = f"/api/class/{learner.room.code}/{learner.number}/work"
    assert learner.phone.send_json(path, change(body)).status_code == status
    assert learner.kept.done == ()
    assert learner.phone.send_json(path, body).status_code == 200, "the attempt was no good one"


def test_a_class_has_another_version_after_everything_the_teacher_does(app: Flask, sheets: KeptSet) -> None:
    room = start(app, sheets, Pace.LIVE)
    phone, path, seen = room.phone(), f"/api/class/{room.code}", []
    for action in ("begin", "reveal", "next", "pause", "end"):
        answer = phone.get(path)
        assert phone.get(path, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
        assert set(body_of(answer)) == {"version"}
        seen.append(body_of(answer)["version"])
        room.lead(action)
        assert phone.get(path, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 200
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
    assert learner.phone.get(path, headers={"If-None-Match": before.headers["ETag"]}).status_code == 304
