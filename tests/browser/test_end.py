"""The result in a browser: sent on, by whatever the device has for it; and the chart in the colours of the scheme."""

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
    field = page.get_by_label("The result as text")
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
    expect(page.get_by_text("The text is selected")).to_be_visible()
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
