"""Four phones enter the same holes at the same time: over a good network, over a bad one, to a server that dies."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import expect

from scorekeeper import houses
from tests.browser.conftest import OpenBrowser
from tests.browser.phones import (
    TROUBLE,
    Phone,
    all_open_hole,
    all_see,
    confirmed,
    enter_together,
    entered,
    gather,
    same_card,
    story,
)
from tests.browser.playing import NAMES, deal, points
from tests.browser.reckoning import hole_scores, raw_score
from tests.network import Network
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

HOUSES = ("penalty", "two-joker")
ASKED = {"penalty": {"decks-at-four": "one"}}
LIVE = 5_000
"""Milliseconds until a change is on the other phones, which ask every second; here the machine is full of browsers."""

Layouts = dict[str, str]


def dealt(house: str, holes: int) -> list[Layouts]:
    """Everybody's cards for each hole, no two hands with the same points on a hole."""
    dice = random.Random(f"one table of {house}")
    rules = houses.with_readings(houses.get(house), ASKED.get(house, {}))
    found: list[Layouts] = []
    while len(found) < holes:
        layouts = dict(zip(NAMES, deal(rules, 4, dice), strict=True))
        if len({raw_score(house, layout) for layout in layouts.values()}) == len(layouts):
            found.append(layouts)
    return found


def ender_of(house: str, hole: int) -> str | None:
    return NAMES[hole % len(NAMES)] if house == "penalty" else None


def totals_of(house: str, holes: Sequence[Layouts]) -> dict[str, int]:
    totals: Counter[str] = Counter()
    for number, layouts in enumerate(holes, start=1):
        totals.update(hole_scores(house, layouts, ender_of(house, number)))
    return dict(totals)


# --- a good network ---------------------------------------------------------------------------------------------------

SEEN = """(name) => {
    // When a player's cards were there on this phone; all phones of the test share one clock.
    const tab = [...document.querySelectorAll("button[data-player]")].find((tab) => tab.textContent.includes(name));
    const look = () => {
        const isThere = tab.classList.contains("is-complete") && !tab.textContent.includes("not saved");
        if (isThere) window.seenAt ??= Date.now();
    };
    window.seenAt = undefined;
    new MutationObserver(look).observe(tab, { subtree: true, childList: true, attributes: true, characterData: true });
}"""


LAST_CARD = """(card) => {
    // Taps it; and the points on this screen in that very moment, before anything can have come back.
    document.querySelector(`.keypad button[data-key="${card}"]`).click();
    return document.querySelector("button[data-player][aria-selected=true] .player-tab__score").textContent;
}"""


@pytest.mark.nightly
@pytest.mark.parametrize("house", [HOUSES[0], *(pytest.param(key, marks=pytest.mark.nightly) for key in HOUSES[1:])])
def test_four_phones_enter_one_hole_together(house: str, open_browser: OpenBrowser, server: RunningServer) -> None:
    phones = gather(open_browser, server.url, house, holes=1, readings=ASKED.get(house))
    (layouts,) = dealt(house, 1)
    last = phones[-1]
    first_cards = {name: layout.rsplit(" ", 1)[0] for name, layout in layouts.items()}
    enter_together(phones, first_cards)
    for phone in phones:
        phone.page.evaluate(SEEN, last.name)
    at_once = {phone.name: phone.page.evaluate(LAST_CARD, layouts[phone.name].rsplit(" ", 1)[1]) for phone in phones}
    assert {name: points(text) for name, text in at_once.items()} == {
        name: raw_score(house, layout) for name, layout in layouts.items()
    }
    all_see(phones, house, layouts)
    for phone in phones:
        expect(phone.tab(phone.name)).to_have_attribute("aria-selected", "true")  # nobody's page moved on to another's
    seen = [phone.page.evaluate("window.seenAt") for phone in phones]
    assert max(seen) - seen[-1] <= 2 * LIVE, f"milliseconds since it was acknowledged: {[at - seen[-1] for at in seen]}"

    host, *others = phones
    host.table.confirm(ender_of(house, 1))
    for phone in others:
        expect(phone.page.locator(".entry__done")).to_contain_text("Hole 1 is confirmed: it counts.")
    same_card(phones, totals_of(house, [layouts]))
    changes, _ = story(server.instance, host.table.game)
    assert entered(changes) == each_once([layouts])


# --- a bad network ----------------------------------------------------------------------------------------------------


@pytest.fixture
def network(server: RunningServer, request: pytest.FixtureRequest) -> Iterator[Network]:
    """A good one, until the test makes it worse."""
    with Network(server.port, random.Random(request.node.name)) as network:
        yield network


def make_bad(network: Network) -> None:
    network.delay, network.drop_share = 0.2, 0.2


def each_once(holes: Sequence[Layouts]) -> dict[tuple[int, str, str], int]:
    return {(hole, name, cards): 1 for hole, layouts in enumerate(holes, start=1) for name, cards in layouts.items()}


def every_write_counts_once(phones: Sequence[Phone], server: RunningServer, holes: Sequence[Layouts]) -> None:
    """What the phones sent, however often, the store has once."""
    changes, kept = story(server.instance, phones[0].table.game)
    assert entered(changes) == each_once(holes)
    assert confirmed(changes) == dict.fromkeys(range(1, len(holes) + 1), 1)
    sent = set().union(*(phone.writes.ids() for phone in phones))
    assert {write: kept.count(write) for write in sent} == dict.fromkeys(sent, 1)
    assert len(sent) == len(holes) * (len(phones) + 1), "one write for each hand, one for the hole"


@pytest.mark.nightly
@pytest.mark.parametrize("house", HOUSES)
def test_three_holes_over_a_network_that_is_slow_and_loses_answers(
    house: str, open_browser: OpenBrowser, server: RunningServer, network: Network
) -> None:
    phones = gather(open_browser, network.url, house, readings=ASKED.get(house), expected=TROUBLE)
    holes = dealt(house, 3)
    make_bad(network)
    for number, layouts in enumerate(holes, start=1):
        if number > 1:
            all_open_hole(phones, number)
        enter_together(phones, layouts)
        all_see(phones, house, layouts)
        phones[number].table.confirm(ender_of(house, number))
    same_card(phones, totals_of(house, holes))
    assert any(passage.fate == "dropped" and passage.method in ("PUT", "POST") for passage in network.passages)
    assert max(max(phone.writes.times().values()) for phone in phones) > 1, "nothing was repeated"
    every_write_counts_once(phones, server, holes)
