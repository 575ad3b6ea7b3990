"""One server for each instance folder and store, however the first one ended."""

import http.client
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.store.errors import StoreServed
from scorekeeper.store.files import one_server
from scorekeeper.store.opening import open_store
from scorekeeper.web.config import STORE_FILE
from tests.cli.running import by_click
from tests.serving import PATIENCE, RunningServer, await_that


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An instance folder with a store."""
    open_store(tmp_path / "home" / STORE_FILE).close()
    return tmp_path / "home"


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


# --- the lock ---------------------------------------------------------------------------------------------------------


def a_link(home: Path) -> Path:
    link = home.parent / "link.sqlite3"
    link.symlink_to(home / STORE_FILE)
    return link


@pytest.mark.parametrize(
    ("instance", "store"),
    [
        pytest.param(lambda home: home, lambda home: home / STORE_FILE, id="the same folder and file"),
        pytest.param(lambda home: home, lambda home: home / "other.sqlite3", id="another file, whose backups are here"),
        pytest.param(lambda home: home.parent / "away", lambda home: home / STORE_FILE, id="the file from elsewhere"),
        pytest.param(lambda home: home.parent / "away", a_link, id="the file by another name"),
    ],
)
def test_the_second_is_told_and_nothing_is_changed(
    home: Path, instance: Callable[[Path], Path], store: Callable[[Path], Path]
) -> None:
    with one_server(home, home / STORE_FILE):
        second, before = (instance(home), store(home)), contents(home)
        with (
            pytest.raises(StoreServed, match="Another Scorekeeper server is already using") as found,
            one_server(*second),
        ):
            pytest.fail("there are two")
        assert contents(home) == before
        assert "SCOREKEEPER_INSTANCE" in str(found.value)
    with one_server(*second):
        pass


# --- the real server --------------------------------------------------------------------------------------------------


def test_a_second_server_is_refused_until_the_first_has_ended_by_kill_9_too(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with RunningServer(home) as first:
        monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(home))
        said = by_click("serve").stderr
        assert said.startswith("error: Another Scorekeeper server is already using")
        assert str(home) in said
        assert said.count("\n") == 1
        monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(home.parent / "away"))
        monkeypatch.setenv("SCOREKEEPER_STORE", str(home / STORE_FILE))
        away = by_click("serve").stderr
        assert f"Another Scorekeeper server is already using {home / STORE_FILE}." in away
        assert answers(first.port)
        # The worker, which has the port, is not killed: it must not continue next to the next server.
        first.kill_first_process()
        await_that(lambda: is_closed(first.port), "its worker goes on")
        first.start()
        assert answers(first.port)


def is_closed(port: int) -> bool:
    with socket.socket() as knocking:
        return knocking.connect_ex(("127.0.0.1", port)) != 0


def answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("HEAD", "/manifest.webmanifest")
        return connection.getresponse().status == 200
    finally:
        connection.close()
