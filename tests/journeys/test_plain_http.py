"""A home network without https: the server is gone from hole 3 to hole 6, and the page that is open does it all."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import OTHER_MACHINE
from tests.browser.conftest import PHONE, CheckAxe, OpenBrowser
from tests.browser.offline import until_true
from tests.browser.phones import TROUBLE, outbox, take_up
from tests.browser.playing import Table
from tests.journeys.conftest import comes_to, enters, reads, told
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

LOW, MID = "K K A / K 3 2", "A 2 3 / 4 5 6"
"""6 and 21 points by the sheet of Penalty."""
ELSEWHERE = re.compile(r"^What if …[?]")
"""A link on the rule sheet to what only the server can show."""


def begins(open_browser: OpenBrowser, server: RunningServer, holes: int) -> Table:
    url = f"http://{OTHER_MACHINE}:{server.port}"  # by a name, which browsers do not trust
    watched = open_browser(home=url, **PHONE)
    watched.expected += TROUBLE
    table = take_up(watched, "Ann", url).table
    table.begin("penalty", names=("Ann", "Bo"), holes=holes)
    assert table.page.evaluate("isSecureContext || 'serviceWorker' in navigator") is False
    return table


def learns_to_stay(page: Page, address: str) -> None:
    """The page is open for a while, and nobody does anything."""
    with page.expect_response("**/rules"):
        page.goto(address)
    page.evaluate("window.isTheSamePage = true")


def confirms(page: Page, hole: int) -> None:
    """On this phone alone."""
    page.get_by_role("radio", name="Ann").locator("..").tap()
    page.get_by_role("button", name="Finish").tap()
    reads(page, f"Hole {hole} is saved on this page only. Keep it open until you’re online.")
    page.get_by_role("button", name=f"Next: hole {hole + 1}").tap()
    expect(page.locator(f'hole-entry[data-ready="{hole + 1}"]')).to_be_attached()


def test_the_page_that_is_open_never_loses_itself(
    open_browser: OpenBrowser, desktop: Page, server: RunningServer, axe: CheckAxe
) -> None:
    table = begins(open_browser, server, holes=6)
    page = table.page
    for hole in (1, 2):
        table.play_hole(hole, [LOW, MID], "Ann")
    learns_to_stay(page, f"{table.game}/hole/3")
    card, rules, away = (page.get_by_role("dialog", name=name) for name in ("Scorecard", "Rules", "No connection"))

    server.stop()
    table.tap_layout(LOW)
    page.get_by_role("link", name="Score", exact=True).tap()
    expect(card.get_by_role("row", name=re.compile("^Total")).get_by_role("cell")).to_have_text(["12", "42"])
    axe(page)
    card.get_by_role("link", name="Cards for hole 2").tap()
    expect(page.locator('hole-entry[data-ready="2"]')).to_be_attached()
    page.go_back()
    table.tap_layout(MID)
    page.get_by_role("link", name="Rules").tap()
    expect(rules.get_by_role("heading", name="Penalty Golf")).to_be_visible()
    axe(page)
    rules.locator("summary", has_text="How else is it played?").tap()
    rules.get_by_role("link", name=ELSEWHERE).tap()
    expect(away).to_contain_text("This opens when the server is back.")
    axe(page)
    away.get_by_role("button", name="Back").tap()
    confirms(page, 3)
    for hole in (4, 5):
        table.tap_layout(LOW)
        table.tap_layout(MID)
        confirms(page, hole)
    table.tap_layout(LOW)
    reads(page, "10 entries not sent yet. Keep this page open.")

    # What waits opens by itself, and all that was entered is there once.
    page.get_by_role("link", name="Rules").tap()
    rules.locator("summary", has_text="How else is it played?").tap()
    rules.get_by_role("link", name=ELSEWHERE).tap()
    expect(away).to_be_visible()
    assert page.evaluate("window.isTheSamePage")
    server.start()
    page.wait_for_url("**/readings")
    until_true(page, lambda: not outbox(page))
    page.goto(f"{table.game}/hole/6")
    table.wait_for_entry()
    enters(table, "Bo", MID)
    table.confirm("Ann")
    reads(page, "with 36, 90 ahead of Bo")
    for hole in range(1, 7):
        desktop.goto(table.game.replace(table.url, server.url))
        told(Table(desktop, server.url), hole, f"Hole {hole} finished", MID, LOW)


def test_a_fold_of_the_rules_stays_open_when_the_server_is_back(
    open_browser: OpenBrowser, server: RunningServer
) -> None:
    table = begins(open_browser, server, holes=2)
    page = table.page
    learns_to_stay(page, f"{table.game}/hole/1")
    server.stop()
    table.tap_layout(LOW)
    page.get_by_role("link", name="Rules").tap()
    rules = page.get_by_role("dialog", name="Rules")
    rules.locator("summary", has_text="How else is it played?").tap()
    expect(rules.get_by_role("link", name=ELSEWHERE)).to_be_visible()
    server.start()
    until_true(page, lambda: not outbox(page))
    expect(rules.get_by_role("link", name=ELSEWHERE)).to_be_visible()


def test_a_scorecard_that_is_open_becomes_the_next_hole(open_browser: OpenBrowser, server: RunningServer) -> None:
    table = begins(open_browser, server, holes=2)
    page = table.page
    for address in ("/new/penalty", f"{table.game}/invite"):
        page.goto(address)
        reads(page, "Keep this page open. The screen may turn off between hands.")
    learns_to_stay(page, table.game)
    page.locator("this-phone summary").tap()
    reads(page, "because it isn’t https")
    server.stop()
    page.get_by_role("link", name="Enter hole 1").tap()
    table.tap_layout(LOW)
    table.tap_layout(MID)
    confirms(page, 1)
    page.get_by_role("link", name="Score", exact=True).tap()
    comes_to(page, 6, 21)
    page.keyboard.press("Escape")
    with page.expect_event("dialog") as asked:  # a pull of the thumb is no way to lose it
        page.evaluate("void setTimeout(() => location.reload())")
    asked.value.dismiss()
    expect(page.get_by_role("tab", name="Ann")).to_be_visible()
    server.start()
    page.evaluate("dispatchEvent(new Event('online'))")  # as on a phone that is in the network again
    table.has_sent_all()
    assert page.evaluate("window.isTheSamePage")
    assert outbox(page) == []
