"""Beginning a game and changing its table: by keyboard and by finger; and rule sheets on paper."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESKTOP, OpenBrowser
from tests.browser.seeding import bring_in

pytestmark = pytest.mark.browser

HOLE_ONE = re.compile(r"/g/[\w-]+/hole/1$")
SCORES = {"Ann": 12, "Bo": 7, "Cy": 20}


def names(page: Page) -> list[str]:
    return [field.input_value() for field in page.locator(".seat > .input").all()]


def fill(page: Page, *people: str) -> None:
    for field, name in zip(page.locator('.seat input[name="player"]').all(), people, strict=False):
        field.fill(name)


def drag(page: Page, which: int, to: int) -> None:
    """The seat at one place, by its handle, to another place."""
    handle, target = (
        page.locator(".seat__handle").nth(which).bounding_box(),
        page.locator(".seat").nth(to).bounding_box(),
    )
    assert handle is not None
    assert target is not None
    x = handle["x"] + handle["width"] / 2
    page.mouse.move(x, handle["y"] + handle["height"] / 2)
    page.mouse.down()
    page.mouse.move(x, target["y"] + (target["height"] - 5 if to > which else 5), steps=12)
    page.mouse.up()
    expect(page.locator(".seat.is-lifted")).to_have_count(0)


def tab_to(page: Page, target: Locator) -> None:
    wanted = target.element_handle()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement === wanted", wanted):
            return
    raise AssertionError("the keyboard does not get there")


def columns(page: Page) -> list[str]:
    """The players on the scorecard that is open."""
    return [text.split()[0] for text in page.locator("table.card-table thead th").all_inner_texts()[1:]]


def test_a_game_is_begun_with_the_keyboard_alone(desktop: Page, server: object) -> None:
    desktop.goto("/new/two-joker")
    desktop.locator("seat-order[data-ready]").wait_for()
    desktop.locator("#player-0").focus()
    desktop.keyboard.type("Ann")
    for place, name in enumerate(("Bo", "Cy"), start=1):
        tab_to(desktop, desktop.locator(f"#player-{place}"))
        desktop.keyboard.type(name)
    # Cy, from his own handle, to the first seat and one down again.
    desktop.locator(".seat__handle").nth(2).focus()
    desktop.keyboard.press("Home")
    desktop.keyboard.press("ArrowDown")
    assert names(desktop)[:3] == ["Ann", "Cy", "Bo"]
    expect(desktop.locator("seat-order [aria-live]")).to_have_text("Cy: place 2 of 4")
    desktop.locator("#player-0").focus()
    desktop.keyboard.press("Enter")
    desktop.wait_for_url(HOLE_ONE)
    expect(desktop.locator(".player-tab__name")).to_have_text(["Ann", "Cy", "Bo"])


def test_a_game_is_begun_with_a_finger(phone: Page) -> None:
    phone.goto("/new/penalty")
    phone.locator("seat-order[data-ready]").wait_for()
    question = phone.get_by_role("group", name="One deck or two for four players?")
    expect(question).to_be_visible()  # there are four rows
    fill(phone, "Ann", "Bo", "Cy", "Di")
    drag(phone, 2, 0)
    assert names(phone) == ["Cy", "Ann", "Bo", "Di"]
    phone.get_by_label("deals first").nth(2).check()
    phone.get_by_role("button", name="Remove player 3").tap()
    assert names(phone) == ["Cy", "Ann", "Di"]
    expect(phone.get_by_label("deals first").nth(2)).to_be_checked()
    expect(question).to_be_hidden()
    phone.get_by_role("button", name="Add a player").tap()
    expect(phone.get_by_label("Name of player 4")).to_be_focused()
    phone.keyboard.type("Ed")
    expect(question).to_be_visible()
    question.get_by_label("two decks").check()
    phone.get_by_role("button", name="Begin the game").tap()
    phone.wait_for_url(HOLE_ONE)
    expect(phone.locator(".player-tab__name")).to_have_text(["Cy", "Ann", "Di", "Ed"])
    expect(phone.locator(".app-header__note")).to_contain_text("Di deals")


def test_the_table_of_a_running_game_is_changed(desktop: Page) -> None:
    game = bring_in(desktop, SCORES, SCORES, planned=9)
    desktop.get_by_role("link", name="Players and holes").click()
    desktop.locator("seat-order[data-ready]").wait_for()
    address = desktop.url
    up = desktop.get_by_role("button", name="Cy one seat up")
    up.click()
    up.click()
    expect(up).to_be_disabled()
    assert names(desktop)[:3] == ["Cy", "Ann", "Bo"]
    drag(desktop, 0, 2)
    assert names(desktop)[:3] == ["Ann", "Bo", "Cy"]
    desktop.get_by_role("button", name="Ann, place 1 of 3").focus()
    desktop.keyboard.press("ArrowDown")
    expect(desktop.get_by_role("button", name="Ann, place 2 of 3")).to_be_focused()
    expect(desktop.locator("seat-order [aria-live]")).to_have_text("Ann: place 2 of 3")
    assert desktop.url == address, "the server is not asked"
    desktop.get_by_label("Name of Ann").fill("Anna")
    desktop.keyboard.press("Enter")
    desktop.wait_for_url(game)
    assert columns(desktop) == ["Bo", "Anna", "Cy"]


def test_a_rule_sheet_prints_on_one_page(open_browser: OpenBrowser) -> None:
    page = open_browser(**DESKTOP).page()
    for house in ("penalty", "nine-card", "vanishing-columns"):
        page.goto(f"/houses/{house}")
        paper = page.pdf(format="A4")
        assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1, house
