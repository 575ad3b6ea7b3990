"""A browser of another engine, as wide as a phone. What it is told are commands of WebDriver, by their names.

WebKit takes them by HTTP, from WebKitWebDriver; Firefox on a socket of its own, for want of a geckodriver in Debian.
"""

import json
import os
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ElementHandle, Error

from tests.serving import PATIENCE, await_that, end_all, free_port, heard

WIDTH, HEIGHT = 360, 740
SHOWN = """
const [selector, words] = arguments, all = [...document.querySelectorAll(selector)];
return all.find((one) => one.checkVisibility() && one.innerText.includes(words)) ?? null
"""


@dataclass(frozen=True)
class Phone:
    """A browser with one page, held as a phone is."""

    told: Callable[..., Any]

    def goto(self, url: str) -> None:
        self.told("Navigate", url=url)

    def run(self, script: str, *arguments: Any) -> Any:
        """What a script returns in the page that is open."""
        return self.told("ExecuteScript", script=script, args=arguments)

    def seen(self, selector: str, words: str = "") -> Any:
        """The first such element with these words, once it is there to be seen."""
        found: list[Any] = []

        def is_there() -> bool:
            found[:] = [self.run(SHOWN, selector, words)]
            return found[0] is not None

        await_that(is_there, f"no {selector} with “{words}”")
        return found[0]

    def tap(self, selector: str, words: str = "") -> None:
        """A tap in the middle of it, which fails where something lies over it."""
        (element,) = self.seen(selector, words).values()
        self.told("ElementClick", id=element)

    def type(self, selector: str, text: str) -> None:
        (element,) = self.seen(selector).values()
        self.told("ElementSendKeys", id=element, text=text)


def tap_in(phone: Phone, *layouts: str) -> None:
    """Tap the cards of whole hands, one player after the other."""
    for layout in layouts:
        cards = layout.replace("/", " ").split()
        phone.seen(f".keypad:not([data-resting='{cards[0]}'])")
        for card in cards:
            phone.tap(f".keypad [data-key='{card}']")


def comes_to(phone: Phone, *totals: int) -> None:
    """The scorecard that is open has these totals at last."""
    shown = "return [...document.querySelectorAll('tr.totals td')].map((total) => total.innerText.trim())"
    wanted = [str(total).replace("-", "\N{MINUS SIGN}") for total in totals]
    await_that(lambda: phone.run(shown) == wanted, f"it never came to {totals}")


# --- Chromium ---------------------------------------------------------------------------------------------------------


@contextmanager
def chromium(browser: Browser) -> Iterator[Phone]:
    """Chromium takes no WebDriver here: the four commands that a phone is told are done by Playwright."""
    phone: dict[str, Any] = {"viewport": {"width": WIDTH, "height": HEIGHT}, "reduced_motion": "reduce"}
    context = browser.new_context(**phone, service_workers="block")
    page = context.new_page()
    elements: list[ElementHandle] = []

    def evaluated(script: str, given: Sequence[Any]) -> Any:
        """What the script gives, in the next page where one comes in the middle of it."""
        while True:
            try:
                found = page.evaluate_handle(script, given)
                return found.as_element() or found.json_value()
            except Error as gone:
                if "context was destroyed" not in gone.message:
                    raise
                page.wait_for_load_state()

    def told(name: str, **parameters: Any) -> Any:
        if name == "Navigate":
            return page.goto(parameters["url"])
        if name == "ExecuteScript":
            script = f"(given) => (function () {{ {parameters['script']} }})(...given)"
            found = evaluated(script, parameters["args"])
            if not isinstance(found, ElementHandle):
                return found
            elements.append(found)
            return {"element": len(elements) - 1}
        element = elements[parameters["id"]]
        return element.click() if name == "ElementClick" else page.keyboard.type(parameters["text"])

    yield Phone(told)
    context.close()


# --- Firefox ----------------------------------------------------------------------------------------------------------

PREFERENCES = {
    "marionette.port": 0,  # any that is free
    "toolkit.legacyUserProfileCustomizations.stylesheets": True,
    "ui.prefersReducedMotion": 1,
    "ui.useOverlayScrollbars": 1,  # as on a phone
}
NARROW = "#main-window { min-width: 0 !important }"
"""Else no window is less than 450 px wide."""


@contextmanager
def firefox(folder: Path) -> Iterator[Phone]:
    (folder / "chrome").mkdir()
    (folder / "chrome/userChrome.css").write_text(NARROW)
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items())
    (folder / "user.js").write_text("\n".join(lines))
    place = folder / "MarionetteActivePort"
    with running("firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", str(folder)):
        await_that(lambda: place.exists() and place.read_text(), "Firefox did not start")
        connection = socket.create_connection(("127.0.0.1", int(place.read_text())), timeout=PATIENCE)
        with connection, connection.makefile("rwb") as stream:

            def told(name: str, **parameters: Any) -> Any:
                sent = json.dumps([0, 0, f"WebDriver:{name}", parameters]).encode()
                stream.write(b"%d:%b" % (len(sent), sent))
                stream.flush()
                _, _, error, result = message(stream.read)
                assert error is None, f"{name}: {error['message']}"
                return result.get("value")

            message(stream.read)  # a greeting
            phone = Phone(told)
            told("NewSession")
            told("SetWindowRect", width=WIDTH, height=HEIGHT)
            around = phone.run("return outerHeight - innerHeight")
            told("SetWindowRect", width=WIDTH, height=HEIGHT + around)
            yield phone


def message(read: Callable[[int], bytes]) -> Any:
    """The next one from Firefox: its length, a colon and JSON."""
    length = b""
    while (byte := read(1)) != b":":
        assert byte, "Firefox has ended"
        length += byte
    return json.loads(read(int(length)))


# --- WebKit -----------------------------------------------------------------------------------------------------------

PATHS = {
    "Navigate": "url",
    "ExecuteScript": "execute/sync",
    "ElementClick": "element/{id}/click",
    "ElementSendKeys": "element/{id}/value",
}


@contextmanager
def webkit(_: Path) -> Iterator[Phone]:
    port = free_port()
    window = str(Path(__file__).with_name("phone_window.py"))
    with running("Xvfb", "-displayfd", "1", "-screen", "0", f"{WIDTH}x{HEIGHT}x24") as screen:
        display = f":{heard(screen).strip()}"
        with running("WebKitWebDriver", f"--port={port}", DISPLAY=display):
            await_that(lambda: listens(port), "WebKitWebDriver did not start")
            browser = {
                "webkitgtk:browserOptions": {"binary": "/usr/bin/python3", "args": [window, str(WIDTH), str(HEIGHT)]}
            }
            sessions = f"http://127.0.0.1:{port}/session"
            session = f"{sessions}/{asked(sessions, capabilities={'alwaysMatch': browser})['sessionId']}"
            yield Phone(lambda name, **told: asked(f"{session}/{PATHS[name].format(**told)}", **told))


def asked(url: str, /, **parameters: Any) -> Any:
    try:
        with urllib.request.urlopen(url, json.dumps(parameters).encode(), timeout=PATIENCE) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        with error:
            raise AssertionError(f"{url}: {error.read().decode()}") from None


OPEN = {"firefox": firefox, "webkit": webkit}


@contextmanager
def running(*command: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """A program and all that it starts, until the end of it."""
    log, quiet, changed = subprocess.PIPE, subprocess.DEVNULL, {**os.environ, **environment}
    with subprocess.Popen(command, env=changed, stdout=log, stderr=quiet, text=True, start_new_session=True) as process:
        try:
            yield process
        finally:
            end_all(process)


def listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False
