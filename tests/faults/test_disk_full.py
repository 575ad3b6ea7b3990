"""A disk that fills up in the middle of what phones enter, and has room again later. The server is not restarted."""

import resource
from pathlib import Path

from scorekeeper.web.config import STORE_FILE
from tests.devices import Device
from tests.faults.phones import Hall, Phone, compare, games
from tests.serving import RunningServer

FILES_END_AT = 16_384
"""Bytes: enough for the log of the server, and less than the log of the store has when phones have begun."""


def limit(server: RunningServer, size: int) -> None:
    """No file may grow beyond that, as by a quota. The server's processes are told so while they run."""
    for process in server.processes():
        resource.prlimit(process, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def test_a_quota_that_is_reached_loses_nothing(tmp_path: Path) -> None:
    """Phones play, the disk is full, they wait; it has room, and they play on to the end."""
    file = tmp_path / "games" / STORE_FILE
    begun = games(file, 4)
    with RunningServer(file.parent) as server:
        hall = Hall(server)
        phones = [Phone(hall, game) for game in begun]
        onlooker = Device(server)
        with hall.playing(phones):
            hall.await_that(lambda: hall.acknowledged >= 10)
            limit(server, FILES_END_AT)
            hall.await_that(lambda: len(hall.refusals) >= 20)
            assert {answer.json["code"] for answer in hall.refusals} == {"store.full"}
            # Readers go on: on pages, and as scripts that ask again and again.
            for key in [phone.game.edit_key for phone in phones]:
                game = onlooker.ask("GET", f"/api/games/{key}")
                assert game.status == 200
                assert onlooker.ask("GET", f"/api/games/{key}", If_None_Match=game.headers["etag"]).status in (200, 304)
                assert onlooker.page(f"/g/{key}").status == 200
            limit(server, resource.RLIM_INFINITY)
        onlooker.hang_up()
        compare(file, phones, ended=True)
        assert "Make room on its disk" in server.output
        assert "Traceback" not in server.output
