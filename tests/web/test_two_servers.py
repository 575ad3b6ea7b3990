"""Two servers with one database behave like one Scorekeeper."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.web.limits import OF_DEVICE
from tests.apps import SECRET_KEY
from tests.devices import Device
from tests.faults.phones import games, points, send_json
from tests.postgresql import Cluster, redis
from tests.serving import RunningServer

WRONG = "/join?code=AAAAAA"


@contextmanager
def two_servers(store: str, folder: Path, counts: str) -> Iterator[tuple[RunningServer, RunningServer]]:
    said: dict[str, Any] = {
        "SCOREKEEPER_STORE": store,
        "SCOREKEEPER_SECRET_KEY": SECRET_KEY,
        "SCOREKEEPER_LIMITS": counts,
    }
    with RunningServer(folder / "one", **said) as one, RunningServer(folder / "two", **said) as two:
        yield one, two


@pytest.mark.long
def test_a_phone_may_be_answered_by_either_server(cluster: Cluster, tmp_path: Path) -> None:
    store = cluster.new_database()
    (kept,) = games(store, 1)
    with redis() as counts, two_servers(store, tmp_path, counts) as (one, two):
        here = Device(one)
        here.page("/")
        there = Device(two, here.cookies, here.token)
        game = f"/api/games/{kept.edit_key}"
        for number, device in enumerate((here, there, here)):
            tag = there.ask("GET", game).headers["etag"]
            player = kept.game.players[number].id
            body = {"write_id": f"write-no-{number}", "based_on": 0, "points": points(1, number)}
            for again in (device, here, there):  # its answer was lost, and it is sent to the other one
                answer = send_json(again, "PUT", f"{game}/holes/1/hands/{player}", body)
                assert answer.status == 200, answer.text
            assert [one.ask("GET", game, if_none_match=tag).status for one in (here, there)] == [200, 200]
            tag = here.ask("GET", game).headers["etag"]
            assert [one.ask("GET", game, if_none_match=tag).status for one in (here, there)] == [304, 304]
        for number in range(OF_DEVICE.amount):
            assert (here, there)[number % 2].ask("GET", WRONG).status == 404
        assert [device.ask("GET", WRONG).status for device in (here, there)] == [429, 429]
        for device in (here, there):
            device.hang_up()
