"""Every page there is, with a game under way and one that is over: accessible, wide as a phone, fit for paper.

The phone sees to it that nothing is logged as an error and no other host is asked.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from scorekeeper import houses
from scorekeeper.houses.writing import house_toml
from scorekeeper.web.another_game import points_house
from scorekeeper.web.app import create_app
from tests.browser.conftest import COLORS, PHONE, CheckAxe, OpenBrowser, opener
from tests.browser.fitting import sideways
from tests.browser.lessons import LAYOUTS
from tests.browser.printing import faults_on_paper
from tests.browser.screens import Chromium, Screen
from tests.browser.seeding import begin_game, confirm_hole, path_of, send
from tests.project.test_styles import CLASS, COMMENT, SHEETS
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

PAGES = {
    "start.index": "/",
    "houses.index": "/houses",
    "houses.sheet": "/houses/penalty",
    "questions.index": "/houses/penalty/questions",
    "questions.row": "/houses/two-joker/questions/004-a",
    "build.begin": "/houses/build?from=four-card",
    "build.edit": "{made}",
    "build.shared": "{shared}",
    "build.ask_for_good": "{gone_rules}/delete-for-good",
    "start.people": "/people",
    "settle.index": "/score?house=two-joker&cards=5+*+7+%2F+5+Q+K&option.equal-value=value&option.ace=eleven",
    "referee.index": "/referee",
    "referee.turn": "/referee/turn?house=penalty&ask=put-back",
    "went_wrong.of_house": "/referee/four-card/wrong?about=looked",
    "went_wrong.of_game": "{game}/wrong?about=looked",
    "practice.index": "/practice",
    "practice.of_house": "/practice/penalty",
    "practice.question": "/practice/worksheet/question",
    "learn.start_here": "/learn/penalty",
    "practice_hole.index": "/play",
    "practice_hole.play": "/play/two-joker",
    "new_game.choose_house": "/new",
    "new_game.setup": "/new/penalty",
    "another_game.index": "/new/another",
    "another_game.edit": "{named}",
    "imports.index": "/import",
    "play.card": "{game}",
    "play.hole": "{game}/hole/3",
    "play.worked": "{game}/hole/1/worked",
    "play.history": "{game}/history",
    "play.hole_history": "{game}/hole/1/history",
    "table.index": "{game}/table",
    "readings.index": "{game}/readings?option.twos=minus",
    "houses.of_game": "{over}/rules",
    "end.index": "{over}/end",
    "end.ask_for_good": "{gone}/delete-for-good",
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
    "classroom.papers": "{papers}/papers",
    "classroom.paper": "{papers}/papers/1",
    "classroom.elsewhere": "{class}/elsewhere",
    "classroom.ask_for_good": "{gone_class}/delete-for-good",
    "students.join": "/join",
    "students.choose": "{elsewhere}",
    "students.seat": "{seat}",
    "offline.shell": "/offline",
}
NOT_PAGES = {
    *("health.health", "static", "api.read_game", "api.read_hole", "api.read_house", "api.read_token"),
    *("offline.manifest", "offline.worker", "offline.sign_in_to_network"),
    *("start.go_on", "learn.index"),
    *("end.csv", "end.json", "end.chart", "end.picture", "invite.joined"),
    *("build.download", "practice_hole.why"),
    *("classroom.results", "api.read_board", "api.read_class", "api.read_houses"),
    *("sets.sheet", "sets.key", "sets.strip", "sets.export"),
}


def test_no_page_is_left_out(tmp_path: Any) -> None:
    app = create_app({"TESTING": True}, str(tmp_path))
    endpoints = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    assert endpoints == set(PAGES) | NOT_PAGES


SMALL_TARGETS = """smallest => [...document.querySelectorAll("a, button, summary, select, input:not([type=hidden])")]
    .filter((target) => target.checkVisibility() && !target.closest(".visually-hidden, .skip-link"))
    // A link within a sentence has the height of its line; a radio button is as large as its label.
    .filter((target) => !(target.tagName === "A" && target.closest("p:not(.buttons)")
      && getComputedStyle(target).display === "inline"))
    .map((target) => target.closest("label, .radio-card--other") ?? target)
    .map((target) => [target.outerHTML.slice(0, 80), target.getBoundingClientRect()])
    .filter(([, box]) => box.width < smallest || box.height < smallest)
    .map(([text, box]) => `${text} ${box.width} x ${box.height}`)"""
MISNAMED = r"""() => {
    const words = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
    const isSpokenOnly = ".visually-hidden, svg, input, select, textarea, [aria-hidden=true]";
    const shown = (node) => [...node.childNodes].map((part) => part instanceof Text ? part.data
      : part.matches(isSpokenOnly) || !part.checkVisibility() ? " "
      : getComputedStyle(part).display.startsWith("inline") ? shown(part) : ` ${shown(part)} `).join("");
    return [...document.querySelectorAll("a[href], button, summary, [role=tab], [role=button]")]
      .filter((part) => part.checkVisibility() && part.ariaLabel !== null)
      .map((part) => [words(shown(part)), words(part.ariaLabel)])
      .filter(([label, name]) => label !== "" && !` ${name} `.includes(` ${label} `))
      .map(([label, name]) => `"${label}" is called "${name}"`);
}"""
"""What is called by other words than it shows: people who speak to their phone say what they see."""

PLAYED = {"play.hole", "practice_hole.play", "learn.start_here"}
"""Pages that consist of what is tapped: nobody prints them."""

LARGE_TARGETS = {
    "start.index",
    "houses.index",
    "houses.sheet",
    "settle.index",
    "went_wrong.of_house",
    "went_wrong.of_game",
    "new_game.choose_house",
    "new_game.setup",
    "another_game.index",
}
"""Pages on which nothing to tap is smaller than 44 px."""


def places_of(phone: Page) -> dict[str, str]:
    """One of everything that a link opens: each place in `PAGES` with its path."""
    running = begin_game(phone, "penalty", ("Ann", "Bo", "Cy"))
    confirm_hole(phone, running, 1, ["5 * 7 / 5 Q 9", "K K A / K 3 2", "9 8 Q / 7 5 4"], ender="1")
    confirm_hole(phone, running, 2, ["K K K / 3 4 5", "K K 3 / 4 5 6", "9 9 9 / 9 J 10"])
    over = begin_game(phone, "two-joker", ("Ann", "Bo"), holes=1)
    confirm_hole(phone, over, 1, ["5 6 7 / 5 6 8", "9 J 7 / 9 J 8"])
    # It leads on to the link of those who watch: a screen shows its address.
    watched = path_of(phone.request.get(f"{running}/screen")).removesuffix("/screen")
    made = send(phone, "/houses/load", text=house_toml(houses.get("two-joker")))
    shared = found(r'href="(/h/[^"]+)"', made.text())
    named = path_of(send(phone, "/houses/load", text=house_toml(points_house("Phase 10", "lower", "points", 150))))
    send(phone, "/practice/worksheet/start", rule="")
    exercises = path_of(send(phone, "/sets", house="worksheet", hands="\n".join(LAYOUTS)))

    lobby = begin_class(phone, exercises, "live")
    joining = joining_of(lobby)
    names = phone.request.get(joining).text()
    sent = {"seat": found(r'name="seat" value="([^"]+)"', names), "name": found(r'name="name" value="([^"]+)"', names)}
    seat = path_of(send(phone, joining, **sent))
    board = path_of(lobby)
    for action, words in (("begin", "Question 1 of 3: open"), ("reveal", "answer shown")):
        version = found(r'name="based_on" value="(\d+)"', phone.request.get(board).text())
        assert words in send(phone, f"{board}/lead", action=action, based_on=version).text()
    elsewhere = joining_of(begin_class(phone, exercises, "test"))  # in which this phone has no seat
    papers = path_of(begin_class(phone, exercises, "paper"))
    variant = found(r'name="sheet" value="([^"]+)"', phone.request.get(f"{papers}/papers").text())
    send(phone, f"{papers}/papers/1", **{"sheet": variant, "based_on": "0", "A.points": "12"})
    places = {"game": running, "over": over, "watched": watched, "made": path_of(made), "shared": shared}
    places["named"] = named
    taught = {"set": exercises, "class": board, "seat": seat, "elsewhere": elsewhere, "papers": papers}
    return {**places, **taught, **deleted_of(phone, exercises)}


def deleted_of(phone: Page, exercises: str) -> dict[str, str]:
    """A game, rules and a class that this phone began and deleted."""
    rules = path_of(send(phone, "/houses/load", text=house_toml(houses.get("four-card"))))
    gone_class = path_of(begin_class(phone, exercises, "test"))
    version = found(r'name="based_on" value="(\d+)"', phone.request.get(gone_class).text())
    gone = {"gone": begin_game(phone, "penalty", ("Ann", "Bo")), "gone_rules": rules, "gone_class": gone_class}
    for path in gone.values():
        send(phone, f"{path}/delete", based_on=version)
    return gone


def begin_class(phone: Page, exercises: str, pace: str) -> APIResponse:
    """Its lobby, which shows the code."""
    return send(phone, "/class", own=exercises.rpartition("/")[2], pace=pace)


def joining_of(lobby: APIResponse) -> str:
    return f"/join/{found(r'board-code.*?visually-hidden[^>]*>([^<]+)<', lobby.text()).replace(' ', '')}"


def found(pattern: str, page: str) -> str:
    match = re.search(pattern, page, re.DOTALL)
    assert match is not None, pattern
    return match[1]


BARE_HERE = {"game-data", "mark", "score-line--pair", "seat-choice", "wins"}
"""Classes that stand on several pages, and that the sheet of one of them alone gives a look."""


@pytest.fixture(scope="module")
def furnished(browser: Browser, server_of_the_worker: RunningServer) -> Iterator[tuple[Page, Mapping[str, str]]]:
    """A phone that has one of everything, and the places of it all; no test changes any of them."""
    with opener(browser, server_of_the_worker.url) as open_browser:
        watched = open_browser(**PHONE)
        page = watched.page()
        yield page, places_of(page)


def test_every_page_is_sent_the_styles_of_its_classes(furnished: tuple[Page, Mapping[str, str]]) -> None:
    phone, places = furnished
    known = {sheet.stem: set(CLASS.findall(COMMENT.sub("", sheet.read_text("utf-8")))) for sheet in SHEETS}
    for endpoint, place in PAGES.items():
        html = phone.request.get(place.format(**places)).text()
        linked = set().union(*(known[sheet] for sheet in re.findall(r"/css/([\w-]+)\.css", html)))
        classes = {word for words in re.findall(r'class="([^"]*)"', html) for word in words.split()}
        elsewhere = set().union(*known.values()) - linked - BARE_HERE
        assert classes & elsewhere == set(), endpoint


PAINTED = "() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))"
SHIFTS = """() => new Promise((answer) => {
    const moved = [];
    const note = (list) => moved.push(...list.getEntries().flatMap(({ value, sources }) => value < 0.001 ? []
      : sources.map(({ node }) => node?.outerHTML?.slice(0, 60) ?? "text")));
    new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => answer(moved))));
})"""
"""What moved by itself while the page was loaded."""
SHOWN_WHOLE = """const hidden = new CSSStyleSheet();
hidden.replaceSync("html { display: none }");
document.adoptedStyleSheets = [hidden];
document.addEventListener("readystatechange", () => (document.adoptedStyleSheets = []), { once: true });"""
"""A busy machine may draw half a page and then the rest, which moves the first half; that is not what is looked for."""


def test_nothing_moves_when_the_scripts_of_a_page_arrive(furnished: tuple[Page, Mapping[str, str]]) -> None:
    own, places = furnished
    phone = own.context.new_page()
    phone.add_init_script(SHOWN_WHOLE)
    held: list[Route] | None = None

    def hold(route: Route) -> None:
        route.continue_() if held is None else held.append(route)

    phone.route(re.compile(r"/js/(?!shell/theme)"), hold)
    for endpoint, place in PAGES.items():
        held = []
        phone.goto(place.format(**places), wait_until="commit")
        phone.locator("body").wait_for()
        phone.evaluate(PAINTED)
        late, held = held, None
        for route in late:
            route.continue_()
        phone.wait_for_load_state("networkidle")
        assert phone.evaluate(SHIFTS) == [], endpoint
    phone.unroute_all()
    phone.close()


EDGES = """() => {
    const left = (part) => part.getBoundingClientRect().left;
    const parts = [...document.querySelectorAll("main > :not(.visually-hidden, dialog, script)")]
      .flatMap((part) => getComputedStyle(part).display === "contents" ? [...part.children] : [part])
      .filter((part) => part.checkVisibility() && part.getBoundingClientRect().height > 0);
    const bar = document.querySelector(".app-header");
    const first = bar?.querySelector(".app-header__logo > rect") ?? bar?.querySelector("a");
    return first && [left(first), Math.min(...parts.map(left))];
}"""
"""Where the bar's first sign and the page's first part begin, in pixels; null without a bar."""


INSET = PLAYED | {"play.worked"}
"""Pages whose first part has room at its edge for a finger, so that what shows begins further in."""


def has_one_left_edge(page: Page) -> bool:
    """Whether the bar and the page begin at the same distance from the edge of a desktop's window."""
    page.set_viewport_size({"width": 1280, "height": 800})
    edges = page.evaluate(EDGES)
    return not edges or abs(edges[0] - edges[1]) <= 2


