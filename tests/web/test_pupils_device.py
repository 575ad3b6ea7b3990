"""The seats that a device opens: how many it keeps, and how it leaves one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.school.kept_sets import KeptSet
from scorekeeper.school.session import Pace
from scorekeeper.web.pupils.views import MOST_CLASSES
from tests.conftest import Phone
from tests.web.pupils import Room, main_words, make_sheets, new_app, section, start


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


def test_no_browser_keeps_a_page_with_names_to_go_back_to(room: Room) -> None:
    phone = room.phone()
    assert phone.get(f"/join/{room.code}").headers["Cache-Control"] == "no-store"
    assert phone.send_form(f"/join/{room.code}").headers["Cache-Control"] == "no-store"


def test_of_too_many_classes_the_oldest_falls_off(app: Flask, sheets: KeptSet) -> None:
    phone = app.test_client()
    assert isinstance(phone, Phone)
    rooms = [start(app, sheets, Pace.TEST) for _ in range(MOST_CLASSES + 1)]
    pupils = [room.join(phone) for room in rooms]
    assert seats_in(phone) == [(room.code, 1) for room in rooms[1:]]
    assert [phone.get(pupil.path).status_code for pupil in pupils[:2]] == [404, 200]
    cookie = phone.get_cookie(app.config["SESSION_COOKIE_NAME"])
    assert cookie is not None
    assert len(cookie.value) < 2_500


def test_a_pupil_leaves_a_device_and_comes_back_by_the_code(room: Room) -> None:
    done = room.join()
    phone = done.phone
    room.lead("begin")
    done.send("A", typed=done.right("A"))
    code, name = done.kept.return_code, done.kept.seat.name
    assert f'action="{done.path}/leave" data-leaves' in done.page()
    answer = phone.send_form(f"{done.path}/leave")
    assert answer.status_code == 303
    told = phone.get(answer.location).text
    assert "This device has forgotten you." in main_words(told)
    for secret in (name, code):
        assert secret not in told
    assert seats_in(phone) == []
    assert phone.get(done.path).status_code == 404
    next_one = room.join(phone)
    assert (next_one.number, 'data-state="right"' in next_one.page()) == (2, False)
    # What was answered stays, and so does the way back, once the next one has left.
    assert phone.send_form(f"{next_one.path}/leave").status_code == 303
    assert phone.send_form(f"/join/{room.code}/return", code=code).location == done.path
    assert 'data-state="right"' in section(done.page(), "A")


def test_leaving_twice_or_as_somebody_else_changes_nothing_for_others(room: Room) -> None:
    own, other = room.join(), room.join()
    for path in (own.path, own.path, other.path, f"/join/{room.code}/{10**20}"):
        assert own.phone.send_form(f"{path}/leave").status_code == 303
    assert other.phone.get(other.path).status_code == 200
    assert own.phone.send_form("/join/234567/1/leave").status_code == 404
