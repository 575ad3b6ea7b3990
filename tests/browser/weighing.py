"""What a first visit by plain http costs, as the browser counts it: bytes, and seconds on a slow phone."""

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from time import monotonic
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Request, expect

from tests.browser.chromium import OTHER_MACHINE
from tests.browser.slow_link import SlowLink
from tests.serving import PATIENCE


@dataclass(frozen=True)
class FirstLoad:
    """The bytes of every answer as they traveled, with headers, by their addresses."""

    sizes: Mapping[str, int]
    others: tuple[str, ...]
    """Addresses on other hosts that were asked for."""

    @property
    def total(self) -> int:
        return sum(self.sizes.values())


def first_load(browser: Browser, address: str, ready: str) -> FirstLoad:
    """A page on a phone that has nothing but its link, with all that belongs to it until that element is ready."""
    fresh = browser.new_context()
    try:
        page = fresh.new_page()
        asked: list[Request] = []
        finished: list[Request] = []
        page.on("request", lambda request: asked.append(request))
        page.on("requestfinished", lambda request: finished.append(request))
        where = urlsplit(address)
        home = f"{OTHER_MACHINE}:{where.port}"
        page.goto(where._replace(netloc=home).geturl())
        # On a busy machine the network may be idle for a while before the last module was asked for.
        expect(page.locator(f"{ready}[data-ready]")).to_have_count(1)
        page.wait_for_load_state("networkidle")
        # What the page asks for again and again while it is open is none of it.
        own = [one for one in finished if not urlsplit(one.url).path.startswith("/api/")]
        parts = {one.url: one.sizes() for one in own}
        sizes = {url: part["responseBodySize"] + part["responseHeadersSize"] for url, part in parts.items()}
        return FirstLoad(sizes, tuple(one.url for one in asked if urlsplit(one.url).netloc != home))
    finally:
        fresh.close()


SLOWER = 4
"""How often slower than this machine's is the processor of a slow phone."""

_WATCH = """ready => new MutationObserver((_, watch) => {
  if (!document.querySelector(ready)) return;
  window.usableAfter = performance.now();
  watch.disconnect();
}).observe(document, {subtree: true, childList: true, attributes: true, attributeFilter: ["data-ready"]})"""


@dataclass(frozen=True)
class Waits:
    """Seconds from asking for a page on a slow phone until it can be used; the middle one of several visits."""

    first: float
    again: float
    """What a move inside a game takes, once the phone has the app's files and the link is quiet."""


QUIET = 1.0
"""Seconds without a packet, after which a phone keeps no more pages."""


def usable_after(browser: Browser, address: str, ready: str, come_from: str, visits: int = 5) -> Waits:
    """A page on a slow phone behind a slow link, until that element is ready; again from another page of the game."""
    found: list[tuple[float, float]] = []
    where = urlsplit(address)
    with SlowLink(where.port or 443) as link:
        behind_link = f"{where.hostname}:{link.port}"
        slow_address = where._replace(netloc=behind_link).geturl()
        for _ in range(visits):
            fresh = browser.new_context()
            try:
                page = fresh.new_page()
                fresh.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
                page.add_init_script(f"({_WATCH})('{ready}[data-ready]')")
                first = _wait_for(page, slow_address, ready)
                until = monotonic() + PATIENCE
                while all(cookie.get("name") != "files" for cookie in fresh.cookies()):
                    assert monotonic() < until, "the phone never had the files"
                    page.wait_for_timeout(100)
                page.goto(urlsplit(come_from)._replace(netloc=behind_link).geturl())
                while monotonic() - link.carried_at < QUIET:
                    assert monotonic() < until, "the link was never quiet"
                    page.wait_for_timeout(100)
                found.append((first, _wait_for(page, slow_address, ready)))
            finally:
                fresh.close()
    first, again = (median(times) for times in zip(*found, strict=True))
    return Waits(first, again)


def _wait_for(page: Page, address: str, ready: str) -> float:
    page.goto(address, wait_until="commit")
    expect(page.locator(f"{ready}[data-ready]")).to_have_count(1)
    milliseconds: float = page.evaluate("window.usableAfter")
    return milliseconds / 1000
