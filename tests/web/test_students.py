"""Students join a class with its code and a made-up name, one per device, and switch devices with a code."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from flask import Flask

from scorekeeper.school.classes.class_session import Pace
from scorekeeper.school.classes.kept_classes import KEPT_FOR, delete_class, forget_old_classes, put_class_back
from scorekeeper.school.classes.seats import seats_of
from scorekeeper.school.exercises.kept_sets import KeptSet
from scorekeeper.web.db import store
from scorekeeper.web.seat_cookie import MOST_CLASSES
from tests.conftest import Phone, new_phone
from tests.store.playing import file_of, new_write
from tests.web.students import Room, Student, body_of, main_words, new_app, offered, section, start, told_of


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One app with one worksheet, which takes a second to make; each test has its own class."""
    yield from new_app(tmp_path_factory.mktemp("classes"))


@pytest.fixture
def room(app: Flask, sheets: KeptSet) -> Room:
    return start(app, sheets, Pace.PRACTICE)


# --- the code ---------------------------------------------------------------------------------------------------------


def test_the_code_is_read_as_people_type_it(room: Room) -> None:
    typed, there = f"{room.code[:3].lower()} {room.code[3:]}", (302, f"/join/{room.code}")
    for answer in (room.phone().get("/join", query_string={"code": typed}), room.phone().get(f"/join/{typed}")):
        assert (answer.status_code, answer.location) == there


NO_CODES = {
    "": (422, "Type the code from the board"),
    "7" * 5_000: (422, "This code has 6 characters"),
    "234567": (404, "No class has this code"),
}


def test_what_is_no_code_is_told_beside_its_box(room: Room) -> None:
    for typed, (status, reason) in NO_CODES.items():
        answer = room.phone().get("/join", query_string={"code": typed})
        assert answer.status_code == status, typed
        box = re.search(r'<input [^>]*id="code"[^>]*>', answer.text)
        assert box is not None
        assert 'aria-describedby="code-hint code-error"' in box[0]
        assert " autofocus" in box[0]
        assert reason in answer.text.split('id="code-error"', 1)[1], typed
        assert len(answer.text) < 10_000


def test_one_of_three_names_is_chosen(room: Room) -> None:
    phone = room.phone()
    names, token = offered(phone, room.code)
    assert len(set(names)) == 3
    for _ in range(2):  # pressed twice
        answer = phone.send_form(f"/join/{room.code}", name=names[1], seat=token)
        assert (answer.status_code, answer.location) == (303, f"/join/{room.code}/1")
    assert room.kept.students == 1
    page = phone.get(answer.location).text
    kept = room.seat(1)
    assert kept.name == names[1]
    assert f">{names[1]}</h1>" in page
    assert kept.return_code in main_words(page)
    assert "Questions appear here when your teacher starts." in main_words(page)
    assert "<section" not in page.split("<live-page", 1)[1].split("</live-page>", 1)[0]


def test_a_class_that_is_shut_says_so_and_lets_its_students_come_back(room: Room) -> None:
    student, late = room.join(), room.phone()
    room.lead("begin", "lock")
    page = late.get(f"/join/{room.code}")
    assert page.status_code == 200
    assert "Your teacher locked this class." in main_words(page.text)
    assert 'name="name"' not in page.text
    answer = late.send_form(f"/join/{room.code}/return", code=student.kept.return_code)
    assert (answer.status_code, answer.location) == (303, student.path)


# --- one device at a time ---------------------------------------------------------------------------------------------


def test_a_student_goes_on_at_another_device(room: Room) -> None:
    student = room.join()
    room.lead("begin")
    assert student.send("A", typed=student.right("A")).status_code == 303
    code = student.kept.return_code
    assert code in main_words(student.page())
    other = room.phone()
    answer = other.send_form(f"/join/{room.code}/return", code=f" {code[:2].lower()}-{code[2:].lower()} ")
    assert (answer.status_code, answer.location) == (303, student.path)
    there = Student(room, other, student.number)
    assert told_of(section(there.page(), "A"))["state"] == "right"
    assert there.send("B", typed=there.right("B")).status_code == 303
    # The first device no longer opens the seat, says so, and can have it back.
    refused = student.phone.get(student.path)
    assert refused.status_code == 404
    assert "on another device, or your teacher removed you" in main_words(refused.text)
    assert "data-not-shown" in refused.text
    assert student.send("B", typed={"points": "4321"}).status_code == 404
    assert student.phone.send_form(f"/join/{room.code}/return", code=code).location == student.path
    assert told_of(section(student.page(), "B"))["state"] == "right"
    assert other.get(student.path).status_code == 404


def test_a_device_has_one_seat_of_a_class_and_is_brought_to_it(room: Room) -> None:
    phone = room.phone()
    names, token = offered(phone, room.code)
    assert "Sharing it? Leave the class when you’re done." in main_words(phone.get(f"/join/{room.code}").text)
    student = room.join(phone)
    answer = phone.get(f"/join/{room.code}")
    assert (answer.status_code, answer.location) == (302, student.path)
    # Nor through an old page of names.
    answer = phone.send_form(f"/join/{room.code}", name=names[1], seat=token)
    assert answer.location == student.path
    assert room.kept.students == 1
    assert student.kept.name in phone.get("/join").text


