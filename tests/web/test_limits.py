"""What may be tried how often, from where; and that a class at work is never stopped by it."""

from __future__ import annotations

from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from scorekeeper.web import create_app, limits
from tests.conftest import Phone
from tests.serving import TREE

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
