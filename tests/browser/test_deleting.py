"""A game that another phone deletes while a page is open: said once, nothing lost, and it goes on once put back."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenBrowser
from tests.browser.offline import wait_until_installed
from tests.browser.phones import SLOW, TROUBLE, Phone, gather
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

EXPECTED = [*TROUBLE, "status of 410"]


def delete(phone: Phone) -> None:
    """Delete the game by the button on its results page."""
    page = phone.page
    page.goto(f"{phone.table.game}/end")
    page.locator("form[action$='/delete']").locator("xpath=ancestor::details").locator("summary").tap()
    page.locator("form[action$='/delete'] button").tap()
    expect(page.locator("[data-deleted]")).to_be_visible()


def says_once(page: Page) -> None:
    """The page says so once, offers one way back, and takes no card."""
    expect(page.locator("[data-deleted]")).to_have_count(1, timeout=SLOW)
    expect(page.locator("[data-act='put-back']")).to_have_count(1)
    expect(page.locator(".entry[inert]")).to_have_count(1)
    expect(page.locator(".entry__retry:visible, .waiting-note__panel")).to_have_count(0)


def test_half_a_hand_under_which_the_game_is_deleted_is_there_once_it_is_put_back(
    open_browser: OpenBrowser, server: RunningServer
) -> None:
    ann, bo = gather(open_browser, server.url, "two-joker", names=("Ann", "Bo"), holes=2, expected=EXPECTED)
    ann.page.locator(".keypad [data-key='5']").tap()
    ann.page.locator(".keypad [data-key='K']").tap()
    filled = ann.page.locator(".entry .card:not(.card--empty)")
    before = filled.count()
    delete(bo)
    says_once(ann.page)
    ann.page.keyboard.press("7")
    assert filled.count() == before
    ann.page.locator("[data-act='put-back']").tap()
    expect(ann.page.locator("[data-deleted]")).to_have_count(0, timeout=SLOW)
    expect(ann.page.locator(".entry[inert]")).to_have_count(0)
    assert filled.count() == before
    for key in "QQ73":
        ann.page.locator(f".keypad [data-key='{key}']").tap()
    expect(ann.tab("Ann")).not_to_contain_text("not saved", timeout=SLOW)
    bo.page.goto(f"{ann.table.game}/hole/1")
    expect(bo.page.locator("[data-deleted]")).to_have_count(0)


def test_what_a_phone_entered_without_a_network_waits_for_a_deleted_game_and_arrives_once_it_is_back(
    open_browser: OpenBrowser, server: RunningServer
) -> None:
    ann, bo = gather(open_browser, server.url, "two-joker", names=("Ann", "Bo"), holes=2, expected=EXPECTED)
    wait_until_installed(bo.page)
    bo.page.context.set_offline(True)
    bo.table.tap_layout("A 2 3 / 4 6 8")
    delete(ann)
    bo.page.context.set_offline(False)
    says_once(bo.page)
    expect(bo.page.locator("[data-deleted]")).to_contain_text("1")
    # Another page of that phone does not show the game as one that goes on, with a network or without.
    bo.page.goto(server.url)
    expect(bo.page.locator("li[data-deleted] form")).to_have_count(1)
    bo.page.context.set_offline(True)
    bo.page.goto(server.url)
    expect(bo.page.locator("offline-page [data-deleted]")).to_have_count(1)
    expect(bo.page.locator("offline-page .current-game")).to_have_count(0)
    bo.page.context.set_offline(False)
    bo.page.goto(server.url)
    bo.page.locator("details:has(li[data-deleted]) > summary").tap()
    bo.page.locator("li[data-deleted] form button").tap()
    expect(bo.page.locator("score-card")).to_be_visible()
    expect(bo.page.locator("waiting-note .waiting-note__line")).to_be_empty(timeout=SLOW)
    ann.page.goto(f"{bo.table.game}/hole/1")
    expect(ann.tab("Bo")).to_contain_text("24", timeout=SLOW)
