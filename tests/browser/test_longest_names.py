"""Names as long as they may be, of eight people: no page is wider for them, and no sheet of paper loses a column."""

from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fitting import sideways
from tests.browser.lessons import LAYOUTS
from tests.browser.printing import PAPERS, faults_on_paper
from tests.browser.screens import FITS, HANDS, NAMES, Chromium, Screen
from tests.browser.seeding import begin_game, confirm_hole, path_of, send
from tests.browser.test_every_page import begin_class, found, joining_of
from tests.hostile import LONGEST

pytestmark = pytest.mark.browser

OF_GAME = (
    *("", "/history", "/hole/3", "/hole/1/history", "/hole/1/worked", "/end", "/invite", "/rules", "/screen", "/table"),
    *("/readings?option.twos=minus", "/wrong?about=looked"),
)
OF_PHONE = ("/", "/people", "/new", "/new/penalty")
PRINTED = ("", "/history", "/hole/1/worked", "/end", "/invite", "/rules", "/screen")
SCREENS = (Screen(360, 740), Screen(360, 740, text=200), Screen(1280, 720))

TITLE = "W" * 80
UNDER_WAY = 2
"""Holes that are confirmed."""


def game_of(page: Page, names: Sequence[str], holes: int, played: int) -> str:
    game = begin_game(page, "penalty", names, holes)
    for hole in range(1, played + 1):
        confirm_hole(page, game, hole, (HANDS * 2)[hole % 4 : hole % 4 + len(names)], ender=str(hole % len(names) + 1))
    return game


def too_wide(page: Page) -> Iterator[str]:
    """What a name has made wider than the window, or than the button that it stands in."""
    if sideways(page) > 0:
        yield f"scrolls sideways by {sideways(page)}"
    for fault in page.evaluate(FITS):
        if fault.startswith(("out of reach", "cut off: BUTTON", "cut off: A", "cut off: SUMMARY", "cut off: LABEL")):
            yield fault


def test_no_page_is_wider_for_a_long_name(phone: Page) -> None:
    running, over = (game_of(phone, LONGEST, holes, UNDER_WAY) for holes in (9, UNDER_WAY))
    send(phone, f"{running}/table", title=TITLE, holes_planned="9")
    send(phone, f"{running}/hole/3", **{"hand-1": HANDS[0], "based-1": "0"}, do="save")
    faults = []
    engine = Chromium(phone)
    for address in (*(running + path for path in OF_GAME), over, f"{over}/end", *OF_PHONE):
        engine.open(address)
        for screen in SCREENS:
            engine.resize(screen)
            faults += [f"{address.removeprefix(running)} {screen}: {fault}" for fault in too_wide(phone)]
    assert faults == []


def test_a_class_is_no_wider_for_the_first_names_that_its_teacher_types(phone: Page) -> None:
    exercises = path_of(send(phone, "/sets", house="worksheet", hands="\n".join(LAYOUTS)))
    lobby = begin_class(phone, exercises, "test")
    board, joining = path_of(lobby), joining_of(lobby)
    names = phone.request.get(joining).text()
    sent = {name: found(rf'name="{name}" value="([^"]+)"', names) for name in ("seat", "name")}
    send(phone, joining, **sent)
    version = found(r'name="based_on" value="(\d+)"', phone.request.get(board).text())
    send(phone, f"{board}/lead", action="begin", based_on=version)
    phone.goto(f"{board}/roster")
    phone.locator("first-name input").first.fill(LONGEST[0])
    phone.goto(f"{board}?view=own")
    who, window = (
        phone.locator(part).first for part in (".board-grid__who:has(first-name)", ".table-scroll:has(.board-grid)")
    )
    expect(who).to_contain_text(LONGEST[0][:3])
    column, room = ((part.bounding_box() or {"width": 0})["width"] for part in (who, window))
    assert column < room * 2 / 3, "it stays in sight, and nothing of the answers would"
    faults = []
    engine = Chromium(phone)
    for address in (f"{board}/roster", board, f"{board}?view=own"):
        engine.open(address)
        for screen in SCREENS:
            engine.resize(screen)
            faults += [f"{address.removeprefix(board)} {screen}: {fault}" for fault in too_wide(phone)]
        faults += [f"{address} printed: {fault}" for fault in faults_on_paper(phone)]
    assert faults == []


def test_no_sheet_of_paper_loses_a_column(desktop: Page) -> None:
    faults = []
    for names, holes in ((NAMES[:2], 9), (NAMES, 18), (LONGEST[:2], 18), (LONGEST, 9)):
        game = game_of(desktop, names, holes, holes)
        for path in PRINTED:
            desktop.goto(game + path)
            faults += [f"{names[0][:5]} {path} on {fault}" for fault in faults_on_paper(desktop, *PAPERS)]
    desktop.goto("/people")
    faults += faults_on_paper(desktop)
    assert faults == []


def test_the_winner_is_as_dark_as_the_rest_and_marked_without_a_ground(desktop: Page) -> None:
    game = game_of(desktop, NAMES, 1, 1)
    desktop.emulate_media(media="print", color_scheme="dark")
    looks = "part => [getComputedStyle(part).color, parseFloat(getComputedStyle(part).borderBlockEndWidth)]"
    for path, winner, other in (
        ("", ".is-leader", ".totals td:not(.is-leader)"),
        ("/end", ".is-winner th", ".places th[scope=row]"),
    ):
        desktop.goto(game + path)
        color, line = desktop.locator(winner).first.evaluate(looks)
        assert color == "rgb(0, 0, 0)"
        assert line > desktop.locator(other).last.evaluate(looks)[1]
