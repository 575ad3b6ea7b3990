"""A practice hole, played to its end on a phone: by touch, by keyboard, and without a network."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper import houses
from scorekeeper.rules import parse_layout, score
from tests.browser.conftest import PHONE, CheckAxe, OpenBrowser
from tests.browser.offline import wait_until_installed, wait_until_kept, watched_phone
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

FIVE = ("worksheet", "penalty", "rvers", "four-card", "two-joker")
SIGNS = str.maketrans("★♠♥♦♣", "*SHDC", "\ufe0e")


def turn(page: Page) -> str:
    return page.locator("play-hole").get_attribute("data-turn") or ""


def offered(page: Page) -> Locator:
    """What brings the hole to its end: knock, or draw and replace what lies face down."""
    ways = ("#play-knock", "[data-tap=stock].is-offered", ".play__own .is-offered:has(.card--back)", "#play-ready")
    found = [page.locator(way) for way in (*ways, ".play__own .is-offered", "#play-end-turn")]
    return next(way.first for way in found if way.count())


def play_by_touch(page: Page) -> None:
    while turn(page) == "own":
        offered(page).tap()


def press_at(page: Page, target: Locator) -> None:
    """Go there as the keyboard does, and press Enter."""
    for _ in range(40):
        if target.evaluate("target => target === document.activeElement"):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard never comes to {target}")


def test_a_hole_by_touch(phone: Page, axe: CheckAxe) -> None:
    house = houses.get("worksheet")
    phone.goto("/")
    phone.get_by_role("link", name="Practice hole").tap()
    phone.get_by_role("link", name=house.name).tap()
    phone.get_by_role("button", name="Two opponents").tap()
    said = phone.locator(".play-line")
    expect(said).to_have_text("Tap two cards to flip.")

    # What is not allowed changes nothing, and tells the rule.
    phone.get_by_role("button", name=re.compile("^Stock")).tap()
    expect(said).to_contain_text("each player flips two of their cards")
    expect(phone.locator(".play__hand .card--none")).to_be_attached()
    axe(phone)
    phone.get_by_role("button", name="row 2, column 3: face down").tap()
    phone.get_by_role("button", name="Undo").tap()
    expect(phone.locator(".play__own .card--back")).to_have_count(6)
    phone.get_by_role("button", name="Hint").tap()
    expect(phone.locator(".is-advised")).to_have_count(1)

    # Back from the rules, it is the same hole.
    phone.get_by_role("button", name="row 2, column 3: face down").tap()
    cards = phone.locator(".play__own").inner_text()
    phone.get_by_role("link", name="Rules").tap()
    phone.wait_for_url("**/houses/worksheet")
    phone.go_back()
    expect(phone.locator(".play__own")).to_have_text(cards, use_inner_text=True)

    play_by_touch(phone)
    axe(phone)
    for seat in range(3):  # one's own first; counted rightly, and the others not
        hand = phone.locator(f"#hand-{seat}")
        rows = hand.locator("tr").evaluate_all(
            """rows => rows.map((row) => [...row.querySelectorAll(".card")].map((card) =>
                [...card.querySelectorAll(".card__rank, .card__suit")].map((part) => part.textContent).join("")
            ).join(" ")).join(" / ")"""
        )
        total = score(parse_layout(rows.translate(SIGNS), house), house).total
        hand.get_by_role("textbox").fill(str(total if seat == 0 else total + 1))
        check = hand.get_by_role("button", name="Check")
        if seat == 0:
            check.tap()
        else:
            with phone.expect_response(re.compile(r"/play/worksheet/why\?")) as answered:
                check.tap()
            expect(hand.get_by_role("status")).to_contain_text(answered.value.json()["why"])
        number = str(total).replace("-", "−")
        expect(hand.get_by_role("status")).to_contain_text(f"{number} is right" if seat == 0 else f"{number}, not")
    expect(phone.locator(".play-result li")).to_have_count(3)
    axe(phone)
    expect(phone.get_by_role("link", name="Practice scoring")).to_have_attribute("href", "/practice/worksheet")
    phone.get_by_role("button", name="Play again").tap()
    expect(said).to_have_count(0)  # it was explained


SHAKES = "window.shaken = 0; Element.prototype.animate = () => { window.shaken += 1; };"


def test_what_is_not_allowed_shakes_where_things_may_move(open_browser: OpenBrowser) -> None:
    watched = open_browser(**PHONE, reduced_motion="no-preference")
    watched.context.add_init_script(SHAKES)
    page = watched.page()
    page.goto("/play/worksheet")
    page.get_by_role("button", name="One opponent").tap()
    page.get_by_role("button", name=re.compile("^Stock")).tap()
    expect(page.locator(".is-refused")).to_be_attached()
    assert page.evaluate("window.shaken") == 1


def test_a_hole_of_every_other_house_by_touch(phone: Page) -> None:
    for house in FIVE[1:]:
        phone.goto(f"/play/{house}")
        phone.get_by_role("button", name="One opponent").tap()
        play_by_touch(phone)
        expect(phone.get_by_role("textbox", name="What’s your score?")).to_be_attached()


def test_a_hole_by_keyboard(desktop: Page) -> None:
    for house in FIVE:
        desktop.goto(f"/play/{house}")
        press_at(desktop, desktop.get_by_role("button", name="One opponent"))
        if house == "four-card":
            name = "row 2, column 1: face down. Tap: peek at your bottom-left card"
            press_at(desktop, desktop.get_by_role("button", name=name))
            expect(desktop.locator(".play__told")).to_have_text(re.compile(r"^You peek at the \w+ of \w+\.$"))
        while turn(desktop) == "own":
            press_at(desktop, offered(desktop))
        expect(desktop.get_by_role("textbox", name="What’s your score?")).to_be_focused()
        desktop.keyboard.type("−3")
        desktop.keyboard.press("Enter")
        expect(desktop.get_by_role("textbox", name="What’s Bo’s score?")).to_be_focused()


def test_a_hole_without_a_network(open_browser: OpenBrowser, server: RunningServer) -> None:
    phone = watched_phone(open_browser).page()
    for house in FIVE:
        phone.goto(f"/play/{house}")
        wait_until_installed(phone)
        wait_until_kept(phone, f"/play/{house}")
    server.stop()
    for house in FIVE:
        phone.goto(f"/play/{house}")
        phone.get_by_role("button", name="One opponent").tap()
        play_by_touch(phone)
        for _ in range(2):
            phone.get_by_role("textbox").fill("12")
            phone.get_by_role("button", name="Check").tap()
        expect(phone.locator(".play-result li")).to_have_count(2)


def test_a_step_back_outlives_a_reload(phone: Page) -> None:
    phone.goto("/play/worksheet")
    phone.get_by_role("button", name="One opponent").tap()
    for cell in ("row 1, column 1", "row 2, column 3"):
        phone.get_by_role("button", name=f"{cell}: face down").tap()
    phone.reload()
    phone.get_by_role("button", name="Undo").tap()
    expect(phone.locator(".play__own .card--back")).to_have_count(5)
    phone.get_by_role("button", name="Undo").tap()
    expect(phone.locator(".play__own .card--back")).to_have_count(6)


@pytest.mark.parametrize(("house", "suits"), [("spade-queen", True), ("worksheet", False)])
def test_rivals_show_suits_where_suits_count(phone: Page, house: str, suits: bool) -> None:
    phone.goto(f"/play/{house}")
    phone.get_by_role("button", name="One opponent").tap()
    while turn(phone) == "own" and not phone.locator(".play__rival .card__suit").count():
        offered(phone).tap()
    suit = phone.locator(".play__rival .card__suit").first
    expect(suit).to_be_visible() if suits else expect(suit).to_be_hidden()
