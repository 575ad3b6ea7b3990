"""A whole class in real browsers: everybody joins, answers with and without a network, and is counted as answered."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, CheckAxe, OpenBrowser
from tests.browser.lessons import (
    NO_NETWORK,
    RIGHT,
    SEEN,
    SLOW,
    TWOS_TWICE,
    WORK,
    Teacher,
    pupil,
    three_hands,
)
from tests.browser.offline import wait_until, wait_until_installed, wait_until_kept
from tests.serving import RunningServer

pytestmark = pytest.mark.browser


@pytest.fixture
def key_code(server: RunningServer) -> str:
    """The key of a set of three hands."""
    return three_hands(server)


@pytest.mark.nightly
def test_two_answers_without_a_network_are_counted_once_each(
    open_browser: OpenBrowser, key_code: str, axe: CheckAxe
) -> None:
    teacher = Teacher(open_browser(**DESKTOP, accept_downloads=True).page())
    code = teacher.begin(key_code, "Practice")
    teacher.lead("Begin", "Open")
    one = pupil(open_browser, keeps_pages=True)
    one.page.emulate_media(reduced_motion="reduce")
    one.join(code)
    wait_until_installed(one.page)
    wait_until_kept(one.page, f"/join/{code}/1")
    one.go_offline()
    one.send("A", TWOS_TWICE, button="Check")
    expect(one.line).to_contain_text(NO_NETWORK)
    one.page.get_by_role("button", name="Next: question B").tap()
    expect(one.question("B")).to_be_focused()
    one.reload()
    one.send("B", RIGHT["B"], button="Check")
    expect(one.line).to_contain_text(NO_NETWORK)
    axe(one.page)
    one.page.get_by_role("link", name="Question A").tap()
    expect(one.question("A").get_by_label("Points")).to_have_value(TWOS_TWICE)
    one.type("A", "2")
    one.question("A").get_by_role("button", name="minus").tap()
    one.reload()
    expect(one.question("A").get_by_label("Points")).to_have_value("−2")
    assert one.waiting() == [f"A {TWOS_TWICE}", f"B {RIGHT['B']}"]
    one.come_back()
    wait_until(one.page, f"async () => (await {WORK}).length === 0")
    expect(one.said("A")).to_contain_text("Not yet", timeout=SLOW)
    expect(one.question("A").get_by_label("Points")).to_have_value("−2")  # typed, and not sent
    one.page.get_by_role("link", name="Question B").tap()
    expect(one.said("B")).to_contain_text("Right")
    assert teacher.own_board([one.name]) == {one.name: ["…", SEEN["right"], SEEN["empty"]]}
    rows = [(row["item"], row["attempt_no"], row["raw_input"], row["correct"]) for row in teacher.results()]
    assert rows == [("A", "1", TWOS_TWICE, "0"), ("B", "1", RIGHT["B"], "1")]


@pytest.mark.nightly
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
    for way in ("A list of the class to print", "Delete this class", "Remove pupils who have answered nothing"):
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
