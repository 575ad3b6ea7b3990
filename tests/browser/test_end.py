"""The result in a browser: a tie, the extra hole and the winner; playing again; sharing; stopping early."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, OpenBrowser, Scheme
from tests.browser.fitting import check_page
from tests.browser.seeding import bring_in

pytestmark = pytest.mark.browser

TIE = {"Ann": 5, "Bo": 5, "Cy": 9}
LOW, HIGH = "K K A / K 3 2", "9 8 Q / 7 5 4"


def verdict(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


def test_the_result_is_copied(open_browser: OpenBrowser) -> None:
    page = open_browser(**DESKTOP, permissions=["clipboard-read", "clipboard-write"]).page()
    game = bring_in(page, {"Ann": 5, "Bo": -3})
    page.goto(f"{game}/end")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    text = page.get_by_label("The result as text").input_value()
    assert page.evaluate("navigator.clipboard.readText()") == text
    assert "Bo wins with −3" in text


def test_where_there_is_no_clipboard_the_text_is_selected(desktop: Page) -> None:
    desktop.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    game = bring_in(desktop, TIE)
    desktop.goto(f"{game}/end")
    desktop.get_by_role("button", name="Copy").click()
    expect(desktop.get_by_text("The text is selected")).to_be_visible()
    field = desktop.get_by_label("The result as text")
    expect(field).to_be_focused()
    selected = desktop.evaluate("document.activeElement.selectionEnd - document.activeElement.selectionStart")
    assert selected == len(field.input_value())


def test_the_share_sheet_of_the_phone_gets_the_text(phone: Page) -> None:
    phone.add_init_script(
        "Object.defineProperty(navigator, 'share', { value: async (data) => { window.shared = data.text; } })"
    )
    game = bring_in(phone, TIE)
    phone.goto(f"{game}/end")
    phone.get_by_role("button", name="Share").tap()
    phone.wait_for_function("window.shared !== undefined")
    assert phone.evaluate("window.shared") == phone.get_by_label("The result as text").input_value()


@pytest.mark.nightly
def test_a_download_comes_back_in(desktop: Page, open_browser: OpenBrowser) -> None:
    game = bring_in(desktop, TIE, TIE, planned=9)
    desktop.goto(f"{game}/end")
    with desktop.expect_download() as started:
        desktop.get_by_role("link", name="JSON").click()
    assert re.fullmatch(r"golf-\d{4}-\d\d-\d\d\.json", started.value.suggested_filename)
    other = open_browser(**PHONE).page()
    other.goto("/import")
    other.get_by_label("File").set_input_files(started.value.path())
    other.get_by_role("button", name="Look what is in it").tap()
    expect(other.get_by_text("2 of 9 finished")).to_be_visible()
    other.get_by_role("button", name="Bring this game in").tap()
    other.wait_for_url("**/g/*")
    assert other.url != game
    other.goto(f"{other.url}/end")
    verdict(other, "Ann and Bo share the lead")


@pytest.mark.nightly
def test_finishing_early_is_asked_for_twice_and_can_be_undone(phone: Page) -> None:
    game = bring_in(phone, {"Ann": 5, "Bo": 7}, planned=9)
    phone.goto(f"{game}/end")
    verdict(phone, "Ann leads")
    finish = phone.get_by_role("button", name="Finish after hole 1")
    expect(finish).to_be_hidden()
    phone.get_by_text("Finish the game early").tap()
    finish.tap()
    verdict(phone, "Ann wins")
    phone.goto(game)
    phone.get_by_role("button", name="Undo: ").first.tap()
    expect(phone.get_by_text("Enter hole 2")).to_be_visible()
    phone.goto(f"{game}/end")
    verdict(phone, "Ann leads")


def test_the_chart_is_drawn_in_the_colours_of_the_scheme(scheme: Scheme, open_browser: OpenBrowser) -> None:
    page = open_browser(**DESKTOP, color_scheme=scheme).page()
    game = bring_in(page, TIE, TIE)
    page.goto(f"{game}/chart.svg")
    fill = page.evaluate("getComputedStyle(document.querySelector('.paper')).fill")
    red = int(re.findall(r"\d+", fill)[0])
    assert (red < 80) == (scheme == "dark")
    page.goto(f"{game}/end")
    drawn = page.locator("img.chart")
    expect(drawn).to_have_attribute("alt", re.compile("Totals after hole 2, the best first"))
    shape = drawn.evaluate(
        "async image => { await image.decode(); return [image.naturalWidth / image.naturalHeight, "
        "image.getAttribute('width') / image.getAttribute('height')]; }"
    )
    assert shape[0] == pytest.approx(shape[1], rel=0.01)


@pytest.mark.nightly
@pytest.mark.parametrize(
    "screen", [pytest.param(PHONE, id="360"), pytest.param(DESKTOP, id="1280", marks=pytest.mark.nightly)]
)
def test_every_state_is_accessible(
    screen: dict[str, object], scheme: Scheme, open_browser: OpenBrowser, axe: Callable[[Page], None]
) -> None:
    watched = open_browser(**screen, color_scheme=scheme)
    watched.expected += ["status of 422"]
    page = watched.page()
    interim = bring_in(page, TIE, TIE, planned=9)
    over = bring_in(page, {"Ann": 5, "Bo": -2, "Cy": 9}, {"Ann": 5, "Bo": 0, "Cy": 9})
    tie = bring_in(page, TIE)
    for game in (interim, over, tie):
        page.goto(f"{game}/end")
        for fold in page.locator("details").all():
            fold.locator("summary").click()
        check_page(page, axe)
    page.get_by_role("button", name="Play an extra hole").click()
    page.wait_for_url(f"{tie}/hole/2")
    page.goto(f"{tie}/end")
    check_page(page, axe)
    page.goto("/import")
    page.get_by_label("Or its text").fill("{}")
    page.get_by_role("button", name="Look what is in it").click()
    expect(page.get_by_role("alert")).to_be_visible()
    check_page(page, axe)
