"""The result in a browser: sent on, by whatever the device has for it; and the chart in the colours of the scheme."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, OpenBrowser
from tests.browser.seeding import bring_in

pytestmark = pytest.mark.browser


def test_the_result_is_copied(open_browser: OpenBrowser) -> None:
    page = open_browser(**DESKTOP, permissions=["clipboard-read", "clipboard-write"], color_scheme="dark").page()
    game = bring_in(page, {"Ann": 5, "Bo": -3})
    page.goto(f"{game}/end")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    text = page.get_by_label("The result as text").input_value()
    assert page.evaluate("navigator.clipboard.readText()") == text
    assert "Bo wins with −3" in text
    expect(page.locator("img.chart")).to_have_attribute("alt", re.compile("Totals after hole"))
    page.goto(f"{game}/chart.svg")
    fill = page.evaluate("getComputedStyle(document.querySelector('.paper')).fill")
    assert int(re.findall(r"\d+", fill)[0]) < 80, "dark"


def test_where_there_is_no_clipboard_the_text_is_selected_or_shared(phone: Page) -> None:
    phone.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    game = bring_in(phone, {"Ann": 5, "Bo": -3})
    phone.goto(f"{game}/end")
    phone.get_by_role("button", name="Copy").tap()
    expect(phone.get_by_text("The text is selected")).to_be_visible()
    field = phone.get_by_label("The result as text")
    expect(field).to_be_focused()
    selected = phone.evaluate("document.activeElement.selectionEnd - document.activeElement.selectionStart")
    assert selected == len(field.input_value())

    phone.add_init_script(
        "Object.defineProperty(navigator, 'share', { value: async (data) => { window.shared = data.text; } })"
    )
    phone.reload()
    phone.get_by_role("button", name="Share").tap()
    phone.wait_for_function("window.shared !== undefined")
    assert phone.evaluate("window.shared") == field.input_value()
