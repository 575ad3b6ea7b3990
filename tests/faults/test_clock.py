"""The clock of the machine is set back, or forward, while people play: nothing is lost, and nothing breaks."""

import sys
import time
from collections.abc import Iterator
from datetime import datetime, timedelta, tzinfo

import pytest

from scorekeeper.tally.history import history
from scorekeeper.web.db import store as store_of_app
from tests.conftest import Phone
from tests.web.tables import WebTable, sit_down

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SHIFTS = [pytest.param(-365 * DAY, id="a year back"), pytest.param(40 * DAY, id="forty days forward")]


class Clock:
    """The clock of this process, for all of its code."""

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
    # History and undo follow the real order, not the clock.
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
