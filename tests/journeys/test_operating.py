"""The server dies in the middle of a game, and a game goes back to a backup."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.conftest import OpenBrowser
from tests.browser.offline import watched_phone
from tests.browser.phones import TROUBLE, enter_together, gather
from tests.browser.playing import Table
from tests.journeys.conftest import comes_to, enters, told, waits
from tests.serving import TREE, RunningServer

pytestmark = pytest.mark.browser

ANN, BO, CY = "5 * 7 / 5 Q K", "A 2 3 / 4 6 8", "K K K / 3 4 5"
"""15, 24 and 12 points by the sheet of Two-joker."""


def test_the_server_is_killed_in_the_middle_of_a_hole(open_browser: OpenBrowser, server: RunningServer) -> None:
    ann, bo = gather(open_browser, server.url, "two-joker", names=("Ann", "Bo"), holes=1, expected=TROUBLE)
    enter_together([ann, bo], {"Ann": ANN, "Bo": BO[:9]})
    server.kill()
    bo.table.tap_layout(BO[10:])
    waits(bo.page, 1)
    server.start()
    for one in (ann, bo):
        one.has_sent_all()

    # And in the very moment in which the hole is confirmed.
    ann.open_hole(1)
    with ann.page.expect_request("**/confirm"):
        ann.page.get_by_role("button", name="Finish").tap()
    server.kill()
    server.start()
    for one in (ann, bo):
        one.page.goto(one.table.game)
        comes_to(one.page, 15, 24)
    told(bo.table, 1, "Hole 1 finished", "", "")


def test_a_game_goes_back_to_a_backup(open_browser: OpenBrowser, tmp_path: Path) -> None:
    def command(*words: str) -> str:
        environment = {**os.environ, "SCOREKEEPER_INSTANCE": str(tmp_path / "games")}
        done = subprocess.run(
            [sys.executable, "-m", "scorekeeper", *words], cwd=TREE, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    with RunningServer(tmp_path / "games") as server:
        table = Table(watched_phone(open_browser, home=server.url).page(), server.url)
        table.begin("two-joker", names=("Ann", "Bo"), holes=2)
        table.play_hole(1, [ANN, BO])
        copy = tmp_path / "friday.sqlite3"
        command("backup", str(copy))
        table.play_hole(2, [CY, BO])
        assert table.totals() == {"Ann": 27, "Bo": 48}
        card = table.game
        table.page.goto("about:blank")
        server.stop()
        assert "1 game" in command("restore", "--replace", str(copy))
        server.start()
        table.page.goto(card)
        comes_to(table.page, 15, 24)
        table.page.get_by_role("link", name="Enter hole 2").tap()
        table.wait_for_entry()
        enters(table, "Ann", ANN)
        enters(table, "Bo", CY)
        table.confirm()
        table.has_sent_all()
        assert table.totals() == {"Ann": 30, "Bo": 36}
