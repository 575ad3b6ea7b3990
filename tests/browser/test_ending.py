"""The browsers of the tests end well, whatever their pages ask for at that moment."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Route

from tests.browser.conftest import Watched
from tests.browser.offline import until_true
from tests.serving import RunningServer

pytestmark = pytest.mark.browser


@pytest.mark.nightly
def test_requests_that_a_test_answers_may_be_under_way(browser: Browser, server: RunningServer) -> None:
    """Many, and one that never gets an answer."""
    begun: list[Route] = []

    def answer(route: Route) -> None:
        begun.append(route)
        if len(begun) > 1:
            route.fulfill(response=route.fetch())

    for _ in range(3):
        begun.clear()
        watched = Watched(browser.new_context(base_url=server.url, service_workers="block"), server.url)
        page = watched.page()
        page.goto("/")
        page.route("**/manifest.webmanifest?*", answer)
        page.evaluate("setInterval((asked) => fetch(`/manifest.webmanifest?${asked.count++}`), 2, { count: 0 })")
        until_true(page, lambda: len(begun) > 5)
        watched.end()
        # An error of an answer would come up in whatever is asked of the browser next.
        browser.new_context().close()
