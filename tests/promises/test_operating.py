"""Operating: what was acknowledged is there after the server was killed, and a backup brings everything back."""

import sqlite3
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.promises.command import Refused, told
from tests.promises.visitor import Visitor, new_id
from tests.serving import RunningServer

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
