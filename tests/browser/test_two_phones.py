"""Several phones at one table, and what a phone does with hands that the server already has."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, OpenBrowser
from tests.browser.playing import Table
from tests.browser.test_entering import ANN, BO, CY, tab

pytestmark = pytest.mark.browser


@pytest.fixture
def phones(open_browser: OpenBrowser, server: Any) -> tuple[Table, Table]:
    """Two phones that share nothing but the link of the game, both at hole 1."""
    tables = []
    for _ in range(2):
        watched = open_browser(**PHONE)
        watched.expected += ["net::ERR_", "status of 409", "status of 422"]
        tables.append(Table(watched.page(), server.url))
    one, other = tables
    one.begin("two-joker", names=("Ann", "Bo", "Cy"))
    look_again(other, one.page.url)
    return one, other


def look_again(table: Table, hole: str) -> None:
    table.page.goto(hole)
    table.wait_for_entry()


def is_saved(page: Page, *names: str) -> None:
    for name in names:
        expect(tab(page, name)).to_have_class("player-tab is-complete")
        expect(tab(page, name)).not_to_contain_text("not saved")


def choose_ender(table: Table, name: str) -> None:
    fold = table.page.locator("details.confirm__ender")
    if fold.get_attribute("open") is None:
        fold.locator("summary").tap()
    fold.get_by_text(name, exact=True).tap()


def test_both_confirm_with_different_enders(phones: tuple[Table, Table]) -> None:
    one, other = phones
    for cards in (ANN, BO, CY):
        one.tap_layout(cards)
    is_saved(one.page, "Ann", "Bo", "Cy")
    hole = one.page.url
    look_again(other, hole)
    other.page.route("**/api/games/*", lambda route: route.abort())  # it does not hear of the first one
    choose_ender(one, "Bo")
    one.confirm()
    choose_ender(other, "Cy")
    other.page.locator(".confirm button[type=submit]").tap()
    expect(other.page.locator(".entry__problem")).to_contain_text("Another phone changed this hole meanwhile")
    other.page.unroute("**/api/games/*")
    expect(other.page.locator(".confirm input:checked + span")).to_have_text("Bo")

    # A second tap does nothing.
    waiting: list[Route] = []
    other.page.route("**/confirm", lambda route: waiting.append(route))
    button = other.page.locator(".confirm button[type=submit]")
    with other.page.expect_request("**/confirm"):
        button.tap()
    button.tap()
    expect(button).to_have_attribute("aria-busy", "true")
    assert len(waiting) == 1
    with other.page.expect_navigation(url="**/g/*"):
        waiting[0].continue_()
