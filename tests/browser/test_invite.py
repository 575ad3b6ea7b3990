"""A second phone comes to the table by the invitation, says whose it is, and is shut out again."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, OpenBrowser
from tests.browser.playing import Table

pytestmark = pytest.mark.browser


def invited(host: Page, link: str) -> str:
    """The link as the page of the invitation has it."""
    expect(host.locator("share-result[data-ready]").first).to_be_visible()
    return host.get_by_label(link, exact=True).input_value()


@pytest.mark.nightly
def test_a_guest_comes_says_who_it_is_and_is_shut_out(open_browser: OpenBrowser, server: Any) -> None:
    host = open_browser(**PHONE).page()
    table = Table(host, server.url)
    table.begin("two-joker", names=("Ann", "Bo"))
    host.goto(table.game)
    host.get_by_role("link", name="Invite").tap()
    expect(host.get_by_role("img", name="QR code: link to play along")).to_be_visible()
    link = invited(host, "Link to play along")

    watched = open_browser(**PHONE)
    watched.expected.append("status of 410")
    guest = watched.page()
    guest.goto(link)
    guest.get_by_role("button", name="Bo", exact=True).tap()
    expect(guest.get_by_role("status").filter(has_text="This phone is Bo's.")).to_be_visible()
    expect(guest.get_by_role("heading", name="Who are you?")).to_have_count(0)

    host.get_by_text("Renew this link").first.tap()
    host.get_by_role("button", name="Renew the link to play along").tap()
    expect(host.get_by_role("status").filter(has_text="the old one opens nothing any more")).to_be_visible()
    renewed = invited(host, "Link to play along")
    assert renewed != link
    guest.goto(link)
    expect(guest.get_by_role("heading", name="This link was renewed")).to_be_visible()
    guest.goto(renewed)
    guest.get_by_text("This phone is: Bo").tap()
    guest.get_by_role("button", name="Just looking on").tap()
    expect(guest.get_by_text("This phone is: looking on")).to_be_visible()


def test_a_watcher_finds_nothing_to_change(open_browser: OpenBrowser, server: Any) -> None:
    host = open_browser(**PHONE).page()
    table = Table(host, server.url)
    table.begin("two-joker", names=("Ann", "Bo"))
    host.goto(f"{table.game}/invite")
    link = invited(host, "Link to watch")
    watcher = open_browser(**PHONE).page()
    watcher.goto(link)
    expect(watcher.get_by_role("table", name="Points by hole and player")).to_be_visible()
    expect(watcher.get_by_role("button")).to_have_count(0)
    watcher.get_by_role("link", name="Let others watch").tap()
    assert invited(watcher, "Link to watch") == link
    expect(watcher.get_by_role("button", name="Renew")).to_have_count(0)
    expect(watcher.get_by_label("Link to play along", exact=True)).to_have_count(0)
