"""Pages without a network, in a real browser: kept, and read later."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import CheckAxe, OpenBrowser
from tests.browser.offline import ABILITIES, kept, wait_until, wait_until_installed, wait_until_kept, watched_phone
from tests.browser.seeding import bring_in
from tests.serving import RunningServer

pytestmark = pytest.mark.browser


@pytest.fixture
def phone(open_browser: OpenBrowser) -> Page:
    watched = watched_phone(open_browser)
    # As it is counted; none is sent.
    watched.expected += ["status of 404", "request to another host: http://localhost:9/"]
    return watched.page()


def test_the_first_visit_makes_an_app_of_it(phone: Page, server: RunningServer) -> None:
    phone.goto("/")
    wait_until_installed(phone)
    lines = phone.evaluate("fetch('/sw.js').then((answer) => answer.text())").splitlines()
    told = json.loads(lines[1].removeprefix("work(").removesuffix(");"))
    assert len(phone.evaluate("caches.keys()")) == 1
    everything = [*(told["base"] + name for name in told["files"]), told["shell"], *told["pages"]]
    assert sorted(kept(phone)) == sorted(everything)
    assert phone.evaluate(ABILITIES) == {"offline": True, "code": "", "why": ""}
    asked = phone.context.new_cdp_session(phone)
    manifest = asked.send("Page.getAppManifest")
    assert manifest["url"] == f"{server.url}/manifest.webmanifest"
    assert manifest["errors"] == []
    problems = asked.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The browsers of the tests have a profile that leaves nothing behind, in which Chromium installs no app at all.
    assert [problem["errorId"] for problem in problems if problem["errorId"] != "in-incognito"] == []

    # The browser is asked to keep the games, once there is one.
    assert phone.evaluate("localStorage.getItem('scorekeeper:asked-to-persist')") is None
    phone.goto(bring_in(phone, {"Ann": 12, "Bo": -3}))
    asked_once = "localStorage.getItem('scorekeeper:asked-to-persist') !== null"
    wait_until(phone, f"navigator.storage.persisted().then((granted) => granted || {asked_once})")


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


def test_without_a_server_and_in_a_network_that_wants_something_first(
    phone: Page, server: RunningServer, axe: CheckAxe
) -> None:
    card = bring_in(phone, {"Ann": 12, "Bo": -3}, {"Ann": 7, "Bo": 9}, planned=9)
    phone.goto(card)
    wait_until_installed(phone)
    for page in ("rules", "wrong"):
        wait_until_kept(phone, f"{card}/{page}")
    phone.goto("/new/two-joker")
    for place, name in enumerate(("Eva", "Flo")):
        phone.locator('input[name="player"]').nth(place).fill(name)
    server.stop()

    # A form changes nothing, and says so; what it asked for can be done on the phone.
    phone.get_by_role("button", name="Start game").click()
    expect(phone.locator("main")).to_contain_text("You can do it on this phone:")
    expect(phone.get_by_label("Name of player 2")).to_have_value("Flo")
    expect(phone.get_by_label("Which rules?").locator(":checked")).to_have_text("Two-Joker Golf")
    phone.goto(card)
    expect(phone.locator("score-card[data-ready]")).to_be_attached()
    assert phone.locator("tr.totals td").all_inner_texts() == ["19", "6"]
    expect(phone.locator("#hole-2 td a[href*=worked]")).to_have_count(0)  # how it was counted, only the server tells
    axe(phone)
    phone.goto(f"{card}/history")
    expect(phone.get_by_role("heading", level=1)).to_have_text("You’re offline")
    axe(phone)
    # A quarrel in a cabin: what to do about a mishap is there, by this game's rules and by others.
    for address in (f"{card}/wrong", "/referee/four-card/wrong?about=looked"):
        phone.goto(f"{address}#looked")
        expect(phone.locator("[data-mishap=looked] li").first).to_be_visible()
    axe(phone)
    phone.goto("/referee")
    phone.locator(f'a[href="{card}/wrong"]').click()
    expect(phone.locator("[data-mishap=looked]")).to_be_visible()

    said = phone.get_by_role("status").filter(has_text="This network may need you to sign in")
    with answering(server.port, 302, "http://localhost:9/sign-in"):
        phone.goto(card)
        expect(said.get_by_role("link", name="Sign in")).to_be_visible()
    with answering(server.port, 200):
        phone.goto(f"{card}/rules")
        expect(phone.get_by_role("heading", level=1)).to_have_text("Two-Joker Golf")
        axe(phone)
        said.get_by_role("link", name="Sign in").click()
        expect(phone.get_by_role("heading", level=1)).to_have_text("Somebody else")
    server.start()
    phone.goto(f"{card}/history")
    expect(phone.get_by_role("heading", level=1)).to_contain_text("History")
    expect(phone.locator("body")).not_to_contain_text("This network may need")
