"""Players and holes of a running game: changing seats with and without scripts, people coming and going."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules import Player
from tests.browser.conftest import DESKTOP, PHONE, OpenBrowser, Scheme
from tests.browser.fitting import check_page
from tests.browser.seeding import bring_in

pytestmark = pytest.mark.browser

SCORES = {"Ann": 12, "Bo": 7, "Cy": 20}


def names(page: Page) -> list[str]:
    return [field.input_value() for field in page.locator(".seat > .input").all()]


def open_table(page: Page) -> str:
    """A game of Ann, Bo and Cy after two holes, at the page of its players. Returns the scorecard's address."""
    game = bring_in(page, SCORES, SCORES, planned=9)
    page.get_by_role("link", name="Players and holes").click()
    expect(page.get_by_role("heading", name="Around the table")).to_be_visible()
    page.wait_for_load_state("load")  # by then its scripts, if there are any, are at work
    return game


def columns(page: Page, game: str) -> list[str]:
    page.goto(game)
    return [text.split()[0] for text in page.locator("table.card-table thead th").all_inner_texts()[1:]]


def save(page: Page, game: str) -> None:
    page.get_by_role("button", name="Save changes").click()
    page.wait_for_url(game)


def test_seats_change_with_the_keyboard(desktop: Page) -> None:
    game = open_table(desktop)
    handle = desktop.get_by_role("button", name="Ann, place 1 of 3")
    handle.focus()
    desktop.keyboard.press("ArrowDown")
    assert names(desktop) == ["Bo", "Ann", "Cy"]
    expect(desktop.get_by_role("button", name="Ann, place 2 of 3")).to_be_focused()
    expect(desktop.locator("seat-order [aria-live]")).to_have_text("Ann: place 2 of 3")
    desktop.keyboard.press("End")
    desktop.keyboard.press("ArrowDown")
    assert names(desktop) == ["Bo", "Cy", "Ann"]
    desktop.keyboard.press("Home")
    desktop.keyboard.press("End")
    save(desktop, game)
    assert columns(desktop, game) == ["Bo", "Cy", "Ann"]


def test_seats_change_by_dragging(desktop: Page) -> None:
    game = open_table(desktop)
    grip = desktop.locator(".seat__handle").first.bounding_box()
    last = desktop.locator(".seat").last.bounding_box()
    assert grip is not None
    assert last is not None
    desktop.mouse.move(grip["x"] + 10, grip["y"] + 10)
    desktop.mouse.down()
    desktop.mouse.move(grip["x"] + 10, last["y"] + last["height"] - 5, steps=12)
    expect(desktop.locator(".seat.is-lifted")).to_have_count(1)
    desktop.mouse.up()
    expect(desktop.locator(".seat.is-lifted")).to_have_count(0)
    assert names(desktop) == ["Bo", "Cy", "Ann"]
    save(desktop, game)
    assert columns(desktop, game) == ["Bo", "Cy", "Ann"]


def test_the_buttons_move_seats_without_asking_the_server(phone: Page) -> None:
    open_table(phone)
    address = phone.url
    up = phone.get_by_role("button", name="Cy one seat up")
    up.tap()
    up.tap()
    expect(up).to_be_disabled()
    up.dispatch_event("click")
    assert names(phone) == ["Cy", "Ann", "Bo"]
    assert phone.url == address


def test_everything_works_without_scripts(open_browser: OpenBrowser) -> None:
    page = open_browser(**PHONE, java_script_enabled=False).page()
    game = open_table(page)
    page.get_by_label("Title").fill("Friday")
    page.get_by_role("button", name="Cy one seat up").tap()
    expect(page.get_by_role("status").filter(has_text="not saved yet")).to_be_visible()
    assert names(page) == ["Ann", "Cy", "Bo"]
    expect(page.get_by_label("Title")).to_have_value("Friday")
    page.get_by_label("Name", exact=True).fill("Di")
    page.get_by_label("Does Bo stay?").select_option(label="Leaves after hole 2")
    save(page, game)
    expect(page.get_by_role("heading", name="Friday")).to_be_visible()
    assert columns(page, game) == ["Ann", "Cy", "Bo", "Di"]
    page.get_by_role("button", name="Undo: ").first.tap()
    expect(page.get_by_role("heading", name="Friday")).to_be_hidden()
    assert columns(page, game) == ["Ann", "Bo", "Cy"]


def test_the_enter_key_saves(desktop: Page) -> None:
    game = open_table(desktop)
    desktop.get_by_label("Name of Ann").fill("Anna")
    desktop.keyboard.press("Enter")
    desktop.wait_for_url(game)
    assert columns(desktop, game) == ["Anna", "Bo", "Cy"]


@pytest.mark.nightly
@pytest.mark.parametrize(
    "screen", [pytest.param(PHONE, id="360"), pytest.param(DESKTOP, id="1280", marks=pytest.mark.nightly)]
)
def test_every_state_is_accessible(
    screen: dict[str, object], scheme: Scheme, open_browser: OpenBrowser, axe: Callable[[Page], None]
) -> None:
    watched = open_browser(**screen, color_scheme=scheme)
    watched.expected += ["status of 422", "status of 409"]
    page = watched.page()
    people = [
        Player(1, "Ann"),
        Player(2, "Bo", left=1),
        Player(3, "Maximiliane-Theodora von Hohenburg-Au"),
        Player(4, "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", joined=2),
    ]
    first = {"Ann": 3, "Bo": 4, people[2].name: 5}
    game = bring_in(page, first, {"Ann": 3, people[2].name: 5, people[3].name: 9}, people=people, planned=9)
    states = [game, f"{game}/table", f"{game}/end"]
    for address in states:
        page.goto(address)
        check_page(page, axe)
    page.goto(f"{game}/table")
    other = watched.page()
    other.goto(f"{game}/table")
    other.get_by_label("Title").fill("Friday")
    save(other, game)
    page.get_by_label("Title").fill("Monday")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing is saved yet")
    check_page(page, axe)
    page.get_by_label("Name of Ann").fill("")
    page.get_by_label("Number of holes").fill("99")
    page.get_by_label("Name", exact=True).fill("Bo")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("alert")).to_contain_text("every player needs a name")
    expect(page.get_by_label("Name of Ann")).to_have_attribute("aria-invalid", "true")
    check_page(page, axe)
