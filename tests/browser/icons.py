"""The app's icons, drawn from their SVG: `python -m tests.browser.icons` writes those that are kept in static/icons/.

A phone's launcher wants PNG. Launchers cut a maskable icon as they like, so its picture stays within the middle.
"""

from base64 import b64encode

from playwright.sync_api import Browser, sync_playwright

from tests.browser import chromium
from tests.serving import TREE

FOLDER = TREE / "static" / "icons"
ICONS = {
    "app-192.png": ("favicon.svg", 192),
    "app-512.png": ("favicon.svg", 512),
    "app-maskable-512.png": ("maskable.svg", 512),
    "app-touch-180.png": ("maskable.svg", 180),
}
"""Each icon with the drawing that it shows and its width and height in pixels."""


def draw(browser: Browser, name: str) -> bytes:
    """The icon as its drawing gives it now."""
    drawing, size = ICONS[name]
    page = browser.new_page(viewport={"width": size, "height": size}, device_scale_factor=1)
    try:
        source = b64encode((FOLDER / drawing).read_bytes()).decode()
        page.set_content(
            f'<body style="margin:0"><img src="data:image/svg+xml;base64,{source}" width="{size}" height="{size}">'
        )
        page.wait_for_function("() => document.images[0].complete")
        return page.screenshot(omit_background=True)
    finally:
        page.close()


def main() -> None:
    """Draw them all anew."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=list(chromium.FLAGS))
        for name in ICONS:
            (FOLDER / name).write_bytes(draw(browser, name))
        browser.close()


if __name__ == "__main__":
    main()
