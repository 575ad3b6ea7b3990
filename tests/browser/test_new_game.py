"""Beginning a game by hand: with the keyboard alone, dragging, and with scripts off. And the look's own promises."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, CheckAxe, OpenBrowser

pytestmark = pytest.mark.browser

HOLE_ONE = re.compile(r"/g/[\w-]+/hole/1$")
SMALLEST_TARGET = 44
"""CSS pixels: design.md section 6."""


def names(page: Page) -> list[str]:
    return [field.input_value() for field in page.locator('.seat input[name="player"]').all()]


def fill(page: Page, *people: str) -> None:
    for field, name in zip(page.locator('.seat input[name="player"]').all(), people, strict=False):
        field.fill(name)


def order_of_seats(page: Page) -> list[str]:
    expect(page.locator("hole-entry[data-ready]")).to_be_attached()
    return page.locator(".player-tab__name").all_inner_texts()


def test_a_game_is_begun_with_the_keyboard_alone(desktop: Page, server: object) -> None:
    desktop.goto("/new/two-joker")
    desktop.locator("seat-order[data-ready]").wait_for()
    desktop.locator("#player-0").focus()
    desktop.keyboard.type("Ann")
    for name in ("Bo", "Cy"):
        _tab_to(desktop, desktop.locator(f"#player-{('Ann', 'Bo', 'Cy').index(name)}"))
        desktop.keyboard.type(name)
    _tab_to(desktop, desktop.locator(".seat__handle").nth(3))
    desktop.keyboard.press("Shift+Tab")
    # Cy, from his own handle, to the first seat and one down again.
    desktop.locator(".seat__handle").nth(2).focus()
    desktop.keyboard.press("Home")
    desktop.keyboard.press("ArrowDown")
    assert names(desktop)[:3] == ["Ann", "Cy", "Bo"]
    expect(desktop.locator("seat-order [aria-live]")).to_have_text("Cy: place 2 of 4")
    desktop.locator("#player-0").focus()
    desktop.keyboard.press("Enter")
    desktop.wait_for_url(HOLE_ONE)
    assert order_of_seats(desktop) == ["Ann", "Cy", "Bo"]


@pytest.mark.nightly
def test_somebody_who_is_added_joins_the_smallest_team(phone: Page, axe: CheckAxe) -> None:
    phone.goto("/houses/build?from=two-joker")
    phone.evaluate("document.querySelectorAll('details').forEach((part) => (part.open = true))")
    phone.locator("select[name='match.teams']").select_option("sum")
    phone.get_by_role("button", name="Keep these rules").tap()
    phone.get_by_role("link", name="Play by these rules").tap()
    phone.locator("seat-order[data-ready]").wait_for()
    fill(phone, "Ann", "Bo", "Cat", "Di")
    axe(phone)
    assert phone.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    for _ in range(2):
        phone.get_by_role("button", name="Add a player").tap()
    for player, team in enumerate("123123", start=1):
        expect(phone.get_by_label(f"Team of player {player}")).to_have_value(team)
    for player in (6, 5):
        phone.get_by_role("button", name=f"Remove player {player}").tap()
    phone.get_by_label("Team of player 3").select_option("2")
    phone.get_by_role("button", name="Remove player 4").tap()
    phone.get_by_role("button", name="Add a player").tap()
    expect(phone.get_by_label("Team of player 4")).to_have_value("1")
    phone.locator("#player-3").fill("Eve")
    phone.get_by_role("button", name="Begin the game").tap()
    phone.wait_for_url(HOLE_ONE)
    phone.goto(phone.url.replace("/hole/1", "/table"))
    axe(phone)
    for name, team in (("Ann", "1"), ("Bo", "2"), ("Cat", "2"), ("Eve", "1")):
        expect(phone.get_by_label(f"Team of {name}")).to_have_value(team)
    beside = [phone.get_by_label(label).bounding_box() for label in ("Team of Bo", "Does Bo stay?")]
    assert len({box and box["y"] for box in beside}) == 1, "both choices stand on one line of a phone"


def _tab_to(page: Page, target: Locator) -> None:
    """Press Tab until that is reached; everything on the way must show where the focus is."""
    wanted = target.element_handle()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement === wanted", wanted):
            return
    raise AssertionError("the keyboard does not get there")


def test_seats_are_dragged(phone: Page) -> None:
    phone.goto("/new/worksheet")
    phone.locator("seat-order[data-ready]").wait_for()
    fill(phone, "Ann", "Bo", "Cy", "Di")
    handle = phone.locator(".seat__handle").nth(2).bounding_box()
    first = phone.locator(".seat").nth(0).bounding_box()
    assert handle is not None
    assert first is not None
    x = handle["x"] + handle["width"] / 2
    phone.mouse.move(x, handle["y"] + handle["height"] / 2)
    phone.mouse.down()
    phone.mouse.move(x, first["y"] + first["height"] / 2, steps=12)
    phone.mouse.up()
    assert names(phone) == ["Cy", "Ann", "Bo", "Di"]


def test_rows_come_and_go(phone: Page) -> None:
    phone.goto("/new/rvers")
    fill(phone, "Ann", "Bo", "Cy", "Di")
    phone.get_by_label("deals first").nth(1).check()
    phone.get_by_role("button", name="Remove player 2").tap()
    assert names(phone) == ["Ann", "Cy", "Di"]
    expect(phone.get_by_label("deals first").nth(1)).to_be_checked()
    phone.get_by_role("button", name="Add a player").tap()
    expect(phone.get_by_label("Name of player 4")).to_be_focused()
    phone.keyboard.type("Ed")
    phone.get_by_role("button", name="Begin the game").tap()
    phone.wait_for_url(HOLE_ONE)
    assert order_of_seats(phone) == ["Ann", "Cy", "Di", "Ed"]
    expect(phone.locator(".app-header__note")).to_contain_text("Cy deals")


def test_a_question_for_four_is_asked_when_there_are_four(phone: Page) -> None:
    phone.goto("/new/penalty")
    question = phone.get_by_role("group", name="One deck or two for four players?")
    expect(question).to_be_visible()  # there are four rows
    phone.get_by_role("button", name="Remove player 4").tap()
    expect(question).to_be_hidden()
    phone.get_by_role("button", name="Add a player").tap()
    expect(question).to_be_visible()
    phone.get_by_role("button", name="Add a player").tap()
    fill(phone, "Ann", "Bo", "Cy")
    expect(question).to_be_hidden()
    fill(phone, "Ann", "Bo", "Cy", "Di")
    expect(question).to_be_visible()


def test_a_game_is_begun_and_seats_are_moved_without_scripts(open_browser: OpenBrowser) -> None:
    page = open_browser(**PHONE, java_script_enabled=False).page()
    page.goto("/new/penalty")
    fill(page, "Ann", "Bo", "Cy")
    page.get_by_role("button", name="move up, player 3").tap()
    expect(page.get_by_label("Name of player 2")).to_have_value("Cy")
    assert names(page) == ["Ann", "Cy", "Bo", ""]
    page.get_by_role("button", name="Remove player 4").tap()
    expect(page.get_by_label("Name of player 4")).to_have_count(0)
    page.get_by_label("18 holes").check()
    page.get_by_role("button", name="Begin the game").tap()
    page.wait_for_url(HOLE_ONE)
    expect(page.locator("h1")).to_contain_text("of 18")
    expect(page.locator(".plain-entry .field label").nth(1)).to_contain_text("Cy")


def test_a_mistake_leads_back_to_its_field(open_browser: OpenBrowser, axe: Callable[[Page], None]) -> None:
    watched = open_browser(**PHONE)
    watched.expected.append("status of 422")
    page = watched.page()
    page.goto("/new/worksheet")
    fill(page, "Ann", "ann")
    page.get_by_role("button", name="Begin the game").tap()
    page.get_by_role("alert").get_by_role("link", name="two players are called ann").tap()
    expect(page.locator("#player-1")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#player-1")).to_have_accessible_description(re.compile("two players are called ann"))
    axe(page)


@pytest.mark.parametrize(
    "address", ["/", "/houses", "/houses/penalty", "/score", "/new", "/new/penalty", "/nothing-here"]
)
def test_every_target_is_large_enough(address: str, open_browser: OpenBrowser) -> None:
    watched = open_browser(**PHONE)
    watched.expected.append("status of 404")
    page = watched.page()
    page.goto(address)
    small = page.evaluate(
        """smallest => [...document.querySelectorAll("a, button, summary, select, input:not([type=hidden])")]
          .filter((target) => target.checkVisibility() && !target.closest(".visually-hidden, .skip-link"))
          // A link within a sentence has the height of its line; a radio button is as large as its label.
          .filter((target) => !(target.tagName === "A" && target.closest("p:not(.buttons)")
            && getComputedStyle(target).display === "inline"))
          .map((target) => target.closest("label, .radio-card--other") ?? target)
          .map((target) => [target.outerHTML.slice(0, 80), target.getBoundingClientRect()])
          .filter(([, box]) => box.width < smallest || box.height < smallest)
          .map(([text, box]) => `${text} ${box.width} x ${box.height}`)""",
        SMALLEST_TARGET,
    )
    assert small == []


def test_a_rule_sheet_prints_on_one_page(open_browser: OpenBrowser) -> None:
    page = open_browser(**DESKTOP).page()
    for house in ("worksheet", "penalty", "rvers", "four-card", "two-joker", "nine-card", "vanishing-columns"):
        page.goto(f"/houses/{house}")
        for size in ("A4", "Letter"):
            paper = page.pdf(format=size)
            assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1, f"{house} on {size}"
