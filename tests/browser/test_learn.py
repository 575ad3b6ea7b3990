"""A lesson on a phone: what can be tapped is large enough, accessible before and after a try, and needs no script."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper import houses
from scorekeeper.quiz.lesson import DO, Count, Exercise, FindCards, Moves, Opening, Pick, Screen, lesson
from tests.browser.conftest import PHONE, CheckAxe, OpenBrowser

pytestmark = pytest.mark.browser

TARGET = 44
"""CSS pixels: nothing to tap is smaller."""

TOO_SMALL = """least => [...document.querySelectorAll('main button, main .button, main .tap-card, main summary')]
    .filter((one) => one.checkVisibility())
    .filter((one) => one.getBoundingClientRect().height < least || one.getBoundingClientRect().width < least)
    .map((one) => one.outerHTML.slice(0, 120))"""


def do(page: Page, screen: Screen) -> None:
    """Do what the screen is about, by tapping and typing as a learner does."""
    task = screen.task
    if isinstance(task, Moves | Pick):
        (value,) = task.solution[DO]
        page.locator(f'main button[name="{DO}"][value="{value}"]').tap()
    elif isinstance(task, Opening | FindCards):
        for value in task.solution[DO]:
            page.locator(f'.tap-card:has(input[value="{value}"])').tap()
        page.get_by_role("button", name=task.button).tap()
    else:
        assert isinstance(task, Count | Exercise)
        for name, (value,) in task.solution.items():
            page.locator(f'input[name="{name}"]').fill(value)
        page.get_by_role("button", name="Check").tap()
    expect(page.locator("#told.said--right")).to_be_visible()


@pytest.mark.nightly
def test_a_lesson_needs_no_script(open_browser: OpenBrowser, server: Any) -> None:
    """From the first page to the last of the worksheet's lesson."""
    page = open_browser(**PHONE, java_script_enabled=False).page()
    page.goto(f"{server.url}/learn")
    page.get_by_role("link", name="Worksheet").tap()
    for screen in lesson(houses.get("worksheet")):
        expect(page.get_by_role("heading", level=1)).to_have_text(screen.title)
        do(page, screen)
        page.locator(".lesson__onward .button--primary").tap()
    expect(page).to_have_url(f"{server.url}/practice/worksheet")


@pytest.mark.nightly
@pytest.mark.parametrize("house", ["two-joker", "four-cancelling", "vanishing-columns", "ten-card", "suits-and-runs"])
def test_every_screen_is_accessible_before_and_after_a_try(house: str, phone: Page, server: Any, axe: CheckAxe) -> None:
    phone.emulate_media(reduced_motion="reduce")
    for screen in lesson(houses.get(house)):
        phone.goto(f"{server.url}/learn/{house}/{screen.key}")
        for done in (False, True):
            if done:
                do(phone, screen)
                expect(phone.locator("#told")).to_be_focused()
            axe(phone)
            phone.emulate_media(color_scheme="dark")
            axe(phone, colours_only=True)
            phone.emulate_media(color_scheme="light")
            assert phone.evaluate(TOO_SMALL, TARGET) == [], phone.url
            assert phone.evaluate("document.scrollingElement.scrollWidth - innerWidth") <= 0, phone.url
