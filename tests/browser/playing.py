"""Playing a game through the pages as a table does: tapping, one layout after the other.

Beside it, every score is reckoned again from the rule sheet by the few lines in `reckoning.py`, which share nothing with the product.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from playwright.sync_api import Page, expect

from scorekeeper.rules import House, format_layout, parse_layout


@dataclass
class Table:
    """A table with one phone: the page it looks at, and how often it was tapped."""

    page: Page
    taps: int = 0
    layouts: dict[tuple[int, str], str] = field(default_factory=dict)  # by hole and player

    def tap(self, selector: str) -> None:
        self.page.locator(selector).tap() if self.page.context.browser and _is_touch(self.page) else self.page.locator(
            selector
        ).click()
        self.taps += 1

    def tap_layout(self, layout: str) -> None:
        """Tap in the cards of whoever's turn it is to be entered."""
        for card in layout.replace("/", " ").split():
            self.tap(f'.keypad button[data-key="{card}"]')

    def enter_hole(self, layouts: Sequence[str]) -> None:
        """Tap in everybody's layout in the order of the tabs."""
        for layout in layouts:
            self.tap_layout(layout)

    def confirm(self, ender: str | None = None) -> None:
        """Say who ended the hole, where asked, and confirm it."""
        if ender is not None:
            self.tap(f'.confirm label:has-text("{ender}")')
        self.tap(".confirm button[type=submit]")


def _is_touch(page: Page) -> bool:
    return bool(page.evaluate("navigator.maxTouchPoints > 0"))


def deal(house: House, players: int, dice: random.Random) -> list[str]:
    """Random final layouts that one table can really hold: dealt from the house's own decks."""
    ranks = [rank.value for rank in house.ranks if rank.value != "*"]
    decks = house.decks(players) or 1
    cards = ranks * 4 * decks + ["*"] * (house.table.jokers_per_deck * decks)
    dice.shuffle(cards)
    size, columns = house.grid.size, house.grid.columns
    layouts = []
    for player in range(players):
        hand = cards[player * size : (player + 1) * size]
        rows = [" ".join(hand[start : start + columns]) for start in range(0, size, columns)]
        layouts.append(format_layout(parse_layout(" / ".join(rows), house)))
    return layouts


def total_row(page: Page) -> list[int]:
    """The totals on the scorecard, in the order of the columns."""
    cells = page.locator(".card-table tr.totals td")
    expect(cells.first).to_be_visible()
    return [int(text.strip().replace("\N{MINUS SIGN}", "-")) for text in cells.all_inner_texts()]


def game_key(page: Page) -> str:
    """The edit key in the address of a game's page."""
    found = re.search(r"/g/([^/?#]+)", page.url)
    assert found is not None, page.url
    return found[1]
