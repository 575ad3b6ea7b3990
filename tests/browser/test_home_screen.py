"""The hint to put the app on the home screen: once, after the first finished game, in Safari on an iPhone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, OpenBrowser
from tests.browser.seeding import bring_in

pytestmark = pytest.mark.browser

SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1"
OTHERS = {
    "Chrome on an iPhone": SAFARI.replace("Version/18.1", "CriOS/130.0"),
    "Android": "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36",
}


def result(page: Page, *holes: dict[str, int], planned: int = 1) -> None:
    page.goto(f"{bring_in(page, *holes, planned=planned)}/end")
    expect(page.locator("main")).to_be_visible()
    page.wait_for_load_state("networkidle")


def test_an_iphone_is_told_once_and_remembers_that_it_was_dismissed(open_browser: OpenBrowser) -> None:
    page = open_browser(**PHONE, user_agent=SAFARI).page()
    hint = page.get_by_role("complementary", name="Home screen")
    result(page, {"Ann": 3, "Bo": 5}, planned=2)
    expect(hint).to_have_count(0)
    result(page, {"Ann": 3, "Bo": 5})
    expect(hint).to_be_visible()
    expect(hint.get_by_role("img", name="Share")).to_be_visible()
    page.reload()
    expect(hint).to_be_visible()
    first = page.url
    result(page, {"Ann": 4, "Bo": 5})
    expect(hint).to_have_count(0)
    page.goto(first)
    hint.get_by_role("button", name="Not now").tap()
    expect(hint).to_have_count(0)
    page.reload()
    page.wait_for_load_state("networkidle")
    expect(hint).to_have_count(0)


@pytest.mark.parametrize("agent", OTHERS.values(), ids=OTHERS)
def test_no_other_browser_shows_the_hint(open_browser: OpenBrowser, agent: str) -> None:
    page = open_browser(**PHONE, user_agent=agent).page()
    result(page, {"Ann": 3, "Bo": 5})
    expect(page.get_by_role("complementary", name="Home screen")).to_have_count(0)
