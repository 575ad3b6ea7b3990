"""Journeys: what people do at a table, in a quarrel and in a class, told once each and true after every rewrite.

A journey knows what is seen and touched, and reckons from the cards. It asks for no header, table, module or number of
requests.
"""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import axe, desktop, open_browser, phone, server, server_of_the_worker
from tests.browser.phones import SLOW
from tests.browser.playing import Table
from tests.journeys.either_engine import server_on_postgresql

__all__ = ["axe", "desktop", "open_browser", "phone", "server", "server_of_the_worker", "server_on_postgresql"]


def reads(page: Page, words: str | re.Pattern[str]) -> None:
    """These words come to stand on the page."""
    expect(page.locator("body")).to_contain_text(words, timeout=SLOW)


def waits(page: Page, entries: int) -> None:
    """The page says how much has not reached the server."""
    reads(page, "1 entry waiting to send." if entries == 1 else f"{entries} entries waiting to send.")


def enters(table: Table, name: str, layout: str) -> None:
    """Somebody's cards on the hole that is open, from the first one on."""
    tab = table.page.get_by_role("tab", name=name)
    tab.tap()
    expect(tab).to_have_attribute("aria-selected", "true")
    table.tap_layout(layout)


def comes_to(page: Page, *totals: int) -> None:
    """The scorecard that is open shows these totals, by seats, at last."""
    row = page.get_by_role("row", name=re.compile("^(Total|Team)"))
    shown = [str(total).replace("-", "\N{MINUS SIGN}") for total in totals]
    expect(row.get_by_role("cell")).to_have_text(shown, timeout=SLOW)


def told(table: Table, hole: int, *changes: str) -> None:
    """The history of a hole has these changes and no others, newest first."""
    table.page.goto(f"{table.game}/hole/{hole}/history")
    shown = table.page.get_by_role("main").get_by_role("listitem")
    expect(shown).to_have_count(len(changes))
    for place, words in enumerate(changes):
        expect(shown.nth(place)).to_contain_text(words)
