"""The pages of a running game at one glance: how many words and pixels they take, and what stays where it is."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import CheckAxe, OpenBrowser
from tests.browser.fitting import sideways
from tests.browser.offline import watched_phone
from tests.browser.playing import NAMES, Table
from tests.browser.seeding import begin_game, confirm_hole, open_table
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

TWO_DECKS = {"decks-at-four": "two"}
HANDS = ("5 * 7 / 5 Q K", "2 2 3 / 4 5 6", "A 9 9 / 10 J 4", "K K 6 / 7 8 9")


@pytest.fixture
def game(phone: Page) -> str:
    """Nine holes of four players are over."""
    address = begin_game(phone, "penalty", NAMES, 9, TWO_DECKS)
    for hole in range(1, 10):
        turned = HANDS[hole % 4 :] + HANDS[: hole % 4]
        confirm_hole(phone, address, hole, turned, ender=str(hole % 4 + 1))
    return address


def words(page: Page) -> int:
    text: str = page.locator("main").evaluate("main => main.innerText")
    return sum(bool(re.search(r"[^\W\d_]{2}", token)) for token in text.split())


PAGES = [("scorecard", "", 90, 1250), ("worked hole", "/hole/3/worked", 120, 1300), ("history", "/history", 150, 900)]


@pytest.mark.parametrize(("name", "path", "most", "height"), PAGES, ids=[name for name, *_ in PAGES])
def test_a_page_says_little(phone: Page, game: str, name: str, path: str, most: int, height: int) -> None:
    phone.set_viewport_size({"width": 360, "height": 740})
    phone.goto(game + path)
    if name == "scorecard":
        expect(phone.locator("score-card[data-ready]")).to_be_attached()
        expect(phone.locator("this-phone[data-ready]")).to_be_attached()
    assert words(phone) <= most
    assert phone.evaluate("document.documentElement.scrollHeight") <= height
    assert sideways(phone) <= 0


def test_six_cards_and_their_lines_take_240_pixels_a_player(phone: Page, game: str) -> None:
    phone.set_viewport_size({"width": 360, "height": 740})
    phone.goto(f"{game}/hole/3/worked")
    players = phone.locator(".worked-player")
    expect(players).to_have_count(4)
    for place in range(4):
        player = players.nth(place)
        assert box(player)["height"] <= 240
        assert box(player.locator(".layout"))["x"] < box(player.locator(".score-lines"))["x"]
    expect(phone.get_by_role("navigation", name="Other holes").get_by_role("link")).to_have_text(["Hole 2", "Hole 4"])
    expect(phone.locator(".worked-player .score-line__points").first).to_be_visible()
    for width, abreast in ((768, 2), (1280, 2)):
        phone.set_viewport_size({"width": width, "height": 800})
        assert sum(box(players.nth(place))["y"] == box(players.first)["y"] for place in range(4)) == abreast


def box(part: Locator) -> dict[str, float]:
    found = part.bounding_box()
    assert found is not None
    return {"x": found["x"], "y": found["y"], "width": found["width"], "height": found["height"]}


def test_a_holes_changes_unfold_under_its_row(phone: Page, game: str, axe: CheckAxe) -> None:
    phone.goto(f"{game}/history")
    row = phone.locator("#hole-4")
    fold = phone.locator("details", has=phone.get_by_text("Hole 4: 2 changes"))
    expect(fold.get_by_role("listitem")).to_have_count(0)
    axe(phone)
    middle = box(row)
    phone.touchscreen.tap(middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2)  # anywhere on the row
    expect(fold.get_by_role("listitem").first).to_contain_text("Hole 4 finished")
    axe(phone)


def test_the_bar_and_the_page_have_one_left_edge_and_the_menu_stands_beside_the_scorecard(
    desktop: Page, server: RunningServer
) -> None:
    address = begin_game(desktop, "penalty", NAMES, 9, TWO_DECKS)
    confirm_hole(desktop, address, 1, HANDS, ender="1")
    for width in (700, 1280, 1600):
        desktop.set_viewport_size({"width": width, "height": 800})
        desktop.goto(address)
        expect(desktop.locator("score-card[data-ready]")).to_be_attached()
        table, menu, logo = (
            box(desktop.locator(part)) for part in (".table-scroll", ".tiles", ".app-header__logo > rect")
        )
        assert abs(logo["x"] - table["x"]) <= 2
        assert (menu["x"] > table["x"] + table["width"]) == (width >= 1024)


def test_no_link_of_a_hand_moves_while_it_is_entered(phone: Page, server: RunningServer) -> None:
    table = open_table(phone, server.url, "two-joker", NAMES)
    links = ("Sit out", "Enter score", "Clear", "Wrong player", "Cards")
    places: dict[str, set[tuple[float, float]]] = {name: set() for name in links}

    def look() -> None:
        for name in links:
            link = phone.locator(".entry__links").get_by_role("button", name=name, exact=True)
            if link.is_visible():
                places[name].add((box(link)["x"], box(link)["y"]))

    look()
    for card in ("5", "8", "5", "5", "Q"):
        table.tap_key(card)
        look()
    assert {name: len(seen) for name, seen in places.items()} == {**dict.fromkeys(links, 1), "Cards": 0}


SUMS = [
    ("a number", "12", "", "12"),
    ("a sum", "12+3", "15", "15"),
    ("one that goes on", "12+3−1", "14", "14"),
    ("below 0", "−4", "", "−4"),
    ("a sum below 0", "3−10", "−7", "−7"),
]


@pytest.mark.parametrize(("what", "typed", "shown", "kept"), SUMS, ids=[what for what, *_ in SUMS])
def test_a_number_stands_where_the_cards_were_with_what_its_sum_comes_to(
    phone: Page, server: RunningServer, axe: CheckAxe, what: str, typed: str, shown: str, kept: str
) -> None:
    open_table(phone, server.url, "two-joker", NAMES)
    phone.get_by_role("button", name="Enter score").tap()
    for sign in typed:
        phone.locator(f'.number-entry [data-digit="{sign}"]').tap()
    expect(phone.locator(".number-entry output")).to_have_text(shown)
    expect(phone.get_by_role("textbox", name="Ann", exact=True)).to_have_value(typed)
    assert words(phone) <= 20
    if what == "a sum":
        axe(phone)
    phone.get_by_role("button", name="Next", exact=True).tap()
    expect(phone.get_by_role("tab", name="Ann")).to_contain_text(kept)
    expect(phone.get_by_role("textbox", name="Bo", exact=True)).to_have_value("")


def test_a_number_is_typed_on_a_keyboard_wherever_the_focus_is(desktop: Page, server: RunningServer) -> None:
    table = open_table(desktop, server.url, "penalty", ("Ann", "Bo"))
    expect(desktop.get_by_text("On a keyboard: type the cards.")).to_be_visible()
    desktop.get_by_role("button", name="Enter score").click()
    desktop.locator('.number-entry [data-digit="1"]').click()
    for key in ("2", "+", "3"):
        desktop.keyboard.press(key)
    desktop.keyboard.press("Enter")
    expect(desktop.get_by_role("tab", name="Ann")).to_contain_text("15")
    desktop.keyboard.type("-6")
    desktop.keyboard.press("Enter")
    expect(desktop.get_by_role("tab", name="Bo")).to_contain_text("−6")
    table.confirm("No one")


def test_a_finished_hand_flies_to_its_tab_unless_motion_is_reduced(phone: Page, server: RunningServer) -> None:
    table = Table(phone, server.url)
    # It starts when the next hand is painted.
    flies_after = """key => new Promise((done) => {
        const look = () => done(document.querySelector('.in-flight') !== null);
        key.click();
        requestAnimationFrame(() => setTimeout(() => setTimeout(look)));
    })"""
    for motion, flies in (("no-preference", True), ("reduce", False)):
        phone.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        open_table(phone, server.url, "two-joker", NAMES)
        for card in HANDS[3].replace("/", " ").split()[:-1]:
            table.tap_key(card)
        last = phone.locator('.keypad [data-key="9"]')
        assert last.evaluate(flies_after) == flies
        expect(phone.locator(".in-flight")).to_have_count(0)


def test_keys_are_felt_until_this_phone_is_told_not_to(phone: Page, server: RunningServer) -> None:
    phone.emulate_media(reduced_motion="no-preference")
    phone.add_init_script("window.felt = []; navigator.vibrate = (time) => window.felt.push(time);")
    table = open_table(phone, server.url, "penalty", ("Ann", "Bo"))
    for key in ("5", "8"):
        table.tap_key(key)
    assert phone.evaluate("window.felt") == [8, 8]
    phone.goto(table.game)
    phone.locator("this-phone summary").tap()
    phone.get_by_label("Vibrate when I tap a card").uncheck()
    phone.goto(f"{table.game}/hole/1")
    table.wait_for_entry()
    table.tap_key("7")
    assert phone.evaluate("window.felt") == []


def test_a_hole_that_is_not_sent_yet_has_a_cloud_in_its_row(open_browser: OpenBrowser, server: RunningServer) -> None:
    phone = watched_phone(open_browser).page()
    table = open_table(phone, server.url, "two-joker", ("Ann", "Bo"))
    table.tap_layout(HANDS[1])
    expect(phone.get_by_role("tab", name="Ann")).not_to_contain_text("not saved")
    history = phone.context.new_page()
    history.goto(f"{table.game}/history")
    when = history.locator("#hole-1 .history__when")
    expect(when.locator("time")).to_be_visible()
    phone.context.set_offline(True)
    table.tap_layout(HANDS[3])
    expect(when).to_have_text("not sent yet")
    phone.context.set_offline(False)
    expect(when.locator("time")).to_be_visible()
