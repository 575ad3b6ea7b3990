"""What waits in a phone's outbox gets to the server once, whatever goes wrong on the way."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, OpenBrowser
from tests.browser.phones import SLOW, TROUBLE, Phone, entered, gather, outbox, story, take_up
from tests.browser.playing import Table
from tests.network import Network
from tests.serving import RunningServer

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

PEOPLE = ("Ann", "Bo", "Cy")
CARDS = {"Ann": "5 * 7 / 5 Q K", "Bo": "A 2 3 / 4 6 8", "Cy": "9 9 J / 9 9 10"}
POINTS = {"Ann": "15", "Bo": "24", "Cy": "20"}


@pytest.fixture
def network(server: RunningServer) -> Iterator[Network]:
    with Network(server.port, random.Random(0)) as network:
        yield network


@pytest.fixture
def phone(open_browser: OpenBrowser, network: Network) -> Phone:
    """A phone at hole 1, whose network may fail."""
    watched = open_browser(home=network.url, **PHONE)
    watched.expected += [*TROUBLE, "status of 400"]
    phone = take_up(watched, "Ann", network.url)
    phone.table.begin("two-joker", names=PEOPLE)
    return phone


def all_arrive(phone: Phone, server: RunningServer) -> None:
    """Everybody's cards are on the server, each entered once."""
    note = phone.page.locator("waiting-note")
    expect(note).to_have_text("", timeout=SLOW)
    for name, points in POINTS.items():
        expect(phone.tab(name)).to_contain_text(points)
        expect(phone.tab(name)).not_to_contain_text("not saved", timeout=SLOW)
    phone.has_sent_all()
    changes, _ = story(server.instance, phone.table.game)
    assert entered(changes) == {(1, name, cards): 1 for name, cards in CARDS.items()}


# --- a server that does not want it -----------------------------------------------------------------------------------


def the_session_ends(phone: Phone) -> None:
    phone.watched.context.clear_cookies()


def the_token_is_stale(phone: Phone) -> None:
    phone.page.evaluate("document.querySelector('meta[name=csrf-token]').content = 'of-yesterday'")


def the_server_fails_in_the_middle(phone: Phone) -> None:
    """The second entry meets an error, the third would not."""
    failed: list[str] = []

    def fail_once(route: Route) -> None:
        if "write_id" in (route.request.post_data or "") and phone.writes.answered and not failed:
            failed.append(route.request.url)
            route.fulfill(status=500, content_type="text/html", body="<h1>Internal Server Error</h1>")
        else:
            route.continue_()

    phone.watched.expected.append("status of 500")
    phone.page.route("**/hands/*", fail_once)


@pytest.mark.parametrize("trouble", [the_session_ends, the_token_is_stale, the_server_fails_in_the_middle])
def test_what_waited_arrives_in_order(
    trouble: Callable[[Phone], None], phone: Phone, server: RunningServer, network: Network
) -> None:
    context, page = phone.watched.context, phone.page
    context.set_offline(True)
    for cards in CARDS.values():
        phone.table.tap_layout(cards)
    expect(page.locator("waiting-note")).to_have_text("3 entries wait for the network.")
    trouble(phone)
    waited = [entry["id"] for entry in sorted(outbox(page), key=lambda entry: int(entry["order"]))]
    context.set_offline(False)
    all_arrive(phone, server)
    assert [body["write_id"] for body in phone.writes.answered] == waited
    changes, _ = story(server.instance, phone.table.game)
    assert [name for _, name, _ in entered(changes)] == list(PEOPLE)


def test_two_tabs_send_nothing_twice(phone: Phone, server: RunningServer, network: Network) -> None:
    one, page = phone.table, phone.page
    other = Table(phone.watched.page(), network.url)
    other.page.goto(page.url)
    other.wait_for_entry()
    network.down = True
    page.bring_to_front()  # nobody taps on two at once
    one.tap_layout(CARDS["Ann"])
    expect(other.page.get_by_role("tab", name="Ann")).to_contain_text(POINTS["Ann"])  # tabs of one phone show the same
    other.page.bring_to_front()
    other.page.get_by_role("tab", name="Bo").tap()
    other.tap_layout(CARDS["Bo"])
    expect(page.get_by_role("tab", name="Bo")).to_contain_text(POINTS["Bo"])
    page.bring_to_front()
    page.get_by_role("tab", name="Cy").tap()
    one.tap_layout(CARDS["Cy"])
    for tab in (page, other.page):
        expect(tab.locator("waiting-note")).to_have_text("3 entries wait for the network.")
    network.delay = 0.1  # so that both would be at it at the same time
    network.down = False
    for tab in (page, other.page):
        tab.evaluate("dispatchEvent(new Event('online'))")  # both hear of it at once, as on a real phone
    all_arrive(phone, server)
    for name in POINTS:
        expect(other.page.get_by_role("tab", name=name)).not_to_contain_text("not saved")
    reached = Counter(
        passage.path for passage in network.passages if passage.method == "PUT" and passage.fate == "answered"
    )
    assert len(reached) == len(CARDS)
    assert set(reached.values()) == {1}


# --- a link that was renewed meanwhile --------------------------------------------------------------------------------


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
    expect(guest.tab("Bo")).to_contain_text(POINTS["Bo"])
    assert [entry["cards"] for entry in outbox(guest.page)] == [CARDS["Bo"]]
    guest.page.reload()
    expect(guest.page.get_by_role("heading", name="This link was renewed")).to_be_visible()

    guest.page.goto(network.url + urlsplit(renewed).path)
    expect(guest.page.locator("#hole-1 td")).to_have_text(["– missing", POINTS["Bo"]])
    expect(guest.page.locator("waiting-note[data-ready]")).to_have_text("")
    guest.has_sent_all()
    changes, _ = story(server.instance, host.table.game)
    assert entered(changes) == {(1, "Bo", CARDS["Bo"]): 1}
