"""Whether a page fits its window."""

from collections.abc import Callable

from playwright.sync_api import Page


def sideways(page: Page) -> int:
    """By how many pixels it can be scrolled to the side."""
    width: int = page.evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth")
    return width


def check_page(page: Page, axe: Callable[[Page], None]) -> None:
    """Everybody can read and use it as it stands now, and nobody has to scroll it sideways."""
    axe(page)
    assert sideways(page) <= 0, f"{page.url} scrolls sideways by {sideways(page)} px"
