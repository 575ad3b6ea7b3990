"""Devices without a browser that talk to the real server as the pages' scripts do, each with its own cookies."""

import json
import re
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

from tests.serving import RunningServer

TROUBLE = (OSError, HTTPException)
"""What a request raises when the server is gone, or goes in the middle of it."""


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
