"""Two phones at one table: they come together, see each other's cards, disagree, and agree again."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenBrowser
from tests.browser.offline import wait_until_installed
from tests.browser.phones import SLOW, TROUBLE, Phone, enter_together, gather
from tests.journeys.conftest import comes_to, enters, reads, told, waits
from tests.journeys.either_engine import either_server  # noqa: F401
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

ANN, BO, KINGS = "5 * 7 / 5 Q K", "A 2 3 / 4 6 8", "K K K / 3 4 5"
"""15, 24 and 12 points by the sheet of Two-joker."""


def invitation(phone: Phone, link: str) -> str:
    """One of the two links of the game; the page of the invitation is open then."""
    phone.page.goto(f"{phone.table.game}/invite")
    return phone.page.get_by_label(link, exact=True).input_value()


def shows(phone: Phone, **points: str) -> None:
    """That many points stand at the players' tabs, and the server has them."""
    for name, shown in points.items():
        expect(phone.tab(name)).to_contain_text(shown, timeout=SLOW)
        expect(phone.tab(name)).not_to_contain_text("not saved", timeout=SLOW)


def is_asked(page: Page, name: str, *points: str) -> None:
    """Which of two hands is right; both are shown, each with what it counts."""
    question = page.get_by_role("heading", name=f"{name}: which cards are right?")
    expect(question).to_be_visible(timeout=SLOW)
    for shown in points:
        reads(page, f"{shown} points")


def test_two_phones_disagree_and_agree_again(open_browser: OpenBrowser, server: RunningServer) -> None:
    expected = [*TROUBLE, "status of 409", "status of 410"]
    # Ann begins the game; Bo comes by her invitation and says who he is.
    ann, bo = gather(open_browser, server.url, "two-joker", names=("Ann", "Bo"), holes=2, expected=expected)
    wait_until_installed(bo.page)

    # Hole 1: both at the same time, each their own.
    enter_together([ann, bo], {"Ann": ANN, "Bo": BO})
    for one in (ann, bo):
        shows(one, Ann="15", Bo="24")
    ann.table.confirm()
    reads(bo.page, "Hole 1 is final.")

    # Hole 2: Bo, without a network, takes Ann's cards for others than she does, and gives way.
    for one in (ann, bo):
        one.open_hole(2)
    bo.page.context.set_offline(True)
    enters(bo.table, "Ann", KINGS)
    waits(bo.page, 1)
    enters(ann.table, "Ann", ANN)
    shows(ann, Ann="15")
    bo.page.context.set_offline(False)
    is_asked(bo.page, "Ann", "12", "15")
    bo.page.get_by_role("button", name="Theirs").tap()
    shows(bo, Ann="15")

    # Ann errs about Bo's, while his phone is without a network and its page is closed; he insists.
    context = bo.page.context
    context.set_offline(True)
    enters(bo.table, "Bo", BO)
    waits(bo.page, 1)
    enters(ann.table, "Bo", KINGS)
    shows(ann, Bo="12")
    bo.page.close()
    context.set_offline(False)
    bo.table.page = context.new_page()
    bo.page.goto(ann.table.game)
    bo.page.get_by_role("link", name="Bo on hole 2").tap()
    is_asked(bo.page, "Bo", "24", "12")
    bo.page.reload()
    is_asked(bo.page, "Bo", "24", "12")
    bo.page.get_by_role("button", name="Mine").tap()
    for one in (bo, ann):
        shows(one, Ann="15", Bo="24")

    # One confirms, both see the end, and nothing was forgotten of what was not taken.
    bo.table.confirm()
    for one in (ann, bo):
        one.page.goto(one.table.game)
        comes_to(one.page, 30, 48)
    told(
        ann.table,
        2,
        "Hole 2 finished",
        f"{KINGS} → {BO}",
        f"sent {BO} for Bo on hole 2, but {KINGS} stayed",
        KINGS,
        f"sent {KINGS} for Ann on hole 2, but {ANN} stayed",
        ANN,
    )

    # The link is renewed: the old one opens nothing any more.
    old = invitation(ann, "Join link")
    ann.page.locator("summary", has_text="More").tap()
    ann.page.get_by_role("button", name="Replace join link").tap()
    reads(ann.page, "New join link.")
    renewed = invitation(ann, "Join link")
    bo.page.goto(old)
    expect(bo.page.get_by_role("heading", name="This link was replaced")).to_be_visible()
    bo.page.goto(renewed)
    reads(bo.page, "This phone: Bo")
