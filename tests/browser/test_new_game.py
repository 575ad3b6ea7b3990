"""Starting a game by keyboard and by touch, and a rule sheet on paper."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESKTOP, OpenBrowser
from tests.browser.playing import NAMES, Table
from tests.browser.seeding import bring_in
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

HOLE_ONE = re.compile(r"/g/[\w-]+/hole/1$")


def names(page: Page) -> list[str]:
    return [field.input_value() for field in page.locator(".seat > .input").all()]


def placeholders(page: Page) -> list[str | None]:
    return [field.get_attribute("placeholder") for field in page.locator(".seat > .input").all()]


def fill(page: Page, *people: str) -> None:
    for field, name in zip(page.locator('.seat input[name="player"]').all(), people, strict=False):
        field.fill(name)


def drag(page: Page, which: int, to: int) -> None:
    """Drag a seat by its handle to another place."""
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
    assert names(desktop) == ["", "", "", ""]
    assert placeholders(desktop) == ["Player 1", "Player 2", "Player 3", "Player 4"]
    desktop.get_by_role("button", name="Remove player 4").press("Enter")
    desktop.locator("#player-0").focus()
    for name in ("Ann", "Bo", "Cy"):
        desktop.keyboard.type(name)
        desktop.keyboard.press("Enter")
    expect(desktop.get_by_role("button", name="Start game")).to_be_focused()
    # Cy, from his own handle, to the first seat and one down again.
    desktop.locator(".seat__handle").nth(2).focus()
    desktop.keyboard.press("Home")
    desktop.keyboard.press("ArrowDown")
    assert names(desktop)[:3] == ["Ann", "Cy", "Bo"]
    expect(desktop.locator("seat-order [aria-live]")).to_have_text("Cy: seat 2 of 3")
    tab_to(desktop, desktop.get_by_role("radio", name="9", exact=True))
    for _ in range(2):
        desktop.keyboard.press("ArrowRight")
    tab_to(desktop, desktop.get_by_role("spinbutton", name="Number of holes"))
    desktop.keyboard.type("4")
    tab_to(desktop, desktop.get_by_role("button", name="Start game"))
    desktop.keyboard.press("Enter")
    desktop.wait_for_url(HOLE_ONE)
    expect(desktop.locator(".player-tab__name")).to_have_text(["Ann", "Cy", "Bo"])
    expect(desktop.locator(".app-header__title")).to_contain_text("Hole 1 of 4")


def test_a_game_is_begun_with_a_finger(phone: Page) -> None:
    phone.goto("/new/penalty")
    phone.locator("seat-order[data-ready]").wait_for()
    question = phone.get_by_role("group", name="One deck or two for four players?")
    expect(question.get_by_label("two decks")).to_be_checked()  # there are four rows, and that is usual
    fill(phone, "Ann", "Bo", "Cy", "Di")
    drag(phone, 2, 0)
    assert names(phone) == ["Cy", "Ann", "Bo", "Di"]
    phone.get_by_label("Deals first").nth(2).check()
    phone.get_by_role("button", name="Remove player 3").tap()
    assert names(phone) == ["Cy", "Ann", "Di"]
    expect(phone.get_by_label("Deals first").nth(2)).to_be_checked()
    expect(question).to_be_hidden()
    phone.get_by_role("button", name="Add a player").tap()
    expect(phone.get_by_label("Name of player 4")).to_be_focused()
    expect(question).to_be_visible()
    drag(phone, 3, 1)  # a seat without a name takes the number of its place along
    assert names(phone) == ["Cy", "", "Ann", "Di"]
    assert placeholders(phone) == ["Player 1", "Player 2", "Player 3", "Player 4"]
    phone.get_by_role("button", name="Start game").tap()
    phone.wait_for_url(HOLE_ONE)
    expect(phone.locator(".player-tab__name")).to_have_text(["Cy", "Player 2", "Ann", "Di"])
    expect(phone.locator(".app-header__note")).to_contain_text("Di deals")


def test_a_new_table_plays_after_five_taps_and_the_names_and_a_known_one_after_two(
    phone: Page, server: RunningServer
) -> None:
    phone.goto("/")
    table = Table(phone, server.url)
    table.tap(phone.get_by_role("link", name="New game"))
    table.tap(phone.locator(".house-row", has_text="most common").get_by_role("link"))
    phone.locator("seat-order[data-ready]").wait_for()
    table.tap("#player-0")
    for name in NAMES:
        phone.keyboard.type(name)
        phone.keyboard.press("Enter")
    table.tap(phone.get_by_role("button", name="Start game"))
    table.wait_for_entry()
    table.tap_key("A")
    assert table.taps == 5
    expect(phone.locator(".player-tab__name")).to_have_text(list(NAMES))

    bring_in(phone, dict.fromkeys(NAMES, 5))
    phone.goto("/")
    table.taps = 0
    table.tap(phone.get_by_role("button", name="Play again"))
    table.wait_for_entry()
    table.tap_key("A")
    assert table.taps == 2
    expect(phone.locator(".player-tab__name")).to_have_text(list(NAMES))


def typed_in(page: Page) -> dict[str, object]:
    """Everything typed into the form."""
    form = page.locator("#new-game")
    return {
        "names": names(page),
        "dealer": [radio.is_checked() for radio in form.locator("input[name=dealer]").all()],
        "holes": form.locator("input[name=holes]:checked").get_attribute("value"),
        "title": form.locator("input[name=title]").input_value(),
    }


TYPED = {"names": ["Ann", "", "Cy"], "dealer": [False, False, True], "holes": "18", "title": "Lake"}


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_what_was_typed_is_kept_by_other_rules_and_a_begun_game_is_not_begun_again(
    open_browser: OpenBrowser, server: RunningServer, *, scripts: bool
) -> None:
    """Going back finds a page that the browser has dropped: this one keeps none."""
    page = open_browser(**DESKTOP, java_script_enabled=scripts).page()
    page.goto(f"{server.url}/new/penalty")
    page.get_by_role("button", name="Remove player 4").click()
    expect(page.locator("input[name=player]")).to_have_count(3)
    fill(page, "Ann", "", "Cy")
    page.get_by_label("Deals first").nth(2).check()
    page.get_by_role("group", name="Holes").get_by_label("18").check()
    page.locator("summary", has_text="More").first.click()
    page.get_by_label("Game name (optional)").fill("Lake")
    assert typed_in(page) == TYPED
    page.get_by_role("button", name="Change rules").click()
    page.get_by_role("button", name="Classroom Golf").click()
    expect(page.get_by_role("heading", level=2)).to_have_text("Classroom Golf")
    assert typed_in(page) == TYPED

    page.goto(f"{server.url}/new/two-joker")
    if scripts:
        page.get_by_role("button", name="Remove player 4").click()
        fill(page, "Eva", "", "Flo")
        page.get_by_label("Deals first").nth(2).check()
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url(HOLE_ONE)
    begun = page.url
    page.go_back()
    if scripts:
        expect(page.locator("input[name=player]")).to_have_count(3)
        assert typed_in(page) == {
            "names": ["Eva", "", "Flo"],
            "dealer": [False, False, True],
            "holes": "9",
            "title": "",
        }
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url(HOLE_ONE)
    assert page.url == begun


LONG = (
    "Maximiliane",
    "Christopher-Alexander",
    "Alexandra",
    "Bo",
    "Cy",
    "Didi",
    "Eve",
    "Maximiliane Christopher-Alexander",
)


def test_a_new_game_of_four_fits_on_one_screen(phone: Page) -> None:
    """The rules that ask the most: four players, with a question about their decks."""
    phone.goto("/new/penalty")
    phone.locator("seat-order[data-ready]").wait_for()
    expect(phone.locator("input[name=player]")).to_have_count(4)
    expect(phone.get_by_role("group", name="One deck or two for four players?")).to_be_in_viewport(ratio=1)
    expect(phone.get_by_role("button", name="Start game")).to_be_in_viewport(ratio=1)
    assert phone.evaluate("document.documentElement.scrollHeight") <= 740
    words = re.findall(r"\S*[^\W\d_]{2}\S*", phone.locator("main").inner_text())
    assert len(words) <= 40, words


def test_eight_long_names_scroll_and_start_game_stays_in_sight(phone: Page) -> None:
    phone.goto("/new/vanishing-columns")
    for place, name in enumerate(LONG):
        if place >= 4:
            phone.get_by_role("button", name="Add a player").tap()
        phone.get_by_label(f"Name of player {place + 1}").fill(name)
    expect(phone.get_by_role("button", name="Add a player")).to_be_hidden()  # these rules are for eight
    expect(phone.get_by_role("button", name="Start game")).to_be_in_viewport(ratio=1)
    assert {round(box["height"]) for row in phone.locator(".seat").all() if (box := row.bounding_box())} == {48}
    assert phone.evaluate("document.documentElement.scrollWidth") == 360


def test_a_row_moves_by_taps_alone(phone: Page) -> None:
    phone.goto("/new/worksheet")
    fill(phone, "Ann", "Bo", "Cy", "Di")
    grip = phone.get_by_role("button", name="Move Cy, seat 3 of 4")
    grip.tap()
    phone.get_by_role("button", name="Move player 3 up").tap()
    assert names(phone) == ["Ann", "Cy", "Bo", "Di"]
    phone.get_by_role("button", name="Move Cy, seat 2 of 4").tap()
    expect(phone.get_by_role("button", name="Move player 2 up")).to_be_hidden()


def test_known_names_are_seated_with_one_tap_each_and_the_fewest_players_stay(
    phone: Page, server: RunningServer
) -> None:
    bring_in(phone, dict.fromkeys(("Gil", "Hana"), 5))
    bring_in(phone, dict.fromkeys(("Ann", "Bo"), 5))
    phone.goto("/new/worksheet")
    assert names(phone) == ["Ann", "Bo"]
    expect(phone.get_by_role("button", name="Remove player")).to_have_count(0)  # two is the fewest
    for name in ("Hana", "Gil"):
        phone.get_by_role("button", name=f"Add {name}").tap()
        expect(phone.get_by_role("button", name=f"Add {name}")).to_be_hidden()
    assert names(phone) == ["Ann", "Bo", "Hana", "Gil"]
    expect(phone.get_by_role("button", name="Remove player")).to_have_count(4)


SEARCHES = {
    "a name": ("classroom", ["Classroom Golf"]),
    "another name": ("polish POKER", ["Six-Card Golf"]),
    "part of a word, and a fact": ("eight own deck", ["Play Nine"]),
    "nothing": ("chess", []),
}


@pytest.mark.parametrize("address", ["/new", "/houses", "/houses/build", "/play"])
def test_rules_are_searched_by_any_name(phone: Page, address: str) -> None:
    phone.goto(address)
    shown = phone.locator(".house-row :is(a, button):not([aria-label])")
    before = shown.filter(visible=True).count()
    search = phone.get_by_role("searchbox", name=re.compile("Search 2[3-9] rules"))
    for typed, found in SEARCHES.values():
        search.fill(typed)
        expect(shown.filter(visible=True)).to_have_text(found)
        expect(phone.locator(".fold__note", has_text=" more").filter(visible=True)).to_have_count(0)
    search.fill("")
    expect(shown.filter(visible=True)).to_have_count(before)


def test_the_fullest_rule_sheet_prints_on_one_page(open_browser: OpenBrowser) -> None:
    page = open_browser(**DESKTOP).page()
    page.goto("/houses/vanishing-columns")
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
