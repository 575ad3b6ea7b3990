"""Operating: what was acknowledged is there after the server was killed, and a backup brings everything back."""

import resource
import shutil
import socket
import sqlite3
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path
from time import monotonic
from typing import Any

import psycopg
import pytest

from tests.cli.running import by_click
from tests.postgresql import Cluster
from tests.promises.command import Refused, told
from tests.promises.visitor import Visitor, new_id
from tests.serving import TREE, RunningServer, await_that

KILLS = 10
"""The two hundred of both engines are in tests/faults."""

NAMES = [f"Player {letter}" for letter in "ABCDEFGHIJ"]


def points_held(visitor: Visitor, key: str) -> list[int | None]:
    """What the first hole holds, seat by seat."""
    (hole,) = visitor.game(key)["holes"]
    return [hand["points"] for hand in hole["hands"]]


def test_nothing_is_lost_or_doubled_when_the_server_is_killed_while_entries_are_sent(own_server: RunningServer) -> None:
    visitor = Visitor(own_server.url)
    key = visitor.begin("penalty", NAMES)
    token = visitor.ask("/api/token")["token"]
    with ThreadPoolExecutor(1) as sender:
        for number, player in enumerate([one["id"] for one in visitor.game(key)["players"]]):
            sent = {"write_id": new_id(), "based_on": 0, "points": number}
            address = f"/api/games/{key}/holes/1/hands/{player}"
            on_its_way: Future[Any] = sender.submit(visitor.ask_with, token, address, sent, "PUT")
            own_server.kill()
            with suppress(OSError, ValueError):  # whether it was taken before the end is not known
                on_its_way.result()
            own_server.start()
            visitor.ask(address, sent, "PUT")
            assert visitor.status == 200
            assert points_held(visitor, key) == [*range(number + 1), *[None] * (len(NAMES) - number - 1)]
    assert visitor.game(key)["version"] == KILLS + 1


def test_a_backup_that_is_restored_has_every_game(
    own_server: RunningServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(own_server.instance))
    visitor = Visitor(own_server.url)
    key = visitor.begin("penalty")
    ann, bo = (one["id"] for one in visitor.game(key)["players"])
    visitor.put_hand(key, 1, ann, points=1)
    backup = tmp_path / "backup.sqlite3"
    told("backup", str(backup))
    with sqlite3.connect(backup) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    copy.close()
    visitor.put_hand(key, 1, bo, points=2)
    own_server.stop()
    told("restore", "--replace", str(backup))
    own_server.start()
    assert points_held(visitor, key) == [1, None]


def test_an_empty_name_of_a_file_is_refused_and_makes_nothing(
    server: RunningServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(server.instance))
    monkeypatch.chdir(tmp_path)
    for command in (["backup"], ["restore"], ["doctor"], ["copy", "a"], ["house", "check"]):
        for name in ("", " "):
            with pytest.raises(Refused) as refused:
                told(*command, name)
            assert str(refused.value) == "error: there is no name: name a file\n", command
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_backup_is_refused_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "games"))
    for name, content in {
        "a.pdf": b"%PDF-1.7",
        "a.json": b"{}",
        "a.gz": b"\x1f\x8b\x08",
        "a.sqlite3": b"SQLite",
    }.items():
        file = tmp_path / name
        file.write_bytes(content)
        for command in (["restore"], ["doctor"], ["copy"]):
            with pytest.raises(Refused) as refused:
                told(*command, str(file), *(["to"] if command == ["copy"] else []))
            assert "not a database" not in str(refused.value)


# --- a database -------------------------------------------------------------------------------------------------------


def test_a_database_of_the_first_release_is_brought_up_to_date_and_its_game_goes_on(
    cluster: Cluster, tmp_path: Path
) -> None:
    address = cluster.new_database()
    with psycopg.connect(address) as connection:
        connection.execute((TREE / "tests/store/postgresql_1.sql").read_bytes())
    with RunningServer(tmp_path / "games", SCOREKEEPER_STORE=address) as server:
        visitor, key = Visitor(server.url), "edit-key-of-the-game-kept"
        *_, cy = visitor.game(key)["players"]
        assert points_held(visitor, key)[1:] == [-3, None]
        visitor.put_hand(key, 1, cy["id"], points=12)
        assert points_held(visitor, key)[1:] == [-3, 12]


