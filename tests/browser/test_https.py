"""A phone over https: what browsers give to nobody else, and a hand that is entered there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import chromium
from tests.browser.conftest import PHONE, Watched
from tests.browser.playing import Table
from tests.certificates import ServerCertificate
from tests.serving import RunningServer

pytestmark = pytest.mark.browser


@pytest.fixture
def secure_phone(browser: Browser, tmp_path: Path) -> Iterator[tuple[Page, RunningServer]]:
    """A phone that was told to trust the certificate, as a family does with theirs, and the server that has it."""
    certificate = ServerCertificate.make(tmp_path)
    trusting = browser.browser_type.launch(
        executable_path=chromium.find(),
        args=[*chromium.FLAGS, f"--ignore-certificate-errors-spki-list={certificate.fingerprint}"],
    )
    with RunningServer(tmp_path / "games", certificate=certificate) as server:
        watched = Watched(trusting.new_context(base_url=server.url, **PHONE), server.url)  # type: ignore[arg-type]
        watched.watch()
        yield watched.page(), server
        watched.end()
        trusting.close()
        watched.check()


@pytest.mark.nightly
def test_over_https_a_page_may_do_what_needs_it(secure_phone: tuple[Page, RunningServer]) -> None:
    page, server = secure_phone
    page.goto(server.url)
    assert page.evaluate("window.isSecureContext")
    assert page.evaluate("navigator.serviceWorker.ready.then((found) => found.active !== null)")
    assert page.evaluate("'wakeLock' in navigator")
    (cookie,) = page.context.cookies()
    assert cookie["secure"]


@pytest.mark.nightly
def test_a_hole_is_entered_over_https(secure_phone: tuple[Page, RunningServer]) -> None:
    page, server = secure_phone
    table = Table(page, server.url)
    table.begin("two-joker", names=("Ann", "Bo"), holes=1)
    table.play_hole(1, ["5 6 7 / 5 6 8", "9 J 7 / 9 J 8"])
    page.goto(table.game)
    expect(page.locator(".lead__sentence")).to_contain_text("share the win with 15")
