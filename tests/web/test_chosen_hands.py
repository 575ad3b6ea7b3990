"""A class that finds each student's mistake: five hands, each chosen by earlier answers, and the result."""

import re
from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.exports.class_csv import class_csv
from scorekeeper.houses import freeze
from scorekeeper.rules import Layout, format_layout, score
from scorekeeper.school.classes import class_session as sessions
from scorekeeper.school.classes.answer_misreads import mistakes
from scorekeeper.school.classes.class_session import Pace, attempt_at
from scorekeeper.school.exercises.kept_sets import find_set
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.store.schooling import KEY_CODE, WORKSHEET
from tests.web.students import Room, Student, begin_lesson, body_of, main_words, start
from tests.web.tables import new_id

KING = next(one for one in mistakes(freeze(WORKSHEET)) if one.key == "V3")
COUNTS_KINGS = f" scoring as if {KING.misreads[0].doing}"


@pytest.fixture
def room(app: Flask) -> Room:
    return begin_lesson(app, Pace.FIND, "begin")


def hand(student: Student) -> Layout:
    """The question on show."""
    seat = student.kept
    (shown,) = attempt_at(student.room.kept.session, seat, len(seat.done)).question.hands
    return shown.layout


def right(layout: Layout) -> int:
    return score(layout, WORKSHEET).total


def kings_count(layout: Layout) -> int:
    return KING.total(layout) or 0


def answer_all(student: Student, counted: Callable[[Layout], int], hands: str = "ABCDE") -> None:
    for letter in hands:
        assert body_of(student.answer(letter, str(counted(hand(student)))))["question"] == ""


def letters(page: str) -> list[str]:
    return re.findall(r'<section class="student-question[^>]* id="q-([A-Z]+)"', page)


@pytest.mark.long
@pytest.mark.parametrize(
    ("counted", "words"),
    [
        pytest.param(kings_count, COUNTS_KINGS, id="a misread"),
        pytest.param(right, "5 of 5 right No mistake found", id="none"),
        pytest.param(lambda layout: right(layout) + 7, "0 of 5 right Look at these hands again", id="no known one"),
    ],
)
def test_one_hand_after_the_other_and_after_the_fifth_what_they_tell(
    room: Room, counted: Callable[[Layout], int], words: str
) -> None:
    student = room.join()
    for letter in "ABCDE":
        page = student.page()
        assert letters(page) == [letter]
        assert "said__title" not in page  # no feedback on earlier answers
        answer = student.answer_by_form(letter, str(counted(hand(student))))
        assert (answer.status_code, answer.location) == (303, student.path)
    page = student.page()
    assert letters(page) == list("ABCDE")
    assert words in main_words(page)
    assert page.count("score-line--total") == 5  # each has its solution
    assert ("Three hands to fix it" in page) is (counted is kings_count)


@pytest.mark.long
def test_the_board_tells_the_teacher_of_whom_and_the_wall_nothing_before_the_end(room: Room, client: Phone) -> None:
    kings, knows = room.join(), room.join()
    answer_all(kings, kings_count)
    answer_all(knows, right)
    wall, own = (main_words(client.get(f"/class/{room.key}{view}").text) for view in ("", "?view=own"))
    assert f"{kings.name} : if {KING.misreads[0].doing}" in own.partition("Likely mistakes")[2]
    assert knows.name not in own.partition("Likely mistakes")[2].partition("Results")[0]
    assert "Answered 2 2 2 2 2" in wall
    assert "Appears when the class ends" in wall
    room.lead("end")
    wall = client.get(f"/class/{room.key}").text
    cell = re.search(rf'href="(/class/{room.key}/map/[A-E]/[^"]+)"', wall)
    assert cell is not None
    assert "1 student answered this" in main_words(client.get(cell[1]).text)
    assert client.get(f"/class/{room.key}/question/A").status_code == 404  # each student has another hand


def test_a_hand_takes_one_answer_when_it_is_on_show(room: Room) -> None:
    student = room.join()
    first, write_id = hand(student), new_id()
    for _ in range(2):  # sent again, as by a phone that got no response
        answer = student.answer("A", "7", write_id=write_id)
        assert (answer.status_code, body_of(answer)["question"]) == (200, "")
    for letter in "AC":
        assert body_of(student.answer(letter, "8"))["code"] == "class.closed"
    assert student.answer("B", "many").status_code == 422
    assert student.answer("B", "", did="show").status_code == 409
    assert student.answer("F", "8").status_code == 404
    assert [one.typed for one in student.kept.done] == [{"points": "7", "hand": format_layout(first)}]


def test_ended_early_hands_are_worked_out_and_only_a_misread_is_told(room: Room) -> None:
    kings, knows, nothing = room.join(), room.join(), room.join()
    answer_all(kings, kings_count, "ABCD")
    answer_all(knows, right, "AB")
    room.lead("end")
    assert [letters(one.page()) for one in (kings, knows, nothing)] == [list("ABCDE"), list("ABC"), ["A"]]
    assert [COUNTS_KINGS in main_words(one.page()) for one in (kings, knows, nothing)] == [True, False, False]
    assert not any("No mistake" in one.page() or "Look at th" in one.page() for one in (knows, nothing))


@pytest.mark.long
def test_the_teacher_sees_the_hands_of_whom_nothing_explains(room: Room, client: Phone) -> None:
    student = room.join()
    first = hand(student)
    answer_all(student, lambda _: 77)
    assert f"A: {first.shown} 77 {student.name}" in main_words(client.get(f"/class/{room.key}?view=own").text)


def test_neighbors_begin_with_other_hands_and_the_same_answers_lead_on_to_the_same(app: Flask) -> None:
    begin_lesson(app, Pace.TEST)  # and its set
    with app.app_context():
        room = start(app, find_set(store(), KEY_CODE), Pace.FIND, variants=("A1", "A2")).lead("begin")
    students = [room.join() for _ in range(3)]
    assert hand(students[0]) == hand(students[2]) != hand(students[1])
    answer_all(students[0], right, "AB")
    answer_all(students[2], right, "AB")
    assert hand(students[0]) == hand(students[2])


def test_what_was_answered_stays_though_hands_are_chosen_in_another_way(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    student = room.join()
    answer_all(student, kings_count)
    before = class_csv(room.kept.session, room.code, [student.kept])
    assert before.count(b"\r\n") == 6
    sessions._chosen.cache_clear()
    monkeypatch.setattr(sessions, "next_hand", lambda *_: pytest.fail("a hand that was answered is chosen again"))
    assert class_csv(room.kept.session, room.code, [student.kept]) == before
    assert COUNTS_KINGS in main_words(student.page())
