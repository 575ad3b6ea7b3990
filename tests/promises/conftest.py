"""The doors that promises are tried through: the command line, a server with a visitor, and one browser story a job."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import desktop, open_browser, phone, server, server_of_the_worker
from tests.promises.visitor import Visitor
from tests.serving import RunningServer

__all__ = ["desktop", "open_browser", "phone", "server", "server_of_the_worker"]


@pytest.fixture
def visitor(server: RunningServer) -> Visitor:
    """A phone that has never been here, without scripts."""
    return Visitor(server.url)


@pytest.fixture
def other_visitor(server: RunningServer) -> Visitor:
    """A second one at the same server."""
    return Visitor(server.url)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[RunningServer]:
    """A server of this test alone, which may kill it or use up its counts."""
    with RunningServer(tmp_path / "games") as running:
        yield running


@pytest.fixture
def house_file(tmp_path: Path) -> Path:
    """Where a house file can be written."""
    return tmp_path / "ours.toml"
