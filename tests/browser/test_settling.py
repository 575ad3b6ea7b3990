"""Settling a score by hand: keys, hint and questions that follow the house, suits, and a network that fails."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, OpenBrowser

pytestmark = pytest.mark.browser


def test_keys_and_hint_follow_the_house_that_is_chosen(phone: Page) -> None:
    phone.goto("/score?house=two-joker")
    phone.locator("settle-question[data-ready]").wait_for()
    phone.locator("settle-cards[data-ready]").wait_for()
    phone.locator('[data-rank="5"]').tap()
    house = phone.get_by_label("House", exact=True)
    house.select_option("vanishing-columns")
    expect(phone.locator("#cards-hint")).to_contain_text("Cards are −2")
    expect(phone.locator('[data-rank="12"]')).to_be_visible()
    expect(phone.locator("#cards")).to_have_value("5")
    house.select_option("four-card")
    expect(phone.locator("settle-cards")).to_have_attribute("data-columns", "2")
    expect(phone.get_by_role("button", name="Change")).to_be_hidden()
    for rank in ("K", "9", "2"):
        phone.locator(f'[data-rank="{rank}"]').tap()
    expect(phone.locator("#cards")).to_have_value("5 K / 9 2")
    phone.get_by_role("button", name="Count it").tap()
    expect(phone.locator("#answer")).to_contain_text("by the rules of Four-card")


def test_suits_are_tapped_where_a_rule_needs_them(phone: Page) -> None:
    phone.goto("/score?house=spade-queen")
    phone.locator("settle-cards[data-ready]").wait_for()
    field, keys, suits = phone.locator("#cards"), phone.locator(".keypad").first, phone.locator(".keypad--choice")
    phone.locator('[data-rank="5"]').tap()
    expect(suits).to_be_hidden()
    phone.locator('[data-rank="Q"]').tap()
    expect(keys).to_be_hidden()
    suits.get_by_role("button", name="erase").tap()
    expect(field).to_have_value("5")
    phone.locator('[data-rank="Q"]').tap()
    suits.get_by_role("button", name="spades").tap()
    expect(keys).to_be_visible()
    for rank in ("K", "9", "9", "9"):
        phone.locator(f'[data-rank="{rank}"]').tap()
    expect(field).to_have_value("5 QS K / 9 9 9")
    phone.get_by_role("button", name="Count it").tap()
    expect(phone.locator(".settle__points")).to_have_text("72")


def test_without_a_network_the_button_for_another_house_comes_back(open_browser: OpenBrowser) -> None:
    watched = open_browser(**PHONE)
    watched.expected += ["net::ERR_FAILED", "status of 422"]  # half a layout, once the button has sent it
    page = watched.page()
    page.goto("/score?house=two-joker")
    page.locator("settle-question[data-ready]").wait_for()
    change = page.get_by_role("button", name="Change")
    expect(change).to_be_hidden()
    page.locator("settle-cards[data-ready]").wait_for()
    page.locator('[data-rank="5"]').tap()
    page.route("**/score?*", lambda route: route.abort())
    page.get_by_label("House", exact=True).select_option("four-card")
    expect(change).to_be_visible()
    expect(page.locator("settle-question")).not_to_have_attribute("aria-busy", "true")
    expect(page.locator("#cards")).to_have_value("5")
    page.unroute("**/score?*")
    change.tap()
    expect(page.locator("settle-cards")).to_have_attribute("data-columns", "2")
    expect(page.locator("#cards")).to_have_value("5")
    page.locator("settle-question[data-ready]").wait_for()
    expect(change).to_be_hidden()
