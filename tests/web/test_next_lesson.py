"""A class over several lessons: its goal on the wall, names of last time, own hands, what has grown, and homework."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.school.classes.class_session import Pace
from scorekeeper.school.exercises.kept_sets import KeptSet
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.students import Room, Student, main_words, make_sheets, new_app, offered, said, start
from tests.web.tables import new_id


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    yield from new_app(tmp_path_factory.mktemp("lessons"))


@pytest.fixture
def hands(app: Flask) -> KeptSet:
    return make_sheets(app)


def board_of(room: Room, view: str = "") -> str:
    return main_words(room.phone().get(f"/class/{room.key}{view}").text)


def set_goal(room: Room, goal: int) -> None:
    fields = {"write_id": new_id(), "based_on": str(room.kept.version), "goal": str(goal)}
    assert room.phone().send_form(f"/class/{room.key}/goal", **fields).status_code == 302


def follow(room: Room, do: str = "lesson") -> Room:
    """The next lesson of an ended class."""
    answer = room.phone().send_form(f"/class/{room.key}/next", write_id=new_id(), do=do)
    assert answer.status_code == 302, answer.text
    key = answer.location.rsplit("/", 1)[1]
    return Room(room.app, key, Room(room.app, key, "").kept.code)


@pytest.fixture
def ended(app: Flask, hands: KeptSet) -> tuple[Room, Student]:
    """An ended lesson, and its student, who got A wrong."""
    room = start(app, hands, Pace.PRACTICE).lead("begin")
    student = room.join()
    assert student.post("A", typed=student.wrong("A")).status_code == 200
    room.lead("end")
    return room, student


# --- the goal ---------------------------------------------------------------------------------------------------------


def test_the_wall_shows_how_far_the_class_is(app: Flask, hands: KeptSet) -> None:
    room = start(app, hands, Pace.PRACTICE).lead("begin")
    student = room.join()
    assert "right together" not in board_of(room)
    set_goal(room, 25)
    assert "0 of 25 right together" in board_of(room)
    assert student.post("A", typed=student.right("A")).status_code == 200
    for view in ("", "?view=own"):
        assert "1 of 25 right together" in board_of(room, view)
    assert '<progress class="board-goal__bar" max="25" value="1"' in room.phone().get(f"/class/{room.key}").text
    assert student.name not in board_of(room)
    set_goal(room, 0)
    assert "right together" not in board_of(room)


def test_a_goal_that_is_reached_is_a_small_joy(app: Flask, hands: KeptSet) -> None:
    room = start(app, hands, Pace.PRACTICE).lead("begin")
    student = room.join()
    set_goal(room, 25)
    with app.app_context(), store().write() as database:
        had = "UPDATE classes SET state = replace(state, '[25,0]', '[25,24]') WHERE id = ?"
        database.execute(had, [room.kept.id])
    assert "Goal of 25 reached" not in board_of(room)
    assert student.post("A", typed=student.right("A")).status_code == 200
    assert "Goal of 25 reached" in board_of(room)
    assert "25 right together" in board_of(room)


def test_a_lobby_shows_the_goal_too(app: Flask, hands: KeptSet) -> None:
    room = start(app, hands, Pace.LIVE)
    set_goal(room, 50)
    assert "0 of 50 right together" in board_of(room)


def test_a_test_tells_of_the_goal_only_after_its_end(app: Flask, hands: KeptSet) -> None:
    room = start(app, hands, Pace.TEST).lead("begin")
    set_goal(room, 25)
    student = room.join()
    assert student.post("A", typed=student.right("A")).status_code == 200
    assert "0 of 25 right together" in board_of(room)
    room.lead("end")
    assert "1 of 25 right together" in board_of(room)


@pytest.mark.parametrize("goal", ["", "1", "-25", "26", "many"])
def test_only_goals_of_the_board_are_taken(app: Flask, hands: KeptSet, goal: str) -> None:
    room = start(app, hands, Pace.PRACTICE)
    fields = {"write_id": new_id(), "based_on": str(room.kept.version), "goal": goal}
    assert room.phone().send_form(f"/class/{room.key}/goal", **fields).status_code == 400
    assert room.kept.session.goal is None


def test_an_old_board_changes_no_goal(app: Flask, hands: KeptSet) -> None:
    room, phone = start(app, hands, Pace.PRACTICE), new_id()
    seen = room.kept.version
    room.lead("lock")
    room.phone().send_form(f"/class/{room.key}/goal", write_id=phone, based_on=str(seen), goal="50")
    assert room.kept.session.goal is None


# --- the next lesson --------------------------------------------------------------------------------------------------


def test_a_phone_is_known_by_its_name_of_last_time(ended: tuple[Room, Student]) -> None:
    room, student = ended
    following = follow(room)
    names, token = offered(student.phone, following.code)
    assert names[0] == student.name
    assert "Welcome back" in main_words(student.phone.get(f"/join/{following.code}").text)
    answer = student.phone.send_form(f"/join/{following.code}", name=names[0], seat=token)
    back = Student(following, student.phone, int(answer.location.rsplit("/", 1)[1]))
    assert back.name == student.name
    own = following.kept.session.own
    assert own is not None
    assert [back.question(letter).hands[0].layout for letter in "ABC"] == list(own.by_name[student.name])
    assert "The first three hands are picked for you." in main_words(back.page())


def test_another_phone_types_the_name_of_last_time_and_is_shown_no_names(ended: tuple[Room, Student]) -> None:
    room, student = ended
    following = follow(room)
    for phone in (room.phone(), room.phone()):
        page = phone.get(f"/join/{following.code}").text
        assert student.name not in page
        assert "I was here last time" in main_words(page)
    phone = room.phone()
    answer = phone.send_form(f"/join/{following.code}", before=student.name.lower(), seat="x" * 32)
    assert answer.status_code == 303
    assert Student(following, phone, 1).name == student.name
    for typed in ("Nonesuch", student.name):  # never there, and in use by now
        refused = room.phone().send_form(f"/join/{following.code}", before=typed, seat="y" * 32)
        assert refused.status_code == 422
        assert "No one had that name last time" in main_words(refused.text)


def test_a_first_lesson_asks_for_no_name_of_last_time(app: Flask, hands: KeptSet) -> None:
    room = start(app, hands, Pace.PRACTICE)
    assert "last time" not in main_words(room.phone().get(f"/join/{room.code}").text)


def test_growth_is_shown_on_the_wall_in_counts_and_by_name_to_the_teacher(ended: tuple[Room, Student]) -> None:
    room, student = ended
    following = follow(room)
    answer = student.phone.send_form(f"/join/{following.code}", name=student.name, seat="z" * 32)
    back = Student(following, student.phone, int(answer.location.rsplit("/", 1)[1]))
    for letter in "ABC":
        assert back.post(letter, typed=back.right(letter)).status_code == 200
    assert "Since the last lesson" not in board_of(following)
    following.lead("end")
    wall, own = board_of(following), board_of(following, "?view=own")
    for page in (wall, own):
        assert "Since the last lesson" in page
        assert re.search(r"Right on the first try 0 % 100 %", page)
    assert student.name not in wall
    assert student.name in own


def test_own_hands_have_no_page_for_the_whole_class(ended: tuple[Room, Student]) -> None:
    room, _ = ended
    following, phone = follow(room), room.phone()
    statuses = [phone.get(f"/class/{following.key}/question/{letter}").status_code for letter in "ABCD"]
    assert statuses == [404, 404, 404, 200]
    question = following.kept.session.sheet("A1").questions[0]
    assert question.prompt in phone.get(f"/class/{following.key}/question/D").text
    assert "A to C are picked for each student." not in board_of(following), "no one has joined yet"
    following.join()
    assert "A to C are picked for each student." in board_of(following)


def test_a_lesson_that_goes_on_has_no_next_one(app: Flask, hands: KeptSet) -> None:
    room = start(app, hands, Pace.PRACTICE).lead("begin")
    assert "Next lesson" not in board_of(room)
    answer = room.phone().send_form(f"/class/{room.key}/next", write_id=new_id(), do="lesson")
    assert answer.location == f"/class/{room.key}"


def test_the_classes_of_a_device_lead_to_the_next_lesson(client: Phone) -> None:
    where = client.send_form("/class/at-once", write_id=new_id(), house="worksheet").location
    hint = "Same students again? Open their last lesson."
    assert hint not in main_words(client.get("/class").text)
    version = re.search(r'name="based_on" value="(\d+)"', client.get(where).text)
    assert version is not None
    client.send_form(f"{where}/lead", write_id=new_id(), action="end", based_on=version[1])
    assert hint in main_words(client.get("/class").text)
    assert "Next lesson…" in main_words(client.get(where).text)


def test_the_list_says_who_is_still_missing(ended: tuple[Room, Student]) -> None:
    room, student = ended
    following = follow(room)
    roster = main_words(room.phone().get(f"/class/{following.key}/roster").text)
    assert f"Not here yet from last time: {student.name}" in roster
    student.phone.send_form(f"/join/{following.code}", name=student.name, seat="z" * 32)
    page = room.phone().get(f"/class/{following.key}/roster").text
    assert "Not here yet" not in main_words(page)
    assert f'data-before="{room.key} {student.number}"' in page


# --- homework ---------------------------------------------------------------------------------------------------------


def test_homework_has_a_link_and_tells_a_student_the_result(ended: tuple[Room, Student], client: Phone) -> None:
    room, student = ended
    homework = follow(room, "homework")
    page = room.phone().get(f"/class/{homework.key}").text
    assert f"/join/{homework.code}</textarea>" in page
    assert "Homework link for students" in main_words(page)
    at_home = homework.join(student.phone)
    session = homework.kept.session
    for index in range(session.size):
        letter = "ABCDEFGH"[index]
        typed = at_home.wrong(letter) if letter == "A" else at_home.right(letter)
        assert at_home.post(letter, typed=typed).status_code == 200
    assert at_home.post("A", typed=at_home.right("A")).status_code == 200
    assert "right on second try" in said(at_home)
    done = f"All done: {session.size - 1} of {session.size} right on the first try."
    assert done in main_words(at_home.page())
