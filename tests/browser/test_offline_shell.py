"""The pages without a network, in a real browser: kept from the first visit, a new release taking over between holes.

The server runs from a copy of what it needs, so that a test can make another release of it.
"""

from __future__ import annotations

import json
import random
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, CheckAxe, OpenBrowser, Scheme, Watched
from tests.browser.playing import Table
from tests.browser.seeding import bring_in
from tests.network import Network
from tests.serving import PATIENCE, TREE, RunningServer

NEEDED = ("scorekeeper", "templates", "static", "pyproject.toml")


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """A tree that the server can run from and a test may change."""
    tree = tmp_path / "tree"
    tree.mkdir()
    for name in NEEDED:
        source = TREE / name
        if source.is_dir():
            shutil.copytree(source, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, tree / name)
    return tree


@pytest.fixture
def server(tmp_path: Path, release: Path) -> Iterator[RunningServer]:
    """The real server, from that tree."""
    with RunningServer(tmp_path / "games", cwd=release) as running:
        yield running
        if not running.runs:
            running.start()  # some tests end without one


@pytest.fixture
def phone(open_browser: OpenBrowser) -> Page:
    return watched_phone(open_browser).page()


def watched_phone(open_browser: OpenBrowser, **options: Any) -> Watched:
    """A phone on which the network may fail."""
    watched = open_browser(**PHONE, **options)
    watched.expected += [
        "net::ERR_",
        "An unknown error occurred when fetching the script",
        "status of 502",
        "status of 503",
        "status of 504",
    ]
    return watched


def wait_until(page: Page, expression: str, arg: Any = None) -> None:
    """Playwright's own way of waiting for an expression needs `eval` in the page, which our policy forbids."""
    until = time.monotonic() + PATIENCE
    while not page.evaluate(expression, arg):
        assert time.monotonic() < until, f"never true: {expression}"
        page.wait_for_timeout(50)


def wait_until_installed(page: Page) -> None:
    """Wait until the worker answers for this page and the next."""
    wait_until(page, "navigator.serviceWorker.controller?.state === 'activated'")


def kept(page: Page) -> list[str]:
    """The addresses that the phone keeps, over all its caches."""
    found: list[str] = page.evaluate(
        """async () => {
            const found = [];
            for (const name of await caches.keys()) {
                for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
            }
            return found;
        }"""
    )
    return found


def wait_until_kept(page: Page, path: str) -> None:
    wait_until(page, "path => caches.match(path).then((found) => found !== undefined)", arg=path)


KNOWN_GAMES = """new Promise((done) => {
    indexedDB.open("scorekeeper").onsuccess = ({ target: { result } }) => {
        result.transaction("games").objectStore("games").getAll().onsuccess = ({ target }) => {
            result.close();
            done(target.result);
        };
    };
})"""


def path_of(address: str) -> str:
    return "/" + address.split("/", 3)[3]


# --- without a server -------------------------------------------------------------------------------------------------


