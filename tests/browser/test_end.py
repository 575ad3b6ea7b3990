"""The result in a browser: shared as the device can, with the chart in the colors of the scheme."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, OpenBrowser
from tests.browser.seeding import bring_in

pytestmark = pytest.mark.browser


def test_the_result_is_copied_selected_or_shared(open_browser: OpenBrowser) -> None:
    page = open_browser(**DESKTOP, permissions=["clipboard-read", "clipboard-write"], color_scheme="dark").page()
    game = bring_in(page, {"Ann": 5, "Bo": -3})
    page.goto(f"{game}/end")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    field = page.get_by_label("Text", exact=True)
    text = field.input_value()
    assert page.evaluate("navigator.clipboard.readText()") == text
    assert "Bo wins with −3" in text

    # Where there is no clipboard the text is selected, or shared by what the device has for that.
    page.add_init_script("""Object.defineProperties(navigator, {
        clipboard: { value: undefined },
        share: { value: async (data) => { window.shared = data.text; } },
    })""")
    page.reload()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Text selected")).to_be_visible()
    expect(field).to_be_focused()
    selected = page.evaluate("document.activeElement.selectionEnd - document.activeElement.selectionStart")
    assert selected == len(text)
    page.get_by_role("button", name="Share").click()
    page.wait_for_function("window.shared !== undefined")
    assert page.evaluate("window.shared") == text

    with page.expect_download() as download:
        page.get_by_text("Picture").click()
    assert download.value.suggested_filename == "golf.png"
    assert download.value.path().read_bytes().startswith(b"\x89PNG")

    expect(page.locator("img.chart")).to_have_attribute("alt", re.compile("Totals after hole"))
    page.goto(f"{game}/chart.svg")
    fill = page.evaluate("getComputedStyle(document.querySelector('.paper')).fill")
    assert int(re.findall(r"\d+", fill)[0]) < 80, "dark"


def test_a_deleted_game_is_off_the_phones_lists_and_forgotten_once_it_is_gone_for_good(
    open_browser: OpenBrowser,
) -> None:
    desktop = open_browser(**DESKTOP)
    desktop.expected.append("status of 410")
    page = desktop.page()
    stays, gone = (bring_in(page, {name: 5, "Bo": -3}) for name in ("Ann", "Cy"))
    for game in (stays, gone):
        page.goto(game)
        expect(page.locator("score-card[data-ready]")).to_be_attached()
    known = "Object.keys(localStorage).filter((key) => key.startsWith('scorekeeper:game:')).length"
    assert page.evaluate(known) == 2
    page.goto(f"{gone}/end")
    page.locator("summary", has_text="Delete this game").click()
    page.locator("form[action$='/delete'] button").click()
    expect(page.locator("li[data-deleted]")).to_contain_text("Cy and Bo")
    expect(page.get_by_role("link", name="Bo won Ann and Bo")).to_be_visible()
    expect(page.get_by_text("Cy and Bo")).to_have_count(1)
    assert page.evaluate(known) == 2
    page.goto(gone)
    page.locator("a[href$='/delete-for-good']").click()
    page.locator("form[action$='/delete-for-good'] button").click()
    expect(page.get_by_text("Cy and Bo")).to_have_count(0)
    assert page.evaluate(known) == 1
    page.get_by_role("link", name="Stats").click()
    expect(page.get_by_role("row", name="Bo 1 of 1")).to_be_visible()
