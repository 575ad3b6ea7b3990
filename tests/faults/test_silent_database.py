"""A database that says nothing for a while, as a machine that hangs: visitors are told soon, and nothing is lost."""

from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from pathlib import Path
from time import monotonic

from tests.devices import Answer, Device
from tests.faults.phones import Hall, Phone, compare, games, send_json
from tests.postgresql import Cluster
from tests.serving import RunningServer, await_that

SOON = 2.0
"""Seconds within which nine of ten are told; the rest is this machine's, which runs other tests."""
LATE = 6.0
ASKING = 12
ROUNDS = 4


def test_visitors_are_told_within_two_seconds_and_nothing_is_lost(tmp_path: Path) -> None:
    cluster = Cluster().start()  # as it is without a word: a commit returns when it is on the disk
    try:
        store = cluster.new_database()
        *begun, watched = games(store, 5)
        with RunningServer(tmp_path / "games", SCOREKEEPER_STORE=store) as server:
            hall = Hall(server)
            phones = [Phone(hall, game) for game in begun]
            devices = [Device(server) for _ in range(ASKING)]
            api, page = f"/api/games/{watched.edit_key}", f"/g/{watched.edit_key}"
            for device in devices:
                device.page(page)
            tag = devices[0].ask("GET", api).headers["etag"]
            took: list[float] = []

            def ask(device: Device, path: str) -> None:
                began = monotonic()
                known = tag if path == api else "none"
                answer = device.ask("GET", path, if_none_match=known) if path else confirm(device, api)
                took.append(monotonic() - began)
                assert answer.status == 503, (path, answer.status)
                assert path == "/health" or int(answer.headers["retry-after"]) > 0

            with hall.playing(phones), ThreadPoolExecutor(ASKING) as visitors:
                hall.await_that(lambda: hall.acknowledged >= 10)
                with cluster.silent():
                    for _ in range(ROUNDS):
                        list(visitors.map(ask, devices, cycle(["/health", api, page, ""])))
                await_that(lambda: devices[0].ask("GET", "/health").status == 200)
                assert devices[0].page(page).status == 200
            for device in devices:
                device.hang_up()
            assert sorted(took)[int(len(took) * 0.9)] < SOON, sorted(took)
            assert max(took) < LATE
            assert server.output.count("Z error the database") <= 2, "one line a minute for a cause"
            assert "Traceback" not in server.output
        compare(store, phones, ended=True)
    finally:
        cluster.remove()


def confirm(device: Device, api: str) -> Answer:
    return send_json(device, "POST", f"{api}/holes/1/confirm", {"write_id": "confirmed", "ender_known": True})