def test_after_the_first_visit_everything_of_the_release_is_kept(phone: Page) -> None:
    phone.goto("/")
    wait_until_installed(phone)
    lines = phone.evaluate("fetch('/sw.js').then((answer) => answer.text())").splitlines()
    told = json.loads(lines[1].removeprefix("work(").removesuffix(");"))
    assert len(phone.evaluate("caches.keys()")) == 1
    assert sorted(kept(phone)) == sorted(
        [*(told["base"] + name for name in told["files"]), told["shell"], *told["pages"]]
    )


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_what_can_be_seen_without_a_server(
    colours: Scheme, open_browser: OpenBrowser, server: RunningServer, axe: CheckAxe
) -> None:
    phone = watched_phone(open_browser, color_scheme=colours).page()
    card = path_of(bring_in(phone, {"Ann": 12, "Bo": -3}, {"Ann": 7, "Bo": 9}, planned=9))
    wait_until_installed(phone)
    wait_until_kept(phone, f"{card}/rules")
    totals = phone.locator("tr.totals td").all_inner_texts()
    server.stop()

    phone.goto("/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Ann and Bo")
    expect(phone.locator(".current-game")).to_contain_text("2 of 9 holes played; Bo leads.")
    axe(phone)
    phone.get_by_role("link", name="Scorecard").click()
    expect(phone.locator("score-card[data-ready]")).to_be_attached()
    assert path_of(phone.url) == card
    assert phone.locator("tr.totals td").all_inner_texts() == totals == ["19", "6"]
    axe(phone)
    phone.get_by_role("link", name="Hole 2, worked out").click()
    expect(phone.locator("worked-hole[data-ready]")).to_be_attached()
    expect(phone.locator(".worked-player h2")).to_have_text(["Ann", "Bo"])
    axe(phone)
    phone.get_by_role("link", name="Rules").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Two jokers")
    phone.goto("/houses")
    phone.get_by_role("link", name="Read the rules").first.click()
    expect(phone.locator("main")).to_contain_text("points")
    for address in ("/score", "/nothing", "/g/AAAAAAAAAAAAAAAAAAAAAA", f"{card}/history", f"{card}/hole/7/worked"):
        phone.goto(address)
        expect(phone.get_by_role("heading", level=1)).to_have_text("This page needs the network")
        expect(phone.get_by_role("link", name="Games on this phone")).to_have_attribute("href", "/")
    axe(phone)

    server.start()
    phone.goto(f"{card}/history")
    expect(phone.get_by_role("heading", level=1)).to_contain_text("History")


def test_a_phone_with_its_network_off_is_no_different(open_browser: OpenBrowser) -> None:
    watched = watched_phone(open_browser)
    phone = watched.page()
    phone.goto("/")
    wait_until_installed(phone)
    watched.context.set_offline(True)
    phone.reload()
    expect(phone.get_by_role("heading", level=1)).to_have_text("No games on this phone yet.")
    watched.context.set_offline(False)
    phone.get_by_role("link", name="Try again").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Play Golf. We do the sums.")


def test_every_game_of_this_phone_is_listed(phone: Page, server: RunningServer) -> None:
    for count, scores in enumerate([{"Ann": 1, "Bo": 2}, {"Cy": 5, "Didi": 5}, {"Eva": 5, "Flo": 7}]):
        bring_in(phone, scores, planned=1 + count)
        wait_until(phone, KNOWN_GAMES + f".then((games) => games.length === {count + 1})")
    wait_until_installed(phone)
    server.stop()
    phone.goto("/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Eva and Flo")
    expect(phone.get_by_role("link", name="Go on with hole 2")).to_be_visible()
    expect(phone.get_by_role("region", name="Not finished yet")).to_contain_text("Cy and Didi")
    expect(phone.get_by_role("region", name="Past games")).to_contain_text("Ann won")


def test_a_form_without_a_server_changes_nothing_and_says_so(phone: Page, server: RunningServer, axe: CheckAxe) -> None:
    phone.goto("/new/two-joker")
    wait_until_installed(phone)
    names = phone.locator('input[name="player"]')
    names.nth(0).fill("Ann")
    names.nth(1).fill("Bo")
    server.stop()
    phone.get_by_role("button", name="Begin the game").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("That needs the network")
    expect(phone.locator("main")).to_contain_text("nothing was changed")
    axe(phone)
    server.start()
    phone.get_by_role("button", name="Go back").click()
    expect(phone.get_by_role("button", name="Begin the game")).to_be_visible()
    assert phone.url.endswith("/new/two-joker")


