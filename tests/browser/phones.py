"""Several phones at one table: one begins a game, the others come by its invitation and say whose they are."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, OpenBrowser, Watched
from tests.browser.offline import until_true
from tests.browser.playing import NAMES, Table
from tests.serving import PATIENCE

SLOW = PATIENCE * 1000
"""Milliseconds for what waits for a phone's next try."""

TROUBLE = ["net::ERR_", "status of 502", "status of 503", "An unknown error occurred when fetching the script"]
"""What browsers log where a network is gone or loses answers."""


@dataclass
class Phone:
    """A phone of one of the players, at the game's pages."""

    name: str
    watched: Watched
    table: Table

    @property
    def page(self) -> Page:
        return self.table.page

    def tab(self, name: str) -> Locator:
        return self.page.get_by_role("tab", name=name)

    def open_hole(self, number: int) -> None:
        self.page.goto(f"{self.table.game}/hole/{number}")
        expect(self.page.locator(f'hole-entry[data-ready="{number}"]')).to_be_attached()

    def has_sent_all(self) -> None:
        """Wait until the server has everything that was entered here."""
        until_true(self.page, lambda: not outbox(self.page))


def take_up(opened: Watched, name: str, url: str) -> Phone:
    """A new phone with an empty page."""
    return Phone(name, opened, Table(opened.page(), url))


def gather(
    open_browser: OpenBrowser,
    url: str,
    house: str,
    *,
    names: Sequence[str] = NAMES,
    holes: int = 3,
    readings: Mapping[str, str] | None = None,
    expected: Iterable[str] = (),
) -> list[Phone]:
    """A phone for everybody, at hole 1 and at its own player: the first one began the game, the others came."""
    workers = "allow" if expected else "block"  # for phones of which some trouble with the network is expected
    phones = [take_up(open_browser(home=url, **PHONE, service_workers=workers), name, url) for name in names]
    for phone in phones:
        phone.watched.expected += expected
    host, *guests = phones
    host.table.begin(house, names=names, holes=holes, readings=readings)
    host.page.goto(f"{host.table.game}/invite")
    link = host.page.get_by_label("Join link", exact=True).input_value()
    host.page.get_by_text("Who’s using this phone?").tap()
    say_who(host)
    for guest in guests:
        guest.page.goto(url + urlsplit(link).path)
        say_who(guest)
        guest.page.get_by_role("link", name="Enter hole 1").tap()
    host.open_hole(1)
    for phone in phones:
        phone.table.wait_for_entry()
        expect(phone.tab(phone.name)).to_have_attribute("aria-selected", "true")
    return phones


def say_who(phone: Phone) -> None:
    with phone.page.expect_navigation(timeout=SLOW):
        phone.page.get_by_role("button", name=phone.name, exact=True).tap()


def enter_together(phones: Sequence[Phone], layouts: Mapping[str, str]) -> None:
    """Everybody taps in their own cards at the same time: a card here, a card there."""
    hands = [[(phone, card) for card in layouts[phone.name].replace("/", " ").split()] for phone in phones]
    for cards in zip_longest(*hands):
        for phone, card in filter(None, cards):
            phone.table.tap_key(card)


# --- what is kept -----------------------------------------------------------------------------------------------------

OUTBOX = """Object.entries(localStorage)
    .filter(([key]) => key.startsWith("scorekeeper:waits:"))
    .map(([, text]) => JSON.parse(text))"""


def outbox(page: Page) -> list[dict[str, Any]]:
    """What waits in the browser's storage."""
    found: list[dict[str, Any]] = page.evaluate(OUTBOX)
    return found
