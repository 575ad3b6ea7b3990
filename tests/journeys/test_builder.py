"""A table writes down its own rules: the examples follow at once, faults stand at their field, a game is played."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import Table
from tests.journeys.conftest import comes_to, reads
from tests.serving import RunningServer

pytestmark = pytest.mark.browser


def test_a_house_is_built_and_played(phone: Page, server: RunningServer) -> None:
    def section(title: str) -> None:
        heading = phone.get_by_role("heading", name=title, exact=True)
        fold = phone.locator(".build__topics").get_by_role("group").filter(has=heading)
        if fold.get_attribute("open") is None:
            fold.locator("summary").tap()

    phone.goto(f"{server.url}/houses/build?from=two-joker")
    expect(phone.locator("house-builder[data-ready]")).to_be_attached()
    totals, king = phone.locator("[data-totals]"), phone.locator('[name="values.K"]')
    phone.get_by_label("What’s it called?").fill("At the lake")
    phone.get_by_text("Try your own hand").tap()
    phone.get_by_label("Your hand").fill("K 5 A / Q 5 2")
    expect(totals).to_contain_text("13")
    king.fill("-1")
    expect(totals).to_contain_text("12")
    reads(phone, "Kings: −1 here, but 0 there.")

    # A contradiction, at its field, in a section that opens for it; and gone again.
    phone.get_by_text("More rules").tap()
    section("Grid and setup")
    phone.get_by_label("Rows", exact=True).fill("1")
    wrong = phone.get_by_text("No column of one row of 3 has 2 cards.").first
    expect(wrong).to_be_visible()
    phone.get_by_label("Rows", exact=True).fill("2")
    expect(wrong).to_have_count(0)

    # What the other answers make pointless is not asked.
    section("End of the hole")
    knocking = phone.get_by_label("First turn you can knock")
    expect(knocking).to_be_hidden()
    phone.get_by_label("A hole ends").select_option("knock")
    expect(knocking).to_be_visible()

    # Kept, changed, and played: both versions stay what they were.
    phone.get_by_role("button", name="Save rules").tap()
    expect(phone.get_by_role("heading", name="At the lake")).to_be_visible()
    expect(phone.locator("house-builder[data-ready]")).to_be_attached()
    king.fill("-2")
    reads(phone, "Kings: −2 here")
    phone.get_by_role("button", name="Save changes").tap()
    reads(phone, "Saved as version 2")
    phone.get_by_role("link", name="Rule sheet").tap()
    phone.get_by_role("link", name="Play these rules").tap()
    expect(phone.get_by_role("heading", name="At the lake")).to_be_visible()
    table = Table(phone, server.url)
    table.begin(phone.url.rpartition("/")[2], names=("Ann", "Bo"), holes=1)
    table.play_hole(1, ["K 5 A / Q 5 2", "K K 3 / K 4 5"])
    phone.goto(table.game)
    comes_to(phone, -2 + 10 + 1 + 2, -2 + 3 + 4 + 5 - 2 + 2)
