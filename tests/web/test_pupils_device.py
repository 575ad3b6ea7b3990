"""A device that several pupils use: who is let in by it, who goes on, and how it forgets one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.classroom import Pace
from scorekeeper.store import KeptSet, delete_class, remove_empty_seats
from scorekeeper.web.db import store
from scorekeeper.web.pupils.remembered import MOST_OF_CLASS, MOST_REMEMBERED
from tests.conftest import Phone
from tests.web.pupils import Room, main_words, make_sheets, new_app, offered, section, start, take_seat


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    yield from new_app(tmp_path_factory.mktemp("devices"))


@pytest.fixture(scope="module")
def sheets(app: Flask) -> KeptSet:
    return make_sheets(app)


@pytest.fixture
def room(app: Flask, sheets: KeptSet) -> Room:
    return start(app, sheets, Pace.PRACTICE)


def seats_in(phone: Phone) -> list[tuple[str, int]]:
    """The seats that the cookie opens."""
    with phone.session_transaction() as session:
        return [(code, number) for code, number, _ in session.get("seats", ())]


# --- who is let in by it ----------------------------------------------------------------------------------------------


def test_a_page_to_which_somebody_went_back_gives_nobody_else_that_seat(room: Room) -> None:
    phone = room.phone()
    names, token = offered(phone, room.code)
    assert phone.send_form(f"/join/{room.code}", name=names[0], seat=token).location == f"/join/{room.code}/1"
    answer = phone.send_form(f"/join/{room.code}", name=names[1], seat=token)
    assert answer.status_code == 409
    assert "Somebody joined by that page before: here are new names" in main_words(answer.text)
    assert room.kept.pupils == 1
    fresh = re.search(r'name="seat" value="([^"]+)"', answer.text)
    assert fresh is not None
    assert fresh[1] != token
    names = re.findall(r'name="name" value="([^"]+)"', answer.text)
    assert len(names) == 3
    assert phone.send_form(f"/join/{room.code}", name=names[0], seat=fresh[1]).location == f"/join/{room.code}/2"


def test_no_browser_keeps_a_page_with_names_to_go_back_to(room: Room) -> None:
    phone = room.phone()
    assert phone.get(f"/join/{room.code}").headers["Cache-Control"] == "no-store"
    assert phone.send_form(f"/join/{room.code}").headers["Cache-Control"] == "no-store"


def test_so_many_use_one_device_and_nobody_falls_off(room: Room) -> None:
    phone = room.phone()
    pupils = [room.join(phone) for _ in range(MOST_OF_CLASS)]
    stranger = room.join()
    page = phone.get(f"/join/{room.code}").text
    assert 'name="name"' not in page
    assert "12 pupils of this class use it by turns" in main_words(page)
    late, token = offered(room.phone(), room.code)
    for path, fields in (("", {"name": late[0], "seat": token}), ("/return", {"code": stranger.kept.return_code})):
        answer = phone.send_form(f"/join/{room.code}{path}", **fields)
        assert answer.status_code == 409, path
        assert "one has to be forgotten here" in main_words(answer.text)
    assert room.kept.pupils == MOST_OF_CLASS + 1
    assert [pupil.take_turn().number for pupil in pupils] == [pupil.number for pupil in pupils]
    # Whoever is forgotten makes room.
    assert phone.send_form(f"{pupils[3].path}/forget").status_code == 303
    assert take_seat(phone, room.code).status_code == 303


def test_the_form_of_the_last_one_sent_twice_is_the_same_pupil(room: Room) -> None:
    phone = room.phone()
    for _ in range(MOST_OF_CLASS - 1):
        room.join(phone)
    names, token = offered(phone, room.code)
    for _ in range(2):
        answer = phone.send_form(f"/join/{room.code}", name=names[0], seat=token)
        assert (answer.status_code, answer.location) == (303, f"/join/{room.code}/{MOST_OF_CLASS}")


def test_of_too_many_classes_the_oldest_falls_off(app: Flask, sheets: KeptSet) -> None:
    phone = app.test_client()
    assert isinstance(phone, Phone)
    rooms = [start(app, sheets, Pace.TEST) for _ in range(MOST_REMEMBERED + 1)]
    pupils = [room.join(phone) for room in rooms]
    assert seats_in(phone) == [(room.code, 1) for room in rooms[1:]]
    assert [phone.get(pupil.path).status_code for pupil in pupils[:2]] == [404, 200]
    cookie = phone.get_cookie(app.config["SESSION_COOKIE_NAME"])
    assert cookie is not None
    assert len(cookie.value) < 2_500


@pytest.mark.parametrize("page", ["/join", "/join/{code}"])
def test_seats_that_are_gone_leave_the_cookie(app: Flask, sheets: KeptSet, room: Room, page: str) -> None:
    phone, other = room.phone(), start(app, sheets, Pace.PRACTICE)
    stays, gone = room.join(phone), other.join(phone)
    with app.app_context():
        delete_class(store(), other.key)
    phone.get(page.format(code=other.code))
    assert seats_in(phone) == [(room.code, stays.number)]
    assert phone.get(gone.path).status_code == 404
    with app.app_context():
        remove_empty_seats(store(), room.key)
    # Who was removed is told so on the page of names, until somebody joins again.
    assert phone.get(page.format(code=room.code)).status_code == 200
    assert seats_in(phone) == [(room.code, stays.number)]
    assert f'data-removed="{stays.number}" data-code="{room.code}"' in phone.get(f"/join/{room.code}").text
    again = room.join(phone)
    assert seats_in(phone) == [(room.code, again.number)]
    assert "data-removed" not in phone.get(f"/join/{room.code}").text


# --- leaving it -------------------------------------------------------------------------------------------------------


def test_a_pupil_who_is_done_is_forgotten_on_this_device_only(room: Room) -> None:
    phone = room.phone()
    done, stays = room.join(phone), room.join(phone)
    room.lead("begin")
    done.send("A", typed=done.right("A"))
    code, name = done.kept.return_code, done.kept.seat.name
    done.take_turn()
    assert f"you need your code {code} ." in main_words(done.page())
    for page in (done.page(), phone.get(f"/join/{room.code}").text):  # a script holds it back while something waits
        assert f'action="{done.path}/forget" data-forgets="{room.code}/{done.number}"' in page
    assert f"Forget {name} on this device" in main_words(phone.get(f"/join/{room.code}").text)
    answer = phone.send_form(f"{done.path}/forget")
    assert (answer.status_code, answer.location) == (303, f"/join/{room.code}")
    told = phone.get(answer.location).text
    assert f'data-forgotten="{done.number}" data-code="{room.code}"' in told
    assert f"{name} is forgotten on this device" in main_words(told)
    assert f"type the code {code} :" in main_words(told)
    again = phone.get(answer.location).text
    assert "data-forgotten" not in again
    assert name not in again
    assert code not in again
    assert seats_in(phone) == [(room.code, stays.number)]
    assert phone.get(done.path).status_code == 404
    # What was answered stays, and so does the way back.
    assert phone.send_form(f"/join/{room.code}/return", code=code).location == done.path
    assert 'data-state="right"' in section(done.page(), "A")


def test_forgetting_twice_or_somebody_else_changes_nothing(room: Room) -> None:
    own, other = room.join(), room.join()
    for path in (own.path, own.path, other.path, f"/join/{room.code}/{10**20}"):
        answer = own.phone.send_form(f"{path}/forget")
        assert (answer.status_code, answer.location) == (303, f"/join/{room.code}")
        assert other.kept.return_code not in own.phone.get(answer.location).text
    assert other.phone.get(other.path).status_code == 200
    assert own.phone.send_form("/join/234567/1/forget").status_code == 404


def test_it_is_said_what_the_cookie_is_for(room: Room) -> None:
    read = main_words(room.phone().get(f"/join/{room.code}").text)
    assert "A cookie on this device keeps which places it may open, for that and nothing else" in read
    assert "400 days at most" in read


# --- addresses and boxes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["0", "3", "99999999999999999999", "9" * 200])
def test_a_number_that_no_pupil_has_is_not_found(room: Room, number: str) -> None:
    pupil = room.join()
    assert pupil.phone.get(f"/join/{room.code}/{number}").status_code == 404
    assert pupil.phone.send_form(f"/join/{room.code}/{number}", letter="A", do="show").status_code == 404


def test_what_was_typed_before_a_hint_is_forgotten_once_no_page_needs_it(room: Room) -> None:
    phone = room.phone()
    pupil = room.join(phone)
    room.lead("begin")
    for other in (f"/join/{room.code}", "/join"):
        pupil.send("A", "hint", typed={"points": "123"})
        pupil.page()
        with phone.session_transaction() as session:
            assert "typed_in_class" in session
        phone.get(other)
        with phone.session_transaction() as session:
            assert "typed_in_class" not in session, other
    pupil.send("A", "hint", typed={"points": "123"})
    pupil.post("A", typed=pupil.right("A"))
    pupil.page()
    with phone.session_transaction() as session:
        assert "typed_in_class" not in session
