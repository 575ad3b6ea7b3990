"""Pages that are remembered are the pages that would be made now, for that phone and no other."""

from __future__ import annotations

import gzip
import random
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from time import time
from typing import Any

import pytest
from flask import Flask, request, request_started
from flask_openapi3.openapi import OpenAPI
from werkzeug.test import Client, TestResponse

from scorekeeper import houses
from scorekeeper.rules import Entry, RuleError, parse_layout
from scorekeeper.store import (
    ChooseReadings,
    EnterHand,
    PlanGame,
    SeatedPlayer,
    SeatPlayers,
    SettleHole,
    StoreError,
    Write,
    change,
    choose_seat,
    create_game,
    forget_game,
    rematch,
    renew_link,
    undo,
)
from scorekeeper.web import create_app
from scorekeeper.web.db import store
from scorekeeper.web.device import new_write
from scorekeeper.web.remembered import Remembered
from tests.conftest import Phone
from tests.web.tables import WebTable, new_id

HANDS = ("5 * 7 / 5 Q K", "A 2 3 / 4 6 8", "9 9 J / 9 9 10", "K K K / A 2 3", "2 2 2 / 2 2 2")
TOKEN = re.compile(r'(name="csrf-token" content="|name="csrf_token" value=")([^"]+)')
WRITE_ID = re.compile(r'(name="write_id" value=")([^"]+)')
_once = count()


@pytest.fixture
def table(client: Phone) -> WebTable:
    """A game that this phone began."""
    known(client, "/")
    with client.session_transaction() as session, client.application.test_request_context():
        write = Write(new_id(), session["device"], datetime.now(UTC))
        players = ["Ann", "Bo", "Cy"]
        kept = create_game(
            store(), house=houses.get("two-joker"), players=players, holes=9, first_dealer=0, write=write
        )
    return WebTable(client, kept.edit_key, kept.view_key, {player.name: player.id for player in kept.game.players})


@pytest.fixture
def another(app: OpenAPI) -> Iterator[OpenAPI]:
    """Another app on the same store and key, as another process has it."""
    other = create_app({"TESTING": True}, instance_path=app.instance_path)
    other.jinja_env.bytecode_cache = app.jinja_env.bytecode_cache
    yield other
    with other.app_context():
        store().close()


@contextmanager
def made_anew(app: Flask) -> Iterator[list[str]]:
    """The addresses that Flask answers meanwhile."""
    asked: list[str] = []

    def note(sender: Flask, **_: Any) -> None:
        asked.append(request.path)

    with request_started.connected_to(note, app):
        yield asked


def ordinary(app: Flask, phone: Client, path: str, **headers: str) -> TestResponse:
    """What the phone would get from an app that does not know its cookies, and so makes each page anew."""
    cookie = phone.get_cookie("scorekeeper")
    sent = f"once={next(_once)}" + (f"; scorekeeper={cookie.value}" if cookie else "")
    return app.test_client(use_cookies=False).get(path, headers={"Cookie": sent, **headers})


def text_of(answer: TestResponse) -> str:
    """The answer without what differs from one time to the next."""
    plain = gzip.decompress(answer.data) if answer.headers.get("Content-Encoding") == "gzip" else answer.data
    return WRITE_ID.sub(r"\1an id", TOKEN.sub(r"\1a token", plain.decode()))


def headers_of(answer: TestResponse) -> list[tuple[str, str]]:
    return sorted(
        (name, "" if name == "Set-Cookie" else value) for name, value in answer.headers if name != "Content-Length"
    )


def tokens_of(answer: TestResponse) -> set[str]:
    return {token for _, token in TOKEN.findall(answer.text)}


def known(phone: Phone, path: str) -> None:
    """Let the page be made as often as it takes."""
    for _ in range(3):
        assert phone.get(path).status_code == 200


