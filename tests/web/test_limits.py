"""The counts: what each stops and nothing else, what is told of it, and that a class never meets one."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask
from limits.storage import MemoryStorage
from werkzeug.test import TestResponse

from scorekeeper import houses
from scorekeeper.houses.writing import house_toml
from scorekeeper.school.classes.class_session import Pace
from scorekeeper.web import limits
from scorekeeper.web.app import create_app
from tests.apps import make_app
from tests.conftest import Phone, new_phone
from tests.store.schooling import KEY_CODE
from tests.web.building import form_of
from tests.web.students import Room, begin_lesson
from tests.web.tables import new_id, sit_down
from tests.web.test_new_game import form

SCHOOL, HOME = "192.0.2.7", "198.51.100.9"


@pytest.fixture
def lesson(app: Flask) -> Room:
    return begin_lesson(app, Pace.TEST, "begin")


def at(phone: Phone, address: str) -> Phone:
    phone.environ_base = {**phone.environ_base, "REMOTE_ADDR": address}
    return phone


def counted() -> dict[str, int]:
    """How often what was done, by the keys of the counts."""
    storage = limits.limiter.storage
    assert isinstance(storage, MemoryStorage)
    return {key: count for key, count in storage.storage.items() if count}


@dataclass(frozen=True)
class Count:
    """Where a count stands, and what is said beyond it."""

    name: str
    most: int
    text: str


OF_NETWORK = Count("codes", limits.OF_NETWORK.amount, "Too many wrong codes from this network.")
OF_DEVICE = Count("codes", limits.OF_DEVICE.amount, "Too many wrong codes on this device.")

GUESSED = Count("codes", limits.GUESSED.amount, "")


def use_up(limit: limits.Limit | Count, left: int) -> None:
    """Use up the limit except for some, as if by earlier requests."""
    storage = limits.limiter.storage
    assert isinstance(storage, MemoryStorage)
    (key,) = (key for key in counted() if f"/{limit.name}/{limit.most}/" in key)
    storage.incr(key, 600, amount=limit.most - left - storage.get(key))


# --- what is stopped --------------------------------------------------------------------------------------------------

Do = Callable[[Phone], TestResponse]


@dataclass(frozen=True)
class Case:
    """Something that is counted, and how it is answered."""

    limit: limits.Limit | Count
    do: Do
    status: int
    least: int = 1
    """As how many it counts."""


def get(path: str) -> Do:
    return lambda phone: phone.get(path)


def post(path: str, **fields: str) -> Do:
    return lambda phone: phone.send_form(path, **{"write_id": new_id(), **fields})


def at_a_table(path: str, **fields: str) -> Do:
    return lambda phone: sit_down(phone).post(path, fields)


def bring_in(phone: Phone) -> TestResponse:
    file = sit_down(phone).get("/card.json").text
    return phone.send_form("/import", text=file, copy="yes", write_id=new_id())


def new_set(**fields: str) -> Do:
    return post("/sets", house="worksheet", level="1", size="2", variants="1", kinds="score", **fields)


ONE_SET = new_set(write_id="the-set-to-draw")  # its file is drawn once, and counted each time
HOUSE = house_toml(houses.get("worksheet"))
CASES = {
    "a code typed to join": Case(OF_NETWORK, get("/join?code=222222"), 404),
    "a code that cannot be one": Case(OF_NETWORK, get("/sets?code=7K2Q-M4XR"), 422),
    "a code to come back by": Case(limits.RETURN_CODE, post("/join/222222/return", code="22222"), 404),
    "a class in an address": Case(OF_NETWORK, get("/join/222222"), 404),
    "a class for a script": Case(OF_NETWORK, get("/api/class/222222"), 404),
    "a set in an address": Case(OF_NETWORK, get("/sets/7K2Q-M4XR-22AA/key.txt"), 404),
    "a game": Case(limits.MADE, lambda phone: phone.send_form("/new/worksheet", **form(write_id=new_id())), 303),
    "a game from a file": Case(limits.MADE, bring_in, 302),
    "the same people again": Case(limits.MADE, at_a_table("/rematch"), 302),
    "a house": Case(limits.MADE, lambda phone: post("/houses/build", **form_of(), **{"from": "penalty"})(phone), 303),
    "a house from a file": Case(limits.MADE, post("/houses/load", text=HOUSE), 303),
    "a new link": Case(limits.MADE, at_a_table("/invite/renew", link="view"), 302),
    "a set": Case(limits.SET_MADE, new_set(), 302, least=5),
    "a PDF": Case(limits.DRAWN, lambda phone: phone.get(f"{ONE_SET(phone).location}/sheet.pdf"), 200),
    "a score": Case(limits.ASKED, get("/score?house=penalty"), 200),
    "a question to the referee": Case(limits.ASKED, get("/referee/turn?house=penalty"), 200),
    "practice": Case(limits.ASKED_MUCH, post("/practice/worksheet/start"), 303, least=5),
    "a count explained": Case(limits.ASKED_MUCH, get("/play/worksheet/why?cards=2+9+J/2+9+A&points=7"), 200, least=5),
    "a file that is none": Case(limits.ASKED_MUCH, post("/import", text="no game"), 422, least=5),
}


@pytest.mark.long
@pytest.mark.parametrize("what", CASES)
def test_what_is_counted_is_stopped_in_that_network_alone(client: Phone, what: str) -> None:
    case = CASES[what]
    at(client, SCHOOL)
    assert case.do(client).status_code == case.status
    use_up(case.limit, left=case.least)
    assert case.do(client).status_code == case.status
    page = case.do(client)
    assert page.status_code == 429
    assert case.limit.text in page.text
    assert case.do(at(client, HOME)).status_code == case.status


def test_the_work_of_one_seat_is_stopped_and_of_no_other(lesson: Room) -> None:
    ann, bo = lesson.join(), lesson.join()
    assert ann.answer("A", "19").status_code == 200
    use_up(limits.WORK, left=1)
    assert ann.answer("B", "28").status_code == 200
    assert ann.answer("B", "27").status_code == 429
    assert ann.page()
    assert bo.answer("A", "19").status_code == 200


def test_who_is_stopped_is_told_when_to_come_back(client: Phone) -> None:
    client.get("/join/222222")
    use_up(OF_NETWORK, left=0)
    page = client.get("/join/222222")
    assert page.status_code == 429
    assert 500 < int(page.headers["Retry-After"]) <= 600
    assert OF_NETWORK.text in page.text
    assert page.headers["Cache-Control"] == "no-store"
    assert "Content-Security-Policy" in page.headers
    told = client.get("/join/222222", headers={"Accept": "application/json"})
    assert (told.status_code, told.headers["Retry-After"]) == (429, page.headers["Retry-After"])
    said = told.get_json()
    assert (said["code"], said["problems"]) == ("too_many", [])
    assert said["message"].startswith(OF_NETWORK.text)
    assert said["message"].endswith("Try again in 10 minutes.")


# --- who is counted ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "then", "same"),
    [
        pytest.param("192.0.2.7", "192.0.2.8", False, id="neighbors"),
        pytest.param("2001:db8:1:2:3:4:5:6", "2001:db8:1:2:aaaa::1", True, id="one long network"),
        pytest.param("2001:db8:1:2:3:4:5:6", "2001:db8:1:3:3:4:5:6", False, id="two long networks"),
        pytest.param("::ffff:192.0.2.7", "::ffff:192.0.2.8", False, id="short ones written long"),
        pytest.param("", "", True, id="unknown"),
    ],
)
def test_a_network_is_one_address_and_none_is_kept(client: Phone, first: str, then: str, same: bool) -> None:
    at(client, first).get("/join/222222")
    assert not first or first not in str(counted())
    use_up(OF_NETWORK, left=0)
    assert at(client, then).get("/join/222222").status_code == (429 if same else 404)


@pytest.mark.parametrize(("proxies", "status"), [pytest.param(0, 429, id="none"), pytest.param(1, 404, id="one")])
def test_who_asks_is_told_by_a_proxy_only_where_there_is_one(tmp_path: Path, proxies: int, status: int) -> None:
    app = make_app(tmp_path, PROXIES=proxies)
    phone = app.test_client()
    phone.get("/join/222222", headers={"X-Forwarded-For": SCHOOL})
    use_up(OF_NETWORK, left=0)
    assert phone.get("/join/222222", headers={"X-Forwarded-For": HOME}).status_code == status


def test_the_operator_may_count_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_LIMITS", "no")
    app, before = create_app(instance_path=str(tmp_path)), counted()
    assert app.test_client().get("/join/222222").status_code == 404
    assert counted() == before


# --- who is not -------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_class_behind_one_address_meets_no_limit_while_somebody_in_it_guesses(lesson: Room) -> None:
    students = []
    for _ in range(30):
        phone = at(lesson.phone(), SCHOOL)
        assert [phone.get(f"/join?code=2222{nth}2").status_code for nth in "234"] == [404] * 3
        students.append(lesson.join(phone))
    assert {one.answer("A", "19").status_code for one in students} == {200}
    use_up(OF_NETWORK, left=0)
    guesser, late = at(lesson.phone(), SCHOOL), at(lesson.phone(), SCHOOL)
    assert guesser.get("/join/222222").status_code == 429
    rights = {f"/join?code={lesson.code}": 302, f"/join/{lesson.code}": 200, f"/api/class/{lesson.code}": 200}
    assert {path: guesser.get(path).status_code for path in rights} == rights
    ann = students[0]
    assert ann.page()
    assert ann.phone.get(f"/api/class/{lesson.code}").status_code == 200
    assert ann.answer("B", "28").status_code == 200
    assert guesser.get(f"/class/{lesson.key}").status_code == 200, "the teacher's"
    lesson.join(late)


def test_what_leads_somewhere_or_is_refused_is_no_wrong_code_and_makes_nothing(lesson: Room) -> None:
    """Phones that lost their cookie go on asking for their seat; and bad forms use up nothing of anybody's."""
    lesson.join()
    lost = lesson.phone()
    work = {"write_id": "a-thing-of-mine", "letter": "A", "did": "answer"}
    asked = {
        lost.get(f"/api/class/{lesson.code}"): 200,
        lost.get(f"/join/{lesson.code}/1"): 404,
        lost.send_form(f"/join/{lesson.code}/1", letter="A"): 404,
        lost.post(f"/api/class/{lesson.code.lower()}/1/work", json=work, headers={"X-CSRFToken": lost.token()}): 404,
        lost.send_form(f"/join/{lesson.code}"): 422,
        lost.send_form(f"/join/{lesson.code}", name="Nobody"): 409,
        lost.get(f"/sets/{KEY_CODE}/sheet.txt?variant=Z9"): 404,
        lost.get(f"/sets/{KEY_CODE}/answers?A.points=many"): 422,
        lost.send_form("/class", code="zzz"): 422,
        lost.send_form("/new/worksheet", **form(("Ann",))): 422,
        lost.send_form("/houses/build", **form_of(), **{"from": "penalty", "do": "show"}): 200,
    }
    assert [answer.status_code for answer in asked] == list(asked.values())
    assert counted() == {}


