"""Several phones at one table, and what a phone does with hands that the server already has."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import PHONE, OpenBrowser
from tests.browser.offline import until_true
from tests.browser.phones import outbox
from tests.browser.playing import Table
from tests.browser.test_entering import ANN, BO, CY, kept, tab

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

KINGS = "K K K / 3 4 5"
TROUBLE = ["net::ERR_", "status of 409", "status of 422"]


@pytest.fixture
def phones(open_browser: OpenBrowser, server: Any) -> tuple[Table, Table]:
    """Two phones that share nothing but the link of the game, both at hole 1."""
    tables = []
    for _ in range(2):
        watched = open_browser(**PHONE)
        watched.expected += TROUBLE
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


def erase(page: Page, times: int) -> None:
    for _ in range(times):
        page.locator('button[data-key="erase"]').tap()


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
    button = other.page.locator(".confirm button[type=submit]")
    button.tap()
    expect(other.page.locator(".entry__problem")).to_contain_text("Another phone changed this hole meanwhile")
    other.page.unroute("**/api/games/*")
    expect(other.page.locator(".confirm input:checked + span")).to_have_text("Bo")
    other.confirm()


def test_a_second_tap_on_confirm_does_nothing(phones: tuple[Table, Table]) -> None:
    table, _ = phones
    page = table.page
    for cards in (ANN, BO, CY):
        table.tap_layout(cards)
    is_saved(page, "Ann", "Bo", "Cy")
    waiting: list[Route] = []
    page.route("**/confirm", lambda route: waiting.append(route))
    button = page.locator(".confirm button[type=submit]")
    with page.expect_request("**/confirm"):
        button.tap()
    button.tap()
    expect(button).to_have_attribute("aria-busy", "true")
    assert len(waiting) == 1
    with page.expect_navigation(url="**/g/*"):
        waiting[0].continue_()
    expect(changes_of(table, "Hole 1 confirmed")).to_have_count(1)


def test_a_confirmation_without_an_answer_waits_and_the_table_goes_on(phones: tuple[Table, Table]) -> None:
    table, _ = phones
    page = table.page
    for cards in (ANN, BO, CY):
        table.tap_layout(cards)
    is_saved(page, "Ann", "Bo", "Cy")
    page.route("**/confirm", lambda route: route.abort(), times=1)
    with page.expect_navigation(url="**/g/*"):
        page.locator(".confirm button[type=submit]").tap()
    expect(page.locator("#hole-1 td").first).to_contain_text("15")
    expect(page.locator(".lead__sentence")).to_contain_text("leads with")
    # The phone counts it at once. To leave this page before the second try is answered would put that off.
    until_true(page, lambda: not outbox(page))
    expect(page.locator(".mark--waiting")).to_have_count(0)
    expect(changes_of(table, "Hole 1 confirmed")).to_have_count(1)


def changes_of(table: Table, what: str) -> Locator:
    """The changes of that kind in the history of hole 1, which is open then."""
    table.page.goto(f"{table.game}/hole/1/history")
    return table.page.locator(".history__what", has_text=what)


def test_a_hole_that_is_opened_again_under_the_others_feet_lets_them_go_on_later(phones: tuple[Table, Table]) -> None:
    one, other = phones
    for cards in (ANN, BO, CY):
        one.tap_layout(cards)
    is_saved(one.page, "Ann", "Bo", "Cy")
    one.confirm()
    look_again(other, f"{one.game}/hole/2")
    first, *rest = KINGS.replace("/", " ").split()
    other.tap_layout(first)
    one.page.get_by_role("button", name=re.compile("^Undo: hole 1 confirmed", re.I)).tap()
    expect(one.page.locator(".flash")).to_contain_text("Undone")
    other.tap_layout(" ".join(rest))
    expect(other.page.locator("waiting-note")).to_contain_text("1 entry waits")
    one.page.goto(f"{one.game}/hole/1")
    one.wait_for_entry()
    one.confirm()
    expect(other.page.locator("waiting-note")).to_have_text("", timeout=20_000)
    is_saved(other.page, "Ann")


def test_erased_cards_are_shown_again(phones: tuple[Table, Table]) -> None:
    table, _ = phones
    page = table.page
    table.tap_layout(ANN)
    is_saved(page, "Ann")
    tab(page, "Ann").tap()
    erase(page, 2)
    expect(page.locator(".hand__say")).to_contain_text(f"saved: {ANN}")
    page.reload()
    table.wait_for_entry()
    tab(page, "Ann").tap()
    page.get_by_role("button", name="Show what is saved").tap()
    is_saved(page, "Ann")
    expect(tab(page, "Ann")).to_contain_text("15")
    expect(page.get_by_role("button", name="Show what is saved")).to_be_hidden()


def test_a_hand_is_removed_and_its_player_sits_out(phones: tuple[Table, Table]) -> None:
    table, _ = phones
    page = table.page
    for cards in (ANN, BO, CY):
        table.tap_layout(cards)
    is_saved(page, "Ann", "Bo", "Cy")
    tab(page, "Ann").tap()
    page.locator('button[data-cell="1,2"]').tap()
    erase(page, 6)
    expect(page.get_by_role("button", name="Sits out")).to_be_hidden()
    page.get_by_role("button", name="Remove Ann's cards").tap()
    page.get_by_role("button", name="Sits out").tap()
    assert kept(page, table) == {"Ann": None, "Bo": BO, "Cy": CY}
    table.confirm()
    expect(page.locator("#hole-1 td").nth(0)).to_contain_text("–")


def test_a_slip_is_corrected_while_the_cards_are_under_way(phones: tuple[Table, Table]) -> None:
    table, _ = phones
    page = table.page
    waiting: list[Route] = []
    page.route("**/hands/*", lambda route: waiting.append(route), times=1)
    with page.expect_request("**/hands/*"):
        table.tap_layout(ANN)
    erase(page, 1)
    with page.expect_response("**/hands/*"):
        waiting[0].continue_()
    expect(page.locator(".hand__say")).to_contain_text(f"saved: {ANN}")  # so the answer has been looked at
    page.reload()
    table.wait_for_entry()
    tab(page, "Ann").tap()
    table.tap_layout("9")
    is_saved(page, "Ann")
    expect(page.locator(".conflict")).to_be_hidden()
    assert kept(page, table)["Ann"] == "5 * 7 / 5 Q 9"


def test_face_down_cards_are_shown_and_stay(phones: tuple[Table, Table]) -> None:
    table, other = phones
    page = table.page
    page.evaluate(
        """async (cards) => {
          const {answer, urls} = JSON.parse(document.querySelector("script.game-data").textContent);
          await fetch(`${urls.api}/holes/1/hands/${answer.players[0].id}`, {
            method: "PUT",
            headers: {
              "Content-Type": "application/json",
              "X-CSRFToken": document.querySelector('meta[name="csrf-token"]').content,
            },
            body: JSON.stringify({write_id: "face-down", based_on: 0, cards}),
          });
        }""",
        "[5] * 7 / 5 Q K",
    )
    look_again(other, page.url)
    page = other.page
    is_saved(page, "Ann")
    tab(page, "Ann").tap()
    expect(page.locator('button[data-cell="0,0"]')).to_have_attribute("aria-label", "row 1, column 1: five, face down")
    tab(page, "Bo").tap()
    other.tap_layout(BO)
    is_saved(page, "Ann", "Bo")
    assert kept(page, other)["Ann"] == "[5] * 7 / 5 Q K"
    tab(page, "Ann").tap()
    page.locator('button[data-cell="1,2"]').tap()
    other.tap_layout("9")
    is_saved(page, "Ann")
    assert kept(page, other)["Ann"] == "[5] * 7 / 5 Q 9"
