"""Beginning a game, by keyboard and by finger; and a rule sheet on paper."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESKTOP, OpenBrowser

pytestmark = pytest.mark.browser

HOLE_ONE = re.compile(r"/g/[\w-]+/hole/1$")


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


def test_the_fullest_rule_sheet_prints_on_one_page(open_browser: OpenBrowser) -> None:
    page = open_browser(**DESKTOP).page()
    page.goto("/houses/vanishing-columns")
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
