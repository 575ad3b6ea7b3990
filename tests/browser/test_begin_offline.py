"""Games started offline, on one phone and on two at once, then on the server exactly once."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, CheckAxe, OpenBrowser
from tests.browser.offline import wait_until_installed
from tests.browser.phones import TROUBLE, Phone, take_up
from tests.browser.seeding import bring_in
from tests.journeys.conftest import comes_to, reads
from tests.network import Network
from tests.serving import RunningServer

pytestmark = pytest.mark.browser


def visitor(open_browser: OpenBrowser, network: Network, name: str, page: str = "/") -> Phone:
    """A phone that has visited once."""
    watched = open_browser(home=network.url, **PHONE, service_workers="allow")
    watched.expected += [*TROUBLE, "status of 404"]
    phone = take_up(watched, name, network.url)
    phone.page.goto(page)
    wait_until_installed(phone.page)
    return phone


def begins(page: Page, words: str, hole: int = 1) -> None:
    """Tap a button, and come to a hole."""
    page.get_by_role("button", name=words).tap()
    page.wait_for_url(f"**/hole/{hole}")


def plays(phone: Phone, *holes: Sequence[int]) -> None:
    """Enter a number for each player from the open hole on, until the scorecard after the last."""
    for place, scores in enumerate(holes):
        if place > 0:
            phone.page.get_by_role("link", name="Enter hole").tap()
        phone.table.wait_for_entry()
        for score in scores:
            field = phone.page.locator(".number-entry input")
            if field.is_hidden():
                phone.page.get_by_role("button", name="Enter score").tap()
            field.fill(str(score))
            phone.page.keyboard.press("Enter")
        phone.table.confirm()


def stored(server: RunningServer) -> dict[str, tuple[str | None, int]]:
    """By key of each game: the key of the game before, and the number of hands ever sent."""
    with closing(sqlite3.connect(server.instance / "scorekeeper.sqlite3")) as store:
        rows = store.execute("""
            SELECT games.edit_key, before.edit_key,
                   (SELECT count(*) FROM history WHERE game = games.id AND kind IN ('hand', 'declined'))
            FROM games LEFT JOIN games AS before ON before.id = games.rematch_of
        """)
        return {key: (before, hands) for key, before, hands in rows}


def test_a_game_and_a_rematch_on_a_phone_that_was_here_once(
    open_browser: OpenBrowser, server: RunningServer, axe: CheckAxe
) -> None:
    with Network(server.port, Random(0)) as network:
        before, phone = stored(server), visitor(open_browser, network, "Ann")
        page, table = phone.page, phone.table
        network.down = True
        page.goto("/")
        page.get_by_role("link", name="New game").tap()
        for place in (4, 3):
            page.get_by_role("button", name=f"Remove player {place}").tap()
        page.get_by_label("Name of player 1").tap()
        page.keyboard.type("Ann")
        expect(page.get_by_label("Name of player 2")).to_have_attribute("placeholder", "Player 2")  # and so is called
        page.get_by_label("Which rules?").select_option(label="Classroom Golf")
        expect(page.get_by_label("How many holes?")).to_have_value("9")
        axe(page)
        begins(page, "Start game")
        expect(page.locator(".player-tab__name")).to_have_text(["Ann", "Player 2"])
        first = table.game

        # Back, and begun again unchanged: it is the same game.
        page.go_back()
        expect(page.get_by_label("Name of player 1")).to_have_value("Ann")
        expect(page.get_by_label("Which rules?").locator(":checked")).to_have_text("Classroom Golf")
        begins(page, "Start game")
        assert table.game == first
        plays(phone, *([3, 4], [4, 3]) * 4, [5, 5])
        comes_to(page, 33, 33)
        reads(page, "Only on this phone until you’re online. Then others can join.")
        expect(page.get_by_role("link", name="Invite needs a connection")).to_be_visible()
        small = """links => links.map((link) => link.getBoundingClientRect())
            .filter(({ width, height }) => Math.min(width, height) < 44)"""
        assert page.locator(".card-table a").evaluate_all(small) == []  # with the mark of what waits
        begins(page, "Play an extra hole", hole=10)
        plays(phone, [1, 2])
        reads(page, "Ann wins on the extra hole with 1 to Player 2’s 2 after a tie at 33.")
        expect(page.locator(".lead[data-decided-by=extra-hole]")).to_be_visible()

        # The same people from the start page; before the last hole somebody joins and somebody leaves.
        page.goto("/")
        begins(page, "Play again")
        second = table.game
        plays(phone, *[[2, 1]] * 8)
        page.get_by_role("link", name="Players").tap()
        page.get_by_label("Ann").check()
        page.get_by_label("Who’s joining at hole 9?").fill("Cy")
        axe(page)
        page.get_by_role("button", name="Save").tap()
        page.get_by_role("link", name="Enter hole 9").tap()
        plays(phone, [4, 7])
        comes_to(page, 16, 12, 7)
        page.goto("/practice")
        expect(page.locator("#house option:checked")).to_have_text("Classroom Golf")  # played last
        page.get_by_label("What is it worth?").fill("99")
        page.get_by_role("button", name="Check").tap()
        reads(page, "not 99.")
        axe(page)

        # The network is back: the start page alone sends everything.
        assert stored(server) == before
        network.down = False
        page.goto("/")
        expect(page.get_by_role("heading", name="Past games")).to_be_visible()
        first_key, second_key = (game.rpartition("/")[2] for game in (first, second))
        assert stored(server) == {**before, first_key: (None, 20), second_key: (first_key, 18)}
        network.down = True
        page.goto(first)
        comes_to(page, 33, 33)  # what was sent is there still
        network.down = False
        page.goto(first)
        page.get_by_role("link", name="A new game has started").tap()
        comes_to(page, 16, 12, 7)


def test_two_phones_play_again_without_each_other(open_browser: OpenBrowser, server: RunningServer) -> None:
    with Network(server.port, Random(0)) as network:
        others, ann = stored(server), visitor(open_browser, network, "Ann")
        game = bring_in(ann.page, {"Ann": 12, "Bo": 3})
        bo = visitor(open_browser, network, "Bo", game)
        ann.page.goto(game)
        expect(ann.page.locator("score-card[data-ready]")).to_be_attached()
        bo.page.goto(f"{game}/end")
        network.down = True
        ann.page.goto(game)
        bo.page.get_by_role("button", name="Play again").tap()
        reads(bo.page, "That didn’t go through. You can do it on this phone:")
        for phone, scores in ((ann, [5, 6]), (bo, [7, 8])):
            begins(phone.page, "Play again")
            plays(phone, scores)
        network.down = False
        for phone, totals in ((ann, (5, 6)), (bo, (7, 8))):
            phone.page.goto(phone.table.game)
            comes_to(phone.page, *totals)  # it comes by itself, once it is sent
        before, again, too = (one.rpartition("/")[2] for one in (game, ann.table.game, bo.table.game))
        assert stored(server) == {**others, before: (None, 0), again: (before, 2), too: (before, 2)}


def test_a_game_without_cards_or_an_end_or_a_dealer_begins_too(
    open_browser: OpenBrowser, server: RunningServer
) -> None:
    with Network(server.port, Random(0)) as network:
        phone = visitor(open_browser, network, "Ann")
        page = phone.page
        network.down = True
        page.goto("/")
        page.get_by_role("link", name="New game").tap()
        page.get_by_label("Which rules?").select_option(label="Qwirkle")
        expect(page.get_by_label("How many holes?")).to_be_hidden()
        expect(page.get_by_role("radio")).to_have_count(0)
        begins(page, "Start game")
        expect(page.locator(".app-header__title")).to_have_text("Turn 1")
        page.goto("/practice")
        expect(page.locator("#house option", has_text="Qwirkle")).to_have_count(0)
