"""A form that our own server cannot keep just now: the phone shows why, and sends it again when it can."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenBrowser
from tests.browser.offline import wait_until_installed, watched_phone
from tests.serving import RunningServer

pytestmark = pytest.mark.browser


def test_what_the_server_says_of_its_trouble_is_not_taken_for_a_missing_network(
    open_browser: OpenBrowser, server: RunningServer
) -> None:
    page = watched_phone(open_browser).page()
    page.goto("/new/two-joker")
    wait_until_installed(page)
    for place, name in enumerate(("Ann", "Bo")):
        page.locator('input[name="player"]').nth(place).fill(name)
    games = server.instance / "scorekeeper.sqlite3"
    away = games.rename(games.with_name("away.sqlite3"))
    try:
        page.get_by_role("button", name="Begin the game").tap()
        again = page.get_by_role("button", name="Send it again")
        expect(again).to_be_visible()
    finally:
        away.rename(games)
    again.tap()
    page.wait_for_url("**/hole/1")
