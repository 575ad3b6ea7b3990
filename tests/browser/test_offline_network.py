"""Something else in the server's place: a network that is slow, that answers itself, or wants something first."""

from __future__ import annotations

import random
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import CheckAxe, OpenBrowser
from tests.browser.offline import (
    kept,
    path_of,
    until_true,
    wait_until,
    wait_until_installed,
    wait_until_kept,
    watched_phone,
)
from tests.browser.seeding import bring_in
from tests.network import Network
from tests.serving import PATIENCE, RunningServer


@pytest.fixture
def phone(open_browser: OpenBrowser) -> Page:
    return watched_phone(open_browser).page()


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


@pytest.mark.nightly
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
            assert 3_500 < waited < PATIENCE * 1000
        phone.goto(f"{card}/rules")
        expect(phone.get_by_role("heading", level=1)).to_have_text("Two jokers")


@pytest.mark.parametrize(
    ("status", "shown"),
    [
        (502, "No games"),
        (404, "No games"),
        *(pytest.param(status, "No games", marks=pytest.mark.nightly) for status in (500, 503, 504)),
    ],
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


@pytest.mark.nightly
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
        until_true(phone, lambda: hotel.asked >= 8, "the worker never began")
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
