"""What the server refused is told on the scorecard, and goes only when somebody discards it."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, CheckAxe, OpenBrowser
from tests.browser.offline import MODULE
from tests.browser.seeding import begin_game

pytestmark = pytest.mark.browser

ENTER = f"""async ({{hole, cards}}) => {{
    const {{ GameOnPhone }} = await ({MODULE})('phone/game-on-phone.js');
    const phone = GameOnPhone.here();
    const place = {{ game: phone.uid, key: phone.key, api: phone.urls.api, hole }};
    const answer = JSON.parse(document.querySelector('script.game-data').textContent).answer;
    phone.outbox.enter(place, {{ player: answer.players[0].id, cards, points: null, basedOn: 0 }});
}}"""
"""What this page's phone enters for the first player, kept in its outbox until the server has it."""


def show_card(page: Page, card: str) -> None:
    page.goto(card)
    expect(page.locator("score-card[data-ready]")).to_be_attached()
    expect(page.locator("waiting-note[data-ready]")).to_be_attached()


def test_what_was_refused_says_why_and_goes_only_when_it_is_discarded_twice(
    open_browser: OpenBrowser, axe: CheckAxe
) -> None:
    watched = open_browser(**PHONE)
    watched.expected.append("status of 422")
    page = watched.page()
    show_card(page, begin_game(page, "two-joker", ("Ann", "Bo")))
    page.evaluate(ENTER, {"hole": 1, "cards": "5 Q / 7 K"})
    note = page.locator("waiting-note")
    panel = note.locator(".notice")
    expect(note.locator("[role=status]")).to_have_text("1 entry needs your attention: Ann on hole 1")
    expect(panel).to_contain_text("Not saved: Ann on hole 1")
    expect(panel.locator("code")).to_have_text("5 Q / 7 K")
    expect(panel).to_contain_text("The server says:")
    with page.expect_response("**/hands/*") as again:
        panel.get_by_role("button", name="Try again").click()
    assert again.value.status == 422
    discard = panel.get_by_role("button", name="Delete: Ann on hole 1")
    discard.dblclick()
    expect(panel).to_contain_text("Not saved: Ann on hole 1")
    page.reload()
    discard.click()
    expect(panel).to_contain_text("Delete it?")
    axe(page)
    panel.get_by_role("button", name="Keep it").click()
    discard.click()
    panel.get_by_role("button", name="Delete it").click()
    expect(note).to_have_text("")
    expect(page.locator(":focus")).to_have_attribute("role", "status")


def test_what_could_not_be_loaded_for_a_decision_is_asked_for_again(open_browser: OpenBrowser) -> None:
    watched = open_browser(**PHONE)
    watched.expected += ["status of 409", "status of 422", "net::ERR_FAILED"]
    page = watched.page()
    lost: set[str] = set()

    def lose_once(route: Route) -> None:
        name = route.request.url.partition("?")[0]
        route.continue_() if name in lost else route.abort()
        lost.add(name)

    page.route(re.compile(r"/(conflict|waiting-words)\.js"), lose_once)
    game = begin_game(page, "two-joker", ("Ann", "Bo"))
    page.goto(f"{game}/hole/1")
    expect(page.locator("hole-entry[data-ready]")).to_be_attached()
    put_hand(page, game, "5 6 7 / 5 6 8")
    page.evaluate(ENTER, {"hole": 1, "cards": "K K 3 / K 4 5"})  # based on no entry, as another phone had none
    choice = page.get_by_role("alertdialog")
    expect(choice).to_contain_text("Ann: which cards are right?")
    choice.get_by_role("button", name="Mine").tap()
    expect(page.get_by_role("tab", name="Ann")).to_contain_text("12")

    show_card(page, game)
    page.evaluate(ENTER, {"hole": 1, "cards": "5 Q / 7 K"})
    expect(page.locator("waiting-note .notice")).to_contain_text("Not saved: Ann on hole 1")
    assert {name.rpartition("/")[2] for name in lost} == {"conflict.js", "waiting-words.js"}


def put_hand(page: Page, game: str, cards: str) -> None:
    """The first player's cards on hole 1, from elsewhere."""
    token = page.request.get("/api/token").json()["token"]
    place = f"/api/games/{game.rpartition('/')[2]}"
    player = page.request.get(place).json()["players"][0]["id"]
    hand = {"cards": cards, "based_on": 0, "write_id": uuid4().hex}
    sent = page.request.put(f"{place}/holes/1/hands/{player}", data=hand, headers={"X-CSRFToken": token})
    assert sent.ok, sent.text()
