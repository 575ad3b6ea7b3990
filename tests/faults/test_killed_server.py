"""The real server killed with SIGKILL, it and its worker, in the middle of what several phones enter."""

import random
from pathlib import Path

from scorekeeper.web.config import STORE_FILE
from tests.faults.phones import Hall, Phone, compare, games
from tests.serving import RunningServer

KILLS = 1


def test_phones_lose_nothing_when_the_server_is_killed(tmp_path: Path) -> None:
    instance, dice = tmp_path / "games", random.Random(KILLS)
    file = instance / STORE_FILE
    begun = games(file, 4)
    with RunningServer(instance) as server:
        hall = Hall(server)
        phones = [Phone(hall, game) for game in begun]
        everything = sum(len(phone.planned()) for phone in phones)
        moments = sorted(dice.sample(range(1, everything * 9 // 10), KILLS))
        with hall.playing(phones):
            for moment in moments:
                hall.await_that(lambda moment=moment: hall.acknowledged >= moment)  # type: ignore[misc]
                hall.kill()
                compare(file, phones, ended=False)
                hall.start()
        server.kill()
        compare(file, phones, ended=True)
    assert not hall.refusals