@dataclass
class Others:
    """What anybody does to the game, by whatever way, drawn by lot."""

    table: WebTable
    phones: list[Phone]
    elsewhere: OpenAPI
    chance: random.Random

    def do_something(self) -> str:
        steps: list[Callable[[], object]] = [
            *[self.enter] * 6,
            *[self.confirm] * 3,
            self.correct_by_form,
            *[self.undo] * 2,
            self.rename,
            self.join,
            self.plan,
            self.answer_question,
            self.sit,
            self.sit,
            self.sit_by_form,
            self.forget,
            self.play_again,
            self.renew,
        ]
        step = self.chance.choice(steps)
        try:
            with self.elsewhere.test_request_context():
                step()
        except (RuleError, StoreError):  # the table may not do that now
            return f"{step.__name__}, refused"
        return step.__name__

    def _hole(self) -> int:
        return self.table.kept().game.current_hole or 1

    def _player(self) -> int:
        return self.chance.choice(self.table.kept().game.players).id

    def enter(self) -> None:
        kept, hole, player = self.table.kept(), self._hole(), self._player()
        entry = Entry(layout=parse_layout(self.chance.choice(HANDS), kept.game.house))
        based_on = kept.hand_versions.get((hole, player), 0)
        change(store(), kept.edit_key, [EnterHand(hole, player, entry, based_on)], new_write())

    def confirm(self) -> None:
        settled = SettleHole(self._hole(), ender=self._player(), ender_known=True, confirmed=True)
        change(store(), self.table.edit_key, [settled], new_write())

    def correct_by_form(self) -> None:
        self.table.enter(1, dict.fromkeys(self.table.players, "15"))

    def undo(self) -> None:
        undo(store(), self.table.edit_key, new_write())

    def _seat_all(self, *more: SeatedPlayer, renamed: int = 0) -> None:
        seated = [
            SeatedPlayer(p.id, f"N{next(_once)} </script>" if p.id == renamed else p.name, p.joined, p.left)
            for p in self.table.kept().game.players
        ]
        change(store(), self.table.edit_key, [SeatPlayers((*seated, *more))], new_write())

    def rename(self) -> None:
        self._seat_all(renamed=self._player())

    def join(self) -> None:
        self._seat_all(SeatedPlayer(None, f"Late {next(_once)}", joined=self._hole()))

    def plan(self) -> None:
        plan = PlanGame(title=f"Evening {next(_once)}", holes_planned=self.chance.choice([9, 12, 18]))
        change(store(), self.table.edit_key, [plan], new_write())

    def answer_question(self) -> None:
        option = self.chance.choice(self.table.kept().game.house.options)
        reading = self.chance.choice(option.readings)
        change(store(), self.table.edit_key, [ChooseReadings({option.key: reading.key})], new_write())

    def _device(self) -> str:
        with self.chance.choice(self.phones).session_transaction() as session:
            return str(session["device"])

    def sit(self) -> None:
        choose_seat(store(), self._device(), self.table.edit_key, self.chance.choice([None, self._player()]))

    def sit_by_form(self) -> None:
        phone = self.chance.choice(self.phones[:-1])
        phone.send_form(f"/g/{self.table.edit_key}/seat", player=str(self._player()))  # leaves a message to show

    def forget(self) -> None:
        forget_game(store(), self._device(), self.table.edit_key)

    def play_again(self) -> None:
        rematch(store(), self.table.edit_key, new_write())

    def renew(self) -> None:
        which = self.chance.choice(["edit", "view"])
        old = self.table.edit_key if which == "edit" else self.table.view_key
        kept = renew_link(store(), self.table.edit_key, which, new_write())  # type: ignore[arg-type]
        self.table.edit_key, self.table.view_key = kept.edit_key, kept.view_key
        for phone in self.phones:
            for address in (f"/g/{old}", f"/api/games/{old}", f"/g/{old}/hole/1"):
                assert phone.get(address).status_code == 410, f"{which} {address}"


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_happens_a_page_is_the_one_that_would_be_made_now(
    app: OpenAPI, another: OpenAPI, table: WebTable, seed: int
) -> None:
    phones = [table.client, *(app.test_client() for _ in range(3))]
    assert all(isinstance(phone, Phone) for phone in phones)
    others = Others(table, phones, another, random.Random(seed))  # type: ignore[arg-type]
    from_memory = asked = 0
    for phone in phones:
        phone.get(f"/g/{table.edit_key}" if phone is not phones[-1] else f"/g/{table.view_key}")
    done = ["the beginning"]
    for _ in range(40):
        done.append(others.do_something())
        hole = others.chance.choice([1, table.kept().game.current_hole or 1])
        page = others.chance.choice(
            ["/g/{}", "/g/{}", f"/g/{{}}/hole/{hole}", f"/g/{{}}/hole/{hole}/worked", "/api/games/{}"]
        )
        headers = others.chance.choice([{}, {"Accept-Encoding": "gzip, deflate"}])
        for phone in phones:
            path = page.format(table.view_key if phone is phones[-1] else table.edit_key)
            for _ in range(2):
                wanted = ordinary(another, phone, path, **headers)
                with made_anew(app) as made:
                    got = phone.get(path, headers=headers)
                assert got.status_code == wanted.status_code, done
                assert text_of(got) == text_of(wanted), done
                assert headers_of(got) == headers_of(wanted), done
                from_memory += not made
                asked += 1
    assert from_memory > asked / 4, f"{from_memory} of {asked} answers came from memory: nothing was tried"


