"""A page is made anew for another question, in another state, and where it was not to be remembered."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import time
from typing import Any

import pytest
from flask_openapi3.openapi import OpenAPI
from werkzeug.test import Client

from scorekeeper.store import choose_seat
from scorekeeper.web.db import store
from scorekeeper.web.remembered import Remembered
from tests.conftest import Phone
from tests.web.remembering import another_process, begin_game, known, made_anew
from tests.web.tables import WebTable


@pytest.fixture
def table(client: Phone) -> WebTable:
    return begin_game(client)


@pytest.fixture
def another(app: OpenAPI) -> Iterator[OpenAPI]:
    yield from another_process(app)


@pytest.mark.parametrize(
    ("how", "anew"),
    [
        pytest.param({}, False, id="as ever"),
        pytest.param({"headers": {"Accept-Encoding": "gzip"}}, False, id="as gzip"),
        pytest.param({"headers": {"Host": "elsewhere.example"}}, True, id="another host"),
        pytest.param({"base_url": "https://localhost"}, True, id="over https"),
        pytest.param({"query_string": {"a": "b"}}, True, id="with a question"),
        pytest.param({"method": "HEAD"}, True, id="only the head"),
        pytest.param({"data": b"body"}, True, id="with a body"),
        pytest.param({"headers": {"Cookie": ""}}, True, id="without a cookie"),
    ],
)
def test_only_the_same_question_is_answered_from_memory(
    app: OpenAPI, table: WebTable, how: dict[str, Any], anew: bool
) -> None:
    address = f"/g/{table.edit_key}"
    known(table.client, address)
    cookie = table.client.get_cookie("scorekeeper")
    assert cookie is not None
    headers = {"Cookie": f"scorekeeper={cookie.value}", **how.pop("headers", {})}
    with made_anew(app) as made:
        answer = app.test_client(use_cookies=False).open(address, headers=headers, **how)
    assert answer.status_code == 200
    assert bool(made) is anew


@pytest.mark.parametrize(("length", "anew"), [(1500, False), (2000, True)])
def test_a_phone_that_says_very_much_is_not_remembered(app: OpenAPI, table: WebTable, length: int, anew: bool) -> None:
    address = f"/g/{table.edit_key}"
    known(table.client, address)
    cookie = cookie_of(table.client)["Cookie"]
    asking = app.test_client(use_cookies=False)
    for _ in range(3):
        with made_anew(app) as made:
            answer = asking.get(address, headers={"Cookie": f"{cookie}; more={'x' * (length - len(cookie))}"})
        assert answer.status_code == 200
    assert bool(made) is anew


def test_the_cookie_is_renewed_when_it_is_time(app: OpenAPI, table: WebTable) -> None:
    now = time()
    seen: list[float] = []
    inner = type(app).wsgi_app.__get__(app)
    with app.app_context():
        remembered = Remembered(inner, store(), clock=lambda: now)
    client = Client(remembered)
    address = f"/g/{table.edit_key}"
    for later in (0, 0, 0, 0, 40 * 86_400):
        now = time() + later
        with made_anew(app) as made:
            assert client.get(address).status_code == 200
        seen.append(len(made))
    assert seen[-2:] == [0, 1], "from memory, and anew in another month"


def test_a_page_that_somebody_changed_while_it_was_made_is_not_remembered(
    app: OpenAPI, another: OpenAPI, table: WebTable
) -> None:
    phone = app.test_client()
    address = f"/g/{table.edit_key}"
    assert "Who are you?" in phone.get(address).text
    with phone.session_transaction() as session:
        device = session["device"]

    def sit(player: str) -> None:
        with another.app_context():
            choose_seat(store(), device, table.edit_key, table.players[player])

    whose = iter(["Ann", "Bo", "Ann"])

    def changing(environ: Any, start_response: Any) -> Any:
        """As the app, but while it makes a page the phone belongs to somebody who may be another one."""
        sit(next(whose))
        try:
            return inner(environ, start_response)
        finally:
            sit("Ann")

    inner = type(app).wsgi_app.__get__(app)
    with app.app_context():
        remembered = Client(Remembered(changing, store()), use_cookies=False)
    sit("Ann")
    pages = [remembered.get(address, headers=cookie_of(phone)).text for _ in range(3)]
    seats = [re.findall(r'"seat": (\d+)', page) for page in pages]
    assert seats == [[str(table.players[name])] for name in ("Ann", "Bo", "Ann")]


def test_another_state_of_the_same_number_is_another_page(app: OpenAPI, another: OpenAPI, table: WebTable) -> None:
    """As after going back to a backup: what came after it never was, and its numbers are given once more."""
    address = f"/g/{table.edit_key}"
    file = Path(app.instance_path) / "scorekeeper.sqlite3"
    with another.app_context():
        table.enter(1, {"Ann": "11"})
    with closing(sqlite3.connect(":memory:")) as backup, closing(sqlite3.connect(file)) as live:
        live.backup(backup)
        versions = []
        for points in ("37", "48"):
            table.enter(1, {"Ann": points})
            known(table.client, address)
            with made_anew(app) as made:
                assert points in numbers(table.client.get(address).text)
            assert made == [], "it came from memory"
            versions.append(table.kept().version)
            if points == "37":
                backup.backup(live)
    assert versions[0] == versions[1]


def numbers(page: str) -> set[str]:
    return set(re.findall(r">\s*(\d+)\s*<", page))


def cookie_of(phone: Client) -> dict[str, str]:
    cookie = phone.get_cookie("scorekeeper")
    assert cookie is not None
    return {"Cookie": f"scorekeeper={cookie.value}"}


def test_memory_is_bounded(app: OpenAPI, table: WebTable, tmp_path: Path) -> None:
    inner = type(app).wsgi_app.__get__(app)
    with app.app_context():
        remembered = Remembered(inner, store(), most=100_000)
    client = Client(remembered)
    for _ in range(2):
        for number in range(20):
            answer = client.get(f"/g/{table.edit_key}", headers={"Host": f"host{number}.example"})
            assert answer.status_code == 200
            client.get(f"/g/{table.edit_key}", headers={"Host": f"host{number}.example"})
    assert 50_000 < remembered.size <= 100_000
