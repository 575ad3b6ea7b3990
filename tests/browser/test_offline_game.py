"""A game that goes on without a network: over reloads and a closed browser; on plain http, on one open page."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser import chromium
from tests.browser.conftest import PHONE, OpenBrowser
from tests.browser.offline import until_true
from tests.browser.phones import TROUBLE, confirmed, entered, story, take_up, words_of_card
from tests.browser.reckoning import hole_scores
from tests.browser.seeding import TRIO_AND_PAIR, UNEVEN, bring_in
from tests.network import Network
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

PEOPLE = ("Ann", "Bo")


@pytest.fixture
def network(server: RunningServer) -> Iterator[Network]:
    with Network(server.port, random.Random(0)) as network:
        yield network


@pytest.mark.nightly
def test_the_result_of_teams_is_told_without_a_network(
    open_browser: OpenBrowser, server: RunningServer, network: Network
) -> None:
    watched = open_browser(home=network.url, **PHONE)
    watched.expected += TROUBLE
    page = watched.page()
    bring_in(page, {"Ann": 4, "Bo": 6, "Cy": 4, "Di": 6, "Ed": 4}, people=TRIO_AND_PAIR, house=UNEVEN)
    expect(page.locator("score-card[data-ready]")).to_be_attached()
    until_true(page, lambda: page.evaluate("navigator.serviceWorker.controller?.state === 'activated'"))
    network.down = True
    page.get_by_role("link", name="See the result").tap()
    expect(page.locator(".verdict__who")).to_have_text("Ann & Cy & Ed win with 4.0 points per player and hole.")
    expect(page.locator(".verdict__rule")).to_contain_text("The teams are not equally large, so points per player")
    expect(page.locator(".places thead th")).to_have_text(["Place", "Team", "Per hole", "Total"])
    teams = page.locator(".places tbody tr:not(.places__member)")
    expect(teams).to_have_text(["1stAnn & Cy & Ed4.012", "2ndBo & Di6.012"])
    expect(page.locator(".places__member")).to_have_text(["Ann4.04", "Cy4.04", "Ed4.04", "Bo6.06", "Di6.06"])


# --- on the way back --------------------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_back_without_a_network(open_browser: OpenBrowser, server: RunningServer) -> None:
    """Browsers show pages that they have kept since before; what the phone knows better is not missing on them."""
    watched = open_browser(**PHONE)
    watched.expected += TROUBLE
    phone = take_up(watched, "Ann", server.url)
    table, page = phone.table, phone.page
    table.begin("two-joker", names=PEOPLE, holes=3)
    page.goto(table.game)
    until_true(page, lambda: page.evaluate("navigator.serviceWorker.controller?.state === 'activated'"))
    page.goto(f"{table.game}/hole/1")
    table.wait_for_entry()
    for layout in ("5 * 7 / 5 Q K", "A 2 3 / 4 6 8"):
        table.tap_layout(layout)
    phone.has_sent_all()
    table.confirm()
    expect(page.locator("tr.totals td")).to_have_text(["15", "24"])
    shown = phone.card()
    watched.context.set_offline(True)

    page.go_back()
    table.wait_for_entry()
    assert page.url == f"{table.game}/hole/1"
    for name, points in zip(PEOPLE, ("15", "24"), strict=True):
        expect(phone.tab(name)).to_contain_text(points)
    page.go_back()
    expect(page.locator("score-card[data-ready]")).to_be_attached()
    assert words_of_card(page) == shown
    expect(page.get_by_role("link", name="Enter hole 2")).to_be_visible()

    # Nor does it stand there when the network is back, or after the page is loaded anew.
    watched.context.set_offline(False)
    page.reload()
    assert phone.card() == shown


@pytest.mark.nightly
def test_what_can_be_taken_back_is_offered_once_the_network_is_back(
    open_browser: OpenBrowser, server: RunningServer
) -> None:
    watched = open_browser(**PHONE)
    watched.expected += TROUBLE
    phone = take_up(watched, "Ann", server.url)
    table, page = phone.table, phone.page
    table.begin("two-joker", names=PEOPLE, holes=3)
    table.tap_layout("5 * 7 / 5 Q K")
    phone.has_sent_all()
    undo = page.get_by_role("button", name="Undo")
    page.goto(table.game)
    expect(undo).to_have_text("Undo: hole 1 begun; Ann's cards on hole 1")
    until_true(page, lambda: page.evaluate("navigator.serviceWorker.controller?.state === 'activated'"))
    watched.context.set_offline(True)
    page.reload()
    expect(page.locator("score-card[data-ready]")).to_be_attached()
    expect(page.locator("waiting-note")).to_contain_text("No network")
    expect(undo).to_have_count(0)
    watched.context.set_offline(False)
    expect(undo).to_have_text("Undo: hole 1 begun; Ann's cards on hole 1")
    undo.tap()
    expect(page.locator(".flash")).to_contain_text("Undone")


# --- plain http on a home network -------------------------------------------------------------------------------------


@pytest.fixture
def at_home(browser: Browser, server: RunningServer) -> Iterator[tuple[BrowserContext, str]]:
    """A phone that reaches the server by a name and plain http, which browsers do not trust; and that address."""
    rules = "--host-resolver-rules=MAP table.test 127.0.0.1"
    launched = browser.browser_type.launch(executable_path=chromium.find(), args=[*chromium.FLAGS, rules])
    url = f"http://table.test:{server.port}"
    options: Any = {"base_url": url, **PHONE}
    yield launched.new_context(**options), url
    launched.close()


@pytest.mark.nightly
def test_a_page_left_open_on_plain_http_goes_on_without_the_server(
    at_home: tuple[BrowserContext, str], open_browser: OpenBrowser, server: RunningServer
) -> None:
    context, url = at_home
    watched = open_browser(home=url, context=context)
    watched.expected += TROUBLE
    phone = take_up(watched, "Ann", url)
    table, page = phone.table, phone.page
    table.begin("penalty", names=PEOPLE, holes=3)
    assert page.evaluate("isSecureContext || 'serviceWorker' in navigator") is False
    page.goto(table.game)
    page.locator("this-phone summary").tap()
    expect(page.locator("this-phone")).to_contain_text("This page came over plain http")
    expect(page.locator("this-phone")).to_contain_text("Leave it open, and what you enter waits in it.")
    page.get_by_role("link", name="Enter hole 1").tap()
    table.wait_for_entry()
    page.evaluate("window.isTheSamePage = true")

    server.stop()
    holes = [["K K A / K 3 2", "A 2 3 / 4 5 6"], ["A 2 3 / 4 5 6", "9 8 Q / 7 5 4"], ["9 8 7 / A A 3", "K 2 3 / 4 6 8"]]
    done, on = page.locator(".entry__done"), page.locator('button[data-act="on"]')
    for number, layouts in enumerate(holes, start=1):
        expect(page.locator(f'hole-entry[data-ready="{number}"]')).to_be_attached()
        assert page.url == f"{table.game}/hole/{number}"
        for layout in layouts:
            table.tap_layout(layout)
        table.tap(page.locator(".confirm label", has_text="Ann"))
        table.tap(".confirm button[type=submit]")
        expect(done).to_contain_text(f"Hole {number} counts on this phone, and is sent when the network is back.")
        expect(done).to_contain_text("Keep this page open until then")
        if number < len(holes):
            expect(on).to_have_text(f"On to hole {number + 1}")
            table.tap(on)
    expect(on).to_be_hidden()  # it was the last one
    expect(page.locator("waiting-note")).to_contain_text("9 entries wait")
    page.go_back()
    expect(page.locator('hole-entry[data-ready="2"]')).to_be_attached()
    expect(page.get_by_role("tab", name="Bo")).to_contain_text("43")
    page.go_forward()
    expect(page.locator('hole-entry[data-ready="3"]')).to_be_attached()

    server.start()
    page.evaluate("dispatchEvent(new Event('online'))")  # as on a phone that is in the network again
    phone.has_sent_all()
    assert page.evaluate("window.isTheSamePage")
    expected: Counter[str] = Counter()
    for layouts in holes:
        expected.update(hole_scores("penalty", dict(zip(PEOPLE, layouts, strict=True)), "Ann"))
    assert table.totals() == dict(expected)
    changes, kept = story(server.instance, table.game)
    assert set(confirmed(changes).values()) == set(entered(changes).values()) == {1}
    assert {kept.count(write) for write in phone.writes.ids()} == {1}
