"""Our own server cannot get at its games just now: the phone shows why, and goes on when it can."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenBrowser
from tests.browser.offline import wait_until_installed, watched_phone
from tests.serving import RunningServer

pytestmark = pytest.mark.browser


@contextmanager
def without_its_games(server: RunningServer) -> Iterator[None]:
    """For as long as this lasts the file of the games is somewhere else."""
    games = server.instance / "scorekeeper.sqlite3"
    away = games.rename(games.with_name("away.sqlite3"))
    try:
        yield
    finally:
        away.rename(games)


def test_what_the_server_says_of_its_trouble_is_not_taken_for_a_missing_network(
    open_browser: OpenBrowser, server: RunningServer
) -> None:
    page = watched_phone(open_browser).page()
    page.goto("/new/two-joker")
    wait_until_installed(page)
    for place, name in enumerate(("Ann", "Bo")):
        page.locator('input[name="player"]').nth(place).fill(name)
    again = page.get_by_role("button", name="Send it again")
    with without_its_games(server):
        page.get_by_role("button", name="Begin the game").tap()
        expect(again).to_be_visible()
    again.tap()
    page.wait_for_url("**/hole/1")


def test_a_page_that_no_phone_can_draw_says_so_too(open_browser: OpenBrowser, tmp_path: Path) -> None:
    with RunningServer(tmp_path / "games") as server:
        page = watched_phone(open_browser, home=server.url).page()
        page.goto("/")
        wait_until_installed(page)
        with (server.instance / "scorekeeper.sqlite3").open("r+b") as games:
            games.seek(4096)
            games.write(b"\xaa" * 1_000_000)
        page.goto("/sets/7K2Q-M4XP")
        expect(page.get_by_role("heading", level=1)).to_have_text("The games are damaged")
