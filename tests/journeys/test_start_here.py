"""Start here: someone who knows nothing learns Golf by playing it, and is asked nothing that was not told."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper import houses
from scorekeeper.rules import Rank, parse_layout, score
from tests.browser.conftest import CheckAxe, OpenBrowser
from tests.browser.offline import wait_until_installed, watched_phone
from tests.browser.test_practice_hole import SIGNS, offered, press_at, turn
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

Press = Callable[[Locator], None]
ROWS = """rows => rows.map((row) => [...row.querySelectorAll(".card")].map((card) =>
    [...card.querySelectorAll(".card__rank, .card__suit")].map((part) => part.textContent).join("")
).join(" ")).join(" / ")"""

REASONS = ("You don’t know that card yet", "doesn’t help much", "doesn’t help anywhere", "face-down card averages")
"""Of moves: each differs in its cards only, and comes once."""


def title(page: Page) -> Locator:
    return page.get_by_role("heading", level=1)


def goes_on(page: Page, words: str, press: Press) -> None:
    press(page.get_by_role("button", name=words, exact=True))


def total_of(hand: Locator, house: str) -> int:
    """What a hand on the page counts."""
    rows: str = hand.locator("tr").evaluate_all(ROWS)
    found = houses.get(house)
    return score(parse_layout(rows.translate(SIGNS), found), found).total


def learns_the_rules(page: Page, house: str, press: Press) -> None:
    """The three screens: each tells before it asks."""
    expect(title(page)).to_have_text("The lowest total wins")
    totals = [int(text.replace("−", "-")) for text in page.locator(".lesson__versus strong").all_inner_texts()]
    assert totals[1] < totals[0]
    expect(page.locator(".lesson__versus.is-best")).to_contain_text("wins")
    goes_on(page, "Next", press)

    press(page.get_by_role("button", name=re.compile("^A queen is worth")))
    expect(title(page)).to_have_text(f"A queen is worth {houses.get(house).values[Rank.QUEEN]}")
    goes_on(page, "Next", press)

    told = title(page).inner_text()
    assert told == (
        "Swap out the cards that cost most" if house == "four-card" else "Two matching cards in a column are worth 0"
    )
    cells = page.locator("button[data-cell]")
    for at in range(cells.count()):
        if page.get_by_role("button", name="Play a hole").count() == 0:
            press(cells.nth(at))
    expect(page.get_by_role("status")).to_contain_text(" down to ")
    goes_on(page, "Play a hole", press)


def plays_with_the_coach(page: Page, house: str, press: Press) -> None:
    """Each move is told, and its rules before the first one; a reason once, and no move of one's own."""
    told: list[str] = []
    while turn(page) == "own":
        line = page.locator(".play-line")
        expect(line).to_be_visible()
        told.append(line.inner_text())
        assert page.locator(".play__told p:not(.visually-hidden)", has_text=re.compile("^You ")).count() == 0
        press(page.locator("button.is-advised, .play-card.is-advised").first)
    for reason in REASONS:
        assert sum(reason in line for line in told) <= 1, told
    said = " ".join([*told, page.locator(".play__told").inner_text()])
    assert "Each turn, draw from the stock" in said.partition("Swap ")[0]
    assert "ends the hole" in said or "Knock" in said or "last turn" in said, "how a hole ends"
    expect(page.locator(".play__told")).to_contain_text("The lowest total wins.")
    hand = page.locator("#hand-0")
    page.get_by_label("What’s your score?").fill(str(total_of(hand, house)))
    press(hand.get_by_role("button", name="Check"))
    expect(hand.get_by_role("status")).to_contain_text("is right")
    expect(hand.get_by_role("status")).to_be_in_viewport()
    expect(page.locator(".play-result")).to_contain_text("You win")
    goes_on(page, "Count five hands", press)


def counts_five(page: Page, house: str, press: Press) -> None:
    for number in range(1, 6):
        expect(title(page)).to_have_text(f"Count hand {number} of 5")
        total = total_of(page.locator(".lesson__stage table"), house)
        page.get_by_label("What’s the total?").fill(str(total if number > 1 else total + 1))
        press(page.get_by_role("button", name="Check"))
        if number == 1:  # what was wrong is worked out
            expect(page.get_by_role("status")).to_have_text(f"It’s {total}, not {total + 1}.")
            assert page.locator(".lesson__lines li").count() > 1
            goes_on(page, "Next hand", press)
    expect(page.locator(".lesson__total")).to_have_text("4 of 5 right")
    goes_on(page, "Done", press)
    expect(title(page)).to_have_text("Now you can play Golf")


