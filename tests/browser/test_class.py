"""A teacher's two devices in real browsers; a whole lesson is tests/journeys/test_class.py."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, CheckAxe, OpenBrowser
from tests.browser.lessons import SLOW, Teacher, pupil, three_hands
from tests.serving import RunningServer

pytestmark = pytest.mark.browser


@pytest.fixture
def key_code(server: RunningServer) -> str:
    """The key of a set of three hands."""
    return three_hands(server)


def test_the_own_view_goes_on_at_a_second_device_and_no_address_comes_on_the_wall(
    open_browser: OpenBrowser, key_code: str, axe: CheckAxe
) -> None:
    watched = open_browser(viewport={"width": 1280, "height": 720}, screen={"width": 1280, "height": 720})
    page = watched.page()
    page.emulate_media(reduced_motion="reduce")
    teacher = Teacher(page)
    code = teacher.begin(key_code, "Live")
    board = page.url
    page.get_by_role("button", name="Fill the screen").click()
    page.locator("#alone > summary").click()
    page.get_by_role("link", name="Go there").click()
    axe(page)
    page.get_by_role("link", name="Open it on another device").click()
    expect(page).to_have_url(f"{board}/elsewhere")
    expect(page.locator(".notice")).to_contain_text("Other devices cannot open it")  # but here
    axe(page)

    # What else the own view leads to, and back: the screen stays filled.
    page.get_by_role("link", name="‹ Board").click()
    for way in ("A list of the class to print", "Delete this class"):
        page.get_by_role("link", name=way).click()
        expect(page.locator("h1")).to_be_focused()
        page.get_by_role("link", name="‹ Board").click()
    page.get_by_role("link", name="What you call this class").click()
    page.get_by_label("Name").fill("7b, Tuesday")
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(f"{board}?view=own")
    expect(page.get_by_role("link", name="What you call this class")).to_contain_text("7b, Tuesday")
    assert page.evaluate("document.fullscreenElement !== null")
    page.get_by_role("link", name="Back to the view for everybody").click()
    expect(page.get_by_role("button", name="Leave full screen")).to_be_visible()

    # At the second device names are seen, and the class is led; the wall keeps up, without a name.
    one = pupil(open_browser)
    one.join(code)
    phone = open_browser(**PHONE).page()
    phone.goto(f"{board}?view=own")
    phone.get_by_role("button", name="Begin").tap()
    expect(phone.locator(".board-grid")).to_contain_text(one.name)
    expect(page.locator(".board-now__words")).to_contain_text("answers are open", timeout=SLOW)
    expect(page.locator(".board-grid")).to_be_visible()
    expect(page.locator("main")).not_to_contain_text(one.name)