def test_a_page_that_no_worker_had_a_hold_on_is_taken_hold_of(phone: Page, server: RunningServer) -> None:
    """As one that was being opened when the worker began; browsers do the same to one that is loaded anew by force."""
    table = Table(phone, server.url)
    table.begin("two-joker", ("Ann", "Bo"))
    wait_until_installed(phone)
    asked = phone.context.new_cdp_session(phone)
    phone.add_init_script("window.begins = navigator.serviceWorker.controller")
    with phone.expect_navigation():
        asked.send("Page.reload", {"ignoreCache": True})
    assert phone.evaluate("window.begins === null")
    assert phone.evaluate(ABILITIES) == {"offline": True, "code": "", "why": ""}
    table.wait_for_entry()
    wait_until_installed(phone)
    server.stop()
    for layout in ("5 * 7 / 5 Q K", "2 3 4 / 6 8 9"):
        table.tap_layout(layout)
    table.confirm()
    expect(phone.locator("offline-page[data-ready] score-card[data-ready]")).to_be_attached()


# --- with something else in its place ---------------------------------------------------------------------------------


@contextmanager
def silence(port: int) -> Iterator[None]:
    """A server that takes every request and answers none."""
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", port))
        listening.listen(64)
        yield


@contextmanager
def answering(port: int, status: int, to: str = "") -> Iterator[None]:
    """Something that answers everything with that status, or leads it to another host."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = b"<!doctype html><title>Other</title><h1>Somebody else</h1>"
            self.send_response(status)
            self.send_header("Content-Type", "text/html")
            if to:
                self.send_header("Location", to)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", port), Answer) as serving:
        thread = threading.Thread(target=serving.serve_forever)
        thread.start()
        yield
        serving.shutdown()
        thread.join()


def test_a_server_that_is_too_slow_is_not_waited_for(phone: Page, server: RunningServer) -> None:
    card = path_of(bring_in(phone, {"Ann": 12, "Bo": -3}, planned=9))
    wait_until_installed(phone)
    wait_until_kept(phone, f"{card}/rules")
    server.stop()
    with silence(server.port):
        for address in ("/", card):
            began = phone.evaluate("performance.timeOrigin")
            phone.goto(address)
            expect(phone.locator("offline-page[data-ready]")).to_be_attached()
            assert phone.evaluate("performance.timeOrigin") != began
            waited = phone.evaluate("performance.getEntriesByType('navigation')[0].responseStart")
            assert 3_500 < waited < 10_000
        phone.goto(f"{card}/rules")
        expect(phone.get_by_role("heading", level=1)).to_have_text("Two jokers")


@pytest.mark.parametrize(
    ("status", "shown"), [(502, "No games"), (503, "No games"), (504, "No games"), (500, "No games"), (404, "No games")]
)
def test_what_says_that_there_is_no_server_is_no_server(
    status: int, shown: str, open_browser: OpenBrowser, server: RunningServer
) -> None:
    watched = watched_phone(open_browser)
    watched.expected.append(f"status of {status}")
    phone = watched.page()
    phone.goto("/")
    wait_until_installed(phone)
    server.stop()
    with answering(server.port, status):
        phone.reload()
        expect(phone.get_by_role("heading", level=1)).to_contain_text(shown)
        assert phone.evaluate("caches.match('/').then((found) => found === undefined)")


@pytest.mark.parametrize(("status", "to"), [(200, ""), (302, "http://localhost:9/sign-in")])
def test_a_network_that_wants_something_first(
    status: int, to: str, open_browser: OpenBrowser, server: RunningServer, axe: CheckAxe
) -> None:
    watched = watched_phone(open_browser)
    watched.expected.append("request to another host: http://localhost:9/")  # as it is counted; none is sent
    phone = watched.page()
    card = path_of(bring_in(phone, {"Ann": 12, "Bo": -3}, planned=9))
    wait_until_installed(phone)
    wait_until_kept(phone, f"{card}/rules")
    server.stop()
    pages = {
        card: "score-card[data-ready]",
        f"{card}/hole/2": "hole-entry[data-ready]",
        f"{card}/rules": "h1",
        "/": "h1",
    }
    with answering(server.port, status, to):
        for address, selector in pages.items():
            phone.goto(address)
            expect(phone.locator(selector)).to_be_attached()
            said = phone.get_by_role("status").filter(has_text="This network wants something first")
            expect(said.get_by_role("link", name="Open it")).to_be_visible()
            expect(phone.locator("body")).not_to_contain_text("Somebody else")
            axe(phone)
        if status == 200:
            said.get_by_role("link", name="Open it").click()
            expect(phone.get_by_role("heading", level=1)).to_have_text("Somebody else")
            phone.goto("/settle")
            expect(phone.get_by_role("heading", level=1)).to_have_text("Somebody else")
    server.start()
    phone.goto("/sign-in-to-network")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Ann and Bo")
    for address in pages:
        phone.goto(address)
        expect(phone.locator("body")).not_to_contain_text("wants something first")


def test_our_own_redirects_are_followed(phone: Page) -> None:
    card = path_of(bring_in(phone, {"Ann": 12, "Bo": -3}, planned=1))
    wait_until_installed(phone)
    phone.goto(f"{card}/end")
    watched = (phone.locator(".share__link").get_attribute("href") or "").removesuffix("/end")
    phone.goto(f"{watched}/hole/1")  # who may only watch is led to the worked scores
    assert phone.url == f"{watched}/hole/1/worked"
    expect(phone.locator("body")).not_to_contain_text("wants something first")


HEARS_OTHERS = """async () => {
    const found = [];
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
            if ((await (await cache.match(request)).text()).includes("Somebody else")) found.push(request.url);
        }
    }
    return found;
}"""


class Hotel(Network):
    """Its guests are let through only by halves: from the eighth file on that a worker asks for, it answers itself."""

    lets_through = False
    asked = 0

    def _asked(self, request: bytes) -> bytes:
        if not self.lets_through and b" /static/" in request and b"sec-fetch-dest: empty" in request.lower():
            self.asked += 1
            if self.asked > 7:
                body = b"<h1>Somebody else</h1>"
                head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
                return head % len(body) + body
        return super()._asked(request)


def test_what_a_network_answers_in_our_place_is_never_kept(open_browser: OpenBrowser, server: RunningServer) -> None:
    with Hotel(server.port, random.Random(0)) as hotel:
        watched = watched_phone(open_browser, home=hotel.url)
        watched.expected += ["An unknown error", "Uncaught (in promise)", "answered 200"]
        phone = watched.page()
        phone.goto("/")
        until = time.monotonic() + PATIENCE
        while hotel.asked < 8:
            assert time.monotonic() < until, "the worker never began"
            phone.wait_for_timeout(50)
        wait_until(phone, "navigator.serviceWorker.getRegistration().then((found) => !found?.installing)")
        assert phone.evaluate(HEARS_OTHERS) == []
        hotel.lets_through = True
        phone.reload()
        wait_until_installed(phone)
        assert phone.evaluate(HEARS_OTHERS) == []


POISON = """async () => {
    const [name] = await caches.keys();
    const cache = await caches.open(name);
    const [file] = (await cache.keys()).filter(({ url }) => url.endsWith("/js/app.js"));
    await cache.put(file, new Response("<h1>Somebody else</h1>", { headers: { "Content-Type": "text/html" } }));
}"""


def test_what_was_kept_by_mistake_is_fetched_again(phone: Page) -> None:
    phone.goto("/")
    wait_until_installed(phone)
    phone.evaluate(POISON)
    assert len(phone.evaluate(HEARS_OTHERS)) == 1
    phone.reload()
    wait_until(phone, f"({HEARS_OTHERS})().then((found) => found.length === 0)")


def test_a_sheet_that_is_not_there_is_not_kept(open_browser: OpenBrowser) -> None:
    watched = watched_phone(open_browser)
    watched.expected.append("status of 404")
    phone = watched.page()
    phone.goto("/")
    wait_until_installed(phone)
    phone.goto("/houses/nothing")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Nothing here")
    assert "/houses/nothing" not in kept(phone)


# --- a new release ----------------------------------------------------------------------------------------------------

LOOK_FOR_A_NEW_ONE = "navigator.serviceWorker.getRegistration().then((found) => found.update())"
WAITS = "navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting?.state === 'installed')"
NONE_WAITS = "navigator.serviceWorker.getRegistration().then(({ waiting, installing }) => !waiting && !installing)"
ASK_TO_TAKE_OVER = """async () => {
    const { waiting } = await navigator.serviceWorker.getRegistration();
    const { port1, port2 } = new MessageChannel();
    const told = new Promise((done) => (port1.onmessage = (event) => done(event.data)));
    waiting.postMessage({ type: "take-over" }, [port2]);
    return told;
}"""


def wait_until_taken_over(page: Page) -> None:
    """Wait until no release waits any more.

    A worker that has just had work may go on for some minutes in Chromium; only then, or when it is stopped, its
    successor begins. Phones stop idle workers within half a minute; here the one at work is stopped at once. A
    successor that was not told to take over would wait all the same, for pages are open.
    """
    browser = page.context.new_cdp_session(page)
    at_work: set[str] = set()

    def learn(event: dict[str, Any]) -> None:
        for version in event["versions"]:
            busy = version["status"] == "activated" and version["runningStatus"] == "running"
            (at_work.add if busy else at_work.discard)(version["versionId"])

    browser.on("ServiceWorker.workerVersionUpdated", learn)
    browser.send("ServiceWorker.enable")
    until = time.monotonic() + PATIENCE
    while not page.evaluate(NONE_WAITS):
        assert time.monotonic() < until, "no release took over"
        for version in tuple(at_work):
            browser.send("ServiceWorker.stopWorker", {"versionId": version})
        page.wait_for_timeout(100)
    browser.detach()


def wait_until_one_is_kept(page: Page) -> None:
    """Open pages until the phone has given back the room of every release but one."""
    until = time.monotonic() + PATIENCE
    while len(page.evaluate("caches.keys()")) > 1:
        assert time.monotonic() < until, "the old release is still kept"
        page.reload()


def make_another(release: Path) -> None:
    """Change one file of the tree."""
    file = release / "static" / "css" / "app.css"
    file.write_text(file.read_text("utf-8") + "\n.of-the-next-release { color: red; }\n", encoding="utf-8")


def base_of(page: Page) -> str:
    """Where the page's scripts came from."""
    found: str = page.evaluate("new URL('../', document.querySelector('script[src$=\"app.js\"]').src).pathname")
    return found


