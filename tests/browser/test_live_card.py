"""A scorecard that people look at while others play: it follows the game, says what changed, and takes nothing from
under a finger. What this phone could not send yet is marked, told, and never lost on the way."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, CheckAxe, OpenBrowser, Scheme
from tests.browser.playing import Table

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

FIRST = ["5 * 7 / 5 Q K", "A 2 3 / 4 6 8"]  # 15 and 24 with two jokers
ENTER = """async ({hole, player, cards, based}) => {
    const app = document.querySelector('script[src$="js/app.js"]').src;
    const { GameOnPhone } = await import(new URL('store/game-on-phone.js', app));
    const phone = await GameOnPhone.here();
    const place = { game: phone.uid, key: phone.key, api: phone.urls.api, hole };
    await phone.outbox.enter(place, { player, cards, points: null, basedOn: based });
}"""


def begin(page: Page, url: str, holes: int = 3) -> Table:
    table = Table(page, url)
    table.begin("two-joker", names=("Ann", "Bo"), holes=holes)
    return table


def show_card(page: Page, card: str) -> None:
    page.goto(card)
    expect(page.locator("score-card[data-ready]")).to_be_attached()
    expect(page.locator("waiting-note[data-ready]")).to_be_attached()


def enter(page: Page, player: int, cards: str, hole: int = 1, based: int = 0) -> None:
    """What this page's phone enters for a player, kept in its outbox until the server has it."""
    page.evaluate(ENTER, {"hole": hole, "player": player, "cards": cards, "based": based})


def ids(page: Page) -> list[int]:
    """The players' ids, as the card's page knows them."""
    found: list[int] = page.evaluate(
        "JSON.parse(document.querySelector('script.game-data').textContent).answer.players.map((player) => player.id)"
    )
    return found


def test_a_card_that_is_looked_at_follows_the_game(open_browser: OpenBrowser, server: Any) -> None:
    other, looking = open_browser(**PHONE).page(), open_browser(**PHONE).page()
    table = begin(other, server.url)
    show_card(looking, table.game)
    looking.set_viewport_size({"width": 360, "height": 400})
    looking.locator("summary").first.focus()
    looking.evaluate("document.getElementById('hole-1').scrollIntoView()")
    undo = looking.get_by_role("button", name="Undo")
    expect(undo).to_have_count(0)
    row = looking.locator("#hole-2").bounding_box()
    assert row is not None
    for layout in FIRST:
        table.tap_layout(layout)
    said = looking.locator("score-card > [role=status]")
    expect(looking.locator("#hole-1 td")).to_have_text(["15", "24"])
    expect(said).to_contain_text("Bo 24.")
    expect(undo).to_have_text("Undo: Bo's cards on hole 1")
    table.confirm()
    expect(looking.locator(".lead__sentence")).to_have_text("Ann leads with 15, 9 ahead of Bo.")
    expect(looking.locator("tr.totals td")).to_have_text(["15", "24"])
    expect(looking.locator("tr.is-current th")).to_have_text("2")
    expect(looking.get_by_role("link", name="Enter hole 2")).to_be_visible()
    expect(said).to_have_text("Hole 1 is done. Ann leads with 15, 9 ahead of Bo.")
    expect(undo).to_have_text("Undo: hole 1 confirmed")
    assert looking.evaluate("document.activeElement.tagName") == "SUMMARY"
    assert looking.locator("#hole-2").bounding_box() == pytest.approx(row, abs=4)  # although what is above it grew
    undo.click()
    looking.wait_for_url(table.game)
    expect(looking.locator(".flash")).to_contain_text("Undone")