def plays_nine_holes(page: Page, press: Press) -> None:
    """Against one opponent, on the product's own scorecard, to the end."""
    goes_to = page.get_by_role("link", name="Play a hole")
    if goes_to.count():
        press(goes_to)
    page.get_by_label("Nine").check()
    page.get_by_label("Your name").fill("Mia")
    page.get_by_label("Never").check()
    goes_on(page, "One opponent", press)
    for hole in range(1, 10):
        expect(page.locator(".play__hole")).to_have_text(f"Hole {hole} of 9")
        while turn(page) == "own":
            press(offered(page))
        expect(page.get_by_role("heading", name="Total")).to_be_visible()
        if hole == 3:  # over the scorecard, as after an interruption
            press(page.get_by_role("link", name="Scorecard"))
            expect(page.locator("tr.totals td").first).to_have_text(re.compile(r"\d"))
            press(page.get_by_role("link", name="Play hole 4"))
        elif hole < 9:
            goes_on(page, f"Next: hole {hole + 1}", press)
    goes_on(page, "See the results", press)
    expect(page.get_by_role("main")).to_contain_text(re.compile("(Mia|Bo) wins|share the win"))


def test_from_an_empty_browser_to_a_game_of_nine_holes_by_touch(phone: Page, axe: CheckAxe) -> None:
    press: Press = lambda target: target.tap()  # noqa: E731
    phone.goto("/")
    phone.get_by_role("link", name="Learn").tap()
    first = phone.get_by_role("main").get_by_role("link").first
    expect(first).to_have_text("Never played? Start here")
    first.tap()
    phone.wait_for_url("**/learn/*")
    house = phone.url.rsplit("/", 1)[1]
    axe(phone)
    learns_the_rules(phone, house, press)
    axe(phone)
    phone.get_by_role("button", name="Values").tap()
    expect(phone.get_by_role("dialog", name="What cards are worth")).to_contain_text("queen")
    phone.get_by_role("button", name="Close").tap()
    plays_with_the_coach(phone, house, press)
    counts_five(phone, house, press)
    axe(phone)
    phone.get_by_role("link", name="Find my mistake").tap()
    expect(phone.get_by_role("link", name="Never played? Start here")).to_have_count(0)  # never a second time unasked
    expect(phone.get_by_role("button", name="Find my mistake")).to_have_class(re.compile("button--primary"))
    phone.get_by_role("link", name="Start here again").tap()
    expect(title(phone)).to_have_text("Now you can play Golf")
    plays_nine_holes(phone, press)
    expect(phone.locator("svg[role=img]").first).to_be_visible()  # the chart
    phone.goto("/people")
    expect(phone.get_by_role("main")).not_to_contain_text("Mia")  # not among games at a table
    phone.get_by_role("link", name="Against the phone").tap()
    expect(phone.get_by_role("heading", name="Mia")).to_be_visible()


def test_the_same_by_keyboard(desktop: Page) -> None:
    press: Press = lambda target: press_at(desktop, target)  # noqa: E731
    desktop.goto("/learn/penalty")
    learns_the_rules(desktop, "penalty", press)
    plays_with_the_coach(desktop, "penalty", press)
    counts_five(desktop, "penalty", press)
    desktop.goto("/play/four-card")
    plays_nine_holes(desktop, press)


def test_the_same_without_a_network(open_browser: OpenBrowser, server: RunningServer) -> None:
    press: Press = lambda target: target.tap()  # noqa: E731
    phone = watched_phone(open_browser).page()
    phone.goto("/")
    wait_until_installed(phone)
    server.stop()
    phone.goto("/learn/four-card")
    learns_the_rules(phone, "four-card", press)
    phone.reload()  # goes on where it was
    plays_with_the_coach(phone, "four-card", press)
    counts_five(phone, "four-card", press)
    phone.goto("/")
    press(phone.get_by_role("link", name="Practice hole"))
    press(phone.get_by_role("link", name="Four-Card Golf"))
    plays_nine_holes(phone, press)
    server.start()