def test_a_new_release_waits_while_a_hole_is_entered_and_takes_over_from_the_scorecard(
    open_browser: OpenBrowser, server: RunningServer, release: Path
) -> None:
    watched = watched_phone(open_browser)
    entering = watched.page()
    table = Table(entering, server.url)
    table.begin("two-joker", ("Ann", "Bo"))
    wait_until_installed(entering)
    entering.reload()
    table.wait_for_entry()
    card, hole, old = table.game, entering.url, base_of(entering)
    entering.evaluate("window.isTheSamePage = true")
    table.tap_layout("5 * 7 / 5 Q K")

    make_another(release)
    server.restart()
    entering.evaluate(LOOK_FOR_A_NEW_ONE)
    wait_until(entering, WAITS)
    assert len(entering.evaluate("caches.keys()")) == 2

    other = watched.page()
    other.goto(card)
    assert base_of(other) != old
    assert other.evaluate(ASK_TO_TAKE_OVER) is False, "somebody is entering a hole"
    assert entering.evaluate(WAITS)
    # The page goes on with the files that it came with, though the server has none of them any more.
    assert entering.evaluate("base => fetch(`${base}js/hole.js`).then(({ status }) => status)", old) == 200
    assert entering.evaluate("window.isTheSamePage")
    table.tap_layout("2 3 4 / 6 8 9")
    expect(entering.locator(".confirm button[type=submit]")).to_be_visible()
    assert entering.url == hole

    other.evaluate("window.isTheSamePage = true")
    entering.goto(card)
    wait_until_taken_over(entering)
    wait_until_one_is_kept(entering)
    assert other.evaluate("window.isTheSamePage"), "no page is loaded anew by this"
    server.stop()
    entering.reload()
    expect(entering.locator("offline-page[data-ready]")).to_be_attached()
    assert base_of(entering) == base_of(other) != old


