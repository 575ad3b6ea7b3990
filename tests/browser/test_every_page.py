"""Every page there is, with a game under way and one that is over: accessible in light and dark, on a phone and a desk.

The fixtures of the two screens see to it that nothing is logged as an error and no other host is asked.
"""

from __future__ import annotations

from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from scorekeeper import houses
from scorekeeper.web import create_app
from tests.browser.conftest import PHONE, CheckAxe, OpenBrowser
from tests.browser.playing import Table

pytestmark = pytest.mark.browser

PAGES = {
    "start.index": "/",
    "houses.index": "/houses",
    "houses.sheet": "/houses/penalty",
    "questions.index": "/houses/penalty/questions",
    "questions.row": "/houses/two-joker/questions/004-a",
    "build.begin": "/houses/build?from=penalty",
    "build.edit": "{made}",
    "build.shared": "{shared}",
    "settle.index": "/score?house=two-joker&cards=5+*+7+%2F+5+Q+K",
    "referee.index": "/referee",
    "referee.turn": "/referee/turn?house=penalty&ask=put-back",
    "referee.decks": "/referee/decks?house=penalty",
    "practice.index": "/practice",
    "practice.of_house": "/practice/penalty",
    "practice.question": "/practice/worksheet/question",
    "practice.carry": "/practice/carry",
    "practice.forget": "/practice/forget",
    "learn.index": "/learn",
    "learn.screen": "/learn/two-joker/deal",
    "new_game.choose_house": "/new",
    "new_game.setup": "/new/penalty",
    "imports.index": "/import",
    "play.card": "{game}",
    "play.hole": "{game}/hole/3",
    "play.worked": "{game}/hole/1/worked",
    "play.history": "{game}/history",
    "play.hole_history": "{game}/hole/1/history",
    "table.index": "{game}/table",
    "readings.index": "{game}/readings?option.twos=minus",
    "houses.of_game": "{game}/rules",
    "houses.forget": "{forget}",
    "end.index": "{over}/end",
    "invite.index": "{game}/invite",
    "screen.index": "{watched}/screen",
    "sets.index": "/sets",
    "sets.look": "{set}",
    "sets.answers": "{set}/answers?A.points=99&B.points=1",
    "classroom.index": "/class",
    "classroom.board": "{class}",
    "classroom.question": "{class}/question/A",
    "classroom.cell": "{class}/map/A/adding",
    "classroom.roster": "{class}/roster",
    "classroom.clear_seats": "{class}/remove",
    "classroom.delete": "{class}/delete",
    "classroom.papers": "{papers}/papers",
    "classroom.paper": "{papers}/papers/1",
    "classroom.label": "{class}/label",
    "classroom.elsewhere": "{class}/elsewhere",
    "classroom.seat": "{class}/seat/1",
    "classroom.forget": "/class/forget",
    "pupils.join": "/join",
    "pupils.choose": "{join}",
    "pupils.seat": "{seat}",
    "offline.shell": "/offline",
}
NOT_PAGES = {
    *("health.health", "static", "openapi", "api.read_game", "api.read_hole", "api.read_house", "api.read_token"),
    *("offline.manifest", "offline.worker", "offline.sign_in_to_network"),
    *("end.csv", "end.json", "end.txt", "end.chart"),
    *("houses.sheet_pdf", "houses.of_game_pdf"),
    *("build.download", "learn.begin"),
    *("classroom.results", "classroom.papers_csv", "api.read_board", "api.read_class"),
    *("sets.sheet_pdf", "sets.sheet_txt", "sets.key_pdf", "sets.key_txt", "sets.export"),
}


def test_no_page_is_left_out(tmp_path: Any) -> None:
    app = create_app({"TESTING": True}, str(tmp_path))
    endpoints = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    assert endpoints == set(PAGES) | NOT_PAGES