def test_a_server_whose_database_is_away_starts_says_so_and_goes_on_once_that_is_there(
    cluster: Cluster, tmp_path: Path
) -> None:
    address, pages = cluster.new_database(), ("/health", "/g/key-of-a-game", "/manifest.webmanifest")
    cluster.stop()
    try:
        with RunningServer(tmp_path / "games", SCOREKEEPER_STORE=address) as server:
            visitor = Visitor(server.url)
            assert [visitor.go(page).status for page in pages] == [503, 503, 200]
            cluster.start()
            await_that(lambda: visitor.go("/health").status == 200)
            assert visitor.begin("penalty")
    finally:
        if not cluster.runs:
            cluster.start()


def test_a_database_that_says_nothing_holds_no_visitor_longer_than_two_seconds(
    cluster: Cluster, tmp_path: Path
) -> None:
    with RunningServer(tmp_path / "games", SCOREKEEPER_STORE=cluster.new_database()) as server:
        visitor = Visitor(server.url)
        key = visitor.begin("penalty")
        tag = visitor.go(f"/api/games/{key}").headers["ETag"]
        with cluster.silent():
            for path in ("/health", f"/api/games/{key}", f"/g/{key}"):
                began = monotonic()
                assert visitor.go(path, If_None_Match=tag).status == 503
                assert monotonic() - began < 2
        await_that(lambda: visitor.go("/health").status == 200)
        assert visitor.go(f"/g/{key}").status == 200


# --- a disk, an upgrade -----------------------------------------------------------------------------------------------

