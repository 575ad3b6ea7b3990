"""A game that goes on without a network: on pages that the browser shows again, and on plain http on one open page."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser import chromium
from tests.browser.conftest import PHONE, OpenBrowser
from tests.browser.phones import TROUBLE, take_up
from tests.browser.reckoning import hole_scores
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

PEOPLE = ("Ann", "Bo")


@pytest.fixture
def at_home(browser: Browser, server: RunningServer) -> Iterator[tuple[BrowserContext, str]]:
    """A phone that reaches the server by a name and plain http, which browsers do not trust; and that address."""
    rules = "--host-resolver-rules=MAP table.test 127.0.0.1"
    launched = browser.browser_type.launch(executable_path=chromium.find(), args=[*chromium.FLAGS, rules])
    url = f"http://table.test:{server.port}"
    options: Any = {"base_url": url, **PHONE}
    yield launched.new_context(**options), url
    launched.close()


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
