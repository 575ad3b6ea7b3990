"""A game is over, and one phone of the table plays again: everybody else gets there without scanning anything."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenBrowser
from tests.browser.phones import enter_together, gather
from tests.journeys.conftest import comes_to, reads
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

GO_ON = "A new game has started. Open it"


def test_two_phones_and_a_television_go_along(open_browser: OpenBrowser, server: RunningServer) -> None:
    ann, bo = gather(open_browser, server.url, "two-joker", names=("Ann", "Bo"), holes=1)
    room = open_browser(viewport={"width": 1280, "height": 720}).page()
    room.goto(f"{ann.table.game}/screen")
    reads(room, "Hole 1")
    enter_together([ann, bo], {"Ann": "5 * 7 / 5 Q K", "Bo": "A 2 3 / 4 6 8"})
    ann.has_sent_all()
    ann.table.page.reload()
    ann.table.wait_for_entry()
    ann.table.confirm()
    reads(room, "Game over")
    bo.page.goto(ann.table.game)
    comes_to(bo.page, 15, 24)

    ann.page.goto(f"{ann.table.game}/end")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Ann wins")
    ann.page.get_by_role("button", name="Play again").tap()
    ann.page.wait_for_url("**/hole/1")

    # Bo's phone comes to the same game, and it is known there whose it is.
    bo.page.get_by_role("link", name=GO_ON).tap()
    bo.page.wait_for_url(ann.table.game)
    reads(bo.page, "This phone: Bo")
    expect(bo.page.get_by_role("link", name="Enter hole 1")).to_be_visible()
    # Nobody touches the television.
    room.wait_for_url(lambda url: "/screen" in url and url != f"{bo.table.game}/screen")
    reads(room, "Hole 1")