def test_a_worked_hole_follows_it_too(open_browser: OpenBrowser, server: Any) -> None:
    other, looking = open_browser(**PHONE).page(), open_browser(**PHONE).page()
    table = begin(other, server.url)
    table.tap_layout(FIRST[0])
    looking.goto(f"{table.game}/hole/1/worked")
    expect(looking.locator("live-page[data-ready]")).to_be_attached()
    expect(looking.locator(".worked-player h2")).to_have_text(["Ann"])
    expect(looking.locator("main")).to_contain_text("Bo has no cards yet: missing, not 0.")
    table.tap_layout(FIRST[1])
    expect(looking.locator(".worked-player h2")).to_have_text(["Ann", "Bo"])
    expect(looking.locator("main")).not_to_contain_text("missing")
    said = looking.locator("live-page > .visually-hidden[role=status]")
    expect(said).to_have_text("Hole 1: Bo 24.")
    table.confirm()
    expect(looking.get_by_role("region", name="Ann")).to_contain_text("lowest")
    # A correction by another phone; where nothing is different, nothing is taken from under a finger.
    settle = looking.get_by_role("region", name="Ann").get_by_role("link", name="Settle this")
    settle.focus()
    show_card(other, table.game)
    version = other.evaluate(
        "JSON.parse(document.querySelector('script.game-data').textContent).answer.holes[0].hands[1].version"
    )
    enter(other, ids(other)[1], "A 2 3 / 4 6 7", based=version)
    expect(looking.get_by_role("region", name="Bo")).to_contain_text("Total 23")
    expect(settle).to_be_focused()


def test_what_could_not_be_sent_is_marked_and_told_until_it_is(open_browser: OpenBrowser, server: Any) -> None:
    watched = open_browser(**PHONE)
    watched.expected.append("ERR_INTERNET_DISCONNECTED")
    page = watched.page()
    table = begin(page, server.url)
    show_card(page, table.game)
    ann, bo = ids(page)
    note = page.locator("waiting-note")
    expect(note).to_have_text("")
    watched.context.set_offline(True)
    expect(note).to_have_text("No network: what you enter is kept on this phone.")
    enter(page, ann, FIRST[0])
    expect(note).to_have_text("1 entry waits for the network.")
    expect(page.locator("#hole-1 td").first).to_have_text("15↑ entered on this phone, not sent yet")
    enter(page, bo, FIRST[1])
    expect(note).to_have_text("2 entries wait for the network.")
    watched.context.set_offline(False)
    expect(note).to_have_text("")
    expect(page.locator("#hole-1 td")).to_have_text(["15", "24"])
    expect(page.get_by_role("button", name="Undo")).to_have_text("Undo: Bo's cards on hole 1")


@pytest.mark.parametrize(
    "screen", [pytest.param(PHONE, id="phone"), pytest.param(DESKTOP, id="desktop", marks=pytest.mark.nightly)]
)
def test_what_was_refused_says_why_and_goes_only_when_it_is_discarded_twice(
    screen: dict[str, Any], scheme: Scheme, open_browser: OpenBrowser, server: Any, axe: CheckAxe
) -> None:
    watched = open_browser(**screen, color_scheme=scheme)
    watched.expected.append("status of 422")
    page = watched.page()
    table = begin(page, server.url)
    show_card(page, table.game)
    ann, _ = ids(page)
    enter(page, ann, "5 Q / 7 K")
    note = page.locator("waiting-note")
    panel = note.locator(".notice")
    expect(note.locator("[role=status]")).to_have_text("1 entry needs you: Ann on hole 1")
    expect(panel).to_contain_text("Not taken: Ann on hole 1")
    expect(panel.locator("code")).to_have_text("5 Q / 7 K")
    expect(panel).to_contain_text("The server says:")
    axe(page)
    with page.expect_response("**/hands/*") as again:
        panel.get_by_role("button", name="Try again").click()
    assert again.value.status == 422
    discard = panel.get_by_role("button", name="Discard: Ann on hole 1")
    discard.dblclick()
    expect(panel).to_contain_text("Not taken: Ann on hole 1")
    page.reload()
    discard.click()
    expect(panel).to_contain_text("Discard it for good?")
    axe(page)
    panel.get_by_role("button", name="Keep it").click()
    discard.click()
    panel.get_by_role("button", name="Discard it").click()
    expect(note).to_have_text("")
    expect(page.locator(":focus")).to_have_attribute("role", "status")


def test_two_entries_for_one_hand_lead_to_the_hole(open_browser: OpenBrowser, server: Any) -> None:
    watched = open_browser(**PHONE)
    watched.expected.append("status of 409")
    page = watched.page()
    table = begin(page, server.url)
    table.tap_layout(FIRST[0])
    expect(page.get_by_role("tab", name="Ann")).to_contain_text("15")
    show_card(page, table.game)
    expect(page.locator("#hole-1 td").first).to_have_text("15")
    ann, _ = ids(page)
    enter(page, ann, FIRST[1])
    link = page.locator("waiting-note").get_by_role("link", name="Ann on hole 1")
    expect(link).to_have_attribute("href", f"{table.game.removeprefix(server.url)}/hole/1")
    expect(page.locator("waiting-note .notice")).to_have_count(0)


