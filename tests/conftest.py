"""What every area of the tests may ask for: the app in this process, and the real server in its own."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from flask_openapi3.openapi import OpenAPI
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, sync_playwright
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from scorekeeper.web.config import PREFIX
from scorekeeper.web.db import store
from tests.apps import make_app
from tests.browser import chromium
from tests.serving import RunningServer

# What somebody set for their own games must not lead a test to those games. A browser may be named, though.
for variable in [name for name in os.environ if name.startswith(PREFIX) and name != "SCOREKEEPER_CHROMIUM"]:
    del os.environ[variable]

# Every run draws the same, and no machine is too slow for it.
settings.register_profile(
    "scorekeeper", derandomize=True, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("scorekeeper")


class Phone(FlaskClient):
    """A client that sends forms and JSON as a page does: with the token that the page was given.

    Whatever an endpoint of the JSON answers must be told of it at /openapi.json.
    """

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        answer = super().open(*args, **kwargs)
        told = _answers_told(self.application, answer.request.method, answer.request.path)
        assert told is None or str(answer.status_code) in told, f"{answer.request.path}: {answer.status} is not told"
        return answer

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


def _answers_told(app: Flask, method: str, path: str) -> set[str] | None:
    """The status of each answer that /openapi.json tells of an endpoint; None for what is no endpoint of the JSON."""
    assert isinstance(app, OpenAPI)
    try:
        rule, _ = app.url_map.bind("").match(path, method, return_rule=True)
    except HTTPException:
        return None
    if not rule.endpoint.startswith("api.") or method == "OPTIONS":
        return None
    described = app.api_doc["paths"][re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)]
    return set(described["get" if method == "HEAD" else method.lower()]["responses"])


@pytest.fixture
def app(tmp_path: Path) -> Iterator[OpenAPI]:
    """The app, on games of its own."""
    app = make_app(tmp_path / "instance")
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


@pytest.fixture(scope="module")
def standing_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """The real server, started once for all tests of a module that only ask it something and leave it as it was."""
    with RunningServer(tmp_path_factory.mktemp("standing") / "games") as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a worker."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium.find(), args=list(chromium.FLAGS))
        yield launched
        launched.close()
