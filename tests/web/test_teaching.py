"""What a teacher undoes, names and clears never shows in Class view or to students."""

import re

from flask import Flask

from scorekeeper.school.classes.class_session import Pace
from tests.conftest import Phone
from tests.web.students import Room, main_words, make_sheets, start
from tests.web.tables import new_id
from tests.web.test_classroom import buttons_of


def board(client: Phone, room: Room, view: str = "") -> str:
    return client.get(f"/class/{room.key}{view}").text


def asks(page: str) -> list[str]:
    """Buttons that ask again, without the end."""
    return re.findall(r'<details class="board-panel" id="ask-([a-z]+)">', page)


def test_next_asks_first_while_somebody_has_not_answered(app: Flask, client: Phone) -> None:
    room = start(app, make_sheets(app), Pace.LIVE)
    ann, bo = room.join(), room.join()
    room.lead("begin")
    ann.send("A", typed=ann.right("A"))
    page = board(client, room)
    assert asks(page) == ["next"]
    assert "Not everyone has answered A" in main_words(page)
    bo.send("A", typed=bo.wrong("A"))
    later = board(client, room)
    assert asks(later) == []
    assert "next" in buttons_of(later)
    part = r'data-live="lead" data-version="([^"]*)"'
    assert re.findall(part, page) != re.findall(part, later), "a board that is open is told"
    room.lead("next")
    assert asks(board(client, room)) == ["next"]
    room.lead("reveal")
    assert asks(board(client, room)) == []


def test_a_class_has_a_name_for_its_teacher_alone(app: Flask, client: Phone) -> None:
    made = make_sheets(app)
    label = "9c, Thursday <b>'&"
    form = {"code": made.key_code, "pace": "test", "write_id": new_id(), "label": f"  {label} "}
    begun = client.send_form("/class", **form)
    assert begun.status_code == 302
    key = str(begun.location.rpartition("/")[2])
    room = Room(app, key, "")
    room = Room(app, key, room.kept.code)
    student = room.join()
    shown = "9c, Thursday &lt;b&gt;&#39;&amp;"
    assert shown in client.get("/class").text
    for begins in (False, True):
        if begins:
            room.lead("begin")
        for path in ("", "/question/A", "/map/A/adding", "/results.csv"):
            assert "Thursday" not in client.get(f"/class/{key}{path}").text, path
        for path in ("/join", f"/join/{room.code}", student.path, f"/api/class/{room.code}"):
            assert "Thursday" not in student.phone.get(path).text, path
    assert "Thursday" not in client.get(f"/api/class/boards/{key}").text
    assert shown in board(client, room, "?view=own")
    assert "Thursday" not in student.phone.get("/class").text


FORGET = "Clear the lists on this device"


def test_a_device_forgets_its_classes_and_sets_and_they_stay(client: Phone) -> None:
    assert FORGET not in client.get("/class").text, "there is nothing yet"
    made = client.send_form("/sets", house="worksheet", level="3", size="2", variants="1", kinds="score")
    code = made.location.rpartition("/")[2]
    address = client.send_form("/class", own=code, pace="test", write_id=new_id(), label="7b").location
    assert FORGET in client.get("/class").text
    assert client.get("/class").headers["Cache-Control"] == "no-store"
    done = client.send_form("/class/forget")
    assert (done.status_code, done.location) == (302, "/class")
    for page in ("/class", "/sets"):
        shown = client.get(page).text
        assert address not in shown, page
        assert code not in shown, page
    assert client.get(address).status_code == 200
    assert client.get(f"/sets/{code}").status_code == 200
