"""An evening at one table: two holes of Golf, then Rummy to 500 on two phones, one of them offline in between."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenBrowser
from tests.browser.offline import wait_until_installed
from tests.browser.phones import SLOW, TROUBLE, Phone, gather, say_who
from tests.journeys.conftest import comes_to, enters, reads, waits
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

ANN, BO = "5 * 7 / 5 Q K", "A 2 3 / 4 6 8"


def types(phone: Phone, **points: str) -> None:
    """Points by player, on the pad of numbers. A phone with an owner stays on its owner, so each tab is tapped."""
    for name, number in points.items():
        phone.tab(name).tap()
        for sign in number:
            phone.page.locator(f'.keypad--number button[data-digit="{sign}"]').tap()
        phone.page.get_by_role("button", name="Next", exact=True).tap()


def finishes(page: Page, number: int) -> None:
    page.get_by_role("button", name=re.compile(rf"^Finish \w+ {number}$")).tap()
    expect(page).not_to_have_url(re.compile(rf"/hole/{number}"), timeout=SLOW)


def test_golf_then_rummy_on_two_phones_and_both_are_in_the_stats(
    open_browser: OpenBrowser, server: RunningServer
) -> None:
    expected = [*TROUBLE, "status of 409"]
    ann, bo = gather(open_browser, server.url, "two-joker", names=("Ann", "Bo"), holes=2, expected=expected)
    wait_until_installed(bo.page)
    for hole in (1, 2):
        ann.open_hole(hole)
        enters(ann.table, "Ann", ANN)
        enters(ann.table, "Bo", BO)
        ann.table.confirm()

    # Another game: one tap, and the same two sit there already.
    ann.page.goto(server.url)
    ann.page.get_by_role("link", name="New game").tap()
    ann.page.get_by_role("link", name="Another game").tap()
    ann.page.get_by_role("link", name="Rummy to 500").tap()
    expect(ann.page.get_by_label("Name of player 2")).to_have_value("Bo")
    ann.page.get_by_role("button", name="Start game").tap()
    ann.table.wait_for_entry()
    ann.page.goto(f"{ann.table.game}/invite")
    link = ann.page.get_by_label("Join link", exact=True).input_value()
    bo.page.goto(link)
    say_who(bo)

    # The first hand on Ann's phone.
    ann.open_hole(1)
    types(ann, Ann="45", Bo="80")
    finishes(ann.page, 1)
    comes_to(ann.page, 45, 80)

    # The second one on Bo's, who has no network for a while.
    bo.open_hole(2)
    bo.page.context.set_offline(True)
    types(bo, Ann="435", Bo="\N{MINUS SIGN}20")
    waits(bo.page, 2)
    bo.page.context.set_offline(False)
    bo.has_sent_all()
    finishes(bo.page, 2)
    comes_to(bo.page, 480, 60)

    # The third ends it; the highest has won, and the extra points of the other don't help.
    ann.open_hole(3)
    types(ann, Ann="35", Bo="440")
    finishes(ann.page, 3)
    reads(ann.page, re.compile("Ann (wins|won)"))

    for phone in (ann, bo):
        phone.page.goto(f"{server.url}/people")
        for game in ("Two-Joker Golf", "Rummy to 500"):
            expect(phone.page.get_by_role("link", name=game)).to_be_visible()