def test_the_code_of_a_set_opens_it_whatever_was_guessed(client: Phone) -> None:
    at(client, SCHOOL)
    code = new_set()(client).location.rsplit("/", 1)[1]
    other = new_phone(client.application)
    at(other, SCHOOL).get("/sets/7K2Q-M4XR-22AA")
    use_up(OF_NETWORK, left=0)
    assert other.get("/sets/7K2Q-M4XR-22AA").status_code == 429
    for phone in (other, client):
        assert phone.get(f"/sets/{code}").status_code == 200
        assert phone.get(f"/sets/{code}/key.txt").status_code == 200


# --- codes ------------------------------------------------------------------------------------------------------------


def test_a_device_that_guesses_is_stopped_before_its_network_and_uses_up_no_more_of_it(lesson: Room) -> None:
    guesser, other = at(lesson.phone(), SCHOOL), at(lesson.phone(), SCHOOL)
    guesser.get("/join")  # its cookie
    wrong = [guesser.get("/join/222222").status_code for _ in range(OF_DEVICE.most + 10)]
    assert wrong == [404] * OF_DEVICE.most + [429] * 10
    assert OF_DEVICE.text in guesser.get("/join/222222").text
    assert [count for key, count in counted().items() if f"/{OF_NETWORK.most}/" in key] == [OF_DEVICE.most]
    assert [count for key, count in counted().items() if f"/{GUESSED.most}/" in key] == [OF_DEVICE.most + 11]
    assert other.get("/join/222222").status_code == 404
    assert guesser.get(f"/join?code={lesson.code}").status_code == 302, "the right one"


