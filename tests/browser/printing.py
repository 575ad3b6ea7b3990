"""Pages on paper: laid out as wide as they are printed, by a browser that leaves the ground white."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

MARGIN = 12
"""Millimeters on each side, as pages.css has it."""

PAPERS = {"A4": 210 - 2 * MARGIN, "Letter": 216 - 2 * MARGIN}
"""Millimeters between the margins."""

_FAULTS = (Path(__file__).parent / "on_paper.js").read_text(encoding="utf-8")


def faults_on_paper(page: Page, *papers: str) -> list[str]:
    """What is wrong with the open page once it is printed, even from a dark screen; the screen is as before then.

    Without ``papers`` it is printed on A4.
    """
    size, is_dark = page.viewport_size, page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    page.emulate_media(media="print", color_scheme="dark")
    found: list[Any] = []
    for paper in papers or ("A4",):
        page.set_viewport_size({"width": PAPERS[paper] * 96 * 10 // 254, "height": 1000})
        found += (f"{paper}: {fault}" for fault in page.evaluate(_FAULTS))
    page.emulate_media(media="screen", color_scheme="dark" if is_dark else "light")
    if size:
        page.set_viewport_size(size)
    return found
