"""The pages without a network, in a real browser: kept from the first visit, and what can be done with them."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, CheckAxe, OpenBrowser, Scheme
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


@pytest.fixture
def phone(open_browser: OpenBrowser) -> Page:
    return watched_phone(open_browser).page()


KNOWN_GAMES = """new Promise((done) => {
    indexedDB.open("scorekeeper").onsuccess = ({ target: { result } }) => {
        result.transaction("games").objectStore("games").getAll().onsuccess = ({ target }) => {
            result.close();
            done(target.result);
        };
    };
})"""


# --- without a server -------------------------------------------------------------------------------------------------


def test_after_the_first_visit_everything_of_the_release_is_kept(phone: Page) -> None:
    phone.goto("/")
    wait_until_installed(phone)
    lines = phone.evaluate("fetch('/sw.js').then((answer) => answer.text())").splitlines()
    told = json.loads(lines[1].removeprefix("work(").removesuffix(");"))
    assert len(phone.evaluate("caches.keys()")) == 1
    assert sorted(kept(phone)) == sorted(
        [*(told["base"] + name for name in told["files"]), told["shell"], *told["pages"]]
    )


@pytest.mark.nightly
@pytest.mark.parametrize("colours", ["light", pytest.param("dark", marks=pytest.mark.nightly)])
def test_what_can_be_seen_without_a_server(
    colours: Scheme, open_browser: OpenBrowser, server: RunningServer, axe: CheckAxe
) -> None:
    phone = watched_phone(open_browser, color_scheme=colours).page()
    card = path_of(bring_in(phone, {"Ann": 12, "Bo": -3}, {"Ann": 7, "Bo": 9}, planned=9))
    wait_until_installed(phone)
    wait_until_kept(phone, f"{card}/rules")
    totals = phone.locator("tr.totals td").all_inner_texts()
    server.stop()

    phone.goto("/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Ann and Bo")
    expect(phone.locator(".current-game")).to_contain_text("2 of 9 holes played; Bo leads.")
    axe(phone)
    phone.get_by_role("link", name="Scorecard").click()
    expect(phone.locator("score-card[data-ready]")).to_be_attached()
    assert path_of(phone.url) == card
    assert phone.locator("tr.totals td").all_inner_texts() == totals == ["19", "6"]
    axe(phone)
    expect(phone.locator("#hole-2 td")).to_contain_text(["7", "9"])
    expect(phone.locator("#hole-2 td a[href]")).to_have_count(0)  # how it was counted, only the server tells
    phone.get_by_role("link", name="Hole 2, its cards").click()
    expect(phone.locator("hole-entry[data-ready]")).to_be_attached()
    phone.get_by_role("link", name="Rules").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Two jokers")
    phone.goto("/houses")
    phone.get_by_role("link", name="Read the rules").first.click()
    expect(phone.locator("main")).to_contain_text("points")
    for address in ("/score", "/nothing", "/g/AAAAAAAAAAAAAAAAAAAAAA", f"{card}/history", f"{card}/hole/2/worked"):
        phone.goto(address)
        expect(phone.get_by_role("heading", level=1)).to_have_text("This page needs the network")
        expect(phone.get_by_role("link", name="Games on this phone")).to_have_attribute("href", "/")
    axe(phone)

    server.start()
    phone.goto(f"{card}/history")
    expect(phone.get_by_role("heading", level=1)).to_contain_text("History")


def test_a_phone_with_its_network_off_is_no_different(open_browser: OpenBrowser) -> None:
    watched = watched_phone(open_browser)
    phone = watched.page()
    phone.goto("/")
    wait_until_installed(phone)
    watched.context.set_offline(True)
    phone.reload()
    expect(phone.get_by_role("heading", level=1)).to_have_text("No games on this phone yet.")
    watched.context.set_offline(False)
    phone.get_by_role("link", name="Try again").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Play Golf. We do the sums.")


@pytest.mark.nightly
def test_every_game_of_this_phone_is_listed(phone: Page, server: RunningServer) -> None:
    for count, scores in enumerate([{"Ann": 1, "Bo": 2}, {"Cy": 5, "Didi": 5}, {"Eva": 5, "Flo": 7}]):
        bring_in(phone, scores, planned=1 + count)
        wait_until(phone, KNOWN_GAMES + f".then((games) => games.length === {count + 1})")
    wait_until_installed(phone)
    server.stop()
    phone.goto("/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Eva and Flo")
    expect(phone.get_by_role("link", name="Go on with hole 2")).to_be_visible()
    expect(phone.get_by_role("region", name="Not finished yet")).to_contain_text("Cy and Didi")
    expect(phone.get_by_role("region", name="Past games")).to_contain_text("Ann won")


@pytest.mark.nightly
def test_a_form_without_a_server_changes_nothing_and_says_so(phone: Page, server: RunningServer, axe: CheckAxe) -> None:
    phone.goto("/new/two-joker")
    wait_until_installed(phone)
    names = phone.locator('input[name="player"]')
    names.nth(0).fill("Ann")
    names.nth(1).fill("Bo")
    server.stop()
    phone.get_by_role("button", name="Begin the game").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("That needs the network")
    expect(phone.locator("main")).to_contain_text("nothing was changed")
    axe(phone)
    server.start()
    phone.get_by_role("button", name="Go back").click()
    expect(phone.get_by_role("button", name="Begin the game")).to_be_visible()
    assert phone.url.endswith("/new/two-joker")


@pytest.mark.nightly
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
    assert phone.evaluate(ABILITIES) == {"offline": True, "code": "", "why": ""}
    table.wait_for_entry()
    wait_until_installed(phone)
    server.stop()
    for layout in ("5 * 7 / 5 Q K", "2 3 4 / 6 8 9"):
        table.tap_layout(layout)
    table.confirm()
    expect(phone.locator("offline-page[data-ready] score-card[data-ready]")).to_be_attached()


# --- an app ----------------------------------------------------------------------------------------------------------


def test_chromium_finds_nothing_wrong_with_the_manifest(phone: Page, server: RunningServer) -> None:
    phone.goto("/")
    wait_until_installed(phone)
    asked = phone.context.new_cdp_session(phone)
    manifest = asked.send("Page.getAppManifest")
    assert manifest["url"] == f"{server.url}/manifest.webmanifest"
    assert manifest["errors"] == []
    problems = asked.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The browsers of the tests have a profile that leaves nothing behind, in which Chromium installs no app at all.
    assert [problem["errorId"] for problem in problems if problem["errorId"] != "in-incognito"] == []


def test_a_page_knows_what_it_can_do_without_a_network(phone: Page) -> None:
    phone.goto("/")
    wait_until_installed(phone)
    assert phone.evaluate(ABILITIES) == {"offline": True, "code": "", "why": ""}


def test_over_plain_http_nothing_is_kept_and_the_page_knows_why(
    open_browser: OpenBrowser, server: RunningServer
) -> None:
    watched = open_browser(**PHONE)
    watched.home = f"http://0.0.0.0:{server.port}"  # leads here too, but a browser does not know that
    phone = watched.page()
    phone.goto(watched.home)
    assert phone.evaluate("isSecureContext") is False
    can = phone.evaluate(ABILITIES)
    assert (can["offline"], can["code"]) == (False, "plain-http")
    assert "plain http" in can["why"]


def test_a_browser_is_asked_once_to_keep_the_games(phone: Page) -> None:
    phone.goto("/")
    wait_until_installed(phone)
    assert phone.evaluate("localStorage.getItem('scorekeeper:asked-to-persist')") is None
    bring_in(phone, {"Ann": 12, "Bo": -3})
    asked = "localStorage.getItem('scorekeeper:asked-to-persist') !== null"
    wait_until(phone, f"navigator.storage.persisted().then((granted) => granted || {asked})")
