"""A phone that keeps the pages to itself, and waiting until it has."""

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Error, Page

from tests.browser.conftest import PHONE, OpenBrowser, Watched
from tests.serving import PATIENCE


def watched_phone(open_browser: OpenBrowser, **options: Any) -> Watched:
    """A phone on which the network may fail."""
    watched = open_browser(**PHONE, service_workers="allow", **options)
    watched.expected += [
        "net::ERR_",
        "An unknown error occurred when fetching the script",
        "status of 502",
        "status of 503",
        "status of 504",
    ]
    return watched


def wait_until(page: Page, expression: str, arg: Any = None) -> None:
    """Playwright's own way of waiting for an expression needs `eval` in the page, which our policy forbids."""
    until_true(page, lambda: page.evaluate(expression, arg), f"never true: {expression}")


def until_true(page: Page, condition: Callable[[], object], complaint: str = "it never came true") -> None:
    """For what no locator can await. The condition may ask a page that leaves at any moment."""
    until = time.monotonic() + PATIENCE
    while not _holds(condition):
        assert time.monotonic() < until, complaint
        page.wait_for_timeout(50)


def _holds(condition: Callable[[], object]) -> bool:
    """A page that leaves while it is asked has not answered yet."""
    try:
        return bool(condition())
    except Error as error:
        if "Execution context was destroyed" not in error.message:
            raise
        return False


def wait_until_installed(page: Page) -> None:
    """Wait until the worker answers for this page and the next."""
    wait_until(page, "navigator.serviceWorker.controller?.state === 'activated'")


def kept(page: Page) -> list[str]:
    """The addresses that the phone keeps, over all its caches."""
    found: list[str] = page.evaluate(
        """async () => {
            const found = [];
            for (const name of await caches.keys()) {
                for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
            }
            return found;
        }"""
    )
    return found


def wait_until_kept(page: Page, path: str) -> None:
    wait_until(page, "path => caches.match(path).then((found) => found !== undefined)", arg=path)


BASE = "new URL('../', document.querySelector('link[rel=icon]').href).pathname"
"""The folder of the page's files, which names its release."""

MODULE = f"(name) => globalThis.scorekeeper?.[name] ?? import({BASE} + 'js/' + name)"
"""A module of the page, whether it came in the page or as a file."""

ABILITIES = f"async () => (await ({MODULE})('shell/app.js')).abilities()"
