"""The teacher's pages of a class: start, lead and delete it; no one else sees them."""

import re
from typing import Any

import pytest
from flask import Flask

from scorekeeper.school.classes.class_session import ACTIONS, Action, Pace, may_lead
from scorekeeper.school.exercises.kept_sets import KeptSet, find_set
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.classes import class_at_work
from tests.web.students import Room, main_words, start
from tests.web.tables import new_id


def begin(client: Phone, made: KeptSet, pace: str, **more: str) -> str:
    """Start a class with the form; gives its key."""
    sent = client.send_form("/class", code=made.key_code, pace=pace, write_id=new_id(), **more)
    assert sent.status_code == 302, main_words(sent.text)
    return str(sent.headers["Location"].rpartition("/")[2])


def form_of(page: str) -> dict[str, str]:
    """Hidden fields of the form with the teacher's buttons."""
    form = re.search(r'<form class="board-lead".*?</form>', page, re.DOTALL)
    assert form is not None
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form[0]))


def buttons_of(page: str) -> set[str]:
    return set(re.findall(r'name="action" value="([^"]+)"', page))


def lead(client: Phone, room: Room, action: str, **changed: str) -> Any:
    """Press a button of the current board."""
    fields = {**form_of(client.get(f"/class/{room.key}").text), "action": action, **changed}
    return client.post(f"/class/{room.key}/lead", data=fields)


# --- starting ---------------------------------------------------------------------------------------------------------


def test_a_class_is_begun_with_a_set_of_this_device_and_found_again(client: Phone) -> None:
    made = client.send_form("/sets", house="worksheet", level="3", size="2", variants="2", kinds="score")
    code = made.headers["Location"].rpartition("/")[2]
    assert f'href="/class?set={code}"' in client.get(f"/sets/{code}").text
    form = client.get(f"/class?set={code}")
    assert re.search(rf'<option value="{code}" selected>', form.text)
    write_id = new_id()
    sent = client.send_form("/class", own=code, code="", pace="practice", sheets="different", write_id=write_id)
    address = sent.headers["Location"]
    assert client.get(address).status_code == 200
    # The same form again gives the same class, listed on this device only.
    again = client.send_form("/class", own=code, code="", pace="practice", sheets="different", write_id=write_id)
    assert again.headers["Location"] == address
    listed = client.get("/class").text
    assert listed.count(f'href="{address}"') == 1
    with client.application.app_context():
        shown = find_set(store(), code).questions.code
    assert f"Worksheet {shown}, 0 students" in main_words(listed)
    assert address not in client.application.test_client().get("/class").text
    # On the device that made the worksheet, its printed code starts a class and opens the answer key.
    assert client.send_form("/class", code=shown).status_code == 302
    assert client.get("/sets", query_string={"code": shown}).location == f"/sets/{code}"


@pytest.mark.parametrize(
    ("changed", "field", "told"),
    [
        pytest.param({"code": ""}, "code", "choose one of your worksheets", id="no set"),
        pytest.param({"code": "2222-2222-2222"}, "code", "no worksheet has this code", id="nobody's code"),
        pytest.param({"code": "sheet"}, "code", "type the code on its answer key", id="the code of the sheets"),
        pytest.param({"pace": "live", "homework": "on"}, "homework", "own pace", id="led at home"),
    ],
)
def test_what_cannot_be_begun_is_told_beside_its_box(
    client: Phone, sheets: KeptSet, changed: dict[str, str], field: str, told: str
) -> None:
    code = sheets.questions.code if changed.get("code") == "sheet" else changed.get("code", sheets.key_code)
    answer = client.send_form("/class", **{"pace": "practice", **changed, "code": code})
    assert answer.status_code == 422
    assert told in main_words(answer.text).lower()
    assert f'id="{field}-error"' in answer.text
    assert "Classes on this device" not in answer.text


def test_the_lobby_shows_the_code_and_nobodys_name(app: Flask, client: Phone, sheets: KeptSet) -> None:
    room = start(app, sheets, Pace.PRACTICE)
    students = [room.join() for _ in range(3)]
    page = client.get(f"/class/{room.key}", base_url="https://golf.example.org").text
    assert f"{room.code[:3]} {room.code[3:]}" in page.replace('<span class="board-code__gap"></span>', " ")
    assert "golf.example.org/join" in page
    assert f'aria-label="QR code: https://golf.example.org/join/{room.code}"' in page
    assert "3 joined" in main_words(page)
    assert "Other devices can’t join" not in page
    for student in students:
        assert student.kept.name not in page
        assert student.kept.return_code not in page


BEFORE: dict[str, tuple[Pace, tuple[Action, ...]]] = {
    "lobby": (Pace.PRACTICE, ()),
    "first question": (Pace.LIVE, ("begin",)),
    "revealed": (Pace.LIVE, ("begin", "reveal")),
}


@pytest.mark.parametrize("name", BEFORE)
def test_there_is_a_button_for_what_can_be_done_and_for_nothing_else(
    app: Flask, client: Phone, sheets: KeptSet, name: str
) -> None:
    pace, actions = BEFORE[name]
    room = start(app, sheets, pace).lead(*actions)
    can = {action for action in ACTIONS if may_lead(room.kept.session, action)}
    assert buttons_of(client.get(f"/class/{room.key}").text) == can
    before = room.kept
    for action in set(ACTIONS) - can:
        fields = {"csrf_token": client.token(), "write_id": new_id(), "based_on": str(before.version), "action": action}
        answer = client.post(f"/class/{room.key}/lead", data=fields, follow_redirects=True)
        assert "Nothing changed" in answer.text
    for changed in ({"action": "dance"}, {"action": "end", "based_on": ""}, {"action": "end", "based_on": "9" * 5000}):
        assert lead(client, room, **changed).status_code == 400
    assert room.kept == before


# --- afterward -------------------------------------------------------------------------------------------------------


def test_the_results_are_a_file_for_spreadsheets(app: Flask, client: Phone, sheets: KeptSet) -> None:
    room, _ = class_at_work(app, sheets, Pace.TEST, wrong=1, right=2)
    answer = client.get(f"/class/{room.key}/results.csv")
    assert answer.mimetype == "text/csv"
    name = rf'attachment; filename="golf-{sheets.questions.code}-\d{{8}}T\d{{4}}\.csv"'
    assert re.fullmatch(name, answer.headers["Content-Disposition"])
    text = answer.get_data(as_text=True)
    assert text.startswith("\ufeffsession,pseudonym,item,")
    assert text.count("\r\n") == 4
    german = client.get(f"/class/{room.key}/results.csv", headers={"Accept-Language": "de-AT"})
    assert german.text.splitlines()[0] == answer.text.splitlines()[0].replace(",", ";")


def test_no_page_with_students_stays_behind_in_the_browser(app: Flask, client: Phone, sheets: KeptSet) -> None:
    room = start(app, sheets, Pace.TEST)
    room.join()
    for page in ("", "?view=own", "/question/A", "/map/A/adding", "/roster", "/results.csv"):
        assert client.get(f"/class/{room.key}{page}").headers["Cache-Control"] == "no-store", page
    papers = f"/class/{start(app, sheets, Pace.PAPER).key}/papers"
    assert client.get(papers).headers["Cache-Control"] == "no-store"
    refused = client.send_form(f"{papers}/1", **{"sheet": "A1", "A.points": "nonsense"})
    assert refused.status_code == 422
    assert refused.headers["Cache-Control"] == "no-store"
