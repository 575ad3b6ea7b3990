"""A page of a class keeps up by itself, and takes nothing out of anybody's hands while it does."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from scorekeeper import houses
from scorekeeper.classroom import Action, Done, Pace
from scorekeeper.rules import parse_layout
from scorekeeper.store import (
    KeptClass,
    Store,
    Write,
    create_set_of_layouts,
    delete_class,
    find_class,
    join_class,
    keep_work,
    lead_class,
    names_for,
    start_class,
)
from tests.browser.conftest import DESKTOP, PHONE, OpenBrowser
from tests.serving import RunningServer

pytestmark = [pytest.mark.browser, pytest.mark.nightly]


class Class:
    """A class whose teacher and pupils are elsewhere."""

    def __init__(self, store: Store, pace: Pace) -> None:
        house = houses.get("worksheet")
        layouts = [parse_layout(text, house) for text in ("2 5 K / 2 Q 9", "7 A 2 / 7 3 J")]
        made = create_set_of_layouts(store, house, self.write(), layouts)
        self.store = store
        self.key = start_class(store, made, self.write(), pace=pace).key

    def write(self) -> Write:
        return Write(uuid4().hex, "another desk", datetime.now(UTC))

    @property
    def kept(self) -> KeptClass:
        return find_class(self.store, self.key)

    def join(self) -> str:
        """The token of a new seat."""
        name = names_for(self.store, self.kept, "names")[0]
        token = uuid4().hex
        join_class(self.store, self.kept.code, name, token, datetime.now(UTC))
        return token

    def answer(self, number: int, token: str, points: str) -> None:
        """What the pupil of a seat says to the first question."""
        keep_work(self.store, self.kept.code, number, token, Done(0, "answer", {"points": points}), uuid4().hex)

    def lead(self, action: Action) -> None:
        lead_class(self.store, self.key, action, self.kept.led, self.write())


@pytest.fixture
def store(server: RunningServer) -> Iterator[Store]:
    """The server's store, in the hands of somebody else."""
    opened = Store.open(server.instance / "scorekeeper.sqlite3")
    yield opened
    opened.close()


def test_a_board_keeps_up_with_what_others_do(open_browser: OpenBrowser, store: Store) -> None:
    led = Class(store, Pace.LIVE)
    watched = open_browser(**DESKTOP)
    watched.expected.append("status of 404")
    page = watched.page()
    page.goto(f"/class/{led.key}")
    page.locator("#end > summary").click()
    page.locator("#do-lock").focus()
    led.join()
    expect(page.locator(".board-joined__count")).to_have_text("1")
    led.lead("lock")
    expect(page.locator("#do-unlock")).to_be_visible()
    # What was folded out still is, and whoever goes by keyboard goes on from the same place.
    expect(page.locator("#do-end")).to_be_visible()
    expect(page.locator('[data-live="lead"]')).to_be_focused()
    led.lead("begin")
    expect(page.locator("#on-show")).to_contain_text("How many points")
    expect(page.locator(".board-question__count")).to_contain_text("0 of 1 answered")
    led.lead("reveal")
    expect(page.locator("#on-show")).to_contain_text("How it is worked out")
    expect(page.locator(".board-question__count")).to_have_count(0)
    expect(page.locator("live-page > .visually-hidden[role=status]")).to_have_text(
        "Question 1 of 2: the answer is shown"
    )
    led.lead("next")
    expect(page.locator("#on-show")).not_to_contain_text("How it is worked out")
    delete_class(store, led.key)
    expect(page.locator(".live-page__connection")).to_contain_text("This class is gone")


