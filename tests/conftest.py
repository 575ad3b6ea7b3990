"""What every area of the tests may ask for: the app in this process, and the real server in its own."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from flask_openapi3.openapi import OpenAPI
from werkzeug.test import TestResponse

from scorekeeper.web import create_app
from scorekeeper.web.config import PREFIX
from scorekeeper.web.db import store
from tests.serving import RunningServer

# What somebody set for their own games must not lead a test to those games. A browser may be named, though.
for variable in [name for name in os.environ if name.startswith(PREFIX) and name != "SCOREKEEPER_CHROMIUM"]:
    del os.environ[variable]


class Phone(FlaskClient):
    """A client that sends forms and JSON as a page does: with the token that the page was given."""

    def token(self) -> str:
        """A token of this client's own session, read from a page."""
        page = self.get("/", headers={"Accept": "text/html"})
        found = re.search(r'name="csrf-token" content="([^"]+)"', page.text)
        assert found is not None, f"no token on the first page:\n{page.text}"
        return found[1]

    def send_form(self, path: str, **fields: Any) -> TestResponse:
        """Post a form with a good token."""
        return self.post(path, data={"csrf_token": self.token(), **fields})

    def send_json(self, path: str, body: Any, *, method: str = "POST") -> TestResponse:
        """Send JSON with a good token."""
        return self.open(path, method=method, json=body, headers={"X-CSRFToken": self.token()})


@pytest.fixture
def app(tmp_path: Path) -> Iterator[OpenAPI]:
    """The app, on games of its own."""
    app = create_app({"TESTING": True}, instance_path=str(tmp_path / "instance"))
    app.test_client_class = Phone
    yield app
    with app.app_context():
        store().close()


@pytest.fixture
def client(app: OpenAPI) -> Phone:
    """A phone that has never been here."""
    phone = app.test_client()
    assert isinstance(phone, Phone)
    return phone


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    """The real server, started, with games of its own."""
    with RunningServer(tmp_path / "games") as running:
        yield running
