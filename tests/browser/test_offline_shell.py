"""The pages without a network, in a real browser: kept from the first visit, and what can be done with them."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import CheckAxe, OpenBrowser
from tests.browser.offline import (
    ABILITIES,
    kept,
    path_of,
    wait_until,
    wait_until_installed,
    wait_until_kept,
    watched_phone,
)
from tests.browser.playing import Table
from tests.browser.seeding import bring_in
from tests.serving import RunningServer

pytestmark = pytest.mark.browser


@pytest.fixture
def phone(open_browser: OpenBrowser) -> Page:
    watched = watched_phone(open_browser)
    watched.expected.append("status of 404")
    return watched.page()


def test_the_first_visit_makes_an_app_of_it(phone: Page, server: RunningServer) -> None:
    phone.goto("/")
    wait_until_installed(phone)
    lines = phone.evaluate("fetch('/sw.js').then((answer) => answer.text())").splitlines()
    told = json.loads(lines[1].removeprefix("work(").removesuffix(");"))
    assert len(phone.evaluate("caches.keys()")) == 1
    everything = [*(told["base"] + name for name in told["files"]), told["shell"], *told["pages"]]
    assert sorted(kept(phone)) == sorted(everything)
    assert phone.evaluate(ABILITIES) == {"offline": True, "code": "", "why": ""}
    asked = phone.context.new_cdp_session(phone)
    manifest = asked.send("Page.getAppManifest")
    assert manifest["url"] == f"{server.url}/manifest.webmanifest"
    assert manifest["errors"] == []
    problems = asked.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The browsers of the tests have a profile that leaves nothing behind, in which Chromium installs no app at all.
    assert [problem["errorId"] for problem in problems if problem["errorId"] != "in-incognito"] == []
    phone.goto("/houses/nothing")
    assert "/houses/nothing" not in kept(phone)

    # The browser is asked to keep the games, once there is one.
    assert phone.evaluate("localStorage.getItem('scorekeeper:asked-to-persist')") is None
    bring_in(phone, {"Ann": 12, "Bo": -3})
    asked_once = "localStorage.getItem('scorekeeper:asked-to-persist') !== null"
    wait_until(phone, f"navigator.storage.persisted().then((granted) => granted || {asked_once})")


GAMES_KEPT = "many => Object.keys(localStorage).filter((key) => key.startsWith('scorekeeper:game:')).length >= many"


def test_what_can_be_seen_without_a_server(phone: Page, server: RunningServer, axe: CheckAxe) -> None:
    bring_in(phone, {"Cy": 5, "Didi": 7})
    expect(phone.locator("score-card[data-ready]")).to_be_attached()
    phone.wait_for_function(GAMES_KEPT, arg=1)
    card = path_of(bring_in(phone, {"Ann": 12, "Bo": -3}, {"Ann": 7, "Bo": 9}, planned=9))
    wait_until_installed(phone)
    wait_until_kept(phone, f"{card}/rules")
    totals = phone.locator("tr.totals td").all_inner_texts()
    phone.goto("/new/two-joker")
    for place, name in enumerate(("Eva", "Flo")):
        phone.locator('input[name="player"]').nth(place).fill(name)
    server.stop()

    # A form changes nothing, and says so.
    phone.get_by_role("button", name="Begin the game").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("That needs the network")
    expect(phone.locator("main")).to_contain_text("nothing was changed")
    axe(phone)

    phone.goto("/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Ann and Bo")
    expect(phone.locator(".current-game")).to_contain_text("Bo leads")
    expect(phone.get_by_role("region", name="Past games")).to_contain_text("Cy wins")
    axe(phone)
    phone.get_by_role("link", name="Scorecard").click()
    expect(phone.locator("score-card[data-ready]")).to_be_attached()
    assert path_of(phone.url) == card
    assert phone.locator("tr.totals td").all_inner_texts() == totals == ["19", "6"]
    axe(phone)
    expect(phone.locator("#hole-2 td a[href]")).to_have_count(0)  # how it was counted, only the server tells
    phone.get_by_role("link", name="Hole 2, its cards").click()
    expect(phone.locator("hole-entry[data-ready]")).to_be_attached()
    phone.get_by_role("link", name="Rules").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Two jokers")
    phone.goto("/houses")
    phone.get_by_role("link", name="Read the rules").first.click()
    expect(phone.locator("main")).to_contain_text("points")
    for address in ("/score", "/nothing", f"{card}/history"):
        phone.goto(address)
        expect(phone.get_by_role("heading", level=1)).to_have_text("This page needs the network")
        expect(phone.get_by_role("link", name="Games on this phone")).to_have_attribute("href", "/")
    axe(phone)
    server.start()
    phone.get_by_role("link", name="Try again").click()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("History")


def test_a_page_that_no_worker_had_a_hold_on_is_taken_hold_of(phone: Page, server: RunningServer) -> None:
    """As one that was being opened when the worker began; browsers do the same to one that is loaded anew by force."""
    table = Table(phone, server.url)
    table.begin("two-joker", ("Ann", "Bo"))
    wait_until_installed(phone)
    asked = phone.context.new_cdp_session(phone)
    phone.add_init_script("window.begins = navigator.serviceWorker.controller")
    with phone.expect_navigation():
        asked.send("Page.reload", {"ignoreCache": True})
    assert phone.evaluate("window.begins === null")
    table.wait_for_entry()
    wait_until_installed(phone)
    server.stop()
    for layout in ("5 * 7 / 5 Q K", "2 3 4 / 6 8 9"):
        table.tap_layout(layout)
    table.confirm()
    expect(phone.locator("offline-page[data-ready] score-card[data-ready]")).to_be_attached()