@pytest.mark.nightly
@pytest.mark.parametrize("width", [360, 768, 1280])
def test_every_page_is_accessible(width: int, phone: Page, server: Any, axe: CheckAxe) -> None:
    phone.emulate_media(reduced_motion="reduce")  # colours change at once
    running = Table(phone, server.url)
    running.begin("penalty", names=("Ann", "Bo", "Cy"))
    running.play_hole(1, ["5 * 7 / 5 Q 9", "K K A / K 3 2", "9 8 Q / 7 5 4"], "Ann")
    running.play_hole(2, ["K K K / 3 4 5", "K K 3 / 4 5 6", "9 9 9 / 9 J 10"], "Nobody")
    game = running.game.removeprefix(server.url)
    over = Table(phone, server.url)
    over.begin("two-joker", names=("Ann", "Bo"), holes=1)
    over.play_hole(1, ["5 6 7 / 5 6 8", "9 J 7 / 9 J 8"])
    finished = over.game.removeprefix(server.url)
    phone.goto(f"{server.url}/houses/build?from=two-joker")
    phone.get_by_role("button", name="Keep these rules").tap()
    shared = phone.get_by_role("link", name="The rule sheet").get_attribute("href")
    made = phone.url.removeprefix(server.url)
    forget = f"/houses/~{(shared or '').removeprefix('/h/')}/forget"
    phone.goto(f"{server.url}{game}/screen")  # it leads on to the link of those who watch: a screen shows its address
    watched = urlsplit(phone.url).path.removesuffix("/screen")
    assert watched.startswith("/g/")
    assert watched != game
    phone.goto(f"{server.url}/practice/worksheet")
    phone.get_by_role("button", name="Just start").tap()
    phone.wait_for_url("**/practice/worksheet/question#prompt")
    phone.goto(f"{server.url}/sets")
    phone.get_by_role("button", name="Make the sheets").tap()
    expect(phone.locator("h1")).to_have_text("Golf scoring, Worksheet")
    worksheets = phone.url.removeprefix(server.url)
    led, join = begin_class(phone, "Live")
    axe(phone)  # in the lobby; it is a board from now on
    phone.goto(server.url + join)
    phone.locator(".pupil-name").first.tap()
    phone.wait_for_url(f"**{join}/1")
    phone.goto(server.url + led)
    for button, words in (("Begin", "answers are open"), ("Reveal the answer", "the answer is shown")):
        phone.get_by_role("button", name=button).tap()
        expect(phone.locator(".board-now__words")).to_contain_text(words)
    papers, _ = begin_class(phone, "Paper")
    phone.goto(f"{server.url}{papers}/papers")
    phone.get_by_label("Paper 1, A", exact=True).fill("12")
    phone.get_by_role("button", name="Save these papers").tap()
    phone.wait_for_url(f"**{papers}")
    phone.set_viewport_size({"width": width, "height": 800})
    for endpoint, address in PAGES.items():
        places = {"game": game, "over": finished, "made": made, "shared": shared, "forget": forget}
        places |= {"watched": watched, "set": worksheets, "class": led, "papers": papers}
        places |= {"join": join, "seat": f"{join}/1"}
        address = address.format(**places)
        phone.goto(server.url + address)
        # A page that is not there for this device leads on to another one, which is not the one to look at.
        assert urlsplit(phone.url).path == urlsplit(address).path, f"{endpoint} leads on to {phone.url}"
        expect(phone.locator("h1").first).to_be_visible()
        if endpoint.startswith("build."):
            phone.evaluate("document.querySelectorAll('details').forEach((part) => (part.open = true))")
        axe(phone)
        phone.emulate_media(color_scheme="dark")
        axe(phone, colours_only=True)
        phone.emulate_media(color_scheme="light")
        overflow = phone.evaluate("document.scrollingElement.scrollWidth - innerWidth")
        assert overflow <= 0, f"{endpoint} scrolls sideways by {overflow} px at {width}"


def begin_class(phone: Page, pace: str) -> tuple[str, str]:
    """Begin a class with the newest set of this device; gives the addresses of its board and of joining it."""
    phone.goto("/class")
    phone.get_by_role("radio", name=pace).check()
    with phone.expect_navigation():
        phone.get_by_role("button", name="Begin").tap()
    expect(phone.locator("live-page[data-ready]")).to_be_attached()
    code = phone.locator(".board-code .visually-hidden")
    joining = f"/join/{(code.first.text_content() or '').replace(' ', '')}" if code.count() else ""
    return urlsplit(phone.url).path, joining


@pytest.mark.nightly
def test_the_confirmation_is_accessible_too(phone: Page, server: Any, axe: CheckAxe) -> None:
    table = Table(phone, server.url)
    table.begin("penalty", names=("Ann", "Bo"))
    for layout in ("K K K / 3 4 5", "K K 3 / 4 5 6"):
        table.tap_layout(layout)
    expect(phone.locator(".confirm__warnings")).to_be_visible()
    axe(phone)
    phone.get_by_role("button", name="Enter a number").tap()
    axe(phone)


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.nightly)])
def test_refusals_are_accessible_too(
    scheme: Literal["light", "dark"], open_browser: OpenBrowser, server: Any, axe: CheckAxe
) -> None:
    watched = open_browser(**PHONE, color_scheme=scheme)
    watched.expected.append("status of 4")
    page = watched.page()
    page.goto(f"{server.url}/no-such-page")
    axe(page)
    page.goto(f"{server.url}/score?house=two-joker&cards=5+X+7")
    axe(page)
    page.goto(f"{server.url}/new/two-joker")
    page.locator('input[name="player"]').first.fill("x" * 39)
    page.get_by_role("button", name="Begin the game").tap()
    expect(page.locator("main")).to_contain_text("The game has not begun yet")
    axe(page)


@pytest.mark.parametrize("house", [house.key for house in houses.built_in()])
def test_every_house_has_its_pages(house: str, phone: Page, server: Any) -> None:
    for address in (f"/houses/{house}", f"/new/{house}"):
        answer = phone.goto(server.url + address)
        assert answer is not None
        assert answer.ok
