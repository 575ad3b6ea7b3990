"""A server that starts while something is away or full: it waits for what may pass, and serves what can be read."""

import os
import resource
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scorekeeper.store.files import one_server
from scorekeeper.store.opening import open_store
from scorekeeper.web.config import STORE_FILE
from tests.apps import SECRET_KEY
from tests.cli.running import by_click
from tests.devices import Answer, Device
from tests.faults.phones import games, send_json
from tests.postgresql import Cluster
from tests.serving import RunningServer, await_that
from tests.store.backups import of_schema_1
from tests.store.damaging import make_newer, no_file_above
from tests.store.playing import begin
from tests.store.playing import points as entered

FULL = 16_384
"""Limit of file size: less than SQLite needs to open a file for writing."""

ON_A_FULL_DISK = f"""
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, ({FULL}, resource.RLIM_INFINITY))
from scorekeeper.cli import main
main()
"""


def played(path: Path, *, crashed: bool) -> str:
    """A store with a game in which Ann has 5; its edit key. After a crash its last writes lie in the log alone."""
    path.parent.mkdir()
    path.with_name("secret_key").write_text(SECRET_KEY)
    child = os.fork()
    if child == 0:
        store = open_store(path)
        table = begin(store, "Ann", "Bo")
        table.enter(1, "Ann", entered(5))
        path.with_name("key").write_text(table.key)
        if not crashed:
            store.close()
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    return path.with_name("key").read_text()


@contextmanager
def phone(server: RunningServer) -> Iterator[Device]:
    device = Device(server)
    try:
        yield device
    finally:
        device.hang_up()


def enter(device: Device, key: str) -> Answer:
    """Enter 7 for Bo."""
    body = {"write_id": "the-very-same", "based_on": 0, "points": 7}
    return send_json(device, "PUT", f"/api/games/{key}/holes/1/hands/2", body)


def hands(device: Device, key: str) -> list[int | None]:
    return [hand["points"] for hand in device.ask("GET", f"/api/games/{key}/holes/1").json["hands"]]


def reads_and_refuses(device: Device, key: str, code: str) -> None:
    """Every page of the game is there, and a hand is refused in words."""
    for path in ("/", f"/g/{key}", f"/g/{key}/hole/1", f"/g/{key}/history", "/houses", "/practice"):
        assert device.page(path).status == 200, path
    assert hands(device, key) == [5, None]
    refused = enter(device, key)
    assert (refused.status, refused.json["code"]) == (503, code)
    assert int(refused.headers["retry-after"]) > 0
    assert (device.ask("GET", "/health").status, device.ask("GET", "/health").json["code"]) == (503, code)


@pytest.mark.parametrize("crashed", [False, True], ids=["after it was stopped", "after a crash"])
def test_on_a_full_disk_it_serves_readers_and_takes_entries_once_there_is_room(tmp_path: Path, crashed: bool) -> None:
    home = tmp_path / "games"
    key = played(home / STORE_FILE, crashed=crashed)
    program = ["-c", ON_A_FULL_DISK, "serve", "--port"]
    with RunningServer(home, program=lambda port: [*program, str(port)]) as server, phone(server) as device:
        reads_and_refuses(device, key, "store.full")
        for process in server.processes():
            resource.prlimit(process, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        assert enter(device, key).status == 200
        assert hands(device, key) == [5, 7]
        assert device.ask("GET", "/health").status == 200
        assert server.output.count("started anyway") == 1
        assert "Traceback" not in server.output
    with open_store(home / STORE_FILE).read() as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'


@pytest.mark.parametrize("crashed", [False, True], ids=["after it was stopped", "after a crash"])
def test_on_a_disk_for_reading_only_it_serves_readers(tmp_path: Path, crashed: bool) -> None:
    """Needs a system that lets a process have mounts of its own; another one cannot run this test, and it fails."""
    home = tmp_path / "games"
    key = played(home / STORE_FILE, crashed=crashed)
    before = {file.name: file.read_bytes() for file in home.iterdir() if not file.name.endswith("-shm")}

    def program(port: int) -> list[str]:
        serve = [sys.executable, "-m", "scorekeeper", "serve", "--port", str(port)]
        return ["--mount", "--map-root-user", "sh", "-c", READ_ONLY, str(home), *serve]

    with RunningServer(home, python="unshare", program=program) as server, phone(server) as device:
        reads_and_refuses(device, key, "store.failed")
        assert server.output.count("started anyway") == 1
        assert "Traceback" not in server.output
    assert {file.name: file.read_bytes() for file in home.iterdir() if not file.name.endswith("-shm")} == before


def test_a_database_that_is_away_at_the_start_is_waited_for(tmp_path: Path) -> None:
    cluster = Cluster("fsync=off").start()
    try:
        address = cluster.new_database()
        (game,) = games(address, 1)
        cluster.stop()
        with RunningServer(tmp_path / "games", SCOREKEEPER_STORE=address) as server, phone(server) as device:
            page = f"/g/{game.edit_key}"
            for _ in range(20):
                assert [device.ask("GET", path).status for path in ("/health", page, f"/api{page}")] == [503, 503, 404]
            assert server.output.count("Z error the database") == 1, "for all who asked"
            assert server.output.count("started anyway") == 1
            cluster.start()
            await_that(lambda: device.ask("GET", "/health").status == 200)
            assert device.page(page).status == 200
            assert "Traceback" not in server.output
    finally:
        cluster.remove()


def test_a_new_database_that_comes_later_gets_its_tables_then(tmp_path: Path) -> None:
    cluster = Cluster("fsync=off").start()
    try:
        address = cluster.new_database()
        cluster.stop()
        with RunningServer(tmp_path / "games", SCOREKEEPER_STORE=address) as server, phone(server) as device:
            assert device.ask("GET", "/health").status == 503
            cluster.start()
            await_that(lambda: device.ask("GET", "/health").status == 200)
        assert len(games(address, 1)) == 1
    finally:
        cluster.remove()


# --- what it ends with ------------------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "games"))
    return tmp_path / "games"


def test_a_full_disk_with_nothing_to_read_may_pass(home: Path) -> None:
    with no_file_above(10):
        assert by_click("serve").exit_code == 75


def test_a_full_disk_with_a_store_of_an_older_release_may_pass(home: Path) -> None:
    home.mkdir()
    of_schema_1(home / STORE_FILE)
    with no_file_above(FULL):
        refused = by_click("serve")
    assert refused.exit_code == 75
    assert "no copy could be saved" in refused.stderr


def test_another_server_of_the_folder_may_end(home: Path) -> None:
    with one_server(home, home / STORE_FILE):
        assert by_click("serve").exit_code == 75


def test_another_program_at_the_port_may_end(home: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert by_click("serve", "--port", str(taken.getsockname()[1])).exit_code == 75


WRONG: dict[str, Callable[[Cluster], str]] = {
    "no such database": lambda cluster: cluster.address("nothing"),
    "no such user": lambda cluster: cluster.address("postgres", user="nobody"),
    "no such option": lambda cluster: f"{cluster.address('postgres')}?color=green",
}


@pytest.mark.parametrize("address", WRONG.values(), ids=WRONG)
def test_a_wrong_setting_is_for_a_person(
    home: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch, address: Callable[[Cluster], str]
) -> None:
    monkeypatch.setenv("SCOREKEEPER_STORE", address(cluster))
    refused = by_click("serve")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.count("\n") == 1


def test_a_store_of_a_newer_release_is_for_a_person(home: Path) -> None:
    open_store(home / STORE_FILE).close()
    make_newer(home / STORE_FILE)
    assert by_click("serve").exit_code == 2
