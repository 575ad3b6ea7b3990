"""Whether a page fits its window."""

from playwright.sync_api import Page


def sideways(page: Page) -> int:
    """By how many pixels it can be scrolled to the side."""
    width: int = page.evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth")
    return width
