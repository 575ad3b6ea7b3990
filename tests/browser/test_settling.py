"""Settling a score by hand: keys, hint and questions follow the house that is chosen."""

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_cards_are_tapped_by_the_house_that_is_chosen(phone: Page) -> None:
    phone.goto("/score?house=two-joker")
    phone.locator("settle-question[data-ready]").wait_for()
    phone.locator("settle-cards[data-ready]").wait_for()
    field = phone.locator("#cards")
    phone.locator('[data-rank="5"]').tap()
    house = phone.get_by_label("House", exact=True)
    house.select_option("vanishing-columns")
    expect(phone.locator("#cards-hint")).to_contain_text("Cards are −2")
    expect(phone.locator('[data-rank="12"]')).to_be_visible()
    expect(field).to_have_value("5")
    house.select_option("four-card")
    expect(phone.locator("settle-cards")).to_have_attribute("data-columns", "2")
    expect(phone.get_by_role("button", name="Change")).to_be_hidden()
    for rank in ("K", "9", "2"):
        phone.locator(f'[data-rank="{rank}"]').tap()
    expect(field).to_have_value("5 K / 9 2")
    phone.get_by_role("button", name="Count it").tap()
    expect(phone.locator("#answer")).to_contain_text("by the rules of Four-card")
