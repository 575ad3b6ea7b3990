"""A new release on a phone that works without a network: it takes over between holes and loses nothing.

The server runs from a copy of what it needs, so that a test can make another release of it.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenBrowser
from tests.browser.offline import BASE, kept, until_true, wait_until, wait_until_installed, watched_phone
from tests.browser.seeding import open_table
from tests.serving import TREE, RunningServer

pytestmark = pytest.mark.browser


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """A tree that the server can run from and a test may change."""
    tree = tmp_path / "tree"
    for name in ("scorekeeper", "templates", "static"):  # with what is compiled, good for equal sources of equal age
        shutil.copytree(TREE / name, tree / name)
    shutil.copy(TREE / "pyproject.toml", tree)
    return tree


@pytest.fixture
def server(tmp_path: Path, release: Path) -> Iterator[RunningServer]:
    """The real server, from that tree."""
    with RunningServer(tmp_path / "games", cwd=release) as running:
        yield running
        if not running.runs:
            running.start()  # some tests end without one


LOOK_FOR_A_NEW_ONE = "navigator.serviceWorker.getRegistration().then((found) => found.update())"
WAITS = "navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting?.state === 'installed')"
NONE_WAITS = "navigator.serviceWorker.getRegistration().then(({ waiting, installing }) => !waiting && !installing)"
ASK_TO_TAKE_OVER = """async () => {
    const { waiting } = await navigator.serviceWorker.getRegistration();
    const { port1, port2 } = new MessageChannel();
    const told = new Promise((done) => (port1.onmessage = (event) => done(event.data)));
    waiting.postMessage({ type: "take-over" }, [port2]);
    return told;
}"""


def wait_until_taken_over(page: Page) -> None:
    """Wait until no release waits any more.

    A worker that has just had work may go on for some minutes in Chromium; only then, or when it is stopped, its
    successor begins. Phones stop idle workers within half a minute; here the one at work is stopped at once. A
    successor that was not told to take over would wait all the same, for pages are open.
    """
    browser = page.context.new_cdp_session(page)
    at_work: set[str] = set()

    def learn(event: dict[str, Any]) -> None:
        for version in event["versions"]:
            busy = version["status"] == "activated" and version["runningStatus"] == "running"
            (at_work.add if busy else at_work.discard)(version["versionId"])

    browser.on("ServiceWorker.workerVersionUpdated", learn)
    browser.send("ServiceWorker.enable")

    def none_waits() -> bool:
        for version in tuple(at_work):
            browser.send("ServiceWorker.stopWorker", {"versionId": version})
        return bool(page.evaluate(NONE_WAITS))

    until_true(page, none_waits, "no release took over")
    browser.detach()


def wait_until_one_is_kept(page: Page) -> None:
    """Open pages until the phone has given back the room of every release but one."""

    def one_is_kept() -> bool:
        if len(page.evaluate("caches.keys()")) == 1:
            return True
        page.reload()
        return False

    until_true(page, one_is_kept, "the old release is still kept")


def base_of(page: Page) -> str:
    """Where the page's scripts came from."""
    found: str = page.evaluate(BASE)
    return found


def test_a_new_release_waits_while_a_hole_is_entered_and_takes_over_from_the_scorecard(
    open_browser: OpenBrowser, server: RunningServer, release: Path
) -> None:
    watched = watched_phone(open_browser)
    entering = watched.page()
    table = open_table(entering, server.url, "two-joker", ("Ann", "Bo"))
    wait_until_installed(entering)
    card, hole, old = table.game, entering.url, base_of(entering)
    entering.evaluate("window.isTheSamePage = true")
    table.tap_layout("5 * 7 / 5 Q K")

    with (release / "static" / "css" / "app.css").open("a", encoding="utf-8") as styles:
        styles.write(".of-the-next-release { color: red; }\n")
    server.restart()
    entering.evaluate(LOOK_FOR_A_NEW_ONE)
    wait_until(entering, WAITS)
    assert len(entering.evaluate("caches.keys()")) == 2

    other = watched.page()
    other.goto(card)
    assert base_of(other) != old
    assert other.evaluate(ASK_TO_TAKE_OVER) is False, "somebody is entering a hole"
    assert entering.evaluate(WAITS)
    # The page goes on with the files that it came with, though the server has none of them any more.
    assert entering.evaluate("base => fetch(`${base}js/entry/hole-entry.js`).then(({ status }) => status)", old) == 200
    assert entering.evaluate("window.isTheSamePage")
    table.tap_layout("2 3 4 / 6 8 9")
    expect(entering.locator(".confirm button[type=submit]")).to_be_visible()
    assert entering.url == hole

    other.evaluate("window.isTheSamePage = true")
    entering.goto(card)
    wait_until_taken_over(entering)
    wait_until_one_is_kept(entering)
    assert other.evaluate("window.isTheSamePage"), "no page is loaded anew by this"
    assert not [path for path in kept(entering) if path.startswith(old)]
    assert base_of(entering) == base_of(other) != old