def test_what_waits_is_told_on_the_other_pages_too_and_sent_from_them(open_browser: OpenBrowser, server: Any) -> None:
    watched = open_browser(**PHONE)
    watched.expected.append("ERR_INTERNET_DISCONNECTED")
    watched.expected.append("ERR_FAILED")
    page = watched.page()
    table = begin(page, server.url)
    show_card(page, table.game)
    ann, _ = ids(page)
    page.route("**/api/**", lambda route: route.abort())
    enter(page, ann, FIRST[0])
    expect(page.locator("waiting-note")).to_have_text("1 entry waits for the network.")
    for address in ("/history", "/table", "/end", "/invite", "/rules"):
        page.goto(table.game + address)
        expect(page.locator("waiting-note")).to_have_text("1 entry waits for the network.")
    page.unroute("**/api/**")
    page.reload()
    expect(page.locator("waiting-note[data-ready]")).to_have_text("")
    page.goto(table.game)
    expect(page.locator("#hole-1 td").first).to_have_text("15")


def test_this_phone_says_what_it_can_do(scheme: Scheme, open_browser: OpenBrowser, server: Any, axe: CheckAxe) -> None:
    watched = open_browser(**PHONE, color_scheme=scheme, reduced_motion="reduce")
    page = watched.page()
    table = begin(page, server.url)
    show_card(page, table.game)
    fold = page.locator("this-phone details")
    fold.locator("summary").tap()
    said = fold.locator("dl")
    expect(said).to_contain_text("Nothing waits.")
    expect(said).to_contain_text("Not while the phone is set to less motion.")
    expect(said).to_contain_text("While a hole is entered.")
    axe(page)


@pytest.mark.nightly
def test_the_big_screen_follows_and_says_when_it_cannot(open_browser: OpenBrowser, server: Any) -> None:
    other = open_browser(**PHONE).page()
    room = open_browser(viewport={"width": 1280, "height": 720})
    room.expected.append("ERR_INTERNET_DISCONNECTED")
    table = begin(other, server.url)
    page = room.page()
    page.goto(page.request.get(f"{table.game}/screen").url)
    expect(page.locator("live-page[data-ready]")).to_be_attached()
    people = page.locator(".screen__people li")
    expect(people).to_have_text(["… Ann is still to come", "… Bo is still to come"])
    table.tap_layout(FIRST[0])
    expect(people).to_have_text(["✓ Ann is entered", "… Bo is still to come"])
    table.tap_layout(FIRST[1])
    table.confirm()
    expect(page.locator(".screen__lead")).to_have_text("Ann leads with 15, 9 ahead of Bo.")
    expect(page.locator(".screen__hole-title")).to_have_text("Hole 2")
    expect(page.locator("td.screen__total")).to_have_text(["15", "24"])
    words = page.locator(".live-page__connection")
    expect(words).to_have_text("")
    room.context.set_offline(True)
    expect(words).to_have_text("No network: this is how it stood.")
    room.context.set_offline(False)
    expect(words).to_have_text("")


def test_a_phone_whose_link_was_renewed_is_told_and_keeps_what_it_has(open_browser: OpenBrowser, server: Any) -> None:
    host, guest = open_browser(**PHONE).page(), open_browser(**PHONE)
    guest.expected.append("status of 410")
    page = guest.page()
    table = begin(host, server.url)
    show_card(page, table.game)
    host.goto(f"{table.game}/invite")
    fold = host.locator("details.fold", has=host.locator("button", has_text="play along"))
    fold.locator("summary").tap()
    fold.get_by_role("button").tap()
    note = page.locator("waiting-note")
    expect(note).to_have_text("The table has a new link for this game. Ask for the new one.")
    ann, _ = ids(page)
    enter(page, ann, FIRST[0])
    expect(note).to_contain_text("1 entry is kept on this phone until then.")
    expect(note.locator(".notice")).to_have_count(0)  # nothing to decide, and nothing to discard by mistake
    page.goto(host.url.removesuffix("/invite"))
    expect(page.locator("#hole-1 td").first).to_have_text("15")
    expect(note).to_have_text("")
