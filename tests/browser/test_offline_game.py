"""A game that goes on without a network: over reloads and a closed browser; on plain http, on one open page."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scorekeeper import houses
from tests.browser import chromium
from tests.browser.conftest import PHONE, CheckAxe, OpenBrowser
from tests.browser.offline import until_true
from tests.browser.phones import TROUBLE, Phone, confirmed, entered, story, take_up, words_of_card
from tests.browser.playing import Table, deal
from tests.browser.reckoning import hole_scores
from tests.browser.seeding import TRIO_AND_PAIR, UNEVEN, bring_in
from tests.network import Network
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

PEOPLE = ("Ann", "Bo")


@pytest.fixture
def network(server: RunningServer) -> Iterator[Network]:
    with Network(server.port, random.Random(0)) as network:
        yield network


def play_offline(table: Table, layouts: list[str], ender: str) -> None:
    """Enter a hole that is open and say who ended it; the scorecard comes next, from what the phone keeps."""
    for layout in layouts:
        table.tap_layout(layout)
    table.confirm(ender)
    expect(table.page.locator("score-card[data-ready]")).to_be_attached()


def test_who_won_is_told_without_a_network(
    open_browser: OpenBrowser, server: RunningServer, network: Network, axe: CheckAxe
) -> None:
    watched = open_browser(home=network.url, **PHONE)
    watched.expected += TROUBLE
    phone = take_up(watched, "Ann", network.url)
    table, page = phone.table, phone.page
    table.begin("two-joker", names=PEOPLE, holes=1)
    until_true(page, lambda: page.evaluate("navigator.serviceWorker.controller?.state === 'activated'"))
    game = table.game
    network.down = True
    for layout in ("5 * 7 / 5 Q K", "A 2 3 / 4 6 8"):
        table.tap_layout(layout)
    table.confirm()
    page.get_by_role("link", name="See the result").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Result")
    expect(page.locator(".verdict__who")).to_have_text("Ann wins with 15, 9 ahead of Bo.")
    expect(page.locator(".places tbody tr")).to_have_text(["1stAnn15", "2ndBo24"])
    expect(page.locator("main")).to_contain_text("Chart, downloads and playing again need the network.")
    expect(page.locator("waiting-note")).to_contain_text("3 entries wait for the network.")
    axe(page)
    network.down = False
    page.goto(f"{game}/end")
    phone.has_sent_all()
    page.reload()
    expect(page.locator(".verdict__who")).to_have_text("Ann wins")
    expect(page.get_by_role("button", name="Play again, same people")).to_be_visible()


@pytest.mark.nightly
def test_the_result_of_teams_is_told_without_a_network(
    open_browser: OpenBrowser, server: RunningServer, network: Network
) -> None:
    watched = open_browser(home=network.url, **PHONE)
    watched.expected += TROUBLE
    page = watched.page()
    bring_in(page, {"Ann": 4, "Bo": 6, "Cy": 4, "Di": 6, "Ed": 4}, people=TRIO_AND_PAIR, house=UNEVEN)
    expect(page.locator("score-card[data-ready]")).to_be_attached()
    until_true(page, lambda: page.evaluate("navigator.serviceWorker.controller?.state === 'activated'"))
    network.down = True
    page.get_by_role("link", name="See the result").tap()
    expect(page.locator(".verdict__who")).to_have_text("Ann & Cy & Ed win with 4.0 points per player and hole.")
    expect(page.locator(".verdict__rule")).to_contain_text("The teams are not equally large, so points per player")
    expect(page.locator(".places thead th")).to_have_text(["Place", "Team", "Per hole", "Total"])
    teams = page.locator(".places tbody tr:not(.places__member)")
    expect(teams).to_have_text(["1stAnn & Cy & Ed4.012", "2ndBo & Di6.012"])
    expect(page.locator(".places__member")).to_have_text(["Ann4.04", "Cy4.04", "Ed4.04", "Bo6.06", "Di6.06"])


def has_typed(page: Page, cards: list[str]) -> None:
    """The layout that is open has these cards, and no others."""
    faces = [card.replace("*", "★") for card in cards]
    expect(page.locator(".layout--entry [data-cell]")).to_have_text(faces + [""] * (6 - len(faces)))


@pytest.mark.nightly
def test_holes_three_to_six_without_a_network(
    browser: Browser, open_browser: OpenBrowser, server: RunningServer, network: Network, tmp_path: Path
) -> None:
    dice = random.Random("a cabin without network")
    rules = houses.get("penalty")
    holes = [deal(rules, len(PEOPLE), dice) for _ in range(6)]
    enders = [dice.choice(PEOPLE) for _ in holes]

    def browser_of_the_phone() -> BrowserContext:
        options: Any = {"base_url": network.url, **PHONE}
        return browser.browser_type.launch_persistent_context(
            tmp_path / "phone", executable_path=chromium.find(), args=list(chromium.FLAGS), **options
        )

    def opened() -> Phone:
        watched = open_browser(home=network.url, context=browser_of_the_phone())
        watched.expected += TROUBLE
        return take_up(watched, "Ann", network.url)

    phone = opened()
    table, page = phone.table, phone.page
    table.begin("penalty", names=PEOPLE, holes=7)
    for number in (1, 2):
        table.play_hole(number, holes[number - 1], enders[number - 1])
    page.goto(table.game)
    card = table.game
    until_true(page, lambda: page.evaluate("navigator.serviceWorker.controller?.state === 'activated'"))
    until_true(
        page,
        lambda: page.evaluate("path => caches.match(path).then(Boolean)", card.removeprefix(network.url) + "/rules"),
    )

    # Hole 3: the page is loaded anew in the middle of Bo's layout.
    phone.watched.context.set_offline(True)
    page.goto(card)
    page.get_by_role("link", name="Enter hole 3").tap()
    table.wait_for_entry()
    ann, bo = holes[2]
    table.tap_layout(ann)
    cards = bo.replace("/", " ").split()
    table.tap_layout(" ".join(cards[:3]))
    page.reload()
    table.wait_for_entry()
    has_typed(page, cards[:3])
    play_offline(table, [" ".join(cards[3:])], enders[2])
    expect(page.locator("waiting-note")).to_have_text("3 entries wait for the network.")

    # What the phone shows meanwhile.
    points = hole_scores("penalty", dict(zip(PEOPLE, holes[2], strict=True)), enders[2])
    expect(page.locator("#hole-3 td")).to_contain_text([shown(points[name]) for name in PEOPLE])
    page.get_by_role("link", name="House rules").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text(rules.name)

    # Hole 4: loaded anew when all are entered and nobody confirmed.
    page.goto(card)
    page.get_by_role("link", name="Enter hole 4").tap()
    table.wait_for_entry()
    for layout in holes[3]:
        table.tap_layout(layout)
    page.reload()
    table.wait_for_entry()
    play_offline(table, [], enders[3])
    expect(page.locator("waiting-note")).to_have_text("6 entries wait for the network.")

    # Hole 5: the browser is closed after two of Bo's cards, and opened again at the start page, still offline.
    page.get_by_role("link", name="Enter hole 5").tap()
    table.wait_for_entry()
    ann, bo = holes[4]
    table.tap_layout(ann)
    cards = bo.replace("/", " ").split()
    table.tap_layout(" ".join(cards[:2]))
    phone.watched.context.close()
    network.down = True
    phone = opened()
    table, page = phone.table, phone.page
    page.goto("/")
    page.get_by_role("link", name="Go on with hole 5").tap()
    table.wait_for_entry()
    expect(page.get_by_role("tab", name="Bo")).to_have_attribute("aria-selected", "true")
    has_typed(page, cards[:2])
    play_offline(table, [" ".join(cards[2:])], enders[4])
    page.get_by_role("link", name="Enter hole 6").tap()
    table.wait_for_entry()
    play_offline(table, holes[5], enders[5])
    expect(page.locator("waiting-note")).to_have_text("12 entries wait for the network.")
    assert not phone.writes.answered

    network.down = False
    page.reload()
    phone.has_sent_all()
    alone = phone.card()
    expect(page.locator(".mark--waiting")).to_have_count(0)

    twin = Table(open_browser(**PHONE).page(), server.url)
    twin.begin("penalty", names=PEOPLE, holes=7)
    for number, (layouts, ender) in enumerate(zip(holes, enders, strict=True), start=1):
        twin.play_hole(number, layouts, ender)
    twin.page.goto(twin.game)
    assert words_of_card(twin.page) == alone
    expected: Counter[str] = Counter()
    for layouts, ender in zip(holes, enders, strict=True):
        expected.update(hole_scores("penalty", dict(zip(PEOPLE, layouts, strict=True)), ender))
    assert table.totals_shown() == dict(expected)
    for game in (card, twin.game):
        changes, _ = story(server.instance, game)
        assert entered(changes) == {
            (hole, name, cards): 1
            for hole, layouts in enumerate(holes, start=1)
            for name, cards in zip(PEOPLE, layouts, strict=True)
        }
        assert confirmed(changes) == dict.fromkeys(range(1, 7), 1)


def shown(points: int) -> str:
    """A number as the pages write it."""
    return str(points).replace("-", "\N{MINUS SIGN}")


# --- on the way back --------------------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_back_without_a_network(open_browser: OpenBrowser, server: RunningServer) -> None:
    """Browsers show pages that they have kept since before; what the phone knows better is not missing on them."""
    watched = open_browser(**PHONE)
    watched.expected += TROUBLE
    phone = take_up(watched, "Ann", server.url)
    table, page = phone.table, phone.page
    table.begin("two-joker", names=PEOPLE, holes=3)
    page.goto(table.game)
    until_true(page, lambda: page.evaluate("navigator.serviceWorker.controller?.state === 'activated'"))
    page.goto(f"{table.game}/hole/1")
    table.wait_for_entry()
    for layout in ("5 * 7 / 5 Q K", "A 2 3 / 4 6 8"):
        table.tap_layout(layout)
    phone.has_sent_all()
    table.confirm()
    expect(page.locator("tr.totals td")).to_have_text(["15", "24"])
    shown = phone.card()
    watched.context.set_offline(True)

    page.go_back()
    table.wait_for_entry()
    assert page.url == f"{table.game}/hole/1"
    for name, points in zip(PEOPLE, ("15", "24"), strict=True):
        expect(phone.tab(name)).to_contain_text(points)
    page.go_back()
    expect(page.locator("score-card[data-ready]")).to_be_attached()
    assert words_of_card(page) == shown
    expect(page.get_by_role("link", name="Enter hole 2")).to_be_visible()

    # Nor does it stand there when the network is back, or after the page is loaded anew.
    watched.context.set_offline(False)
    page.reload()
    assert phone.card() == shown


@pytest.mark.nightly
def test_what_can_be_taken_back_is_offered_once_the_network_is_back(
    open_browser: OpenBrowser, server: RunningServer
) -> None:
    watched = open_browser(**PHONE)
    watched.expected += TROUBLE
    phone = take_up(watched, "Ann", server.url)
    table, page = phone.table, phone.page
    table.begin("two-joker", names=PEOPLE, holes=3)
    table.tap_layout("5 * 7 / 5 Q K")
    phone.has_sent_all()
    undo = page.get_by_role("button", name="Undo")
    page.goto(table.game)
    expect(undo).to_have_text("Undo: hole 1 begun; Ann's cards on hole 1")
    until_true(page, lambda: page.evaluate("navigator.serviceWorker.controller?.state === 'activated'"))
    watched.context.set_offline(True)
    page.reload()
    expect(page.locator("score-card[data-ready]")).to_be_attached()
    expect(page.locator("waiting-note")).to_contain_text("No network")
    expect(undo).to_have_count(0)
    watched.context.set_offline(False)
    expect(undo).to_have_text("Undo: hole 1 begun; Ann's cards on hole 1")
    undo.tap()
    expect(page.locator(".flash")).to_contain_text("Undone")


# --- plain http on a home network -------------------------------------------------------------------------------------


@pytest.fixture
def at_home(browser: Browser, server: RunningServer) -> Iterator[tuple[BrowserContext, str]]:
    """A phone that reaches the server by a name and plain http, which browsers do not trust; and that address."""
    rules = "--host-resolver-rules=MAP table.test 127.0.0.1"
    launched = browser.browser_type.launch(executable_path=chromium.find(), args=[*chromium.FLAGS, rules])
    url = f"http://table.test:{server.port}"
    options: Any = {"base_url": url, **PHONE}
    yield launched.new_context(**options), url
    launched.close()


@pytest.mark.nightly
def test_a_page_left_open_on_plain_http_goes_on_without_the_server(
    at_home: tuple[BrowserContext, str], open_browser: OpenBrowser, server: RunningServer
) -> None:
    context, url = at_home
    watched = open_browser(home=url, context=context)
    watched.expected += TROUBLE
    phone = take_up(watched, "Ann", url)
    table, page = phone.table, phone.page
    table.begin("penalty", names=PEOPLE, holes=3)
    assert page.evaluate("isSecureContext || 'serviceWorker' in navigator") is False
    page.goto(table.game)
    page.locator("this-phone summary").tap()
    expect(page.locator("this-phone")).to_contain_text("This page came over plain http")
    expect(page.locator("this-phone")).to_contain_text("Leave it open, and what you enter waits in it.")
    page.get_by_role("link", name="Enter hole 1").tap()
    table.wait_for_entry()
    page.evaluate("window.isTheSamePage = true")

    server.stop()
    holes = [["K K A / K 3 2", "A 2 3 / 4 5 6"], ["A 2 3 / 4 5 6", "9 8 Q / 7 5 4"], ["9 8 7 / A A 3", "K 2 3 / 4 6 8"]]
    done, on = page.locator(".entry__done"), page.locator('button[data-act="on"]')
    for number, layouts in enumerate(holes, start=1):
        expect(page.locator(f'hole-entry[data-ready="{number}"]')).to_be_attached()
        assert page.url == f"{table.game}/hole/{number}"
        for layout in layouts:
            table.tap_layout(layout)
        table.tap(page.locator(".confirm label", has_text="Ann"))
        table.tap(".confirm button[type=submit]")
        expect(done).to_contain_text(f"Hole {number} counts on this phone, and is sent when the network is back.")
        expect(done).to_contain_text("Keep this page open until then")
        if number < len(holes):
            expect(on).to_have_text(f"On to hole {number + 1}")
            table.tap(on)
    expect(on).to_be_hidden()  # it was the last one
    expect(page.locator("waiting-note")).to_contain_text("9 entries wait")
    page.go_back()
    expect(page.locator('hole-entry[data-ready="2"]')).to_be_attached()
    expect(page.get_by_role("tab", name="Bo")).to_contain_text("43")
    page.go_forward()
    expect(page.locator('hole-entry[data-ready="3"]')).to_be_attached()

    server.start()
    page.evaluate("dispatchEvent(new Event('online'))")  # as on a phone that is in the network again
    phone.has_sent_all()
    assert page.evaluate("window.isTheSamePage")
    expected: Counter[str] = Counter()
    for layouts in holes:
        expected.update(hole_scores("penalty", dict(zip(PEOPLE, layouts, strict=True)), "Ann"))
    assert table.totals() == dict(expected)
    changes, kept = story(server.instance, table.game)
    assert set(confirmed(changes).values()) == set(entered(changes).values()) == {1}
    assert {kept.count(write) for write in phone.writes.ids()} == {1}
