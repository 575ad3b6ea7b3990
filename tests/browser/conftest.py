"""Real browsers for the tests: a phone and a desktop that forgive nothing.

Each fails its test at the end for a console error, an error in a script, or a request to another host.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect

from tests.serving import RunningServer

PHONE = {
    "viewport": {"width": 360, "height": 740},
    "screen": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
DESKTOP = {"viewport": {"width": 1280, "height": 900}}

# Milliseconds. Long, because two cores may be busy with other browsers; nothing waits longer than it must.
expect.set_options(timeout=15_000)

OpenBrowser = Callable[..., "Watched"]


CheckAxe = Callable[..., None]
"""Fails for anything that axe finds on a page; with ``rules``, for what these find."""

COLORS = ("color-contrast", "link-in-text-block")
"""The rules of axe that look at colors, and so see another page in the dark."""


@dataclass
class Watched:
    """A browser context whose every fault is kept until the end."""

    context: BrowserContext
    home: str
    faults: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    """Parts of console messages that a test provokes on purpose, such as `status of 404`."""

    def page(self) -> Page:
        """A new page that shows the server's addresses without their host."""
        return self.context.new_page()

    def watch(self) -> None:
        """Listen to everything that goes wrong in all its pages."""
        self.context.on("console", self._console)
        self.context.on("weberror", lambda error: self.faults.append(f"script error: {error.error}"))
        self.context.on("request", self._request)

    def end(self) -> None:
        """Close it, in the middle of whatever it asks for.

        Pages ask again by themselves, so a request that the test answers may be under way. Nobody waits for that
        answer, which could be one that the test holds back for good.
        """
        if not self.context.is_closed():
            for page in self.context.pages:
                page.unroute_all(behavior="ignoreErrors")
            self.context.unroute_all(behavior="ignoreErrors")
            self.context.close()

    def check(self) -> None:
        """Fail for everything that went wrong and was not expected."""
        faults = [fault for fault in self.faults if not any(part in fault for part in self.expected)]
        assert not faults, "in the browser:\n" + "\n".join(faults)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self.faults.append(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def _request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme in ("http", "https", "ws", "wss") and address.netloc != urlsplit(self.home).netloc:
            self.faults.append(f"request to another host: {request.url}")


@pytest.fixture(scope="session")
def server_of_the_worker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for all tests of a worker: each has browsers and games of its own, so none sees another's.

    It has no limits, because a worker begins more games in ten minutes than any household may.
    """
    with RunningServer(tmp_path_factory.mktemp("server") / "games", SCOREKEEPER_LIMITS="no") as running:
        yield running


@pytest.fixture
def server(server_of_the_worker: RunningServer) -> RunningServer:
    """The real server, started. A test may stop it, kill it and start it again, and may leave it in any of these ways.

    Its instance folder holds the games of other tests too.
    """
    return server_of_the_worker if server_of_the_worker.runs else server_of_the_worker.start()


@pytest.fixture
def open_browser(browser: Browser, server: RunningServer) -> Iterator[OpenBrowser]:
    """Open one more browser of its own (no cookies shared): ``open_browser(**PHONE, color_scheme="dark")``.

    It takes the arguments of Playwright's ``new_context``, and all that it opened is checked at the end. It installs no
    worker but with ``service_workers="allow"``. Where the server is reached by another address than its own, ``home``
    is that; a ``context`` that was opened in another way is watched like all others.
    """
    with opener(browser, server.url) as opened:
        yield opened


@pytest.fixture
def phone(open_browser: OpenBrowser) -> Page:
    """A phone in one hand: 360 x 740, touch. It sees what the server says, however long that takes."""
    return open_browser(**PHONE).page()


@pytest.fixture
def desktop(open_browser: OpenBrowser) -> Page:
    """A screen of 1280 x 900 with a mouse. It sees what the server says, however long that takes."""
    return open_browser(**DESKTOP).page()


@pytest.fixture(scope="session")
def axe() -> CheckAxe:
    engine = Axe()

    def check(page: Page, rules: Sequence[str] | None = None) -> None:
        if not page.evaluate("'axe' in window"):
            page.evaluate(engine.axe_script)
        # Where something lies is only worked out for a report.
        asked = {"resultTypes": ["violations"], "selectors": False, **({"runOnly": [*rules]} if rules else {})}
        found = page.evaluate("asked => axe.run(asked).then(({ violations }) => violations.length)", asked)
        assert found == 0, f"{page.url}\n{engine.run(page).generate_report()}"

    return check


@contextmanager
def opener(browser: Browser, home: str) -> Iterator[OpenBrowser]:
    """What `open_browser` gives, for fixtures that outlast a test."""
    opened: list[Watched] = []

    def open_one(*, home: str = home, context: BrowserContext | None = None, **options: Any) -> Watched:
        # Without motion: a movement is drawn sixty times a second, and every tap waits for its end.
        calm = {"reduced_motion": "reduce", "service_workers": "block", **options}
        one = Watched(context or browser.new_context(base_url=home, **calm), home)
        one.expected.append("Service Worker registration blocked by Playwright")
        one.context.set_default_timeout(15_000)
        one.watch()
        opened.append(one)
        return one

    yield open_one
    for one in opened:
        one.end()
    for one in opened:
        one.check()
