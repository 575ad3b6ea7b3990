"""What waits in a phone's outbox gets to the server once and in order, whatever goes wrong on the way."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from scorekeeper import houses
from tests.browser.conftest import PHONE, OpenBrowser
from tests.browser.phones import (
    SLOW,
    TROUBLE,
    all_open_hole,
    all_see,
    confirmed,
    enter_together,
    entered,
    gather,
    outbox,
    same_card,
    story,
    take_up,
)
from tests.browser.playing import NAMES, deal
from tests.browser.reckoning import hole_scores, raw_score
from tests.network import Network
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

CARDS = {"Ann": "5 * 7 / 5 Q K", "Bo": "A 2 3 / 4 6 8", "Cy": "9 9 J / 9 9 10"}


@pytest.fixture
def network(server: RunningServer) -> Iterator[Network]:
    """A good one, until the test makes it worse."""
    with Network(server.port, random.Random(0)) as network:
        yield network


def test_what_waited_arrives_in_order_after_the_session_has_ended(
    open_browser: OpenBrowser, server: RunningServer, network: Network
) -> None:
    watched = open_browser(home=network.url, **PHONE)
    watched.expected += [*TROUBLE, "status of 400"]
    phone = take_up(watched, "Ann", network.url)
    phone.table.begin("two-joker", names=tuple(CARDS))
    page = phone.page
    watched.context.set_offline(True)
    for cards in CARDS.values():
        phone.table.tap_layout(cards)
    expect(page.locator("waiting-note")).to_have_text("3 entries wait for the network.")
    watched.context.clear_cookies()
    watched.context.set_offline(False)
    expect(page.locator("waiting-note")).to_have_text("", timeout=SLOW)
    phone.has_sent_all()
    changes = story(server.instance, phone.table.game)
    assert entered(changes) == {(1, name, cards): 1 for name, cards in CARDS.items()}
    assert [name for _, name, _ in entered(changes)] == list(CARDS)


def link_of(host: Page, game: str) -> str:
    host.goto(f"{game}/invite")
    return host.get_by_label("Link to play along", exact=True).input_value()


def test_a_link_that_is_renewed_while_entries_wait(
    open_browser: OpenBrowser, server: RunningServer, network: Network
) -> None:
    host, guest = gather(
        open_browser, network.url, "two-joker", names=("Ann", "Bo"), expected=[*TROUBLE, "status of 410"]
    )
    guest.watched.context.set_offline(True)
    guest.table.tap_layout(CARDS["Bo"])
    note = guest.page.locator("waiting-note")
    expect(note).to_have_text("1 entry waits for the network.")

    old = link_of(host.page, host.table.game)
    host.page.get_by_text("Renew this link").first.tap()
    host.page.get_by_role("button", name="Renew the link to play along").tap()
    expect(host.page.get_by_role("status").filter(has_text="the old one opens nothing any more")).to_be_visible()
    renewed = link_of(host.page, host.table.game)
    assert renewed != old

    guest.watched.context.set_offline(False)
    line = note.get_by_text("1 entry kept here. Scan the table's new code.")
    expect(line).to_have_attribute("title", re.compile("The table has a new link for this game.+until then"))
    assert line.evaluate("line => line.scrollWidth <= line.clientWidth"), "all of it can be read"
    assert [entry["cards"] for entry in outbox(guest.page)] == [CARDS["Bo"]]
    guest.page.reload()
    expect(guest.page.get_by_role("heading", name="This link was renewed")).to_be_visible()

    guest.page.goto(network.url + urlsplit(renewed).path)
    expect(guest.page.locator("#hole-1 td")).to_have_text(["– missing", "24"])
    expect(guest.page.locator("waiting-note[data-ready]")).to_have_text("")
    guest.has_sent_all()
    changes = story(server.instance, host.table.game)
    assert entered(changes) == {(1, "Bo", CARDS["Bo"]): 1}


def dealt(holes: int) -> list[dict[str, str]]:
    """Everybody's cards for each hole, no two hands with the same points on a hole."""
    dice, rules = random.Random("one table"), houses.with_readings(houses.get("penalty"), {"decks-at-four": "one"})
    found: list[dict[str, str]] = []
    while len(found) < holes:
        layouts = dict(zip(NAMES, deal(rules, 4, dice), strict=True))
        if len({raw_score("penalty", layout) for layout in layouts.values()}) == len(layouts):
            found.append(layouts)
    return found


def each_once(holes: Sequence[dict[str, str]]) -> dict[tuple[int, str, str], int]:
    return {(hole, name, cards): 1 for hole, layouts in enumerate(holes, start=1) for name, cards in layouts.items()}


def test_four_phones_over_a_network_that_is_slow_and_loses_answers(
    open_browser: OpenBrowser, server: RunningServer, network: Network
) -> None:
    """What the phones sent, however often, the store has once."""
    phones = gather(open_browser, network.url, "penalty", readings={"decks-at-four": "one"}, expected=TROUBLE)
    holes, totals = dealt(2), Counter[str]()
    network.delay, network.drop_share = 0.2, 0.2
    for number, layouts in enumerate(holes, start=1):
        if number > 1:
            all_open_hole(phones, number)
        enter_together(phones, layouts)
        all_see(phones, "penalty", layouts)
        ender = NAMES[number]
        phones[number].table.confirm(ender)
        totals.update(hole_scores("penalty", layouts, ender))
    same_card(phones, dict(totals))
    assert any(passage.fate == "dropped" and passage.method in ("PUT", "POST") for passage in network.passages)
    changes = story(server.instance, phones[0].table.game)
    assert entered(changes) == each_once(holes)
    assert confirmed(changes) == dict.fromkeys(range(1, len(holes) + 1), 1)
