"""The invitation in a real browser: one code for a camera to take, with scripts and without, by day and by night."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, CheckAxe, OpenBrowser
from tests.browser.seeding import bring_in
from tests.browser.test_big_screen import as_from_a_network

pytestmark = pytest.mark.browser

BY = {
    "by day": {},
    "by night": {"color_scheme": "dark"},
    "without scripts": {"java_script_enabled": False},
}


@pytest.mark.parametrize("options", BY.values(), ids=BY)
def test_one_code_shows_at_a_time(open_browser: OpenBrowser, axe: CheckAxe, options: dict[str, Any]) -> None:
    seeding = open_browser(**PHONE).page()
    address = bring_in(seeding, {"Ann": 3, "Bo": 5}, planned=3)
    watched = open_browser(**PHONE, **options)
    page = watched.page()
    page.route("**/invite", lambda route: route.fulfill(response=route.fetch(headers=as_from_a_network(route))))
    page.goto(f"{address}/invite")
    codes = page.get_by_role("img", name="QR code")
    expect(codes.filter(visible=True)).to_have_count(1)
    expect(page.get_by_role("img", name="QR code: join link")).to_be_visible()
    page.get_by_role("radio", name="View only").check()
    expect(codes.filter(visible=True)).to_have_count(1)
    expect(page.get_by_role("img", name="QR code: view-only link")).to_be_visible()
    expect(page.get_by_text("They can watch but not change anything.")).to_be_visible()
    if options.get("java_script_enabled", True):
        ink = page.locator(".invite--view .invite__code svg").evaluate(
            "(svg) => [...svg.children].map((one) => one.getAttribute('fill') ?? one.getAttribute('stroke'))"
        )
        assert ink == ["#fff", "#000"]
        assert page.evaluate("document.documentElement.scrollHeight") <= page.evaluate("innerHeight")
        axe(page)


def test_who_joins_shows_on_the_open_page(open_browser: OpenBrowser) -> None:
    inviting = open_browser(**PHONE).page()
    address = bring_in(inviting, {"Ann": 3, "Bo": 5}, planned=3)
    inviting.goto(f"{address}/invite")
    expect(inviting.locator(".invite__people > li")).to_have_text(["Ann", "Bo"])
    joining = open_browser(**PHONE).page()
    joining.goto(address)
    joining.get_by_role("button", name="Bo", exact=True).click()
    expect(inviting.locator(".invite__people > .is-joined")).to_have_text(["Bo"])
    expect(inviting.get_by_text("Bo has joined", exact=True).first).to_be_attached()
