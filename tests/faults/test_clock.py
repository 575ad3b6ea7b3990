"""The clock of the machine is set back, or forward, while people play: nothing is lost, and nothing breaks."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Iterator
from datetime import datetime, timedelta, tzinfo
from pathlib import Path

import pytest

from scorekeeper.school.classes import KEPT_FOR, class_id
from scorekeeper.store.connection import Store
from scorekeeper.store.writes import Write
from scorekeeper.tally.history import history
from scorekeeper.web.background_jobs import EVERY, Forgetting
from scorekeeper.web.db import store as store_of_app
from tests.conftest import Phone
from tests.serving import await_that
from tests.store.playing import NOON
from tests.store.schooling import begin_lesson
from tests.web.tables import WebTable, sit_down

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SHIFTS = [
    pytest.param(-365 * DAY, id="a year back"),
    pytest.param(40 * DAY, id="forty days forward"),
]


class Clock:
    """The clock of this process as everybody in it sees it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.shift = timedelta(0)
        real = time.time

        class Moved(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
                return datetime.fromtimestamp(moved(), tz)

        def moved() -> float:
            return real() + self.shift.total_seconds()

        monkeypatch.setattr(time, "time", moved)
        for name, module in list(sys.modules.items()):
            if name.startswith("scorekeeper.web"):
                for known, mine in ((datetime, Moved), (real, moved)):
                    for attribute, value in list(vars(module).items()):
                        if value is known:
                            monkeypatch.setattr(module, attribute, mine)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    # Before the app is made nothing of it may have been loaded; then there is nothing to move.
    import scorekeeper.web  # noqa: F401

    return Clock(monkeypatch)  # type: ignore[return-value]


def entries(table: WebTable) -> dict[str, int | None]:
    hole = table.kept().game.hole(1)
    assert hole is not None
    return {name: hole.entries[player].points for name, player in table.players.items() if player in hole.entries}


@pytest.mark.parametrize("shift", SHIFTS)
def test_a_game_goes_on(client: Phone, clock: Clock, shift: timedelta) -> None:
    table, other = sit_down(client), sit_down(client)
    assert [game.get().status_code for game in (table, other)] == [200, 200]  # now they are on the list
    assert table.put_hand(1, "Ann", points=5).status_code == 200
    address = f"/api/games/{table.edit_key}"
    known = client.get(address).headers["ETag"]
    clock.shift = shift
    # The device is the same one, with its games, and what it has seen has not changed.
    page = client.get("/", headers={"Accept": "text/html"}).text
    assert table.edit_key in page
    assert other.edit_key in page
    assert client.get(address, headers={"If-None-Match": known}).status_code == 304
    assert table.put_hand(1, "Ann", points=6).status_code == 200
    assert table.put_hand(1, "Bo", points=7).status_code == 200
    assert client.get(address, headers={"If-None-Match": known}).status_code == 200
    # The history is in the order in which it happened, whatever the clock said, and so is undo.
    with client.application.app_context():
        changes = history(store_of_app(), table.edit_key)
    assert [change.kind for change in changes] == ["hand", "hand", "hand", "created"]
    assert [change.parts[-1].after for change in changes[:3]] == [7, 6, 5]
    assert table.post("/undo", {}).status_code == 302
    assert entries(table) == {"Ann": 6}
    clock.shift = timedelta(0)
    assert table.put_hand(1, "Cy", points=8).status_code == 200
    assert entries(table) == {"Ann": 6, "Cy": 8}
    for path in ("", "/history", "/hole/1"):
        assert table.get(path).status_code == 200


# --- classes, which are deleted by the clock --------------------------------------------------------------------------


class Running:
    """Time as it passes, and a clock that may be set."""

    def __init__(self) -> None:
        self.passed, self.set_by = timedelta(0), timedelta(0)

    def clock(self) -> datetime:
        return NOON + self.passed + self.set_by

    def seconds(self) -> float:
        return self.passed.total_seconds()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    kept = Store.open(tmp_path / "games.sqlite3")
    yield kept
    kept.close()


def run(store: Store, running: Running, script: dict[int, timedelta], hours: int) -> None:
    """Let so many hours pass, and set the clock in those of the script."""
    left = iter(range(hours))

    def wait(seconds: float) -> bool:
        hour = next(left, None)
        if hour is None:
            return True
        running.passed += EVERY
        running.set_by = script.get(hour, running.set_by)
        return False

    log = logging.getLogger("tests.clock")
    forgetting = Forgetting(store, log, clock=running.clock, wait=wait, running=running.seconds)
    forgetting.start()
    await_that(lambda: not forgetting.runs)


def is_there(store: Store, key: str) -> bool:
    return class_id(store, key) is not None


JUMPS = [
    pytest.param({2: 40 * DAY, 20: timedelta(0)}, True, id="forward, and right again on the same day"),
    pytest.param({2: 40 * DAY}, False, id="forward for good"),
    pytest.param({2: -365 * DAY, 5: timedelta(0)}, True, id="back, and right again"),
]


@pytest.mark.parametrize(("script", "stays"), JUMPS)
def test_a_clock_that_was_set_deletes_no_class_in_a_hurry(
    store: Store, caplog: pytest.LogCaptureFixture, script: dict[int, timedelta], stays: bool
) -> None:
    key = begin_lesson(store, write=Write("made-at-noon", "desk", NOON)).key
    run(store, Running(), script, hours=20)
    assert is_there(store, key)
    running = Running()
    run(store, running, script, hours=24 + 24)
    assert is_there(store, key) == stays
    jumps = any(abs(by) > DAY for by in script.values())
    assert ("the clock was set by" in caplog.text) == jumps


def test_classes_are_deleted_on_time_once_the_clock_was_right_for_a_day(store: Store) -> None:
    key = begin_lesson(store, write=Write("made-at-noon", "desk", NOON)).key
    running = Running()
    run(store, running, {0: 2 * DAY, 1: timedelta(0)}, hours=(KEPT_FOR - DAY) // EVERY)
    assert is_there(store, key)
    run(store, running, {}, hours=DAY // EVERY)
    assert not is_there(store, key)