def test_nobody_loses_what_they_type_when_something_is_new(open_browser: OpenBrowser, store: Store) -> None:
    led = Class(store, Pace.LIVE)
    led.lead("begin")
    watched = open_browser(**PHONE, service_workers="block")
    watched.expected.append("Service Worker registration blocked by Playwright")
    page = watched.page()
    page.goto(f"/join/{led.kept.code}")
    with page.expect_navigation():
        page.locator("button.pupil-name").first.tap()
    expect(page.locator("class-work[data-ready]")).to_be_attached()
    box = page.locator("#q-A").get_by_label("Points")
    box.focus()
    page.keyboard.type("2")
    led.lead("pause")
    expect(page.locator('[data-live="status"]')).to_contain_text("paused")
    expect(box).to_be_focused()
    page.keyboard.type("4")
    expect(box).to_have_value("24")
    led.lead("resume")
    expect(page.locator('[data-live="status"]')).not_to_contain_text("paused")
    expect(box).to_have_value("24")
    page.locator("#q-A").get_by_role("button", name="Answer").tap()
    expect(page.locator("#q-A-verdict")).to_contain_text("Your answer is in")


def test_a_board_without_a_network_says_so_and_catches_up(open_browser: OpenBrowser, store: Store) -> None:
    led = Class(store, Pace.PRACTICE)
    watched = open_browser(**DESKTOP)
    watched.expected.append("net::ERR_")
    page = watched.page()
    page.goto(f"/class/{led.key}")
    expect(page.locator("live-page[data-ready]")).to_be_attached()
    watched.context.set_offline(True)
    led.join()
    expect(page.locator(".live-page__connection")).to_contain_text("No network")
    expect(page.locator(".board-joined__count")).to_have_text("0")
    watched.context.set_offline(False)
    expect(page.locator(".board-joined__count")).to_have_text("1")
    expect(page.locator(".live-page__connection")).to_be_hidden()


def test_a_filled_screen_stays_filled_while_the_class_is_led(open_browser: OpenBrowser, store: Store) -> None:
    led = Class(store, Pace.LIVE)
    tokens = [led.join() for _ in range(3)]
    watched = open_browser(viewport={"width": 1280, "height": 720}, screen={"width": 1280, "height": 720})
    page = watched.page()
    page.goto(f"/class/{led.key}")
    board = page.url
    expect(page.locator("live-page[data-ready]")).to_be_attached()
    page.mouse.wheel(0, 300)
    page.get_by_role("button", name="Fill the screen").click()
    fills = page.get_by_role("button", name="Leave full screen")
    expect(fills).to_be_visible()
    assert page.evaluate("scrollY") == 0, "the code to join by is at the top"
    page.locator("#do-begin").click()
    expect(page.locator("#on-show")).to_contain_text("How many points")
    expect(page.locator('[data-live="lead"]')).to_be_focused()
    # The hand, the buttons and how many have answered: all on one screen of a projector.
    for shown in ("#do-reveal", ".board-question__ask .layout", ".board-question__count"):
        expect(page.locator(shown)).to_be_in_viewport(ratio=1)
    top = page.locator("#on-show").bounding_box()
    page.locator("#end > summary").click()
    expect(page.locator("#do-end")).to_be_in_viewport(ratio=1)
    assert page.locator("#on-show").bounding_box() == top, "what is asked before the end pushes nothing down"
    page.locator("#end > summary").click()
    for number, token in enumerate(tokens, start=1):
        led.answer(number, token, "1")
    page.locator("#do-reveal").click()
    worked = page.locator(".board-question__answer")
    expect(worked).to_contain_text("How it is worked out")
    expect(worked.locator(".score-lines")).to_be_in_viewport(ratio=1)
    # A question by itself, and the way back, by the page and by the browser.
    for back in (lambda: page.get_by_role("link", name="‹ Board").click(), page.go_back):
        page.locator(".board-grid thead a").first.click()
        expect(page.locator("#prompt")).to_be_focused()
        expect(page).to_have_url(f"{board}/question/A")
        expect(fills).to_be_visible()
        back()
        expect(page.locator("#do-next")).to_be_visible()
        expect(page).to_have_url(board)
    page.locator("#do-next").click()
    expect(page.locator(".board-now__words")).to_contain_text("Question 2 of 2")
    # Somebody else leads: the page keeps up, filled as it is.
    led.lead("end")
    expect(page.locator(".board-now__words")).to_contain_text("Over")
    expect(fills).to_be_visible()
    assert page.evaluate("document.fullscreenElement !== null")
    fills.click()
    expect(page.get_by_role("button", name="Fill the screen")).to_be_visible()
