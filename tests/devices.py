"""Devices without a browser that talk to the real server as the pages' scripts do, each with its own cookies."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from scorekeeper import houses
from scorekeeper.school.classes import KeptClass, lead_class, start_class
from scorekeeper.school.kept_sets import create_set
from scorekeeper.school.session import Pace
from scorekeeper.store.connection import Store
from scorekeeper.store.writes import Write
from tests.serving import RunningServer

TROUBLE = (OSError, HTTPException)
"""What a request raises when the server is gone, or goes in the middle of it."""


def begun_class(
    instance: Path, pace: Pace, size: int, kinds: Sequence[str] = ("score",), name: str = "the"
) -> KeptClass:
    """A class that has begun on one sheet of questions, in the store of a server that is to be started.

    Another ``name`` makes another class.
    """
    instance.mkdir(parents=True, exist_ok=True)
    store = Store.open(instance / "scorekeeper.sqlite3")
    now, house = datetime.now(UTC), houses.get("worksheet")
    try:
        made = create_set(
            store, house, Write(f"{name}-set", "a desk", now), level=7, size=size, variants=1, kinds=list(kinds)
        )
        kept = start_class(store, made, Write(f"{name}-class", "a desk", now), pace=pace)
        return lead_class(store, kept.key, "begin", kept.led, Write(f"{name}-begin", "a desk", now))
    finally:
        store.close()


@dataclass(frozen=True)
class Answer:
    """What the server said."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass
class Device:
    """One browser's worth of cookies and one connection."""

    server: RunningServer
    cookies: dict[str, str] = field(default_factory=dict)
    token: str = ""
    _connection: HTTPConnection | None = None

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        """Send one request, with headers by their names in Python. Raises one of TROUBLE when the server is gone."""
        if self._connection is None:
            self._connection = self.server.connection()
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            self._connection.request(method, path, body, sent)
            response = self._connection.getresponse()
            answer = Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
        except TROUBLE:
            self.hang_up()
            raise
        for line in response.headers.get_all("Set-Cookie", []):
            self.cookies.update({name: morsel.value for name, morsel in SimpleCookie(line).items()})
        return answer

    def hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def page(self, path: str) -> Answer:
        """Load a page, and take the token for changes from it."""
        answer = self.ask("GET", path, Accept="text/html")
        found = re.search(r'name="csrf-token" content="([^"]+)"', answer.text)
        if found:
            self.token = found[1]
        return answer

    def send_form(self, path: str, **form: str) -> Answer:
        body = urlencode({"csrf_token": self.token, **form}).encode()
        return self.ask("POST", path, body, content_type="application/x-www-form-urlencoded")

    def send_json(self, path: str, body: Any) -> Answer:
        return self.send_bytes(path, json.dumps(body).encode())

    def send_bytes(self, path: str, body: bytes) -> Answer:
        return self.ask("POST", path, body, content_type="application/json", x_csrftoken=self.token)


@dataclass
class Pupil(Device):
    """A device that took a seat in a class."""

    code: str = ""
    number: int = 0

    def join(self, code: str) -> None:
        """Take a seat under the first name that is offered, or the next ones where others are quicker."""
        while not self.number:
            page = self.page(f"/join/{code}").text
            seat = re.search(r'name="seat" value="([^"]+)"', page)
            name = re.search(r'name="name" value="([^"]+)"', page)
            assert seat is not None, page
            assert name is not None, page
            answer = self.send_form(f"/join/{code}", name=name[1], seat=seat[1])
            if answer.status == 303:
                self.code, self.number = code, int(answer.headers["location"].rpartition("/")[2])
            else:
                assert answer.status == 409, answer.text  # somebody took that name meanwhile

    @property
    def address(self) -> str:
        return f"/join/{self.code}/{self.number}"

    def work_address(self, number: int | None = None) -> str:
        return f"/api/class/{self.code}/{self.number if number is None else number}/work"

    def answer(self, letter: str, typed: Mapping[str, str], write_id: str) -> Answer:
        """Send what was filled in at a question."""
        body = {"write_id": write_id, "letter": letter, "did": "answer", "typed": dict(typed), "took": 1000}
        return self.send_json(self.work_address(), body)
