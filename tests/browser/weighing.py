"""What a page weighs for somebody who comes for the first time, counted by the browser that asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Request, expect

from tests.browser.playing import Table


@dataclass(frozen=True)
class FirstLoad:
    """The bytes of every answer as they travelled, without headers, by their addresses."""

    sizes: Mapping[str, int]
    others: tuple[str, ...]
    """Addresses on other hosts that were asked for."""

    @property
    def total(self) -> int:
        return sum(self.sizes.values())


def first_load_of_hole(browser: Browser, table: Table, hole: str) -> FirstLoad:
    """The entry page of a hole on a phone that knows the game's link and nothing else, with all that belongs to it."""
    fresh = browser.new_context(storage_state=table.page.context.storage_state())
    try:
        page = fresh.new_page()
        asked: list[Request] = []
        finished: list[Request] = []
        page.on("request", lambda request: asked.append(request))
        page.on("requestfinished", lambda request: finished.append(request))
        page.goto(hole)
        # On a busy machine the network may be idle for a while before the last module was asked for.
        expect(page.locator("hole-entry[data-ready]")).to_be_visible()
        page.wait_for_load_state("networkidle")
        sizes = {request.url: request.sizes()["responseBodySize"] for request in finished}
        # The rule sheet, which is fetched when all is there, to be had without a network.
        sizes.pop(f"{table.game}/rules", None)
        home = urlsplit(hole).netloc
        return FirstLoad(sizes, tuple(one.url for one in asked if urlsplit(one.url).netloc != home))
    finally:
        fresh.close()
