"""The page of a class fills a screen, and stays so while the class is led and the network fails."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenBrowser
from tests.browser.lessons import Teacher, pupil, three_hands
from tests.serving import RunningServer

pytestmark = pytest.mark.browser


def test_a_filled_screen_stays_filled_while_the_class_is_led(open_browser: OpenBrowser, server: RunningServer) -> None:
    watched = open_browser(viewport={"width": 1280, "height": 720}, screen={"width": 1280, "height": 720})
    watched.expected.append("net::ERR_")
    page = watched.page()
    teacher = Teacher(page)
    code = teacher.begin(three_hands(server), "Live")
    board = page.url
    one = pupil(open_browser)
    one.join(code)
    page.get_by_role("button", name="Fill the screen").click()
    fills = page.get_by_role("button", name="Leave full screen")
    expect(fills).to_be_visible()
    page.locator("#do-begin").click()
    expect(page.locator("#on-show")).to_contain_text("How many points")
    expect(page.locator('[data-live="lead"]')).to_be_focused()
    # The hand, the buttons and how many have answered: all on one screen of a projector.
    for shown in ("#do-reveal", ".board-question__ask .layout", ".board-question__count"):
        expect(page.locator(shown)).to_be_in_viewport(ratio=1)

    # Nobody loses what they type while the teacher leads on.
    one.type("A", "2")
    teacher.lead("Pause", "paused")
    expect(one.page.locator('[data-live="status"]')).to_contain_text("paused")
    expect(one.question("A").get_by_label("Points")).to_have_value("2")
    teacher.lead("Go on", "answers are open")

    # A board without a network says so, and catches up.
    watched.context.set_offline(True)
    expect(page.locator(".live-page__connection")).to_contain_text("No network")
    one.answer("A", "24")
    watched.context.set_offline(False)
    expect(page.locator(".live-page__connection")).to_be_hidden()
    teacher.answered(1)
    page.locator("#do-reveal").click()
    expect(page.locator(".board-question__answer .score-lines")).to_be_in_viewport(ratio=1)
    # A question by itself, and the way back by the browser.
    page.locator(".board-grid thead a").first.click()
    expect(page.locator("#prompt")).to_be_focused()
    expect(fills).to_be_visible()
    page.go_back()
    expect(page).to_have_url(board)
    expect(page.locator("#do-next")).to_be_visible()
    assert page.evaluate("document.fullscreenElement !== null")
    fills.click()
    expect(page.get_by_role("button", name="Fill the screen")).to_be_visible()
