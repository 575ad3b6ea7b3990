"""What may be tried how often, from where; and that a class at work is never stopped by it."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask_openapi3.openapi import OpenAPI
from werkzeug.test import TestResponse

from scorekeeper.classroom import Pace
from scorekeeper.web import create_app, limits
from tests.conftest import Phone
from tests.serving import TREE
from tests.web.lessons import Lesson, begin_lesson

SCHOOL, HOME = "192.0.2.7", "198.51.100.9"
MOST_SETS = 60


def make_set(phone: Phone, token: str, address: str, **headers: str) -> TestResponse:
    """Ask for a set of no house: refused quickly, and counted as one that was asked for."""
    form = {"csrf_token": token, "house": "no such house"}
    return phone.post("/sets", data=form, headers=headers, environ_base={"REMOTE_ADDR": address})


def use_up(phone: Phone, token: str, address: str, **headers: str) -> None:
    answers = {make_set(phone, token, address, **headers).status_code for _ in range(MOST_SETS)}
    assert answers == {422}


def test_what_is_too_often_is_told_with_when_to_come_back(client: Phone) -> None:
    token = client.token()
    use_up(client, token, SCHOOL)
    page = make_set(client, token, SCHOOL)
    assert page.status_code == 429
    assert 3500 < int(page.headers["Retry-After"]) <= 3600
    assert "Too many sets were made in this network. Try again in 60 minutes." in page.text
    assert page.headers["Cache-Control"] == "no-store"
    assert "Content-Security-Policy" in page.headers

    told = make_set(client, token, SCHOOL, Accept="application/json")
    assert told.status_code == 429
    assert told.headers["Retry-After"]
    assert told.get_json() == {
        "code": "too_many",
        "message": "Too many sets were made in this network. Try again in 60 minutes.",
        "problems": [],
    }
    assert make_set(client, token, HOME).status_code == 422
    assert client.get("/sets", environ_base={"REMOTE_ADDR": SCHOOL}).status_code == 200


@pytest.mark.parametrize(
    ("first", "then", "same"),
    [
        pytest.param("192.0.2.7", "192.0.2.8", False, id="neighbours"),
        pytest.param("2001:db8:1:2:3:4:5:6", "2001:db8:1:2:aaaa::1", True, id="one long network"),
        pytest.param("2001:db8:1:2:3:4:5:6", "2001:db8:1:3:3:4:5:6", False, id="two long networks"),
        pytest.param("::ffff:192.0.2.7", "::ffff:192.0.2.8", False, id="short ones written long"),
        pytest.param("", "", True, id="unknown"),
    ],
)
def test_a_network_is_one_address(client: Phone, first: str, then: str, same: bool) -> None:
    token = client.token()
    use_up(client, token, first)
    assert make_set(client, token, then).status_code == (429 if same else 422)


@pytest.mark.parametrize(("proxies", "status"), [pytest.param(0, 429, id="none"), pytest.param(1, 422, id="one")])
def test_who_asks_is_told_by_a_proxy_only_where_there_is_one(tmp_path: Path, proxies: int, status: int) -> None:
    app = create_app({"PROXIES": proxies}, str(tmp_path))
    app.test_client_class = Phone
    phone = app.test_client()
    assert isinstance(phone, Phone)
    token = phone.token()
    use_up(phone, token, "127.0.0.1", **{"X-Forwarded-For": SCHOOL})
    assert make_set(phone, token, "127.0.0.1", **{"X-Forwarded-For": HOME}).status_code == status


def test_no_address_is_kept(client: Phone) -> None:
    make_set(client, client.token(), SCHOOL)
    counted = vars(limits.limiter.storage)["storage"]
    assert len(counted) == 1
    assert SCHOOL not in str(counted)


def test_every_server_counts_from_nothing(client: Phone, tmp_path: Path) -> None:
    use_up(client, client.token(), SCHOOL)
    app = create_app({}, str(tmp_path / "another"))
    app.test_client_class = Phone
    phone = app.test_client()
    assert isinstance(phone, Phone)
    assert make_set(phone, phone.token(), SCHOOL).status_code == 422


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        pytest.param(limits.WRONG_CODE, "wrong codes to join a class", id="join code"),
        pytest.param(limits.WRONG_TYPED_CODE, "wrong codes to join a class", id="typed join code"),
        pytest.param(limits.JOINING, "joining one class", id="joining"),
        pytest.param(limits.WRONG_RETURN_CODE, "wrong codes to come back by", id="return code of a class"),
        pytest.param(limits.WRONG_RETURN_CODE_HERE, "wrong codes to come back by", id="return codes of a network"),
        pytest.param(limits.WORK, "what is sent from one seat", id="work"),
        pytest.param(limits.BEGUN, "classes begun", id="classes"),
        pytest.param(limits.SET_MADE, "sets made", id="sets"),
    ],
)
def test_the_docs_tell_the_numbers(limit: limits.Limit, told: str) -> None:
    rows = (TREE / "docs/settings.md").read_text("utf-8").splitlines()
    often = limit.often.replace(";", ",")
    assert any(row.startswith(f"| {told} | {often} |") for row in rows)


# --- codes of classes -------------------------------------------------------------------------------------------------


@pytest.fixture
def lesson(app: OpenAPI) -> Lesson:
    return begin_lesson(app, Pace.TEST, "begin")


def use_up_join_codes(phone: Phone) -> None:
    """All that a school may get wrong, by every way there is to try a code."""
    token = phone.token()
    headers = {"X-CSRFToken": token}
    for count in range(60):
        code = f"22{count // 10 + 2}2{count % 8 + 2}{'ACDEFGHJ'[count // 8]}"
        found = [
            phone.get(f"/join?code={code}").status_code,
            phone.get(f"/join/{code}").status_code,
            phone.get(f"/api/class/{code}").status_code,
            phone.post(f"/join/{code}/1", headers=headers).status_code,
            phone.post(
                f"/api/class/{code}/1/work",
                json={"write_id": "a-guess-of-mine", "letter": "A", "did": "answer"},
                headers=headers,
            ).status_code,
        ]
        assert found == [404] * 5, (count, found)


def test_whoever_guesses_join_codes_is_stopped_and_nobody_else(lesson: Lesson) -> None:
    ann = lesson.join()
    guesser, elsewhere = lesson.phone(), lesson.phone()
    elsewhere.environ_base = {**elsewhere.environ_base, "REMOTE_ADDR": HOME}
    use_up_join_codes(guesser)
    for path in (f"/join?code={lesson.code}", f"/join/{lesson.code}", f"/api/class/{lesson.code}", "/join/222222"):
        answer = guesser.get(path)
        assert answer.status_code == 429, path
        assert 0 < int(answer.headers["Retry-After"]) <= 600
    assert "Try again in 10 minutes" in guesser.get(f"/join/{lesson.code}").text
    # The class goes on, behind the same address.
    assert ann.page()
    assert ann.phone.get(f"/api/class/{lesson.code}").status_code == 200
    assert ann.answer("A", "19").status_code == 200
    # And others come in from elsewhere.
    lesson.join(elsewhere)


def test_no_tag_that_was_made_up_tells_whether_there_is_a_class(lesson: Lesson) -> None:
    """It would be answered before anybody counts."""
    lesson.join()
    guesser = lesson.phone()
    address = f"/api/class/{lesson.code}"
    seen = guesser.get(address).headers["ETag"]
    release = seen.rpartition("-")[2].strip('"')
    made_up = [f'W/"c{number}-{version}-{release}"' for number in range(9) for version in range(9)]
    assert guesser.get(address, headers={"If-None-Match": seen}).status_code == 304
    use_up_join_codes(guesser)
    for tags in (", ".join(made_up), "*", '"a", *'):
        assert guesser.get(address, headers={"If-None-Match": tags}).status_code == 429
        assert guesser.get("/api/class/ACDEFG", headers={"If-None-Match": tags}).status_code == 429


def test_right_codes_are_not_counted(lesson: Lesson) -> None:
    phone = lesson.phone()
    assert {phone.get(f"/api/class/{lesson.code}").status_code for _ in range(320)} == {200}
    lesson.join(phone)


def come_back(phone: Phone, token: str, code: str, typed: str) -> int:
    return phone.post(f"/join/{code}/return", data={"csrf_token": token, "code": typed}).status_code


def test_return_codes_are_not_guessed(lesson: Lesson) -> None:
    ann, another = lesson.join(), begin_lesson(lesson.app, Pace.TEST, "begin")
    bo = another.join()
    guesser = lesson.phone()
    token = guesser.token()
    wrong = [f"22{one}{two}" for one in "ACDEF" for two in "GHJKMN" if f"22{one}{two}" != ann.return_code]
    written = (lesson.code, f"{lesson.code[:3]}-{lesson.code[3:]}".lower())  # another way to write it is no new count
    assert {come_back(guesser, token, written[place % 2], typed) for place, typed in enumerate(wrong)} == {422}
    assert come_back(guesser, token, lesson.code, "22222") == (429 if len(wrong) == 30 else 422)
    stopped = lesson.phone()
    assert come_back(stopped, stopped.token(), lesson.code, ann.return_code) == 429
    # Another class is not stopped, and neither is whoever sits in this one.
    assert come_back(stopped, stopped.token(), another.code, bo.return_code) == 303
    assert ann.answer("A", "19").status_code == 200


def test_so_many_join_one_class_and_no_more(lesson: Lesson) -> None:
    phone = lesson.phone()
    token = phone.token()
    tried = [phone.post(f"/join/{lesson.code}", data={"csrf_token": token, "name": "Nobody"}) for _ in range(301)]
    assert {answer.status_code for answer in tried[:-1]} == {409}
    assert tried[-1].status_code == 429


def test_so_many_classes_are_begun_and_no_more(client: Phone) -> None:
    token = client.token()
    tried = [
        client.post("/class", data={"csrf_token": token}, environ_base={"REMOTE_ADDR": SCHOOL}) for _ in range(121)
    ]
    assert {answer.status_code for answer in tried[:-1]} == {422}
    assert tried[-1].status_code == 429
    assert int(tried[-1].headers["Retry-After"]) > 3500
