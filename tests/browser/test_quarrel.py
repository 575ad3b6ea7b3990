"""A quarrel inside a running game: a score is looked at, read otherwise, played by, and undone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, OpenBrowser
from tests.browser.playing import Table
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

JOKERS = "* K 5 / * 3 5"  # 3 as printed; −3 where two jokers keep their own value
PLAIN = "3 4 6 / 7 8 9"


@pytest.mark.nightly
def test_a_quarrel_is_settled_inside_a_running_game(
    phone: Page, server: RunningServer, open_browser: OpenBrowser
) -> None:
    table = Table(phone, server.url)
    table.begin("penalty", names=("Ann", "Bo"))
    table.play_hole(1, [JOKERS, PLAIN], "Nobody")
    table.play_hole(2, [PLAIN, PLAIN], "Nobody")
    table.play_hole(3, [PLAIN, JOKERS], "Nobody")
    before = table.totals()
    assert before == {"Ann": 77, "Bo": 77}

    # Somebody else looks on, by the link that lets nobody change anything.
    phone.goto(f"{table.game}/invite")
    watch = phone.get_by_label("Link to watch", exact=True).input_value()
    watcher = open_browser(**DESKTOP).page()
    watcher.goto(watch)
    expect(watcher.locator("tr.totals")).to_contain_text("77")

    # Bo doubts Ann's score of the first hole.
    phone.goto(table.game)
    phone.locator("#hole-1 td a").first.tap()
    phone.get_by_role("link", name=re.compile("Settle this.*Ann")).tap()
    expect(phone.locator(".settle__points")).to_have_text("3")
    expect(phone.locator("#answer")).to_contain_text("as this game plays it")
    expect(phone.locator("#answer td.is-marked")).not_to_have_count(0)
    expect(phone.locator("share-result[data-ready] textarea")).to_have_value(
        re.compile(r"\n.*/score\?house=penalty&cards=")
    )
    other = phone.locator("li", has_text="What does a column of two jokers count?").first
    expect(other).to_contain_text("−3")
    row = phone.locator(".verdict", has=phone.get_by_text("Two jokers", exact=True))
    expect(row).to_contain_text("The two jokers count −4 as a pair here, cancel in Penalty.")

    # What would it change? Two past holes.
    other.get_by_role("link", name=re.compile("Play by this in the game")).tap()
    preview = phone.locator("#preview")
    expect(preview).to_contain_text("What would change")
    rows = preview.locator("table").first.locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_have_text(re.compile(r"1\s+Ann\s+3\s+−3\s+−6"))
    expect(rows.nth(1)).to_have_text(re.compile(r"3\s+Bo\s+3\s+−3\s+−6"))
    assert table.totals() == before, "nothing is changed by looking"
    phone.go_back()
    phone.get_by_role("button", name="Play by this from now on — and count the played holes anew").tap()
    phone.wait_for_url(table.game)
    expect(phone.locator("main")).to_contain_text("Holes 1 and 3 count differently.")
    expect(phone.locator("#hole-1")).to_contain_text("−3")
    expect(phone.locator("#hole-3")).to_contain_text("−3")
    assert table.totals_shown() == {"Ann": 71, "Bo": 71}

    # Whoever looks on sees it without a reload, counted by the rules as they are now.
    expect(watcher.locator("tr.totals")).to_contain_text("71")
    expect(watcher.locator("#hole-1")).to_contain_text("−3")

    # They think better of it.
    phone.get_by_role("button", name="Undo: the change of rules").tap()
    expect(phone.locator("main")).to_contain_text("Undone: the change of rules.")
    expect(phone.locator("#hole-1")).not_to_contain_text("−3")
    assert table.totals_shown() == before
    expect(watcher.locator("tr.totals")).to_contain_text("77")
    phone.goto(f"{table.game}/history")
    expect(phone.locator(".history__change").first).to_contain_text("Taken back: the change of rules")
    expect(phone.locator(".history__change").nth(1)).to_contain_text("What does a column of two jokers count?")
    expect(phone.locator(".history__change").nth(1)).to_contain_text("Ann, hole 1")
