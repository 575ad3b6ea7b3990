"""A cabin without a network: pages are loaded anew, the browser is closed, the game goes on, and nothing is lost."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import chromium
from tests.browser.conftest import PHONE, OpenBrowser
from tests.browser.offline import wait_until_installed, wait_until_kept
from tests.browser.phones import TROUBLE
from tests.browser.playing import Table
from tests.journeys.conftest import comes_to, reads, told, waits
from tests.network import Network
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

LOW, MID, HIGH = "K K A / K 3 2", "A 2 3 / 4 5 6", "9 8 Q / 7 5 4"
"""6, 21 and 43 points by the sheet of Penalty."""


def test_a_phone_that_is_closed_without_a_network_goes_on(
    browser: Browser, open_browser: OpenBrowser, desktop: Page, server: RunningServer, tmp_path: Path
) -> None:
    def opened() -> Page:
        options: Any = {"base_url": network.url, **PHONE}
        kept = browser.browser_type.launch_persistent_context(
            tmp_path, executable_path=chromium.find(), args=list(chromium.FLAGS), **options
        )
        watched = open_browser(home=network.url, context=kept)
        watched.expected += TROUBLE
        return watched.page()

    with Network(server.port, Random(0)) as network:
        table = Table(opened(), network.url)
        page = table.page
        table.begin("penalty", names=("Ann", "Bo"), holes=3)
        card = table.game
        table.play_hole(1, [LOW, MID], "Ann")
        page.goto(card)
        wait_until_installed(page)
        wait_until_kept(page, card.removeprefix(network.url) + "/rules")

        # Hole 2: the page is loaded anew in the middle of Bo's layout, and when all is entered.
        network.down = True
        page.get_by_role("link", name="Enter hole 2").tap()
        table.wait_for_entry()
        table.tap_layout(MID)
        table.tap_layout(HIGH[:5])
        page.reload()
        table.wait_for_entry()
        table.tap_layout(HIGH[6:])
        page.reload()
        table.wait_for_entry()
        table.confirm("Bo")
        comes_to(page, 6 + 21, 21 + 53)
        waits(page, 3)
        page.get_by_role("link", name="Rules").tap()
        expect(page.get_by_role("heading", level=1)).to_have_text("Penalty Golf")
        page.goto(card)

        # Hole 3: the browser is closed after two of Bo's cards, and opened again at the start page.
        page.get_by_role("link", name="Enter hole 3").tap()
        table.wait_for_entry()
        table.tap_layout(LOW)
        table.tap_layout(MID[:3])
        page.context.close()
        table.page = page = opened()
        page.goto("/")
        page.get_by_role("link", name="Enter hole 3").tap()
        table.wait_for_entry()
        expect(page.get_by_role("tab", name="Bo")).to_have_attribute("aria-selected", "true")
        table.tap_layout(MID[4:])
        table.confirm("Ann")
        comes_to(page, 33, 95)
        waits(page, 6)
        page.get_by_role("link", name="See the results").tap()
        reads(page, "Ann wins with 33, 62 ahead of Bo.")

        # Back in the network, the server has all of it, once.
        network.down = False
        page.goto(card)
        table.has_sent_all()
        desktop.goto(card.replace(network.url, server.url))
        comes_to(desktop, 33, 95)
        told(Table(desktop, server.url), 2, "Hole 2 finished", HIGH, MID)
        told(Table(desktop, server.url), 3, "Hole 3 finished", MID, LOW)
        page.goto(f"{card}/end")
        page.get_by_role("button", name="Play again").tap()
        page.wait_for_url("**/hole/1")
        assert table.game != card
