"""Another program locks the database for longer than writers wait: writers are told, readers continue."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from time import monotonic

from scorekeeper.web.config import STORE_FILE
from tests.devices import Device
from tests.faults.phones import Hall, Phone, compare, games
from tests.serving import PATIENCE, RunningServer

SHORTER = 3.0
IMPATIENT = f"""
from scorekeeper.store import connection
connection.PATIENCE = {SHORTER}
from scorekeeper.cli import main
main()
"""


def impatient(port: int) -> list[str]:
    """The server as ever, but for how long its writers wait."""
    return ["-c", IMPATIENT, "serve", "--port", str(port)]


def test_phones_send_again_what_could_not_be_kept(tmp_path: Path) -> None:
    file = tmp_path / "games" / STORE_FILE
    begun = games(file, 4)
    with RunningServer(tmp_path / "games", program=impatient) as server:
        hall, onlooker, longest = Hall(server), Device(server), 0.0
        phones = [Phone(hall, game) for game in begun]
        with closing(sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # before a phone plays
            with hall.playing(phones):
                reads, until = 0, monotonic() + SHORTER + PATIENCE
                while not (len(hall.refusals) >= 3 and reads > 10):
                    assert not hall.failed
                    assert monotonic() < until, "no writer was told"
                    asked = monotonic()
                    assert onlooker.ask("GET", f"/api/games/{begun[reads % 4].edit_key}").status == 200
                    longest = max(longest, monotonic() - asked)
                    reads += 1
                    threading.Event().wait(0.05)  # as phones that look on; they leave the processor to others
                other.execute("ROLLBACK")
        onlooker.hang_up()
        compare(file, phones, ended=True)
        assert {answer.json["code"] for answer in hall.refusals} == {"store.busy"}
        assert {answer.headers["retry-after"] for answer in hall.refusals} == {"5"}
        assert longest < 0.8 * SHORTER, "readers waited for waiting writers"
        assert "Another program" in server.output
