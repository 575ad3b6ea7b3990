"""A game is over, and one phone of the table plays again: everybody else gets there without scanning anything."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, CheckAxe, OpenBrowser, Scheme
from tests.browser.seeding import bring_in

pytestmark = pytest.mark.browser

AT_ONCE = 5_000  # milliseconds: as soon as any change of a game is on every phone of a busy machine
GO_ON = "The table plays again: go to the new game"


@pytest.mark.nightly
def test_two_phones_and_a_television_go_along(
    open_browser: OpenBrowser, server: Any, axe: CheckAxe, scheme: Scheme
) -> None:
    first, second = (open_browser(**PHONE, color_scheme=scheme).page() for _ in range(2))
    room = open_browser(viewport={"width": 1280, "height": 720}, color_scheme=scheme).page()
    card = bring_in(first, {"Ann": 3, "Bo": 5})
    second.goto(card)
    second.get_by_role("button", name="Bo").click()
    expect(second.locator("score-card[data-ready]")).to_be_attached()
    result = second.context.new_page()  # the same phone, looking at the result
    result.goto(f"{card}/end")
    expect(result.locator("plays-again[data-ready]")).to_be_attached()
    room.goto(f"{card}/screen")
    expect(room.locator("live-page[data-ready]")).to_be_attached()
    watched = room.url.removesuffix("/screen")
    expect(room.locator(".screen__hole-title")).to_have_text("The game is over")
    looking = open_browser(**PHONE, color_scheme=scheme).page()
    looking.goto(watched)
    expect(looking.locator("score-card[data-ready]")).to_be_attached()

    first.goto(f"{card}/end")
    first.get_by_role("button", name="Play again, same people").click()
    first.wait_for_url("**/hole/1")
    new_game = first.url.removesuffix("/hole/1")

    for page in (second, result, looking):
        link = page.get_by_role("link", name=GO_ON)
        expect(link).to_be_visible(timeout=AT_ONCE)
        box = link.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    expect(room.locator(".screen__hole-title")).to_have_text("The table plays again", timeout=AT_ONCE)
    expect(second.locator("score-card > [role=status]")).to_have_text("The table plays again.")
    for page in (second, result, room):
        axe(page)

    # Bo's phone comes to the same game, and it is known there whose it is.
    second.get_by_role("link", name=GO_ON).click()
    second.wait_for_url(new_game)
    expect(second.locator("score-card[data-ready]")).to_be_attached()
    expect(second.locator(".seat-choice summary")).to_have_text("This phone is: Bo")
    expect(second.get_by_role("link", name="Enter hole 1")).to_be_visible()
    # Who had not heard of it and asks for a game too comes there as well.
    result.get_by_role("button", name="Play again, same people").click()
    result.wait_for_url(f"{new_game}/hole/1")

    # A watcher stays a watcher.
    looking.get_by_role("link", name=GO_ON).click()
    looking.wait_for_url(lambda url: url != watched)
    assert looking.url != new_game
    expect(looking.locator("score-card[data-ready]")).to_be_attached()
    expect(looking.get_by_role("link", name="Enter hole 1")).to_have_count(0)

    # Nobody touches the television.
    room.wait_for_url(f"{looking.url}/screen")
    expect(room.locator("live-page[data-ready]")).to_be_attached()
    expect(room.locator(".screen__hole-title")).to_have_text("Hole 1")