UNFOLD = "() => document.querySelectorAll('details').forEach((part) => (part.open = true))"


SCHEMES: Sequence[Literal["light", "dark"]] = ("light", "dark")


def test_every_page_is_accessible(furnished: tuple[Page, Mapping[str, str]], axe: CheckAxe) -> None:
    """In light and in dark, and aligned on a desktop; every other one is fitted and printed in dark, too."""
    phone, places = furnished
    phone.add_init_script(Axe().axe_script)  # sent to the browser once for all of them
    engine = Chromium(phone)
    for turn, (endpoint, place) in enumerate(PAGES.items()):
        address = place.format(**places)
        phone.goto(address)
        # A page that is not there for this device leads on to another one, which is not the one to look at.
        assert urlsplit(phone.url).path == urlsplit(address).path, f"{endpoint} leads on to {phone.url}"
        expect(phone.locator("h1").first).to_be_visible()
        assert endpoint in INSET or has_one_left_edge(phone), endpoint
        engine.resize(Screen(360, 740))
        if endpoint in LARGE_TARGETS:
            assert phone.evaluate(SMALL_TARGETS, 44) == [], endpoint
        if endpoint == "build.edit":  # the same form as that of build.begin
            phone.evaluate(UNFOLD)
        for rules, scheme in zip((None, COLORS), SCHEMES[:: -1 if turn % 2 else 1], strict=True):
            phone.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            axe(phone, rules)
        assert phone.evaluate(MISNAMED) == [], endpoint
        for text in (200, 100):  # percent: how large people have it
            engine.resize(Screen(360, 740, text))
            assert sideways(phone) <= 0, f"{phone.url} scrolls sideways by {sideways(phone)} px at {text} %"
        if endpoint not in PLAYED:
            assert faults_on_paper(phone) == [], endpoint
        phone.evaluate(UNFOLD)
        engine.resize(Screen(360, 740, 200))
        assert sideways(phone) <= 0, f"{phone.url} scrolls sideways by {sideways(phone)} px with all folds open"
        engine.resize(Screen(360, 740))


def test_refusals_are_accessible_too(open_browser: OpenBrowser, server: Any, axe: CheckAxe) -> None:
    watched = open_browser(**PHONE, color_scheme="dark")
    watched.expected.append("status of 4")
    page = watched.page()
    for address in ("/no-such-page", "/score?house=two-joker&cards=5+X+7"):
        page.goto(server.url + address)
        axe(page)
    page.goto(f"{server.url}/new/worksheet")
    for place, name in enumerate(("Ann", "ann")):
        page.locator('input[name="player"]').nth(place).fill(name)
    page.get_by_role("button", name="Start game").tap()
    page.get_by_role("alert").get_by_role("link", name="Two players are named ann").tap()
    expect(page.locator("#player-1")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#player-1")).to_have_accessible_description(re.compile("Two players are named ann"))
    axe(page)