def test_a_new_release_takes_the_rule_sheets_of_games_along(phone: Page, server: RunningServer, release: Path) -> None:
    card = path_of(bring_in(phone, {"Ann": 12, "Bo": -3}, planned=9))
    wait_until_installed(phone)
    wait_until_kept(phone, f"{card}/rules")
    phone.goto("/")
    old = base_of(phone)
    make_another(release)
    server.restart()
    phone.evaluate(LOOK_FOR_A_NEW_ONE)
    wait_until_taken_over(phone)
    phone.goto("/houses")
    wait_until_one_is_kept(phone)
    assert f"{card}/rules" in kept(phone)
    assert not [path for path in kept(phone) if path.startswith(old)]
    server.stop()
    phone.goto(f"{card}/rules")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Two jokers")


def test_an_open_page_keeps_the_files_that_it_came_with(
    open_browser: OpenBrowser, server: RunningServer, release: Path
) -> None:
    watched = watched_phone(open_browser)
    phone = watched.page()
    phone.goto("/houses")
    wait_until_installed(phone)
    phone.reload()
    old = base_of(phone)
    make_another(release)
    server.restart()
    other = watched.page()
    other.goto("/")
    other.evaluate(LOOK_FOR_A_NEW_ONE)
    wait_until_taken_over(other)
    other.reload()
    assert base_of(other) != old
    assert len(other.evaluate("caches.keys()")) == 2
    assert phone.evaluate("base => fetch(`${base}js/app.js`).then(({ status }) => status)", old) == 200
    phone.close()
    wait_until_one_is_kept(other)


