"""The result in a browser: shared as the device can, with the chart in the colors of the scheme."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, CheckAxe, OpenBrowser
from tests.browser.seeding import bring_in

pytestmark = pytest.mark.browser


def test_the_result_is_copied_selected_or_shared(open_browser: OpenBrowser) -> None:
    page = open_browser(**DESKTOP, permissions=["clipboard-read", "clipboard-write"], color_scheme="dark").page()
    game = bring_in(page, {"Ann": 5, "Bo": -3})
    page.goto(f"{game}/end")
    page.locator("summary", has_text="Save a file").click()
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
    page.locator("summary", has_text="Save a file").click()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Text selected")).to_be_visible()
    expect(field).to_be_focused()
    selected = page.evaluate("document.activeElement.selectionEnd - document.activeElement.selectionStart")
    assert selected == len(text)
    page.get_by_role("button", name="Share").click()
    page.wait_for_function("() => window.shared !== undefined")
    assert page.evaluate("window.shared") == text

    with page.expect_download() as download:
        page.get_by_role("link", name="Picture").click()
    assert download.value.suggested_filename == "golf.png"
    assert size_of_png(download.value.path().read_bytes()) == (1080, 1350)

    expect(page.locator(".chart")).to_have_attribute("aria-label", re.compile("Totals after hole"))
    page.goto(f"{game}/chart.svg")
    fill = page.evaluate("getComputedStyle(document.querySelector('.paper')).fill")
    assert int(re.findall(r"\d+", fill)[0]) < 80, "dark"


def size_of_png(content: bytes) -> tuple[int, int]:
    assert content.startswith(b"\x89PNG")
    return int.from_bytes(content[16:20]), int.from_bytes(content[20:24])


def test_share_shows_the_picture_and_opens_the_share_sheet_of_the_phone(
    open_browser: OpenBrowser, axe: CheckAxe
) -> None:
    page = open_browser(**PHONE, permissions=["clipboard-read", "clipboard-write"]).page()
    game = bring_in(page, {"Ann": 5, "Bo": -3})
    page.goto(f"{game}/end")
    share = page.get_by_role("link", name="Share", exact=True)
    share.tap()
    dialog = page.get_by_role("dialog", name="Share")
    expect(dialog.get_by_role("img")).to_have_accessible_name(re.compile("Bo wins with −3"))
    axe(page)
    dialog.get_by_role("button", name="Copy text").tap()
    expect(dialog.get_by_text("Copied.")).to_be_visible()
    assert "Bo wins with −3" in page.evaluate("navigator.clipboard.readText()")
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Save picture").tap()
    assert size_of_png(download.value.path().read_bytes()) == (1080, 1350)
    dialog.get_by_role("button", name="Close").tap()
    expect(dialog).to_have_count(0)

    page.add_init_script("""Object.defineProperties(navigator, {
        canShare: { value: () => true },
        share: { value: async ({ files }) => { window.shared = files[0].name; } },
    })""")
    page.reload()
    share.tap()
    page.wait_for_function("() => window.shared === 'golf.png'")


def test_without_scripts_share_leads_to_the_picture(open_browser: OpenBrowser) -> None:
    page = open_browser(**PHONE, java_script_enabled=False).page()
    game = bring_in(page, {"Ann": 5, "Bo": -3})
    page.goto(f"{game}/end")
    href = page.get_by_role("link", name="Share", exact=True).get_attribute("href")
    assert page.request.get(str(href)).headers["content-type"].startswith("image/svg+xml")
    page.locator("summary", has_text="Save a file").tap()
    expect(page.get_by_label("Text", exact=True)).to_have_value(re.compile("Bo wins with −3"))


@pytest.mark.parametrize("names", [("Ann", "Bo"), ("Ann", "Bo", "Cy", "Didi")])
def test_the_first_screen_has_the_winner_all_places_the_chart_and_what_comes_next(
    phone: Page, names: tuple[str, ...]
) -> None:
    game = bring_in(phone, {name: 5 + place for place, name in enumerate(names)})
    phone.goto(f"{game}/end")
    last = phone.locator(".places--rows tbody tr").last
    seen = [
        phone.get_by_role("heading", level=1, name="Ann wins"),
        phone.get_by_text(f"with 5, 1 ahead of {names[1]}"),
        last,
        phone.get_by_role("heading", name="Points behind, hole by hole"),
        phone.get_by_role("link", name="Share", exact=True),
        phone.get_by_role("button", name="Play again"),
    ]
    below = phone.locator(".pin").bounding_box()
    assert below is not None
    for part in seen:
        box = part.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 740
    box = last.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= below["y"], "nothing lies over the last place"
    chart = phone.locator(".chart").bounding_box()
    assert chart is not None
    assert chart["y"] + 40 < below["y"], "the chart begins above the buttons"


def test_places_and_chart_stand_side_by_side_where_there_is_room(desktop: Page) -> None:
    desktop.goto(f"{bring_in(desktop, {'Ann': 5, 'Bo': -3})}/end")
    places, chart = (desktop.locator(part).bounding_box() for part in (".result__places", ".result__course"))
    assert places is not None
    assert chart is not None
    assert chart["y"] == places["y"]
    assert chart["x"] >= places["x"] + places["width"]


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
    expect(page.locator(".person", has=page.get_by_role("heading", name="Bo"))).to_contain_text("1 of 1 won")