def test_a_device_that_joins_is_given_no_id(room: Room) -> None:
    phone = room.phone()
    page = phone.get(f"/join/{room.code}").text
    hidden = dict(re.findall(r'<input type="hidden" name="(csrf_token|seat)" value="([^"]+)"', page))
    name = re.findall(r'name="name" value="([^"]+)"', page)[0]
    assert phone.post(f"/join/{room.code}", data={**hidden, "name": name}).status_code == 303
    with phone.session_transaction() as session:
        assert set(session) <= {"seats", "csrf_token", "_permanent", "seen"}


def seats_in(phone: Phone) -> list[tuple[str, int]]:
    """Seats that the cookie opens."""
    with phone.session_transaction() as session:
        return [(code, number) for code, number, _ in session.get("seats", ())]


def test_of_too_many_classes_the_oldest_falls_off(app: Flask, sheets: KeptSet) -> None:
    phone = new_phone(app)
    rooms = [start(app, sheets, Pace.TEST) for _ in range(MOST_CLASSES + 1)]
    students = [room.join(phone) for room in rooms]
    assert seats_in(phone) == [(room.code, 1) for room in rooms[1:]]
    assert [phone.get(student.path).status_code for student in students[:2]] == [404, 200]
    cookie = phone.get_cookie(app.config["SESSION_COOKIE_NAME"])
    assert cookie is not None
    assert len(cookie.value) < 2_500


def test_a_student_leaves_a_device_and_comes_back_by_the_code(room: Room) -> None:
    done = room.join()
    phone = done.phone
    room.lead("begin")
    done.send("A", typed=done.right("A"))
    code, name = done.kept.return_code, done.kept.name
    assert f'action="{done.path}/leave" data-leaves' in done.page()
    answer = phone.send_form(f"{done.path}/leave")
    assert answer.status_code == 303
    told = phone.get(answer.location).text
    assert "You left the class on this device." in main_words(told)
    for secret in (name, code):
        assert secret not in told
    assert seats_in(phone) == []
    assert phone.get(done.path).status_code == 404
    next_one = room.join(phone)
    assert (next_one.number, 'data-state="right"' in next_one.page()) == (2, False)
    # Answers stay, and so does the way back.
    assert phone.send_form(f"{next_one.path}/leave").status_code == 303
    assert phone.send_form(f"/join/{room.code}/return", code=code).location == done.path
    assert 'data-state="right"' in section(done.page(), "A")


def test_a_deleted_class_says_so_everywhere_and_goes_on_once_it_is_back(app: Flask, room: Room) -> None:
    student = room.join()
    room.lead("begin")
    with app.app_context():
        delete_class(store(), room.key, new_write())
    for answer in (student.phone.get(student.path), student.phone.get(f"/join/{room.code}"), student.send("A")):
        assert answer.status_code == 410
        assert 'data-deleted="class"' in answer.text
    assert room.phone().get(f"/join/{room.code}").status_code == 410
    answer = student.post("A", typed={"points": "1"})
    assert (answer.status_code, body_of(answer)["code"]) == (410, "class.deleted")
    assert body_of(student.phone.get(f"/api/class/{room.code}"))["code"] == "class.deleted"
    with app.app_context():
        put_class_back(store(), room.key, new_write())
    assert student.page()
    assert student.post("A", typed={"points": "1"}).status_code == 200


def test_a_class_that_is_gone_is_gone_everywhere(app: Flask, room: Room) -> None:
    student = room.join()
    room.lead("begin")
    with app.app_context():
        forget_old_classes(store(), datetime.now(UTC) + KEPT_FOR)
    for answer in (student.phone.get(student.path), student.phone.get(f"/join/{room.code}"), student.send("A")):
        assert answer.status_code == 410
        assert "was deleted, with all names and answers" in main_words(answer.text)
        assert "data-not-shown" in answer.text
    assert room.phone().get(f"/join/{room.code}").status_code == 404
    answer = student.post("A", typed={"points": "1"})
    assert (answer.status_code, body_of(answer)["code"]) == (404, "class.not_found")
    assert "Continue on this device" not in student.phone.get("/join").text


def test_nothing_but_names_and_work_is_kept_of_a_student(app: Flask, room: Room) -> None:
    student = room.join()
    room.lead("begin")
    student.phone.get("/practice")  # which gives the device an id
    with student.phone.session_transaction() as session:
        device = session["device"]
    student.send("A", "hint", typed={"points": "my name is Zoltan"})
    student.send("A", typed={"points": "call me Zoltan"})
    student.send("A", typed=student.right("A"), note="I am Zoltan")
    with app.app_context():
        kept = repr(seats_of(store(), room.kept)) + "\n".join(file_of(store()).database.conn.iterdump())
    with student.phone.session_transaction() as session:
        token = session["seats"][0][2]
    for secret in ("Zoltan", device, token, "127.0.0.1"):
        assert secret not in kept
