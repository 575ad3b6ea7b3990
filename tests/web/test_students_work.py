"""Answers of students, through forms and scripts, in practice, live and in a test."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest
from flask import Flask

from scorekeeper.school.classes.class_session import Pace
from scorekeeper.school.exercises.kept_sets import KeptSet
from tests.web.practicing import find_mistake
from tests.web.students import (
    Student,
    body_of,
    main_words,
    new_app,
    said,
    section,
    start,
    state,
    student_in,
    told_of,
    words,
)
from tests.web.tables import new_id

LETTERS = "ABCD"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    yield from new_app(tmp_path_factory.mktemp("work"))


# --- practice ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def learner(app: Flask, sheets: KeptSet) -> Student:
    return student_in(app, sheets, Pace.PRACTICE, "begin")


def test_practice_by_forms_alone(learner: Student) -> None:
    assert re.findall(r'<section class="student-question[^>]* id="q-([A-Z]+)"', learner.page()) == list(LETTERS)
    for letter in LETTERS:
        answer = learner.send(letter, typed=learner.right(letter))
        assert (answer.status_code, answer.location) == (303, f"{learner.path}#q-{letter}")
        part = section(learner.page(), letter)
        assert told_of(part)["state"] == "right"
        assert "Right" in words(part)
        assert "How it adds up" in words(part)
        assert "<form" not in part
    strip = learner.page().split('data-live="strip"', 1)[1].split(">", 1)[1].split("</nav>", 1)[0]
    assert words(strip).count("right") == len(LETTERS)
    assert re.findall(r'href="#q-([A-Z]+)"', strip) == list(LETTERS)
    # About the task, never about the student, and nothing to compare with others.
    said_so_far = words(learner.page().split("<main", 1)[1].split("</live-page>", 1)[0])
    assert not re.search(r"%|streak|score[sd]? you|well done|you are|\brank", said_so_far, re.I)


NO_NUMBERS = {
    "": "Enter a number",
    "<b>2</b>": "Points are whole numbers",
    "9" * 10_000: "Points are whole numbers with up to 4 digits.",
}


def test_what_is_no_answer_is_told_beside_its_box_and_never_counts(learner: Student) -> None:
    student = learner
    for typed, reason in NO_NUMBERS.items():
        answer = student.send("A", typed={"points": typed})
        assert answer.status_code == 422, typed
        part = section(answer.text, "A")
        box = re.search(r'<input [^>]*id="q-A-answer-points"[^>]*>', part)
        assert box is not None
        assert 'aria-describedby="q-A-answer-points-error"' in box[0]
        assert " autofocus" in box[0]
        assert reason in part.split('id="q-A-answer-points-error"', 1)[1].split("</div>", 1)[0], typed
        assert unescape(re.findall(r'value="([^"]*)"', box[0])[0]) == typed[:200]
        assert answer.text.count("autofocus") == 1
        refused = student.post("A", typed={"points": typed[:200]})
        assert refused.status_code == 422
        (problem,) = body_of(refused)["problems"]
        assert problem["field"] == "points"
        assert problem["message"].startswith(reason)
        assert told_of(section(student.page(), "A"))["state"] == "empty"
    assert student.kept.done == ()


def test_a_led_class_by_forms_alone(app: Flask, sheets: KeptSet) -> None:
    student = student_in(app, sheets, Pace.LIVE, "begin")
    room = student.room
    assert "Question A is open." in main_words(student.page())
    student.send("A", typed=student.wrong("A"))
    assert state(student) == "given"
    room.lead("reveal")
    assert state(student) == "wrong"
    assert "score-line" in section(student.page(), "A")
    late = student.send("A", typed=student.right("A"))
    assert late.status_code == 409
    assert "yours didn’t count" in words(section(late.text, "A"))
    early = student.send("B", typed=student.right("B"))
    assert early.status_code == 409
    assert 'id="q-B"' not in early.text
    room.lead("next")
    assert re.findall(r'<section class="student-question[^>]* id="q-([A-Z]+)"', student.page()) == ["B", "A"]
    student.send("B", typed=student.right("B"))
    assert (state(student, "B"), state(student, "A")) == ("given", "wrong")
    room.lead("end")
    assert [state(student, letter) for letter in LETTERS] == ["wrong", "right", "empty", "empty"]


def test_a_test_by_forms_alone(app: Flask, sheets: KeptSet) -> None:
    examinee = student_in(app, sheets, Pace.TEST, "begin")
    for letter, typed in (("A", examinee.right("A")), ("B", examinee.wrong("B")), ("C", examinee.wrong("C"))):
        assert examinee.send(letter, typed=typed).status_code == 303
    examinee.send("C", typed=examinee.right("C"))  # changed: the last one counts
    assert [state(examinee, letter) for letter in LETTERS] == ["given", "given", "given", "empty"]
    assert not re.search('value="(hint|show)"', examinee.page())
    # An answer during a pause gets a message and isn't lost.
    examinee.room.lead("pause")
    waits = examinee.send("A", typed={"points": "4321"})
    assert waits.status_code == 409
    assert "Your teacher paused the class. Your answer will be sent." in main_words(waits.text)
    assert 'value="4321"' in section(waits.text, "A")
    assert body_of(examinee.post("A", typed={"points": "4321"}))["code"] == "class.wait"
    examinee.room.lead("end")
    assert body_of(examinee.post("A", typed={"points": "4321"}))["code"] == "class.closed"
    assert [state(examinee, letter) for letter in LETTERS] == ["right", "wrong", "right", "empty"]
    page = examinee.page()
    assert 'class="exercise__form"' not in page
    assert page.count("score-lines") == len(LETTERS)
    assert "not answered" in said(examinee, "D")


def test_once_it_is_over_five_hands_find_the_mistake_of_a_student(app: Flask, sheets: KeptSet) -> None:
    student = student_in(app, sheets, Pace.TEST, "begin")
    assert "Find my mistake" not in student.page()
    student.room.lead("end")
    assert "1 of 5" in main_words(find_mistake(student.phone, student.page()))


# --- what a script of the page sends and asks ------------------------------------------------------------------------


def test_work_by_json_brings_the_question_as_it_stands_on_the_page(learner: Student) -> None:
    for letter, did, typed, becomes in (
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
        assert told_of(brought)["state"] == becomes
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
def test_a_body_that_makes_no_sense_changes_nothing(learner: Student, name: str) -> None:
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


def test_what_others_do_draws_no_page_anew(learner: Student) -> None:
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
