"""What costs work or room is limited by address, so far out that a school never comes there; and entries never are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask_openapi3.openapi import OpenAPI
from limits.storage import MemoryStorage
from werkzeug.test import TestResponse

from scorekeeper import houses
from scorekeeper.classroom import Pace
from scorekeeper.houses.writing import house_toml
from scorekeeper.quiz.set_codes import read_code
from scorekeeper.store import create_house
from scorekeeper.web import counting, create_app, limits
from scorekeeper.web.db import store
from scorekeeper.web.device import new_write
from tests.conftest import Phone
from tests.store.schooling import KEY_CODE, keep_set
from tests.web.building import OURS, form_of
from tests.web.lessons import begin_lesson
from tests.web.tables import new_id, sit_down
from tests.web.test_new_game import form

SCHOOL, HOME = "192.0.2.7", "198.51.100.9"


def counts() -> MemoryStorage:
    storage = limits.limiter.storage
    assert isinstance(storage, MemoryStorage)
    return storage


def count_on(limit: limits.Limit, times: int = 1) -> None:
    """As if that had been done from the school until only one more time is left."""
    (key,) = (key for key in counts().storage if f"/{limit.name}/" in key)
    most = int(limit.often.split(" ")[0]) * times
    counts().incr(key, 600, amount=most - 1 - counts().get(key))


def at(phone: Phone, address: str) -> Phone:
    phone.environ_base = {**phone.environ_base, "REMOTE_ADDR": address}
    return phone


def new_phone(phone: Phone) -> Phone:
    other = phone.application.test_client()
    assert isinstance(other, Phone)
    return other


Do = Callable[[Phone], TestResponse]


def new_game(phone: Phone) -> TestResponse:
    return phone.send_form("/new/worksheet", **form(write_id=new_id()))


def import_(do: str) -> Do:
    def work(phone: Phone) -> TestResponse:
        text = sit_down(phone).get("/card.json").text
        return phone.send_form("/import", text=text, do=do, write_id=new_id())

    return work


def again(phone: Phone) -> TestResponse:
    return sit_down(phone).post("/rematch", {})


def load_house(phone: Phone) -> TestResponse:
    return phone.send_form("/houses/load", text=house_toml(houses.get("worksheet")), write_id=new_id())


def change_house(phone: Phone) -> TestResponse:
    with phone.application.test_request_context():
        kept = create_house(store(), OURS, new_write())
    changed = {**form_of(name="Another name"), "based_on": "1", "write_id": new_id()}
    return phone.send_form(f"/houses/build/{kept.owner_key}", **changed)


def renew(phone: Phone) -> TestResponse:
    return sit_down(phone).post("/invite/renew", {"link": "view"})


@dataclass(frozen=True)
class Case:
    """Something that is limited: what does it, how that is answered, and what else does not count for it."""

    limit: limits.Limit
    do: Do
    status: int
    text: str


CASES = [
    pytest.param(Case(limits.GAME_MADE, new_game, 303, "Too many games were begun"), id="a new game"),
    pytest.param(Case(limits.GAME_MADE, import_("import"), 302, "Too many games were begun"), id="a game from a file"),
    pytest.param(Case(limits.GAME_MADE, again, 302, "Too many games were begun"), id="the same people again"),
    pytest.param(Case(limits.FILE_READ, import_("look"), 200, "Too many files"), id="a file looked at"),
    pytest.param(Case(limits.FILE_READ, load_house, 303, "Too many files"), id="a house from a file"),
    pytest.param(
        Case(limits.HOUSE_KEPT, lambda phone: phone.send_form("/houses/build", **form_of(), write_id=new_id(),
             **{"from": "penalty"}), 303, "Too many houses"), id="a new house"),
    pytest.param(Case(limits.HOUSE_KEPT, change_house, 303, "Too many houses"), id="a changed house"),
    pytest.param(Case(limits.LINK_RENEWED, renew, 302, "Too many links"), id="a new link"),
    pytest.param(
        Case(limits.PRACTICE_BEGUN, lambda phone: phone.send_form("/practice/worksheet/start"), 303,
             "So many began to practise"), id="practice"),
    pytest.param(
        Case(limits.PRACTICE_BEGUN, lambda phone: phone.send_form("/practice/carry"), 303, "So many began to practise"),
        id="a code to take it along"),
    pytest.param(
        Case(limits.PRACTICE_BROUGHT, lambda phone: phone.send_form("/practice/bring", code="7K2Q-M4XP"), 422,
             "Too many codes of practice"), id="a guessed code of practice"),
    pytest.param(
        Case(limits.WRONG_SET_CODE, lambda phone: phone.get("/sets?code=7K2Q-M4XR"), 422, "Too many codes that lead to "
             "no set"), id="a guessed code of a set"),
    pytest.param(
        Case(limits.WRONG_SET_CODE, lambda phone: phone.get("/sets/7K2Q-M4XR-22AA/key.txt"), 404,
             "Too many codes that lead to no set"), id="a guessed address of a key"),
    pytest.param(
        Case(limits.RULES_ASKED, lambda phone: phone.get("/referee/turn?house=penalty"), 200, "Too many questions"),
        id="a question to the referee"),
    pytest.param(
        Case(limits.RULES_ASKED, lambda phone: phone.get("/score?house=penalty"), 200, "Too many questions"),
        id="a score"),
    pytest.param(
        Case(limits.RULES_ASKED, lambda phone: phone.send_form("/houses/build/preview", **form_of(), **{"from":
             "penalty"}), 200, "Too many questions"), id="a form tried out"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_is_made_is_counted_and_stopped_in_our_words(client: Phone, case: Case) -> None:
    at(client, SCHOOL)
    first = case.do(client)
    assert first.status_code == case.status, first.text
    count_on(case.limit)
    assert case.do(client).status_code == case.status
    page = case.do(client)
    assert page.status_code == 429
    assert case.text in page.text
    assert "Try again in " in page.text
    assert 0 < int(page.headers["Retry-After"]) <= 600
    assert page.headers["Cache-Control"] == "no-store"
    assert case.do(at(client, HOME)).status_code == case.status, "whoever comes from elsewhere"


def test_a_school_that_is_stopped_goes_on_playing(client: Phone) -> None:
    """No count stands in the way of a game that has begun, or of a class at work."""
    at(client, SCHOOL)
    table, lesson = sit_down(client), begin_lesson(client.application, Pace.TEST, "begin")
    pupil = lesson.join(at(lesson.phone(), SCHOOL))
    cases = [case for one in CASES for case in one.values if isinstance(case, Case)]
    for case in cases:
        case.do(client)
    for limit in {case.limit.name: case.limit for case in cases}.values():
        count_on(limit)
        counts().incr(next(key for key in counts().storage if f"/{limit.name}/" in key), 600)
    assert new_game(client).status_code == 429
    assert table.put_hand(1, "Ann", points=7).status_code == 200
    assert table.enter(1, {"Ann": "7", "Bo": "3", "Cy": "5"}, do="confirm", ender="nobody").status_code == 302
    assert client.get(f"/api/games/{table.view_key}").status_code == 200
    assert table.get("/end").status_code == 200
    assert pupil.page()
    assert pupil.answer("A", "19").status_code == 200
    assert client.get("/houses/penalty").status_code == 200
    assert client.get("/practice/worksheet").status_code == 200


def test_a_form_that_is_shown_again_makes_nothing(client: Phone) -> None:
    at(client, SCHOOL)
    for _ in range(3):
        assert client.send_form("/new/worksheet", **form(("Ann",))).status_code == 422
        assert client.send_form("/houses/build", **form_of(), **{"from": "penalty", "do": "show"}).status_code == 200
    assert not [key for key in counts().storage if counts().get(key)]


def test_whoever_made_a_set_is_never_shut_out_of_it(client: Phone) -> None:
    at(client, SCHOOL)
    sent = client.send_form(
        "/sets", house="worksheet", level="1", size="2", variants="1", kinds="score", write_id=new_id()
    )
    code = sent.location.rsplit("/", 1)[1]
    assert read_code(code) == code
    for _ in range(2):
        other = at(new_phone(client), SCHOOL)
        other.get(f"/sets/{KEY_CODE}")
    count_on(limits.WRONG_SET_CODE)
    assert other.get(f"/sets/{KEY_CODE}").status_code == 404
    assert other.get(f"/sets/{code}").status_code == 429
    assert client.get(f"/sets/{code}").status_code == 200
    assert client.get(f"/sets/{code}/key.txt").status_code == 200


def test_an_answer_that_cannot_be_read_is_no_wrong_code(client: Phone) -> None:
    at(client, SCHOOL)
    with client.application.app_context():
        keep_set(store())
    for _ in range(3):
        assert client.get(f"/sets/{KEY_CODE}/answers", query_string={"A.points": "many"}).status_code == 422
    assert not [key for key in counts().storage if counts().get(key)]


def test_what_a_code_of_sheets_does_not_open_is_no_wrong_code(client: Phone) -> None:
    at(client, SCHOOL)
    with client.application.app_context():
        kept = keep_set(store())
    for path in ("key.txt", "answers", "sheet.txt?variant=Z9"):
        assert client.get(f"/sets/{kept.questions.code}/{path}").status_code == 404, path
    assert not [key for key in counts().storage if counts().get(key)]


@pytest.mark.nightly
def test_only_what_is_drawn_anew_counts(client: Phone) -> None:
    at(client, SCHOOL)
    for _ in range(3):
        assert client.get("/houses/penalty/sheet.pdf").status_code == 200
    (key,) = (key for key in counts().storage if "/drawn/" in key)
    assert counts().get(key) == 1
    count_on(limits.DRAWN)
    counts().incr(key, 600)
    page = client.get("/houses/turtle/sheet.pdf")
    assert page.status_code == 429
    assert "Too many PDFs were drawn for this network." in page.text
    assert client.get("/houses/turtle").status_code == 200


@pytest.mark.parametrize(("times", "stopped"), [("0", False), ("3", True)])
def test_the_operator_says_how_many_times_as_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: str, stopped: bool
) -> None:
    monkeypatch.setenv("SCOREKEEPER_LIMITS", times)
    app = create_app(instance_path=str(tmp_path))
    app.test_client_class = Phone
    phone = app.test_client()
    assert isinstance(phone, Phone)
    at(phone, SCHOOL)
    asked = [phone.send_form("/practice/bring", code="7K2Q-M4XP").status_code for _ in range(2)]
    assert asked == [422, 422]
    if not stopped:
        assert not counts().storage
        return
    count_on(limits.PRACTICE_BROUGHT, int(times))
    asked = [phone.send_form("/practice/bring", code="7K2Q-M4XP").status_code for _ in range(2)]
    assert asked == [422, 429]


def test_there_are_never_more_counts_than_memory_bears() -> None:
    storage = counting.BoundedMemory()
    assert storage.most == counting.MOST_COUNTS
    storage.most = 500
    for number in range(510):
        storage.incr(f"network {number}", 600 + number)
    assert 440 < len(storage.storage) == len(storage.expirations) <= 500
    assert len(storage.locks) <= 500
    assert storage.get("network 0") == 0, "those that would end first go"
    assert storage.get("network 509") == 1
    assert storage.incr("network 509", 600) == 2


def test_counts_are_dropped_after_their_time_without_a_thread() -> None:
    storage = counting.BoundedMemory()
    storage.timer.join()  # of the library, once
    storage.incr("long ago", -1)
    assert storage.incr("long ago", 600) == 1, "its time was over"
    storage.incr("another long ago", -1)
    storage._swept_at = float("-inf")
    assert storage.incr("now", 600) == 1
    assert storage.incr("now", 600) == 2
    assert set(storage.storage) == set(storage.expirations) == {"long ago", "now"}
    assert not storage.timer.is_alive()


def test_the_app_keeps_its_counts_there(app: OpenAPI) -> None:
    assert isinstance(limits.limiter.storage, counting.BoundedMemory)