# --- an app ----------------------------------------------------------------------------------------------------------


def test_chromium_finds_nothing_wrong_with_the_manifest(phone: Page, server: RunningServer) -> None:
    phone.goto("/")
    wait_until_installed(phone)
    asked = phone.context.new_cdp_session(phone)
    manifest = asked.send("Page.getAppManifest")
    assert manifest["url"] == f"{server.url}/manifest.webmanifest"
    assert manifest["errors"] == []
    problems = asked.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The browsers of the tests have a profile that leaves nothing behind, in which Chromium installs no app at all.
    assert [problem["errorId"] for problem in problems if problem["errorId"] != "in-incognito"] == []


ABILITIES = """async () => {
    const script = document.querySelector('script[src$="app.js"]').src;
    const { abilities } = await import(new URL("elements/installing.js", script).href);
    return abilities();
}"""


def test_a_page_knows_what_it_can_do_without_a_network(phone: Page) -> None:
    phone.goto("/")
    wait_until_installed(phone)
    assert phone.evaluate(ABILITIES) == {"offline": True, "code": "", "why": ""}


def test_over_plain_http_nothing_is_kept_and_the_page_knows_why(
    open_browser: OpenBrowser, server: RunningServer
) -> None:
    watched = open_browser(**PHONE)
    watched.home = f"http://0.0.0.0:{server.port}"  # leads here too, but a browser does not know that
    phone = watched.page()
    phone.goto(watched.home)
    assert phone.evaluate("isSecureContext") is False
    can = phone.evaluate(ABILITIES)
    assert (can["offline"], can["code"]) == (False, "plain-http")
    assert "plain http" in can["why"]


def test_a_browser_is_asked_once_to_keep_the_games(phone: Page) -> None:
    phone.goto("/")
    wait_until_installed(phone)
    assert phone.evaluate("localStorage.getItem('scorekeeper:asked-to-persist')") is None
    bring_in(phone, {"Ann": 12, "Bo": -3})
    asked = "localStorage.getItem('scorekeeper:asked-to-persist') !== null"
    wait_until(phone, f"navigator.storage.persisted().then((granted) => granted || {asked})")