@pytest.mark.parametrize("path", ["", "/hole/1", "/hole/1/worked"])
def test_a_page_from_memory_has_the_token_of_who_asks(app: OpenAPI, table: WebTable, path: str) -> None:
    own, other = table.client, app.test_client()
    assert isinstance(other, Phone)
    address = f"/g/{table.edit_key}{path}"
    for phone in (own, other):
        choose_for(phone, table)
        known(phone, address)
    with made_anew(app) as made:
        pages = own.get(address), other.get(address)
    assert made == [], "both came from memory"
    (mine,), (theirs,) = (tokens_of(page) for page in pages)
    assert mine != theirs
    for phone, token, status in ((own, mine, 303), (other, theirs, 303), (own, theirs, 400), (other, mine, 400)):
        sent = {"csrf_token": token, "player": ""}
        answer = phone.post(f"/g/{table.edit_key}/seat", data=sent)
        assert answer.status_code in ((302, 303) if status == 303 else (400,))


def choose_for(phone: Phone, table: WebTable) -> None:
    """Let the phone look on, so that both see the same page."""
    phone.get(f"/g/{table.edit_key}")
    with phone.session_transaction() as session, phone.application.app_context():
        choose_seat(store(), session["device"], table.edit_key, None)


def test_forms_of_one_remembered_page_have_ids_of_their_own(app: OpenAPI, table: WebTable) -> None:
    address = f"/g/{table.edit_key}/hole/1"
    known(table.client, address)
    with made_anew(app) as made:
        ids = [WRITE_ID.findall(table.client.get(address).text) for _ in range(3)]
    assert made == []
    assert len({write_id for (_, write_id), *_ in ids}) == 3


def test_only_who_came_by_the_link_is_asked_whose_phone_it_is(app: OpenAPI, table: WebTable) -> None:
    guest = app.test_client()
    assert isinstance(guest, Phone)
    address = f"/g/{table.edit_key}"
    for phone in (table.client, guest):
        known(phone, address)
    with made_anew(app) as made:
        asks = ["Who are you?" in phone.get(address).text for phone in (table.client, guest)]
    assert made == [], "both came from memory"
    assert asks == [False, True]


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


def test_a_cookie_that_somebody_changed_is_not_known(app: OpenAPI, table: WebTable) -> None:
    address = f"/g/{table.edit_key}"
    known(table.client, address)
    cookie = table.client.get_cookie("scorekeeper")
    assert cookie is not None
    content, dot, signature = cookie.value.rpartition(".")
    forged = f"{content}{dot}{'B' if signature[0] == 'A' else 'A'}{signature[1:]}"
    with made_anew(app) as made:
        answer = app.test_client(use_cookies=False).get(address, headers={"Cookie": f"scorekeeper={forged}"})
    assert made == [address]
    assert "Set-Cookie" in answer.headers, "a phone that was never here"


def test_a_message_is_shown_once(app: OpenAPI, table: WebTable) -> None:
    address = f"/g/{table.edit_key}"
    known(table.client, address)
    table.post("/seat", {"player": str(table.players["Bo"])})
    texts = [table.client.get(address).text for _ in range(4)]
    assert ["This phone is Bo" in text for text in texts] == [True, False, False, False]


def test_nobody_else_is_shown_a_message_nor_given_the_cookie(app: OpenAPI, table: WebTable) -> None:
    address = f"/g/{table.edit_key}"
    known(table.client, address)
    with app.test_request_context():
        with table.client.session_transaction() as session:
            device = session["device"]
        choose_seat(store(), device, table.edit_key, None)
    known(table.client, address)
    quiet = table.client.get_cookie("scorekeeper")
    table.client.send_form(f"{address}/seat", player="")  # "This phone looks on", which it did already
    told = table.client.get_cookie("scorekeeper")
    assert quiet is not None
    assert told is not None
    # A phone that keeps its old cookies all the same, in turn with one that has no message to see.
    for _ in range(4):
        for cookie, sees in ((told.value, True), (quiet.value, False)):
            answer = app.test_client(use_cookies=False).get(address, headers={"Cookie": f"scorekeeper={cookie}"})
            assert ("This phone looks on." in answer.text) is sees
            assert ("Set-Cookie" in answer.headers) is sees


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
