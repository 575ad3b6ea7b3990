"""Whether a page fits its window."""

from playwright.sync_api import Page

WHOLE = 0.97
"""So much of a part is seen where all of it is: in other fonts an edge may lie within a pixel of the window's."""


def sideways(page: Page) -> int:
    """By how many pixels it can be scrolled to the side."""
    width: int = page.evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth")
    return width
