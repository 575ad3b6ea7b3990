"""The entry page keeps what is typed, the screen on, and the finger informed."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, OpenBrowser
from tests.browser.seeding import open_table
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

ASKED = """
    window.awake = [];
    if (isSecureContext) {  // which the empty page before is not
        const ask = WakeLock.prototype.request;
        WakeLock.prototype.request = function (kind) {
            window.awake.push(kind);
            return ask.call(this, kind);
        };
    }
    window.trembled = [];
    Navigator.prototype.vibrate = function (time) {
        window.trembled.push(time);
        return true;
    };
    window.isHidden = false;
    Object.defineProperty(Document.prototype, "hidden", { get: () => window.isHidden });
"""
HIDE = """hidden => {
    window.isHidden = hidden;
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_what_is_typed_is_kept_the_screen_stays_on_and_a_finished_layout_is_felt(
    open_browser: OpenBrowser, server: RunningServer
) -> None:
    watched = open_browser(**PHONE, reduced_motion="no-preference")
    watched.context.add_init_script(ASKED)
    page = watched.page()
    table = open_table(page, server.url, "two-joker", ("Ann", "Bo"))
    assert page.evaluate("window.awake") == ["screen"]
    page.evaluate(HIDE, True)  # then a browser lets go of it by itself
    assert page.evaluate("window.awake") == ["screen"]
    page.evaluate(HIDE, False)
    assert page.evaluate("window.awake") == ["screen", "screen"]

    # The way back from the card that lies on the table, and may go dark.
    table.tap_layout("5 10 7")
    page.goto(table.game)
    expect(page.locator("score-card[data-ready]")).to_be_attached()
    assert page.evaluate("window.awake") == []
    page.go_back()
    table.wait_for_entry()
    expect(page.locator(".layout--entry [data-cell]")).to_have_text(["5", "10", "7", "", "", ""])
    table.tap_layout("A Q")
    assert page.evaluate("window.trembled") == [8, 8]  # each key, a little
    table.tap_layout("K")
    assert page.evaluate("window.trembled") == [8, 8, 30]
    expect(page.get_by_role("tab", name="Ann")).to_contain_text("33")
    page.emulate_media(reduced_motion="reduce")

    # A number that is half typed, on a page loaded anew and while somebody joins.
    page.get_by_role("button", name="Enter score").tap()
    for digit in "12":
        page.locator(f'button[data-digit="{digit}"]').tap()
    page.reload()
    table.wait_for_entry()
    expect(page.locator(".number-entry input")).to_have_value("12")
    expect(page.get_by_role("tab", name="Bo")).to_have_attribute("aria-selected", "true")
    other = page.context.new_page()
    other.goto(f"{table.game}/table")
    other.locator('input[name="newcomer"]').fill("Cy")
    other.get_by_role("button", name="Save changes").click()
    other.wait_for_url(table.game)
    expect(page.get_by_role("tab", name="Cy")).to_be_visible()
    expect(page.locator(".number-entry input")).to_have_value("12")
    page.get_by_role("button", name="Next", exact=True).tap()
    expect(page.get_by_role("tab", name="Bo")).to_contain_text("12#")
    page.get_by_role("button", name="Cards", exact=True).tap()
    table.tap_layout("A 2 3 / 4 6 8")
    assert page.evaluate("window.trembled") == []


def test_no_key_is_another_players_where_somebody_left_whose_cards_were_half_entered(
    open_browser: OpenBrowser, server: RunningServer
) -> None:
    page, other = open_browser(**PHONE).page(), open_browser(**PHONE).page()
    table = open_table(page, server.url, "two-joker", ("Ann", "Bo", "Cy"))
    table.tap_layout("5 10 7")
    other.goto(f"{table.game}/table")
    other.locator('summary[aria-label="Is Ann staying?"]').tap()
    other.get_by_role("group", name="Is Ann staying?").get_by_label("Remove").check()
    other.get_by_role("button", name="Save").last.tap()
    expect(page.locator(".entry__problem-text")).to_have_text("Ann is no longer in this hole.")
    table.tap_key("Q")
    expect(page.locator(".hand__say")).to_have_text("Tap the card you want to change.")
    expect(page.locator(".layout--entry [data-cell]")).to_have_text([""] * 6)
