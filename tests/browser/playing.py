"""Playing a game through the pages as a table does: tapping, one layout after the other."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from scorekeeper.rules import House, format_layout, parse_layout

NAMES = ("Ann", "Bo", "Cy", "Didi")
NOTHING_WAITS = "() => !Object.keys(localStorage).some((key) => key.startsWith('scorekeeper:waits:'))"


@dataclass
class Table:
    """A table with one phone: the page that it looks at, the app's address, and how often it was tapped."""

    page: Page
    url: str
    taps: int = 0
    _touched: tuple[Page, bool] | None = None

    def tap(self, where: Locator | str) -> None:
        """One tap of a finger, or one click where there is no touch screen."""
        target = self.page.locator(where) if isinstance(where, str) else where
        if self.is_touched():
            target.tap()
        else:
            target.click()
        self.taps += 1

    def is_touched(self) -> bool:
        """Whether its screen is touched; that of a page never changes."""
        if self._touched is None or self._touched[0] is not self.page:
            self._touched = (self.page, self.page.evaluate("navigator.maxTouchPoints") > 0)
        return self._touched[1]

    def tap_key(self, card: str) -> None:
        """One tap where the key lies now, as a finger does it: nothing is scrolled, no key waited for."""
        key = self.page.locator(f'.keypad button[data-key="{card}"]:visible').bounding_box()
        assert key is not None, f"no key for {card}"
        where = (key["x"] + key["width"] / 2, key["y"] + key["height"] / 2)
        if self.is_touched():
            self.page.touchscreen.tap(*where)
        else:
            self.page.mouse.click(*where)
        self.taps += 1

    def begin(
        self, house: str, names: Sequence[str] = NAMES, holes: int = 9, readings: Mapping[str, str] | None = None
    ) -> None:
        """Begin a game through the pages; afterward the page is at hole 1."""
        page = self.page
        page.goto(f"{self.url}/new/{house}")
        names_fields = page.locator('input[name="player"]')
        expect(page.locator("button[data-add]")).to_be_visible()
        while names_fields.count() < len(names):
            before = names_fields.count()
            page.locator("button[data-add]").click()
            expect(names_fields).to_have_count(before + 1)
        while names_fields.count() > len(names):
            before = names_fields.count()
            page.locator("button[data-remove]").last.click()
            expect(names_fields).to_have_count(before - 1)
        for place, name in enumerate(names):  # the last game's people may sit there already
            names_fields.nth(place).fill(name)
        page.locator('input[name="holes"][value="other"]').check()
        page.locator('input[name="holes_other"]').fill(str(holes))
        for option, reading in (readings or {}).items():
            choice = page.locator(f'input[name="option.{option}"][value="{reading}"]')
            fold = page.locator("details.fold", has=choice)
            if fold.count() and not choice.is_visible():
                fold.locator("summary").click()
            choice.check()
        page.get_by_role("button", name="Start game").click()
        page.wait_for_url("**/hole/1")
        if self.has_scripts():
            self.wait_for_entry()

    def has_scripts(self) -> bool:
        has: bool = self.page.evaluate("matchMedia('(scripting: enabled)').matches")
        return has

    def wait_for_entry(self) -> None:
        expect(self.page.locator("hole-entry[data-ready]")).to_be_attached()

    def tap_layout(self, layout: str) -> None:
        """Tap in the cards of whoever's turn it is to be entered."""
        cards = layout.replace("/", " ").split()
        # The key that filled the layout before rests for a moment, so that a double tap enters nothing.
        expect(self.page.locator(f'.keypad[data-resting="{cards[0]}"]')).to_have_count(0)
        for card in cards:
            self.tap_key(card)

    def confirm(self, ender: str | None = None) -> None:
        """Say who ended the hole, where asked, and confirm it; afterward the page has left the hole."""
        hole = self.page.url
        if ender is not None:
            self.tap(self.page.locator(".confirm label", has_text=re.compile(f"^{re.escape(ender)}$")))
        self.tap(".confirm button[type=submit]")
        self.page.wait_for_url(lambda url: url != hole)

    def play_hole(self, number: int, layouts: Sequence[str], ender: str | None = None) -> int:
        """Enter and confirm a whole hole; returns how many taps it took."""
        self.page.goto(f"{self.game}/hole/{number}")
        self.wait_for_entry()
        before = self.taps
        for layout in layouts:
            self.tap_layout(layout)
        self.confirm(ender)
        self.has_sent_all()
        return self.taps - before

    def has_sent_all(self) -> None:
        """Wait until the server has every entry, and the page that is open says of nothing that it waits."""
        if self.has_scripts():
            self.page.wait_for_function(NOTHING_WAITS)  # the note is silent about what waits for a moment only
            expect(self.page.locator("waiting-note:not([data-ready])")).to_have_count(0)
            expect(self.page.locator("waiting-note", has_text=re.compile(r"\S"))).to_have_count(0)

    @property
    def game(self) -> str:
        """The address of the game's scorecard."""
        found = re.match(r".*/g/[^/?#]+", self.page.url)
        assert found is not None, self.page.url
        return found[0]

    def totals(self) -> dict[str, int]:
        """The totals on the scorecard, by name, once the server has all that was entered here."""
        self.page.goto(self.game)
        if self.has_scripts():
            expect(self.page.locator("score-card[data-ready]")).to_be_attached()
        self.has_sent_all()
        return self.totals_shown()

    def totals_shown(self) -> dict[str, int]:
        """The same on the scorecard that is open."""
        table = self.page.locator("table.card-table")
        names = [text.strip().split("\n")[0] for text in table.locator("thead th").all_inner_texts()[1:]]
        cells = table.locator("tr.totals td").all_inner_texts()
        return dict(zip(names, map(points, cells), strict=True))


def points(text: str) -> int:
    """A number as the pages write it."""
    return int(text.strip().replace("\N{MINUS SIGN}", "-"))


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
