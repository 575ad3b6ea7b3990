"""The screens that people look at: the pages of a table by sizes of windows and of text, and what does not fit there.

python -m tests.browser.screens [--engine chromium] [--pages hole,card] FOLDER   draws them all, a contact sheet a page
"""

import argparse
import html
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import render_template_string
from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

from scorekeeper import houses
from scorekeeper.web.app import create_app
from tests.browser import chromium
from tests.browser.seeding import begin_game, confirm_hole, send
from tests.serving import TREE, RunningServer

WINDOWS = ((360, 740), (360, 616), (375, 553), (740, 360), (844, 390), (1024, 768), (1280, 800))
"""An ordinary phone, two low ones, two on their side, a tablet and a desk."""
TEXTS = (100, 150, 175, 200)
"""Percent: of the size of text in the browser's settings, and how far a page is zoomed."""

SHOWN = ("two-joker", "four-card", "vanishing-columns", "nine-card")
"""Rules with grids of every kind."""
NAMES = ("Ann", "Bo", "Cy", "Didi", "Bartholomew", "Mary-Louise", "Grandmother", "Zoë")
HANDS = ("5 * 7 / 5 Q 9", "K K A / K 3 2", "9 8 Q / 7 5 4", "4 J 2 / 4 J A") * 2


@dataclass(frozen=True)
class Screen:
    """A window, in pixels of the device, with the size of text and the zoom in percent."""

    width: int
    height: int
    text: int = 100
    zoom: int = 100

    @property
    def window(self) -> tuple[int, int]:
        """What a zoomed page has to lay itself out in."""
        return self.width * 100 // self.zoom, self.height * 100 // self.zoom


SCREENS = [
    *(Screen(*window, text=text) for window in WINDOWS for text in TEXTS),
    *(Screen(*window, zoom=zoom) for window in WINDOWS for zoom in TEXTS[1:]),
]


def seeded(page: Page) -> dict[str, str]:
    """The addresses of the pages, by name: of a table of four, and of two of eight."""
    skyjo = begin_game(page, "vanishing-columns", NAMES)
    four, eight, full = begin_game(page, "two-joker", NAMES[:4]), *(begin_game(page, "penalty", NAMES) for _ in "ab")
    for hole in range(1, 4):
        confirm_hole(page, eight, hole, (HANDS * 2)[hole : hole + 8], ender=str(hole))
    for first_hand in (f"{four}/hole/1", f"{eight}/hole/4"):
        send(page, first_hand, **{"hand-1": HANDS[0], "based-1": "0"}, do="save")
    while "exercise--mistake" not in send(page, "/practice/worksheet/start", rule="").text():
        pass  # until the kind of question comes that has the longest answers
    based = {f"based-{player}": "0" for player in range(1, 9)}
    impossible = {f"hand-{player}": "5 5 5 / 5 K 2" for player in range(1, 9)}
    send(page, f"{full}/hole/1", **impossible, **based, do="save")
    return {
        "hole": f"{four}/hole/1",
        "hole of eight": f"{eight}/hole/4",
        "hole of Skyjo": f"{skyjo}/hole/1",
        "confirming": f"{full}/hole/1",
        "card": eight,
        "worked": f"{eight}/hole/1/worked",
        "start": "/",
        "new game": "/new/penalty",
        "history": f"{eight}/history",
        "rules": "/houses/penalty",
        "practice": "/practice/worksheet/question",
    }


