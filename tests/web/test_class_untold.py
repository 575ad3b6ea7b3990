"""No response to students depends on right or wrong, or has a solution, before they may see it."""

import re
from collections.abc import Sequence
from html import unescape

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.school.classes.class_session import Action, Pace
from scorekeeper.school.exercises.question import Question
from tests.store.schooling import RIGHT
from tests.web.students import Room, Student, begin_lesson
from tests.web.tables import new_id

WRONG = ("91", "82")
"""Wrong answers as long as the right ones."""


def whole(student: Student, answer: TestResponse, typed: Sequence[str]) -> str:
    """A response without the student's own data: name, seat, codes, tokens and text of the boxes.

    Nor with the names that are offered, which are others each time.
    """
    text = answer.json["question"] if answer.json and "question" in answer.json else answer.text
    shown = re.sub(r'name="(csrf_token|csrf-token|write_id|seat)" (value|content)="[^"]*"', r"\1", text)
    shown = re.sub(r'name="name" value="[^"]*">[^<]*<', "", shown)
    for number in typed:
        shown = shown.replace(f'value="{number}"', 'value="TYPED"')
    seat = student.path.removeprefix("/join/")
    for own, word in ((student.name, "NAME"), (student.return_code, "CODE"), (seat, "SEAT")):
        shown = shown.replace(own, word)
    shown = shown.replace(f'data-number="{student.number}"', "").replace(f"/{student.number}/work", "/work")
    headers = [name for name, _ in answer.headers if name != "Set-Cookie"]
    return f"{answer.status_code} {sorted(headers)} {answer.headers.get('ETag')} {shown}"


def differing(lesson: Room, right: Student, wrong: Student, places: Sequence[str]) -> list[str]:
    """Requests whose responses differ between a right and a wrong student."""
    found = []
    for path in (None, f"/join/{lesson.code}", f"/api/class/{lesson.code}", "/join"):
        seen = [whole(one, one.phone.get(path or one.path), typed) for one, typed in ((right, RIGHT), (wrong, WRONG))]
        found += [path or "the seat"] if seen[0] != seen[1] else []
    for send_it in (Student.answer, Student.answer_by_form):
        for place, letter in enumerate(places):
            seen = []
            for one, typed in ((right, RIGHT), (wrong, WRONG)):
                answer = send_it(one, letter, typed[place], write_id=f"{send_it.__name__}-{letter}-{new_id()}"[:20])
                text = re.sub(r'"write_id":"[^"]*"', "", whole(one, answer, typed))
                seen.append(re.sub(r"\d{2}:\d{2}:\d{2}", "", text))
            found += [f"{send_it.__name__} {letter}"] if seen[0] != seen[1] else []
    return found


@pytest.mark.parametrize(
    ("pace", "led", "places", "then"),
    [
        pytest.param(Pace.TEST, [], "AB", "end", id="test"),
        pytest.param(Pace.LIVE, [], "A", "reveal", id="live"),
        pytest.param(Pace.LIVE, ["pause"], "A", "reveal", id="live, paused"),
    ],
)
def test_right_and_wrong_look_alike_until_it_may_be_told(
    app: Flask, pace: Pace, led: Sequence[Action], places: str, then: Action
) -> None:
    lesson = begin_lesson(app, pace, "begin")
    right, wrong = lesson.join(), lesson.join()
    for place, letter in enumerate(places):
        assert right.answer(letter, RIGHT[place]).status_code == 200
        assert wrong.answer(letter, WRONG[place]).status_code == 200
    lesson.lead(*led)
    assert differing(lesson, right, wrong, places) == []

    # Afterward the responses differ, so the comparison does see differences.
    lesson.lead(then)
    assert "the seat" in differing(lesson, right, wrong, places)


def worked(question: Question) -> tuple[str, ...]:
    return tuple(step.text for step in question.worked)


@pytest.mark.parametrize("pace", [Pace.TEST, Pace.LIVE, Pace.PRACTICE])
def test_no_page_works_a_question_out_before_it_is_answered(app: Flask, pace: Pace) -> None:
    lesson = begin_lesson(app, pace, "begin")
    student = lesson.join()
    sheet = lesson.kept.session.questions.sheets[0]

    def told() -> set[str]:
        """Solutions and hints on the student's page."""
        page = unescape(student.page()).casefold()
        texts = {one.casefold() for question in sheet.questions for one in (*question.hints, *worked(question))}
        assert len(texts) > 5
        return {text for text in texts if text in page}

    assert told() == set()
    for wish in ("hint", "show"):
        if pace is not Pace.PRACTICE:
            for answer in (student.answer("A", "", wish), student.answer_by_form("A", "", wish)):
                assert answer.status_code == 409
            assert told() == set()
    assert student.answer("A", WRONG[0]).status_code == 200
    # Nothing explains that answer, so practice only says where to look.
    assert told() == ({sheet.questions[0].hints[0].casefold()} if pace is Pace.PRACTICE else set())
    if pace is Pace.PRACTICE:
        assert student.answer("A", WRONG[1]).status_code == 200
    else:
        lesson.lead("end")
    assert {one.casefold() for one in worked(sheet.questions[0])} <= told()
