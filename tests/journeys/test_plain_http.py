"""A home network without https: the server is gone from hole 3 to hole 6, and the page that is open does it all."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import OTHER_MACHINE
from tests.browser.conftest import PHONE, CheckAxe, OpenBrowser
from tests.browser.offline import until_true
from tests.browser.phones import TROUBLE, outbox
from tests.browser.playing import Table
from tests.journeys.conftest import comes_to, enters, reads, told
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

LOW, MID = "K K A / K 3 2", "A 2 3 / 4 5 6"
"""6 and 21 points by the sheet of Penalty."""


def goes_on(table: Table, hole: int) -> None:
    """A hole without the server, on the page that is open, and from there to the next one."""
    page = table.page
    expect(page.locator(f'hole-entry[data-ready="{hole}"]')).to_be_attached()
    table.tap_layout(LOW)
    table.tap_layout(MID)
    page.get_by_role("radio", name="Ann").locator("..").tap()
    page.get_by_role("button", name="Confirm").tap()
    page.get_by_role("button", name=f"On to hole {hole + 1}").tap()


def goes_back(page: Page) -> None:
    page.get_by_role("dialog").get_by_role("button", name="Back").tap()
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_the_page_that_is_open_never_loses_itself(
    open_browser: OpenBrowser, desktop: Page, server: RunningServer, axe: CheckAxe
) -> None:
    url = f"http://{OTHER_MACHINE}:{server.port}"
    watched = open_browser(home=url, **PHONE)
    watched.expected += TROUBLE
    table = Table(watched.page(), url)
    page = table.page
    page.goto("/new/penalty")
    reads(page, "Keep the game open; the screen may sleep.")
    table.begin("penalty", names=("Ann", "Bo"), holes=6)
    for hole in (1, 2):
        table.play_hole(hole, [LOW, MID], "Ann")
    with page.expect_response("**/rules"):
        page.goto(f"{table.game}/hole/3")
    page.evaluate("window.isTheSamePage = true")

    server.stop()
    table.tap_layout(LOW)
    page.get_by_role("link", name="Scorecard").tap()
    over = page.get_by_role("dialog", name="Scorecard")
    expect(over.get_by_role("row", name=re.compile("^Total")).get_by_role("cell")).to_have_text(["12", "42"])
    axe(page)
    over.get_by_role("link", name="Hole 2, its cards").tap()
    expect(page.locator('hole-entry[data-ready="2"]')).to_be_attached()
    page.get_by_role("link", name="Scorecard").tap()
    over.get_by_role("link", name="Enter hole 3").tap()
    table.tap_layout(MID)
    page.get_by_role("link", name="Rules").tap()
    rules = page.get_by_role("dialog", name="Rules")
    expect(rules.get_by_role("heading", name="Penalty")).to_be_visible()
    axe(page)
    rules.get_by_role("link", name="What another answer would change").tap()
    expect(page.get_by_role("dialog", name="No connection")).to_contain_text("This opens when the server is back.")
    axe(page)
    goes_back(page)
    page.get_by_role("radio", name="Ann").locator("..").tap()
    page.get_by_role("button", name="Confirm").tap()
    page.get_by_role("button", name="On to hole 4").tap()
    goes_on(table, 4)
    goes_on(table, 5)
    table.tap_layout(LOW)
    assert len(outbox(page)) == 3 * 3 + 1

    # A link that waits opens by itself; until then nothing has loaded the page anew.
    page.get_by_role("link", name="Rules").tap()
    rules.get_by_role("link", name="What another answer would change").tap()
    expect(page.get_by_role("dialog", name="No connection")).to_be_visible()
    assert page.evaluate("window.isTheSamePage")
    server.start()
    page.wait_for_url("**/readings")
    until_true(page, lambda: not outbox(page))
    page.goto(f"{table.game}/hole/6")
    table.wait_for_entry()
    enters(table, "Bo", MID)
    table.confirm("Ann")
    reads(page, "with 36, 90 ahead of Bo")
    seen = Table(desktop, server.url)
    for hole in range(1, 7):
        desktop.goto(table.game.replace(url, server.url))
        told(seen, hole, f"Hole {hole} confirmed", MID, LOW)


def test_a_scorecard_that_is_open_becomes_the_next_hole(open_browser: OpenBrowser, server: RunningServer) -> None:
    url = f"http://{OTHER_MACHINE}:{server.port}"
    watched = open_browser(home=url, **PHONE)
    watched.expected += TROUBLE
    table = Table(watched.page(), url)
    page = table.page
    table.begin("penalty", names=("Ann", "Bo"), holes=2)
    with page.expect_response("**/rules"):
        page.goto(table.game)
    server.stop()
    page.get_by_role("link", name="Enter hole 1").tap()
    goes_on(table, 1)
    page.get_by_role("link", name="Scorecard").tap()
    comes_to(page, 6, 21)
    goes_back(page)

    # Loading the page anew is asked about; so nobody loses it by a pull of the thumb.
    with page.expect_event("dialog") as asked:
        page.evaluate("void setTimeout(() => location.reload())")
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    expect(page.get_by_role("tab", name="Ann")).to_be_visible()
    server.start()
    page.evaluate("dispatchEvent(new Event('online'))")
    until_true(page, lambda: not outbox(page))