class Chromium:
    """The engine of most phones. Another one has the same four methods, and begins as the phone of a page here."""

    def __init__(self, phone: Page) -> None:
        self._page = phone
        self._settings = phone.context.new_cdp_session(phone)

    def open(self, address: str) -> None:
        """Show that page, with all that its scripts draw."""
        self._page.goto(address)
        expect(self._page.locator(":is(hole-entry, score-card):not([data-ready])")).to_have_count(0)

    def resize(self, screen: Screen) -> None:
        width, height = screen.window
        size: ViewportSize = {"width": width, "height": height}
        if self._page.viewport_size != size:
            self._page.set_viewport_size(size)
        pixels = 16 * screen.text // 100
        self._settings.send("Page.setFontSizes", {"fontSizes": {"standard": pixels, "fixed": pixels * 13 // 16}})

    def ask(self, function: str) -> list[Any]:
        answer: list[Any] = self._page.evaluate(function)
        return answer

    def picture(self) -> str:
        """What the window shows, as PNG in base 64. Playwright's own way forgets the size of text."""
        return str(self._settings.send("Page.captureScreenshot")["data"])


ENGINES = {"chromium": Chromium}
FITS = Path(__file__).with_name("fits.js").read_text(encoding="utf-8")


def faults(engine: Chromium, screens: Sequence[Screen] = SCREENS) -> list[str]:
    """What does not fit of the page that is open."""
    found = []
    for screen in screens:
        engine.resize(screen)
        found += [f"{screen} {fault}" for fault in engine.ask(FITS)]
    return found


LOOK = """<!doctype html><meta charset="utf-8"><style>
section { zoom: .5; display: flex; flex-wrap: wrap; gap: 1em; inline-size: 4500px; background: silver }
h2 { inline-size: 100% } figure { margin: 0 } img { margin-inline-end: 4px }
figcaption { inline-size: 0; min-inline-size: 100%; font: 20px sans-serif }
</style>"""


def contact_sheet(name: str, engine: Chromium) -> str:
    """All pictures of the page that is open, three windows down at most, with what does not fit."""
    figures = []
    for screen in SCREENS:
        words = html.escape("; ".join([str(screen), *faults(engine, [screen])]))
        images = ""
        for place in range(3):
            there = engine.ask(f"() => {{ scrollTo(0, {place} * innerHeight); return [scrollY / innerHeight]; }}")
            if there[0] > place - 1:
                images += f'<img src="data:image/png;base64,{engine.picture()}">'
        figures.append(f"<figure><figcaption>{words}</figcaption>{images}</figure>")
    return f"{LOOK}<section><h2>{name}</h2>{''.join(figures)}</section>"


def components(page: Page, folder: Path) -> None:
    """Every component of templates/macros/components.html, on a phone and on a desk, in light and dark."""
    app = create_app({"SECRET_KEY": "drawn once"}, str(folder / "instance"))
    with app.test_request_context():
        text = Path(__file__).with_name("components.html").read_text(encoding="utf-8")
        html_of = render_template_string(text, houses=[houses.get(key) for key in SHOWN])
    linked = re.findall(r"/(css/[\w-]+\.css)", html_of)
    sheets = "".join(f"<style>{(TREE / 'static' / name).read_text('utf-8')}</style>" for name in linked)
    for width in (360, 1280):
        for scheme in ("light", "dark"):
            page.set_viewport_size({"width": width, "height": 740})
            page.emulate_media(color_scheme=scheme)
            page.set_content(html_of.replace("</head>", f"{sheets}</head>"))
            page.screenshot(path=folder / f"components-{width}-{scheme}.png", full_page=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.screens")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--engine", choices=ENGINES, default="chromium")
    parser.add_argument("--pages", help="some of them, with commas between")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as games, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=list(chromium.FLAGS))
        with RunningServer(Path(games) / "games") as server:
            phone, wall = (browser.new_page(base_url=server.url, service_workers="block") for _ in range(2))
            components(wall, given.folder)
            addresses = seeded(phone)
            engine = ENGINES[given.engine](phone)
            for name in given.pages.split(",") if given.pages else addresses:
                engine.open(addresses[name])
                sheet = given.folder / f"{name.replace(' ', '-')}.html"
                sheet.write_text(contact_sheet(name, engine), encoding="utf-8")
                wall.goto(sheet.resolve().as_uri())
                wall.locator("section").screenshot(path=sheet.with_suffix(".png"))


if __name__ == "__main__":
    main()
