"""The entry page keeps what is typed, the screen on, and the finger informed."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, OpenBrowser
from tests.browser.playing import Table
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

ANN, BO = "5 * 7 / 5 Q K", "A 2 3 / 4 6 8"


def has_typed(page: Page, *cards: str) -> None:
    expect(page.locator(".layout--entry [data-cell]")).to_have_text([*cards, *[""] * (6 - len(cards))])


def test_the_way_back_and_a_page_loaded_anew_keep_what_is_typed(phone: Page, server: RunningServer) -> None:
    table, page = Table(phone, server.url), phone
    table.begin("two-joker", names=("Ann", "Bo"))
    table.tap_layout("5 10 7")
    page.goto(table.game)
    page.go_back()
    table.wait_for_entry()
    has_typed(page, "5", "10", "7")
    table.tap_layout("A Q K")
    expect(page.get_by_role("tab", name="Ann")).to_contain_text("33")

    # A number that is half typed, while somebody joins.
    page.get_by_role("button", name="Enter a number").tap()
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
    page.get_by_role("button", name="Set").tap()
    expect(page.get_by_role("tab", name="Bo")).to_contain_text("12#")


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


def test_the_screen_stays_on_and_a_finished_layout_is_felt(open_browser: OpenBrowser, server: RunningServer) -> None:
    watched = open_browser(**PHONE, reduced_motion="no-preference")
    watched.context.add_init_script(ASKED)
    page = watched.page()
    table = Table(page, server.url)
    table.begin("two-joker", names=("Ann", "Bo"))
    asked = "window.awake"
    assert page.evaluate(asked) == ["screen"]
    page.evaluate(HIDE, True)  # then a browser lets go of it by itself
    assert page.evaluate(asked) == ["screen"]
    page.evaluate(HIDE, False)
    assert page.evaluate(asked) == ["screen", "screen"]
    table.tap_layout(ANN.rsplit(" ", 1)[0])
    assert page.evaluate("window.trembled") == []
    table.tap_layout("K")
    assert page.evaluate("window.trembled") == [30]
    page.emulate_media(reduced_motion="reduce")
    table.tap_layout(BO)
    assert page.evaluate("window.trembled") == [30]
    page.goto(table.game)
    expect(page.locator("score-card[data-ready]")).to_be_attached()
    assert page.evaluate(asked) == []  # a card that lies on the table may go dark
