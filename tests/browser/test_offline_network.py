"""Something else in the server's place: a network that is slow, that answers itself, or wants something first."""

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import CheckAxe, OpenBrowser
from tests.browser.offline import path_of, until_true, wait_until, wait_until_installed, wait_until_kept, watched_phone
from tests.browser.seeding import bring_in
from tests.network import Network
from tests.serving import RunningServer

pytestmark = pytest.mark.browser


@pytest.fixture
def phone(open_browser: OpenBrowser) -> Page:
    watched = watched_phone(open_browser)
    # As it is counted; none is sent.
    watched.expected += ["status of 404", "request to another host: http://localhost:9/"]
    return watched.page()


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


def test_a_network_that_wants_something_first(phone: Page, server: RunningServer, axe: CheckAxe) -> None:
    card = path_of(bring_in(phone, {"Ann": 12, "Bo": -3}, planned=9))
    wait_until_installed(phone)
    wait_until_kept(phone, f"{card}/rules")
    phone.goto(f"{card}/end")
    watched = (phone.locator(".share__link").get_attribute("href") or "").removesuffix("/end")
    phone.goto(f"{watched}/hole/1")  # our own redirects are followed: who may only watch comes to the worked scores
    assert phone.url == f"{watched}/hole/1/worked"
    server.stop()
    pages = {card: "score-card[data-ready]", f"{card}/rules": "h1"}
    said = phone.get_by_role("status").filter(has_text="This network wants something first")
    for status, to in ((302, "http://localhost:9/sign-in"), (200, "")):
        with answering(server.port, status, to):
            for address, selector in pages.items():
                phone.goto(address)
                expect(phone.locator(selector)).to_be_attached()
                expect(said.get_by_role("link", name="Open it")).to_be_visible()
                expect(phone.locator("body")).not_to_contain_text("Somebody else")
            if status == 200:
                axe(phone)
                said.get_by_role("link", name="Open it").click()
                expect(phone.get_by_role("heading", level=1)).to_have_text("Somebody else")
    server.start()
    phone.goto("/sign-in-to-network")
    phone.goto(card)
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
        until_true(phone, lambda: hotel.asked >= 8, "the worker never began")
        wait_until(phone, "navigator.serviceWorker.getRegistration().then((found) => !found?.installing)")
        assert phone.evaluate(HEARS_OTHERS) == []
        hotel.lets_through = True
        phone.reload()
        wait_until_installed(phone)
        assert phone.evaluate(HEARS_OTHERS) == []
