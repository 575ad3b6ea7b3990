"""Class view on a projector of 1366 x 768: the code and the counts can be read from the last row."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenBrowser
from tests.browser.lessons import Teacher, student, three_hands
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

WIDTH, HEIGHT = 1366, 768


def size(page: Page, part: str) -> float:
    """The size of a part's letters in pixels; all of it is on the screen as the page opens."""
    found = page.locator(part).first
    box = found.bounding_box()
    assert box is not None, part
    assert box["y"] >= 0, part
    assert box["y"] + box["height"] <= HEIGHT, part
    return float(found.evaluate("(part) => parseFloat(getComputedStyle(part).fontSize)"))


def test_code_and_counts_are_large_on_a_projector(open_browser: OpenBrowser, server: RunningServer) -> None:
    teacher = Teacher(open_browser(viewport={"width": WIDTH, "height": HEIGHT}).page())
    wall = teacher.page
    code = teacher.begin(three_hands(server), "Live")
    assert size(wall, ".board-code") >= 100
    assert size(wall, ".board-joined__count") >= 44
    student(open_browser).join(code)
    teacher.has_joined(1)
    teacher.lead("Start", "Question 1 of 3: open")
    wall.evaluate("scrollTo(0, 0)")
    assert size(wall, ".board-join .board-code") >= 40
    assert size(wall, ".board-join__line") >= 26
    assert size(wall, ".board-now__words") >= 26
    assert size(wall, ".board-question__count strong") >= 100
    counts = wall.locator(".board-grid__sums td").first
    assert counts.evaluate("(cell) => parseFloat(getComputedStyle(cell).fontSize)") >= 28
