"""A device that several use by turns: one has it in hand, and the page of any other opens with that pupil's code."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.classroom import Pace
from scorekeeper.store import KeptSet, remove_empty_seats
from scorekeeper.web.db import store
from tests.web.pupils import Pupil, Room, body_of, main_words, make_sheets, new_app, offered, section, start, state
from tests.web.tables import new_id

SECRET = "7531"
"""What the one who passed the device on had answered. It stands on no other page."""

PACES = (Pace.PRACTICE, Pace.TEST, Pace.LIVE)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    yield from new_app(tmp_path_factory.mktemp("turns"))


@pytest.fixture(scope="module")
def sheets(app: Flask) -> KeptSet:
    return make_sheets(app)


@pytest.fixture(params=PACES, ids=lambda pace: pace.value)
def room(request: pytest.FixtureRequest, app: Flask, sheets: KeptSet) -> Room:
    return start(app, sheets, request.param)


@pytest.fixture
def passed_on(room: Room) -> tuple[Pupil, Pupil]:
    """Ann, who has answered A and passed the device on, and Bob, who has it in hand."""
    ann = room.join()
    room.lead("begin")
    assert ann.send("A", typed={"points": SECRET}).status_code == 303
    return ann, room.join(ann.phone)


def still_open(pupil: Pupil) -> str:
    """The letter of a question that takes an answer: where the teacher leads there is only the first."""
    return "A" if pupil.room.kept.session.is_led else "B"


def is_shut(answer: TestResponse, pupil: Pupil, status: int = 403) -> bool:
    """Whether it asks for the code of that pupil, and says nothing else of the seat."""
    assert answer.status_code == status, answer.text
    told = main_words(answer.text)
    assert f"Are you {pupil.kept.seat.name}?" in told
    assert answer.headers["Cache-Control"] == "no-store"
    return (
        SECRET not in answer.text and pupil.kept.return_code not in answer.text and "pupil-question" not in answer.text
    )


# --- whose page is seen -----------------------------------------------------------------------------------------------


def test_who_joins_last_has_the_device_in_hand(passed_on: tuple[Pupil, Pupil]) -> None:
    ann, bob = passed_on
    assert is_shut(ann.phone.get(ann.path), ann)
    told = bob.page()
    assert SECRET not in told
    assert ann.kept.return_code not in told
    assert f'name="to" value="{ann.number}">Pass to {ann.kept.seat.name}</button>' in told
    back = main_words(ann.phone.get(ann.path).text)
    assert f"{bob.kept.seat.name} has this device just now" in back
    assert f"Back to {bob.kept.seat.name}" in back


def test_the_code_hands_it_over_and_back(passed_on: tuple[Pupil, Pupil]) -> None:
    ann, bob = passed_on
    for here, gone in ((ann, bob), (bob, ann), (ann, bob)):
        here.take_turn()
        assert f">{here.kept.seat.name}</h1>" in here.page()
        assert gone.phone.get(gone.path).status_code == 403
    assert f'value="{SECRET}"' in section(ann.page(), "A")


def test_a_code_is_taken_as_people_type_it(passed_on: tuple[Pupil, Pupil]) -> None:
    ann, _ = passed_on
    code = ann.kept.return_code.lower()
    answer = ann.phone.send_form(f"{ann.path}/turn", code=f" {code[:2]} {code[2:]} ")
    assert (answer.status_code, answer.location) == (303, ann.path)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "Type your code"),
        ("7K2", "5 characters, and not 3"),
        ("7?2QM", "No code has ? in it"),
        ("7" * 999, "5 characters"),
    ],
)
def test_what_is_no_code_is_told_beside_its_box(passed_on: tuple[Pupil, Pupil], typed: str, reason: str) -> None:
    ann, _ = passed_on
    answer = ann.phone.send_form(f"{ann.path}/turn", code=typed)
    assert is_shut(answer, ann, 422)
    assert reason in answer.text.split('id="code-error"', 1)[1]
    assert f'value="{typed[:40]}"' in answer.text


def test_the_code_of_somebody_elsewhere_opens_nothing(passed_on: tuple[Pupil, Pupil], room: Room) -> None:
    ann, _ = passed_on
    other = room.join()
    answer = ann.phone.send_form(f"{ann.path}/turn", code=other.kept.return_code)
    assert is_shut(answer, ann, 422)
    assert "This is not the code: look at it again, or ask your teacher." in answer.text


def test_who_types_the_own_code_on_the_page_of_another_goes_on(passed_on: tuple[Pupil, Pupil]) -> None:
    ann, bob = passed_on
    answer = ann.phone.send_form(f"{ann.path}/turn", code=bob.kept.return_code)
    assert (answer.status_code, answer.location) == (303, bob.path)
    assert bob.page()


def test_a_device_that_does_not_know_the_seat_is_asked_for_no_turn(passed_on: tuple[Pupil, Pupil], room: Room) -> None:
    ann, _ = passed_on
    for phone in (room.phone(), room.join().phone):
        answer = phone.send_form(f"{ann.path}/turn", code=ann.kept.return_code)
        assert answer.status_code == 404
        assert ann.kept.seat.name not in answer.text


def test_the_code_of_the_device_s_own_pupil_takes_no_other_way_in(passed_on: tuple[Pupil, Pupil], room: Room) -> None:
    """Coming back to a device by which a seat opens already takes a turn, and is no further device."""
    ann, _ = passed_on
    for _ in range(12):
        answer = ann.phone.send_form(f"/join/{room.code}/return", code=ann.kept.return_code)
        assert (answer.status_code, answer.location) == (303, ann.path)
    assert ann.page()
    assert ann.kept.devices == 1


@pytest.mark.parametrize("to", ["the other", "nobody", "99", "x", "1" * 30])
def test_whoever_passes_the_device_on_has_it_no_more(passed_on: tuple[Pupil, Pupil], room: Room, to: str) -> None:
    ann, bob = passed_on
    ann.take_turn()
    answer = ann.phone.send_form(f"{ann.path}/pass", to={"the other": str(bob.number), "nobody": ""}.get(to, to))
    assert (answer.status_code, answer.location) == (303, bob.path if to == "the other" else f"/join/{room.code}")
    for pupil in passed_on:
        assert is_shut(ann.phone.get(pupil.path), pupil)
    asked = ann.phone.get(bob.path).text
    assert "Several pupils use this device by turns." in asked
    assert "Back to" not in asked
    assert "button--primary pupil-name" not in ann.phone.get(f"/join/{room.code}").text
    assert bob.take_turn().page()


def test_an_old_form_passes_nothing_on(passed_on: tuple[Pupil, Pupil]) -> None:
    ann, bob = passed_on
    assert ann.phone.send_form(f"{ann.path}/pass", to="").status_code == 303
    assert bob.page()


def test_the_form_of_joining_sent_again_hands_nothing_over(room: Room) -> None:
    phone = room.phone()
    names, token = offered(phone, room.code)
    form = {"name": names[0], "seat": token}
    for _ in range(2):
        assert phone.send_form(f"/join/{room.code}", **form).location == f"/join/{room.code}/1"
        assert phone.get(f"/join/{room.code}/1").status_code == 200
    room.join(phone)
    assert phone.send_form(f"/join/{room.code}", **form).location == f"/join/{room.code}/1"
    assert phone.get(f"/join/{room.code}/1").status_code == 403


def test_when_the_class_is_over_it_is_the_same(passed_on: tuple[Pupil, Pupil], room: Room) -> None:
    ann, bob = passed_on
    room.lead("end")
    assert is_shut(ann.phone.get(ann.path), ann)
    assert SECRET not in bob.page()
    assert SECRET in ann.take_turn().page()


def test_alone_nobody_is_asked_for_anything(room: Room) -> None:
    ann = room.join()
    with ann.phone.session_transaction() as session:
        del session["at_hand"]  # as of a release that did not know whose turn it was
    assert ann.page()


def test_a_cookie_that_tells_no_turn_opens_none_of_several(passed_on: tuple[Pupil, Pupil]) -> None:
    ann, bob = passed_on
    with ann.phone.session_transaction() as session:
        del session["at_hand"]
    for pupil in passed_on:
        assert is_shut(ann.phone.get(pupil.path), pupil)
    assert "Several pupils use this device by turns." in ann.phone.get(ann.path).text
    assert bob.take_turn().page()


def test_each_class_has_its_own_turn(passed_on: tuple[Pupil, Pupil], app: Flask, sheets: KeptSet) -> None:
    ann, bob = passed_on
    elsewhere = start(app, sheets, Pace.TEST).join(ann.phone)
    assert bob.page()
    assert elsewhere.page()
    assert ann.phone.get(ann.path).status_code == 403


# --- leaving it -------------------------------------------------------------------------------------------------------


def test_who_leaves_opens_nobody_else_s_page(passed_on: tuple[Pupil, Pupil]) -> None:
    ann, bob = passed_on
    assert bob.phone.send_form(f"{bob.path}/forget").status_code == 303
    assert is_shut(ann.phone.get(ann.path), ann)
    assert SECRET in ann.take_turn().page()


def test_another_one_who_is_forgotten_is_told_of_without_the_code(passed_on: tuple[Pupil, Pupil], room: Room) -> None:
    ann, bob = passed_on
    code, name = ann.kept.return_code, ann.kept.seat.name
    told = bob.phone.get(bob.phone.send_form(f"{ann.path}/forget").location).text
    assert f"{name} can come back with the code of that page, which the teacher can look up." in main_words(told)
    assert code not in told
    assert bob.page()
    with bob.phone.session_transaction() as session:
        assert code not in str(dict(session))
    assert room.phone().send_form(f"/join/{room.code}/return", code=code).location == ann.path


def test_who_leaves_a_device_and_comes_back_has_never_more_than_one(room: Room) -> None:
    ann = room.join()
    code = ann.kept.return_code
    for _ in range(3):
        ann.phone.send_form(f"{ann.path}/forget")
        assert ann.kept.devices == 1
        assert ann.phone.send_form(f"/join/{room.code}/return", code=code).location == ann.path
        assert ann.kept.devices == 1
    assert "Opened on" not in ann.page()


# --- what is sent out of turn -----------------------------------------------------------------------------------------


def test_what_waited_is_kept_and_nothing_is_told(passed_on: tuple[Pupil, Pupil]) -> None:
    ann, _ = passed_on
    letter = still_open(ann)
    sent = body_of(ann.post(letter, typed=ann.right(letter)))
    assert (sent["state"], sent["tells"], sent["closed"]) == ("given", False, False)
    assert ann.kept.seat.done[-1].typed == ann.right(letter)


@pytest.mark.parametrize("did", ["answer", "hint", "show"])
def test_nothing_that_is_sent_for_another_tells_how_it_was(app: Flask, sheets: KeptSet, did: str) -> None:
    told = []
    for answered in ("right", "wrong"):
        room = start(app, sheets, Pace.PRACTICE)
        ann = room.join()
        room.lead("begin")
        ann.send("A", typed=getattr(ann, answered)("A"))
        room.join(ann.phone)
        sent = body_of(ann.post("A", did, typed={"points": SECRET} if did == "answer" else {}))
        told.append({name: value for name, value in sent.items() if name not in ("write_id", "answers")})
    # What a question takes is a matter of its pupil's tries, and both have used up one.
    assert told[0] == told[1]


def test_an_answer_from_elsewhere_waits_for_its_pupil(passed_on: tuple[Pupil, Pupil]) -> None:
    ann, _ = passed_on
    late = ann.post("A", typed={"points": "1"}, based_on=0)
    assert (late.status_code, body_of(late)["code"]) == (409, "class.wait")
    assert SECRET not in late.text
    ann.take_turn()
    assert body_of(ann.post("A", typed={"points": "1"}, based_on=0))["code"] == "class.newer_answer"


def guessed(sent: TestResponse, typed: str) -> tuple[int, str]:
    """What came back, but for what was typed, and for the signs of the page against forged forms."""
    text = re.sub(r'(name="csrf[-_]token" (?:content|value)=")[^"]*', r"\1", sent.text)
    return sent.status_code, text.replace(typed, "typed")


def test_nobody_finds_out_by_trying_what_another_one_answered_elsewhere(passed_on: tuple[Pupil, Pupil]) -> None:
    ann, _ = passed_on
    by_json = [guessed(ann.post("A", typed={"points": typed}, based_on=0), typed) for typed in (SECRET, "1357")]
    assert by_json[0] == by_json[1]
    assert by_json[0][0] == 409
    by_form = [guessed(ann.send("A", typed={"points": typed}, based_on="0"), typed) for typed in (SECRET, "1357")]
    assert by_form[0] == by_form[1]
    assert by_form[0][0] == 409
    assert [done.typed for done in ann.kept.seat.done] == [{"points": SECRET}]
    ann.take_turn()
    assert ann.post("A", typed={"points": SECRET}, based_on=0).status_code == 200, (
        "to the own pupil that is no conflict"
    )


FORMS: dict[str, Callable[[Pupil], dict[str, str]]] = {
    "an answer": lambda ann: {"letter": still_open(ann), "do": "answer", **ann.right(still_open(ann))},
    "no answer": lambda ann: {"letter": "A", "do": "answer", "points": "seven"},
    "an answer that another one came before": lambda ann: {
        "letter": "A",
        "do": "answer",
        "points": "1",
        "based_on": "0",
    },
    "of no question": lambda ann: {"letter": "ZZ", "do": "answer", "points": "1"},
    "a hint": lambda ann: {"letter": "A", "do": "hint"},
    "worked": lambda ann: {"letter": "A", "do": "show"},
    "nothing": lambda ann: {},
}


@pytest.mark.parametrize("form", FORMS)
def test_a_page_that_was_left_open_shows_nothing_when_it_is_sent(passed_on: tuple[Pupil, Pupil], form: str) -> None:
    ann, _ = passed_on
    answer = ann.phone.send_form(ann.path, write_id=new_id(), **FORMS[form](ann))
    if answer.status_code == 303:
        answer = ann.phone.get(answer.location.split("#")[0])
    assert is_shut(answer, ann, answer.status_code)
    if form == "no answer":
        assert "What was just sent, seven, was not kept." in main_words(answer.text)
    if form == "an answer":
        assert ann.kept.seat.done[-1].typed == ann.right(still_open(ann))


# --- who uses several devices -----------------------------------------------------------------------------------------


def test_the_owner_is_told_of_another_device(room: Room) -> None:
    ann = room.join()
    assert "Opened on" not in main_words(ann.page())
    thief = room.phone()
    assert thief.send_form(f"/join/{room.code}/return", code=ann.kept.return_code).status_code == 303
    told = ann.page()
    assert "Opened on 2 devices. If you did not do that, somebody knows your code: tell your teacher." in main_words(
        told
    )
    assert 'data-live="devices" data-version="2"' in told
    assert thief.send_form(f"{ann.path}/forget").status_code == 303
    assert "Opened on 2 devices." in main_words(ann.page()), "whoever reads and leaves does not go unnoticed"


def test_of_nine_devices_the_first_asks_for_the_code_and_is_not_told_that_it_was_removed(room: Room) -> None:
    ann = room.join()
    code = ann.kept.return_code
    for _ in range(8):
        assert room.phone().send_form(f"/join/{room.code}/return", code=code).location == ann.path
    for answer in (ann.phone.get(ann.path), ann.phone.send_form(ann.path, letter="A", do="answer", points="1")):
        assert answer.status_code == 404
        assert "The teacher has removed" not in answer.text
        assert "data-removed" not in answer.text
        assert f'action="/join/{room.code}/return"' in answer.text
    told = ann.post("A", typed={"points": "1"})
    assert (told.status_code, body_of(told)["code"]) == (404, "class.seat_not_found")
    assert ann.phone.send_form(f"/join/{room.code}/return", code=code).location == ann.path
    assert ann.page()


# --- who was removed --------------------------------------------------------------------------------------------------


@pytest.fixture
def removed(room: Room) -> Pupil:
    """A pupil who had answered nothing, and whom the teacher has removed."""
    gone, stays = room.join(), room.join()
    room.lead("begin")
    stays.send("A", typed=stays.wrong("A"))
    with room.app.app_context():
        remove_empty_seats(store(), room.key)
    return gone


def test_who_was_removed_is_told_so(removed: Pupil, room: Room) -> None:
    for _ in range(2):
        answer = removed.phone.get(removed.path)
        assert answer.status_code == 410
        told = main_words(answer.text)
        assert "The teacher has removed everybody whose answers had not arrived" in told
        assert "Join again: it takes a tap, and another name." in told
        assert f'data-removed="{removed.number}" data-code="{room.code}"' in answer.text
    again = room.join(removed.phone)
    assert again.page()
    assert again.phone.send_form(f"/join/{room.code}/return", code="22222").status_code == 422


def test_what_the_removed_had_answered_is_listed_for_nobody_else(room: Room) -> None:
    ann = room.join()
    room.join(ann.phone)
    with room.app.app_context():
        remove_empty_seats(store(), room.key)
    answer = ann.phone.get(ann.path)
    assert answer.status_code == 410
    assert "data-removed" not in answer.text


def test_only_the_own_form_to_leave_may_say_what_is_not_sent(passed_on: tuple[Pupil, Pupil], room: Room) -> None:
    ann, bob = passed_on
    for page in (bob.phone.get(f"/join/{room.code}").text, bob.page()):
        assert f'data-forgets="{room.code}/{bob.number}" data-own>' in page
        assert f'data-forgets="{room.code}/{ann.number}" data-own' not in page
    told = bob.phone.get(bob.phone.send_form(f"{ann.path}/forget").location).text
    assert f'data-forgotten="{ann.number}" data-code="{room.code}">' in told
    told = bob.phone.get(bob.phone.send_form(f"{bob.path}/forget").location).text
    assert f'data-forgotten="{bob.number}" data-code="{room.code}" data-own>' in told


def test_where_nobody_can_join_the_removed_are_sent_to_the_teacher(removed: Pupil, room: Room) -> None:
    room.lead("lock")
    assert "Nobody can join just now: tell your teacher that you are here." in main_words(
        removed.phone.get(removed.path).text
    )


def test_what_is_sent_for_who_was_removed_is_refused_for_good(removed: Pupil, room: Room) -> None:
    told = removed.phone.send_json(
        f"/api/class/{room.code}/{removed.number}/work",
        {"write_id": new_id(), "letter": "A", "did": "answer", "typed": {"points": "1"}},
    )
    assert (told.status_code, body_of(told)["code"]) == (404, "class.seat_gone")
    answer = removed.phone.send_form(removed.path, letter="A", do="answer", points="4711", write_id=new_id())
    assert answer.status_code == 410
    assert "What was just sent, 4711, was not kept." in main_words(answer.text)


def test_a_form_for_a_seat_that_this_device_forgot_says_what_was_not_kept(room: Room) -> None:
    ann = room.join()
    ann.phone.send_form(f"{ann.path}/forget")
    answer = ann.phone.send_form(ann.path, letter="A", do="answer", points="<4711>", write_id=new_id())
    assert answer.status_code == 404
    assert "What was just sent, <4711>, was not kept." in main_words(answer.text)


def test_the_code_is_told_to_whoever_comes_at_once_only(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = room.join()
    ann.phone.send_form(f"{ann.path}/forget")
    late = time.time() + 120
    monkeypatch.setattr("time.time", lambda: late)
    told = ann.phone.get(f"/join/{room.code}").text
    assert ann.kept.return_code not in told
    assert "data-forgotten" not in told


def test_whoever_never_had_a_place_does_not_learn_that_one_was_removed(removed: Pupil, room: Room) -> None:
    told = []
    for phone in (room.phone(), room.join().phone):
        for number in (removed.number, 77):
            path = f"/join/{room.code}/{number}"
            sent = {"write_id": "the-same", "letter": "A", "did": "answer", "typed": {"points": "1"}}
            refused = phone.send_json(f"/api/class/{room.code}/{number}/work", sent)
            assert (refused.status_code, body_of(refused)["code"]) == (404, "class.seat_not_found")
            told.append(refused.text)
            for answer in (
                phone.get(path),
                phone.send_form(path, letter="A", do="answer", points="1"),
                phone.send_form(f"{path}/turn", code="22222"),
            ):
                assert answer.status_code == 404
                assert "The teacher has removed" not in answer.text
    assert len(set(told)) == 1


def test_who_sits_down_next_at_the_device_of_the_removed_shares_nothing_with_them(app: Flask, sheets: KeptSet) -> None:
    room = start(app, sheets, Pace.TEST)
    gone = room.join()
    with app.app_context():
        remove_empty_seats(store(), room.key)
    after = room.join()
    assert after.number == gone.number + 1, "what waits on the phone is kept under the number"
    room.lead("begin")
    after.send("A", typed={"points": SECRET})
    assert gone.phone.get(gone.path).status_code == 410
    assert state(after) == "given"
