"""The real server killed with SIGKILL, it and its worker, in the middle of what several phones enter."""

import random
from pathlib import Path
from signal import SIGKILL

import pytest

from scorekeeper.web.config import STORE_FILE
from tests.faults.phones import Hall, Phone, compare, games
from tests.postgresql import Cluster
from tests.serving import RunningServer

KILLS = 1


@pytest.mark.parametrize("engine", ["file", "postgresql"])
def test_phones_lose_nothing_when_the_server_is_killed(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    instance, dice = tmp_path / "games", random.Random(KILLS)
    is_file = engine == "file"
    store = str(instance / STORE_FILE) if is_file else request.getfixturevalue("cluster").new_database()
    begun = games(store, 4)
    with RunningServer(instance, SCOREKEEPER_STORE=store) as server:
        hall = Hall(server)
        phones = [Phone(hall, game) for game in begun]
        everything = sum(len(phone.planned()) for phone in phones)
        moments = sorted(dice.sample(range(1, everything * 9 // 10), KILLS))
        with hall.playing(phones):
            for moment in moments:
                hall.await_that(lambda moment=moment: hall.acknowledged >= moment)  # type: ignore[misc]
                hall.kill()
                compare(store, phones, ended=False)
                hall.start()
        server.kill()
        compare(store, phones, ended=True)
    assert not hall.refusals


def test_phones_lose_nothing_when_postgresql_is_killed(tmp_path: Path) -> None:
    cluster = Cluster().start()  # as it is without a word: a commit returns when it is on the disk
    try:
        store = cluster.new_database()
        begun = games(store, 4)
        with RunningServer(tmp_path / "games", SCOREKEEPER_STORE=store) as server:
            hall = Hall(server)
            phones = [Phone(hall, game) for game in begun]
            with hall.playing(phones):
                hall.await_that(lambda: hall.acknowledged >= 20)
                cluster.stop(SIGKILL)
                hall.await_that(lambda: len(hall.refusals) >= 2)
                cluster.start()
        compare(store, phones, ended=True)
    finally:
        cluster.remove()
