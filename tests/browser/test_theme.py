"""Light and dark, as this phone was told: remembered, without a flash, and also for the frame of the browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, CheckAxe, OpenBrowser

pytestmark = pytest.mark.browser

GROUND = "getComputedStyle(document.body).backgroundColor"
FRAME = """[...document.querySelectorAll("meta[name=theme-color]")]
    .filter(({ media }) => matchMedia(media).matches).map(({ content }) => content)"""
PAPER, DARK_PAPER = "rgb(243, 234, 213)", "rgb(16, 21, 15)"
FELT, DARK_FELT = ["#1d5742"], ["#0d1f17"]


def looks(page: Page) -> tuple[str, list[str]]:
    page.goto("/houses")
    return page.evaluate(GROUND), page.evaluate(FRAME)


@pytest.mark.parametrize("system", ["light", "dark"])
def test_the_phone_remembers_its_theme_whatever_the_system_says(
    open_browser: OpenBrowser, system: str, axe: CheckAxe
) -> None:
    page = open_browser(**PHONE, color_scheme=system).page()
    usual = (DARK_PAPER, DARK_FELT) if system == "dark" else (PAPER, FELT)
    assert looks(page) == usual
    for theme, look in (("Dark", (DARK_PAPER, DARK_FELT)), ("Light", (PAPER, FELT)), ("System", usual)):
        page.goto("/")
        page.get_by_role("radio", name=theme).check(force=True)
        axe(page)
        assert looks(page) == look, theme
        page.goto("/")
        expect(page.get_by_role("radio", name=theme)).to_be_checked()


def test_it_is_dark_before_anything_is_drawn(open_browser: OpenBrowser) -> None:
    page = open_browser(**PHONE, color_scheme="light").page()
    page.goto("/")
    page.get_by_role("radio", name="Dark").check(force=True)
    page.add_init_script("""new MutationObserver((_, watch) => {
        if (document.body === null) return;
        window.firstGround = getComputedStyle(document.body).backgroundColor;
        watch.disconnect();
    }).observe(document, { subtree: true, childList: true })""")
    page.goto("/houses")
    assert page.evaluate("window.firstGround") == DARK_PAPER


def test_without_scripts_there_is_no_switch_and_the_system_decides(open_browser: OpenBrowser) -> None:
    page = open_browser(**PHONE, java_script_enabled=False, color_scheme="dark").page()
    page.goto("/")
    expect(page.get_by_role("radio", name="Dark")).to_have_count(0)
