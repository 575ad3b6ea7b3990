"""What phones at one table are told: the newest hand, who ended the hole, and the hole that comes first."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, OpenBrowser
from tests.browser.offline import until_true
from tests.browser.seeding import open_table
from tests.promises.visitor import Visitor
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

MID, HIGH = "A 2 3 / 4 5 6", "9 8 Q / 7 5 4"
"""21 and 43 points by Penalty's rules."""


def test_two_phones_at_a_table_show_what_there_is_and_what_waits(
    open_browser: OpenBrowser, server: RunningServer
) -> None:
    visitor = Visitor(server.url)
    phones = [open_browser(**PHONE) for _ in range(2)]
    for one in phones:
        one.expected += ["status of 409", "status of 422"]
    ann_page, bo_page = (one.page() for one in phones)
    table = open_table(ann_page, server.url, "penalty", ("Ann", "Bo"))
    key, game = table.game.rsplit("/", 1)[1], table.game
    ann, bo = (one["id"] for one in visitor.game(key)["players"])

    # No total before a column is complete; what is shown then is what that one counts.
    total = ann_page.locator("[data-points]")
    for card in ("K", "K", "A"):
        table.tap_key(card)
    expect(total).to_have_count(0)
    table.tap_key("K")
    expect(total).to_have_attribute("data-points", "0")

    # Two hands for Ann: the question follows what the others do, and leads to no cards that it did not show.
    visitor.put_hand(key, 1, ann, cards=MID)
    for card in ("3", "2"):
        table.tap_key(card)
    theirs = ann_page.locator("[data-text]", has=ann_page.locator("[data-act=theirs]"))
    expect(theirs).to_have_attribute("data-text", MID)
    there = visitor.game(key)["holes"][0]["hands"][0]["version"]
    visitor.put_hand(key, 1, ann, cards=HIGH, based_on=there)
    expect(theirs).to_have_attribute("data-text", HIGH)
    ann_page.get_by_role("tab", name="Bo").tap()
    expect(ann_page.get_by_role("alertdialog")).to_have_count(0)
    table.tap_layout(MID)
    ann_page.get_by_role("tab", name="Ann").tap()
    ann_page.locator("[data-act=theirs]").tap()
    expect(ann_page.get_by_role("tab", name="Ann")).to_contain_text("43")
    until_true(ann_page, lambda: cards_of(visitor, key) == [{ann: HIGH, bo: MID}])

    # Who ended it stands on both phones before it counts, also after a reload.
    bo_page.goto(f"{game}/hole/1")
    chosen = f"input[name=ender][value='{bo}']"
    ann_page.locator(".entry label", has=ann_page.locator(chosen)).tap()
    expect(bo_page.locator(f".entry {chosen}")).to_be_checked()
    ann_page.reload()
    expect(ann_page.locator(f".entry {chosen}")).to_be_checked()
    assert not visitor.game(key)["holes"][0]["confirmed"]

    # One phone takes back the end of hole 1 while the other enters hole 2.
    ann_page.locator(".entry form button[type=submit]:visible").tap()
    ann_page.wait_for_url(game)
    bo_page.goto(f"{game}/hole/2")
    expect(bo_page.locator("hole-entry[data-ready='2']")).to_be_attached()
    enters_unseen(bo_page, MID, lambda: visitor.go(f"/g/{key}").submit("/undo", {}))
    expect(bo_page.locator("a[data-first='1']")).to_have_attribute("href", f"/g/{key}/hole/1")
    visitor.confirm(key, 1, ender=bo)
    expect(bo_page.locator("a[data-first]:visible")).to_have_count(0)
    until_true(bo_page, lambda: cards_of(visitor, key)[1:] == [{ann: MID, bo: None}])


def cards_of(visitor: Visitor, key: str) -> list[dict[int, str | None]]:
    """The cards of each hole that has begun, by player."""
    return [{hand["player"]: hand["cards"] for hand in hole["hands"]} for hole in visitor.game(key)["holes"]]


def enters_unseen(page: Page, layout: str, meanwhile: Callable[[], object]) -> None:
    """Tap in a hand; before its last card another phone does something that this page has not heard of."""
    *cards, last = layout.replace("/", " ").split()
    for card in cards:
        page.locator(f".keypad [data-key='{card}']").first.tap()
    meanwhile()
    page.locator(f".keypad [data-key='{last}']").first.tap()