def test_a_code_to_come_back_by_has_to_wait_where_others_guess_and_joining_does_not(lesson: Room) -> None:
    """There are too few of them to let a right one pass at any speed."""
    ann = lesson.join(at(lesson.phone(), SCHOOL))
    code = ann.return_code
    guesser, teacher = at(lesson.phone(), SCHOOL), at(lesson.phone(), HOME)
    assert guesser.send_form(f"/join/{lesson.code}/return", code="22222").status_code == 422
    assert "data-guessing" not in teacher.get(f"/class/{lesson.key}").text
    use_up(GUESSED, left=0)
    assert "data-guessing" in teacher.get(f"/class/{lesson.key}").text, "though the teacher is in another network"
    use_up(limits.RETURN_CODE, left=0)
    there, elsewhere = at(lesson.phone(), SCHOOL), at(lesson.phone(), HOME)
    assert there.send_form(f"/join/{lesson.code}/return", code=code).status_code == 429
    lesson.join(there)
    assert elsewhere.send_form(f"/join/{lesson.code}/return", code=code).status_code == 303


def test_the_teacher_in_that_network_is_told_that_codes_are_guessed_until_it_is_over(lesson: Room) -> None:
    def told(phone: Phone) -> tuple[bool, int]:
        board = phone.get(f"/class/{lesson.key}")
        version = phone.get(f"/api/class/boards/{lesson.key}").get_json()["version"]
        assert f'data-version="{version}"' in board.text
        return "data-guessing" in board.text, version

    teacher, elsewhere = at(lesson.phone(), SCHOOL), at(lesson.phone(), HOME)
    guesser = at(lesson.phone(), SCHOOL)
    guesser.get("/join/222222")
    (before, version) = told(teacher)
    use_up(GUESSED, left=0)
    (meanwhile, later) = told(teacher)
    assert (before, meanwhile, told(elsewhere)[0]) == (False, True, False)
    assert later > version, "an open board is redrawn"
    limits.limiter.reset()
    assert told(teacher) == (False, version)
