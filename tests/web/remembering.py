"""Pages that are remembered: whether one came from memory, and what would be made now."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from typing import Any

from flask import Flask, request, request_started
from flask_openapi3.openapi import OpenAPI
from werkzeug.test import Client, TestResponse

from scorekeeper import houses
from scorekeeper.store import Write, create_game
from scorekeeper.web import create_app
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.tables import WebTable, new_id

TOKEN = re.compile(r'(name="csrf-token" content="|name="csrf_token" value=")([^"]+)')
WRITE_ID = re.compile(r'(name="write_id" value=")([^"]+)')
_once = count()


def begin_game(client: Phone) -> WebTable:
    """A game that this phone began."""
    known(client, "/")
    with client.session_transaction() as session, client.application.test_request_context():
        write = Write(new_id(), session["device"], datetime.now(UTC))
        players = ["Ann", "Bo", "Cy"]
        kept = create_game(
            store(), house=houses.get("two-joker"), players=players, holes=9, first_dealer=0, write=write
        )
    return WebTable(client, kept.edit_key, kept.view_key, {player.name: player.id for player in kept.game.players})


def another_process(app: OpenAPI) -> Iterator[OpenAPI]:
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
    """Those that tell something, in one order."""
    return sorted(
        (name, "" if name == "Set-Cookie" else value) for name, value in answer.headers if name != "Content-Length"
    )


def known(phone: Phone, path: str) -> None:
    """Let the page be made as often as it takes."""
    for _ in range(3):
        assert phone.get(path).status_code == 200
