"""What every area of the tests may ask for: the app in this process, and the real server in its own."""

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, sync_playwright
from werkzeug.test import TestResponse
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from scorekeeper.web.config import PREFIX
from tests.apps import close, make_app
from tests.browser import chromium
from tests.postgresql import Cluster
from tests.serving import RunningServer

# Your own settings must not lead a test to your games. Only a browser may be named.
for variable in [name for name in os.environ if name.startswith(PREFIX) and name != "SCOREKEEPER_CHROMIUM"]:
    del os.environ[variable]

# As the Makefile has it: else every process of the tests compiles the app anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Every run draws the same, and no machine is too slow for it.
settings.register_profile(
    "scorekeeper", derandomize=True, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("scorekeeper")


class Phone(FlaskClient):
    """A client that sends forms and JSON as a page does: with the token that the page was given."""

    def token(self) -> str:
        """A token of this client's own session."""
        return str(self.get("/api/token").json["token"])  # type: ignore[index]

    def send_form(self, path: str, **fields: Any) -> TestResponse:
        """Post a form with a good token."""
        return self.post(path, data={"csrf_token": self.token(), **fields})

    def send_json(self, path: str, body: Any, *, method: str = "POST") -> TestResponse:
        """Send JSON with a good token."""
        return self.open(path, method=method, json=body, headers={"X-CSRFToken": self.token()})


ELSEWHERE = {"browser", "cluster", "standing_server"}
"""Fixtures that start another program."""

TOGETHER = ("[firefox", "[webkit", "tests/exports/")
"""Parts of the names of tests that share what took long to start or to make, over several files."""


class FileByFile(LoadScopeScheduling):  # type: ignore[misc]
    """Gives each file to one process, which starts its servers and fills its stores once."""

    def _split_scope(self, nodeid: str) -> str:
        return next((part for part in TOGETHER if part in nodeid), nodeid.partition("::")[0])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> FileByFile:
    config.option.loadscopereorder = False  # browsers first, so that both processes end together
    return FileByFile(config, log)


def pytest_collection_finish() -> None:
    """Leave the modules and tests out of every later search for garbage."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if ELSEWHERE & set(getattr(item, "fixturenames", ())) or "postgresql" in item.name:
            item.add_marker("long")


@pytest.fixture
def app(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Flask]:
    """The app, on games of its own."""
    own_routes = request.node.get_closest_marker("own_routes") is not None
    app = make_app(tmp_path / "instance", own_routes=own_routes)
    yield app
    close(app)


def new_phone(app: Flask) -> Phone:
    """A phone that has never been here."""
    app.test_client_class = Phone
    phone = app.test_client()
    assert isinstance(phone, Phone)
    return phone


@pytest.fixture
def client(app: Flask) -> Phone:
    """A phone that has never been here."""
    return new_phone(app)


@pytest.fixture(scope="module")
def standing_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """The real server, started once for all tests of a module that leave it as it was."""
    with RunningServer(tmp_path_factory.mktemp("standing") / "games") as running:
        yield running


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """One PostgreSQL for all tests of a worker that lose nothing with the machine."""
    running = Cluster("fsync=off").start()
    yield running
    running.remove()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a worker."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium.find(), args=list(chromium.FLAGS))
        yield launched
        launched.close()
