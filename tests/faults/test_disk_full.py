"""A disk that fills up in the middle of what phones enter, and has room again later. The server is not restarted."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest

from scorekeeper.store import KeptGame
from scorekeeper.web.places import STORE_FILE
from tests.devices import Device
from tests.faults.phones import Hall, Phone, compare, games
from tests.serving import RunningServer


class Disk(Protocol):
    """Where a server keeps the games."""

    def fill(self) -> None:
        """Whatever is written next finds no room at all; again where room was found after all."""

    def make_room(self) -> None: ...

    def file(self) -> Path:
        """The store as it is now; nobody writes to it."""


@dataclass
class Limited:
    """No file may grow beyond a limit, as by a quota. The server's processes are told so while they run."""

    server: RunningServer
    beyond: int | None = None
    """So many bytes still fit into the log of the store when it fills up: the next write may find room for its first
    half. After some answers, as without it, nothing of it fits."""
    _filled: int = 0

    FILES_END_AT = 16_384
    """Bytes: enough for the log of the server, and less than the log of the store has when phones have begun."""

    def fill(self) -> None:
        if self.beyond is None or self._filled > 8:
            self._limit(self.FILES_END_AT)
        elif self._filled == 0:
            log = self.file().with_name(f"{STORE_FILE}-wal")
            self._limit(log.stat().st_size + self.beyond)
        self._filled += 1

    def make_room(self) -> None:
        self._limit(resource.RLIM_INFINITY)

    def _limit(self, size: int) -> None:
        for process in self.server.processes():
            resource.prlimit(process, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def file(self) -> Path:
        return self.server.instance / STORE_FILE


class SmallDisk:
    """A file system of eight megabytes, of which the log may take four, that only the server has mounted."""

    # Root may mount, others only where they may have a namespace of users of their own.
    OWN = "-m" if os.geteuid() == 0 else "-Urm"
    MOUNT = "mount -t tmpfs -o size=8m games"

    @classmethod
    def may_be_had(cls, where: Path) -> bool:
        """In an ordinary container nobody may mount anything."""
        command = ["unshare", cls.OWN, "sh", "-c", f'{cls.MOUNT} "{where}"']
        try:
            return subprocess.run(command, capture_output=True, check=False).returncode == 0
        except FileNotFoundError:
            return False

    def __init__(self, seed: Path, instance: Path) -> None:
        """Its instance folder begins as a copy of ``seed``."""
        prepare = f'{self.MOUNT} "{instance}" && cp "{seed}"/* "{instance}"'
        instance.mkdir()

        def program(port: int) -> list[str]:
            serve = [sys.executable, "-m", "scorekeeper", "serve", "--port", str(port)]
            return [self.OWN, "sh", "-c", f'{prepare} && exec "$0" "$@"', *serve]

        self.server = RunningServer(instance, python="unshare", program=program)
        self._out = instance.with_name("out")

    @property
    def _mounted(self) -> Path:
        return Path(f"/proc/{self.server.processes()[0]}/root{self.server.instance}")

    def fill(self) -> None:
        with suppress(OSError), (self._mounted / "filler").open("ab", buffering=0) as filler:
            while filler.write(b"x" * 4096):
                pass

    def make_room(self) -> None:
        (self._mounted / "filler").unlink()

    def file(self) -> Path:
        # SQLite itself would look for the file in the file system of this process.
        self._out.mkdir()
        for file in self._mounted.glob(f"{STORE_FILE}*"):
            shutil.copyfile(file, self._out / file.name)
        (self._out / f"{STORE_FILE}-shm").unlink()
        return self._out / STORE_FILE


def fills_up(disk: Disk, server: RunningServer, begun: list[KeptGame]) -> None:
    """Phones play, the disk is full, they wait; it has room, and they play on to the end."""
    hall = Hall(server)
    phones = [Phone(hall, game, by_form=place == 3) for place, game in enumerate(begun)]
    onlooker, keys = Device(server), [phone.game.edit_key for phone in phones]
    with hall.playing(phones):
        hall.await_that(lambda: hall.acknowledged >= 10)

        def it_is_full() -> bool:
            disk.fill()
            return len(hall.refusals) >= 20 and len(hall.pages) >= 3

        hall.await_that(it_is_full)
        assert {answer.json["code"] for answer in hall.refusals} == {"store.full"}
        refused, page = hall.refusals[0].json["message"], hall.pages[0]
        assert "no room left where the games are kept; nothing was changed" in refused
        assert page.headers["retry-after"] == "60"
        for words in (
            refused,
            "<h1>No room left</h1>",
            "What you sent was not kept. Wait a moment, then send it again",
        ):
            assert words in page.text
        assert str(server.instance) not in page.text
        # Readers go on: on pages, and as scripts that ask again and again.
        for key in keys:
            game = onlooker.ask("GET", f"/api/games/{key}")
            assert game.status == 200
            assert onlooker.ask("GET", f"/api/games/{key}", If_None_Match=game.headers["etag"]).status in (200, 304)
            assert onlooker.page(f"/g/{key}").status == 200
        disk.make_room()
    onlooker.hang_up()
    compare(disk.file(), phones, ended=True)
    assert server.output.count("cannot grow") >= 1, server.output
    assert "make room on its disk" in server.output
    assert "Traceback" not in server.output


def test_a_quota_that_is_reached_loses_nothing(tmp_path: Path) -> None:
    instance = tmp_path / "games"
    begun = games(instance / STORE_FILE, 4)
    with RunningServer(instance) as server:
        fills_up(Limited(server), server, begun)


@pytest.mark.nightly
def test_a_disk_that_is_full_loses_nothing(tmp_path: Path) -> None:
    """A small disk; where nobody may mount one, quotas that end at all sorts of places of what is written."""
    if SmallDisk.may_be_had(tmp_path):
        begun = games(tmp_path / "seed" / STORE_FILE, 4)
        disk = SmallDisk(tmp_path / "seed", tmp_path / "games")
        with disk.server as server:
            fills_up(disk, server, begun)
        return
    for beyond in (0, 24, 2_000, 4_096 + 24 + 1, 10_000):
        instance = tmp_path / f"games-{beyond}"
        begun = games(instance / STORE_FILE, 4)
        with RunningServer(instance) as server:
            fills_up(Limited(server, beyond), server, begun)
