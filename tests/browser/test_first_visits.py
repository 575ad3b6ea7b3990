"""A first visit in a real browser: one answer, the same modules, and small pages afterwards."""

import pytest
from playwright.sync_api import BrowserContext, Page, Request, expect

from scorekeeper import paths
from scorekeeper.web.delivery.modules import Modules
from scorekeeper.web.delivery.static_files import StaticFiles
from tests.browser.chromium import OTHER_MACHINE
from tests.browser.conftest import PHONE, OpenBrowser
from tests.browser.offline import wait_until, wait_until_installed, watched_phone
from tests.browser.seeding import begin_game
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

EXPORTS = """async (names) => {
    const found = {};
    for (const name of names) {
        const module = globalThis.scorekeeper?.[name] ?? await import(`../../js/${name}`);
        found[name] = Object.keys(module).sort();
    }
    return found;
}"""


def asked_by(context: BrowserContext) -> list[str]:
    """The kinds of what its pages ask for, from now on, but for the icon and the manifest."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/icons/" not in request.url:
            asked.append(request.resource_type)

    context.on("request", note)
    return asked


def is_in_page(page: Page) -> bool:
    found: bool = page.evaluate("document.querySelector('style') !== null")
    return found


def test_a_first_visit_to_a_hole_is_one_answer(phone: Page) -> None:
    game = begin_game(phone, "penalty", ("Ann", "Bo", "Cy"))
    phone.context.clear_cookies(name="files")
    asked = asked_by(phone.context)
    phone.goto(f"{game}/hole/1")
    expect(phone.locator("hole-entry[data-ready]")).to_be_attached()
    assert [kind for kind in asked if kind not in ("fetch", "eventsource", "manifest")] == ["document"]


def test_modules_in_a_page_are_those_of_the_files(phone: Page, server: RunningServer) -> None:
    files = StaticFiles(paths.asset_root() / "static")
    modules = Modules(files)
    names = [name.removeprefix("js/") for name in files.names if name.endswith(".js") and not name.endswith("theme.js")]
    folder = f"/static/{files.digest}/js/"
    # A file has no policy of its own, which would forbid the script below.
    address = f"{server.url}{folder}rules/names.js"
    phone.goto(address)
    as_files = phone.evaluate(EXPORTS, names)
    phone.goto(address)
    phone.add_script_tag(content=modules.one_script(names, (), folder), type="module")
    wait_until(phone, "globalThis.scorekeeper?.['shell/worker.js'] !== undefined")
    assert sorted(phone.evaluate("Object.keys(globalThis.scorekeeper)")) == sorted(names)
    assert phone.evaluate(EXPORTS, names) == as_files
    assert as_files["rules/names.js"] == ["cleaned", "isRefused", "nameKey"]


def test_pages_are_small_as_soon_as_the_phone_has_the_files(open_browser: OpenBrowser) -> None:
    phone = watched_phone(open_browser).page()
    phone.goto("/")
    assert is_in_page(phone)
    wait_until_installed(phone)
    wait_until(phone, "document.cookie.includes('files=')")
    phone.goto("/")
    assert not is_in_page(phone)


def test_a_phone_by_plain_http_keeps_the_files_from_its_second_page_on(
    open_browser: OpenBrowser, server: RunningServer
) -> None:
    phone = open_browser(**PHONE, home=server.url.replace("127.0.0.1", OTHER_MACHINE)).page()
    phone.goto("/")
    assert is_in_page(phone)
    wait_until(phone, "document.cookie.includes('files=')")
    phone.goto("/")
    assert not is_in_page(phone)
