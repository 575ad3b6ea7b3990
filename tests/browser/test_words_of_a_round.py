"""What scripts write on the pages of a game without cards: its hands and points, on no page holes or cards."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from scorekeeper import houses
from tests.browser.conftest import PHONE, OpenBrowser
from tests.browser.offline import wait_until_installed
from tests.browser.phones import TROUBLE, take_up
from tests.browser.playing import Table
from tests.browser.seeding import bring_in, open_table
from tests.network import Network
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

RUMMY = houses.get("rummy-500")
FOREIGN = re.compile(r".{0,40}(?:\bholes?\b|\bcards?\b|\blowest\b|\breferee\b|undefined).{0,20}", re.I)

HEARD = """() => {
  const seen = [...document.body.querySelectorAll("*")].filter((one) => one.checkVisibility());
  const spoken = seen.flatMap((one) => ["aria-label", "title", "placeholder"].map((name) => one.getAttribute(name)));
  return [document.title, document.body.innerText, ...spoken].filter(Boolean).join("\\n");
}"""


def speaks_of_hands(page: Page, *said: str, menu: bool = False) -> None:
    """The page says this, and nothing of holes or cards; ``menu`` for a page whose menu leads to the referee."""
    for words in said:
        expect(page.locator("body")).to_contain_text(words)
    heard = page.evaluate(HEARD)
    elsewhere = ["Referee"] if menu else []
    for words in ("Scorecard", RUMMY.summary, *page.locator("option").all_inner_texts(), *elsewhere):
        heard = heard.replace(words, "")
    assert FOREIGN.findall(heard) == []


def types(table: Table, points: str) -> None:
    for sign in points.replace("-", "\N{MINUS SIGN}"):
        table.tap(f'.keypad--number [data-digit="{sign}"]')
    table.tap(table.page.get_by_role("button", name="Next", exact=True))


def test_entering_and_the_scorecard_speak_of_hands_and_points(phone: Page, server: RunningServer) -> None:
    table = open_table(phone, server.url, "rummy-500", ("Ann", "Bo"))
    expect(phone.get_by_role("heading", name="Hand 1, to 500")).to_be_visible()
    speaks_of_hands(phone)
    types(table, "480")
    table.tap(phone.get_by_role("button", name="Sit out"))
    speaks_of_hands(phone, "Bo is sitting this hand out.")
    table.tap(phone.get_by_role("button", name="Enter points instead"))
    types(table, "51-71")
    table.tap(phone.get_by_role("button", name="Wrong player"))
    speaks_of_hands(phone, "Whose points are these?")
    table.tap(phone.get_by_role("button", name="Back"))
    table.tap(phone.get_by_role("button", name="Next", exact=True))
    expect(phone.get_by_role("button", name="Finish hand 1", exact=True)).to_be_visible()  # also where it is minified
    speaks_of_hands(phone, "Bo: \N{MINUS SIGN}20.")
    table.confirm()
    expect(phone.get_by_role("link", name="Enter hand 2")).to_be_visible()
    speaks_of_hands(phone, "Ann leads with 480", "Undo: hand 1 finished", "Tap a score to check or fix it.")


def test_a_tie_is_broken_by_an_extra_hand(phone: Page, server: RunningServer) -> None:
    table = Table(phone, server.url)
    phone.goto(bring_in(phone, {"Ann": 500, "Bo": 500}, planned=36, house="rummy-500") + "/end")
    speaks_of_hands(phone, "Tied after the last hand")
    table.tap(phone.get_by_role("button", name="Play an extra hand").last)
    table.wait_for_entry()
    types(table, "5")
    types(table, "8")
    expect(phone.get_by_role("button", name="Finish extra hand", exact=True)).to_be_visible()
    speaks_of_hands(phone)
    table.confirm()
    speaks_of_hands(phone, "Bo wins", "on the extra hand")


def test_without_a_network_the_phone_speaks_so_too(open_browser: OpenBrowser, server: RunningServer) -> None:
    with Network(server.port, Random(0)) as network:
        watched = open_browser(home=network.url, **PHONE, service_workers="allow")
        watched.expected += [*TROUBLE, "status of 404"]
        phone = take_up(watched, "Ann", network.url)
        page, table = phone.page, phone.table
        game = bring_in(page, {"Ann": 45, "Bo": 1480}, planned=36, house="rummy-500")
        page.goto(game)
        wait_until_installed(page)
        page.goto(game)
        expect(page.locator("score-card[data-ready]")).to_be_attached()
        network.down = True

        page.goto("/")
        page.get_by_role("button", name="Play again").tap()
        table.wait_for_entry()
        types(table, "45")
        types(table, "80")
        speaks_of_hands(page)
        table.confirm()
        expect(page.get_by_role("link", name="Enter hand 2")).to_be_visible()
        speaks_of_hands(page, "Bo leads with 80")
        page.get_by_role("link", name="Players").tap()
        speaks_of_hands(page, "Who’s joining at hand 2?", "Changing names, seats and hands needs a connection.")
        page.goto("/new/rummy-500")
        page.get_by_label("Which rules?").select_option(label=RUMMY.name)
        speaks_of_hands(page, menu=True)
        network.down = False