ON_A_FULL_DISK = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (16_384, resource.RLIM_INFINITY))
from scorekeeper.cli import main
main()
"""


def test_on_a_full_disk_a_server_starts_serves_readers_and_takes_entries_once_there_is_room(
    own_server: RunningServer,
) -> None:
    key = Visitor(own_server.url).begin("penalty")
    own_server.stop()
    program = ["-c", ON_A_FULL_DISK, "serve", "--port"]
    with RunningServer(own_server.instance, program=lambda port: [*program, str(port)]) as server:
        visitor = Visitor(server.url)
        ann, _ = visitor.game(key)["players"]
        visitor.put_hand(key, 1, ann["id"], points=1)
        assert visitor.status == 503
        assert [visitor.go(path).status for path in (f"/g/{key}", "/", "/health")] == [200, 200, 503]
        for process in server.processes():
            resource.prlimit(process, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        visitor.put_hand(key, 1, ann["id"], points=1)
        assert (visitor.status, visitor.go("/health").status) == (200, 200)


def test_the_files_of_another_release_below_a_running_server_spoil_no_page(tmp_path: Path) -> None:
    release = tmp_path / "release"
    for part in ("scorekeeper", "templates", "static", "pyproject.toml"):
        (shutil.copytree if (TREE / part).is_dir() else shutil.copy)(TREE / part, release / part)
    with RunningServer(tmp_path / "games", cwd=release) as server:
        visitor = Visitor(server.url)
        shutil.rmtree(release / "templates")
        for file in (release / "scorekeeper").rglob("*.*"):
            file.write_text("of another release")
        key = visitor.begin("penalty")
        pages = ("", "/hole/1", "/history", "/table", "/end")
        public = ("/", "/houses", "/houses/penalty", "/referee", "/import", "/practice", "/play", "/sets", "/class")
        found = {path: visitor.go(path).status for path in (*public, *(f"/g/{key}{page}" for page in pages))}
        assert {path: status for path, status in found.items() if status != 200} == {}


# --- what an operator is told -----------------------------------------------------------------------------------------


def test_a_request_of_http_1_1_without_a_host_is_refused_with_400(server: RunningServer) -> None:
    for path in (b"/", b"/health"):
        with socket.create_connection(("127.0.0.1", server.port)) as program:
            program.sendall(b"GET " + path + b" HTTP/1.1\r\n\r\n")
            assert program.recv(100).startswith(b"HTTP/1.1 400")


def test_the_doctor_finds_a_class_whose_state_was_emptied(
    own_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(own_server.instance))
    visitor = Visitor(own_server.url).go("/class")
    visitor.submit("/class/at-once", {"house": "worksheet"})
    assert "/class/" in visitor.address
    own_server.stop()
    told("doctor")
    file = own_server.instance / "scorekeeper.sqlite3"
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE classes SET state = '{}'")
    connection.close()
    with pytest.raises(Refused, match="class 1 "):
        told("doctor")


def test_a_backup_says_which_store_it_is_of_and_there_is_none_of_nothing(
    own_server: RunningServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(own_server.instance))
    with pytest.raises(Refused, match="SCOREKEEPER_INSTANCE"):
        told("backup", str(tmp_path / "backup.sqlite3"))
    Visitor(own_server.url).begin("penalty")
    assert str(own_server.instance / "scorekeeper.sqlite3") in told("backup", str(tmp_path / "backup.sqlite3"))


def test_a_file_that_a_server_has_open_is_not_copied(own_server: RunningServer, tmp_path: Path) -> None:
    file, copy = str(own_server.instance / "scorekeeper.sqlite3"), str(tmp_path / "copy.sqlite3")
    with pytest.raises(Refused):
        told("copy", file, copy)
    own_server.stop()
    told("copy", file, copy)


@pytest.mark.parametrize("command", ["serve", "backup", "restore", "copy", "doctor"])
def test_each_help_about_kept_games_names_the_setting_of_their_folder(command: str) -> None:
    assert "SCOREKEEPER_INSTANCE" in by_click(command, "--help").output


@pytest.mark.parametrize("example", ["Caddyfile", "nginx.conf"])
def test_each_example_of_a_proxy_keeps_browsers_to_https(example: str) -> None:
    assert "Strict-Transport-Security" in (TREE / "docs/running" / example).read_text("utf-8")


def is_sent_to_the_build(path: str) -> bool:
    """Whether no line of `.containerignore` names it or a folder around it."""
    lines = (TREE / ".containerignore").read_text("utf-8").splitlines()
    patterns = [line.removeprefix("/") for line in lines if line and not line.startswith("#")]
    for place in (Path(path), *Path(path).parents):
        for pattern in patterns:
            named = place.name if pattern.startswith("**/") else str(place)
            if fnmatch(named, pattern.removeprefix("**/")):
                return False
    return True


@pytest.mark.parametrize(
    "path",
    [
        *("instance/secret_key", "instance/scorekeeper.sqlite3", "instance/backups/scorekeeper-2026-11-21.sqlite3"),
        *("instance/https/server.pem", "club.sqlite3", "club.sqlite3-wal", ".git/config", ".venv/bin/python"),
        *("scorekeeper/__pycache__/paths.pyc", ".mypy_cache/x"),
    ],
)
def test_games_and_key_are_kept_from_the_build_of_a_container(path: str) -> None:
    assert not is_sent_to_the_build(path)


def test_all_that_a_container_is_made_of_is_sent_to_its_build() -> None:
    lines = (TREE / "docs/running/Containerfile").read_text("utf-8").splitlines()
    copied = [word for line in lines if line.startswith("COPY") and "--from" not in line for word in line.split()[1:-1]]
    files = [file for one in copied for file in ([TREE / one] if (TREE / one).is_file() else (TREE / one).rglob("*.*"))]
    inside = [file.relative_to(TREE).as_posix() for file in files if "__pycache__" not in file.parts]
    assert len(inside) > 200
    assert [path for path in inside if not is_sent_to_the_build(path)] == []


def test_the_first_page_that_a_browser_opens_is_one_answer_and_later_ones_are_small(visitor: Visitor) -> None:
    visitor.begin("penalty")
    hole = visitor.go(visitor.address, Accept="text/html,application/xhtml+xml,*/*;q=0.8")
    needed = (
        "//script/@src | //link[@rel='stylesheet'][not(ancestor::noscript)]/@href | //link[@rel='modulepreload']/@href"
    )
    assert hole.page.xpath(needed) == []
    first = len(hole.content)
    (icon,) = hole.page.xpath("//link[@rel='icon']/@href")
    digest = icon.split("/static/")[1].split("/")[0]
    again = visitor.go(visitor.address, Accept="text/html,application/xhtml+xml,*/*;q=0.8", Cookie=f"files={digest}")
    assert len(again.page.xpath(needed)) > 5
    assert len(again.content) < first / 5
