"""Phones of pupils that are left, changed and lost sight of, in real browsers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, CheckAxe, OpenBrowser
from tests.browser.lessons import (
    NO_NETWORK,
    RIGHT,
    SLOW,
    TWOS_TWICE,
    WORK,
    Pupil,
    Teacher,
    columns_of_nine_cards,
    counted,
    pupil,
    three_hands,
)
from tests.browser.offline import wait_until
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

ROOM = """(box) => {
    const style = getComputedStyle(box);
    const brush = document.createElement("canvas").getContext("2d");
    brush.font = style.font;
    const inside = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return inside - brush.measureText("−100").width;
}"""
"""How many pixels are left in a box beside four characters."""


@pytest.fixture
def key_code(server: RunningServer) -> str:
    """The key of a set of three hands."""
    return three_hands(server)


def test_a_device_has_one_seat_in_all_its_tabs_until_it_is_left(
    open_browser: OpenBrowser, key_code: str, axe: CheckAxe
) -> None:
    teacher = Teacher(open_browser(**DESKTOP).page())
    code = teacher.begin(key_code, "Test")
    teacher.lead("Begin", "Open")
    one = pupil(open_browser)
    one.watched.expected += ["status of 409", "status of 404"]
    one.join(code)
    name = one.name
    one.type("A", "3")
    tab = Pupil(one.watched, one.watched.page())
    tab.page.goto(f"/join/{code}")
    tab.is_ready()
    expect(tab.page.locator("h1")).to_have_text(name)
    expect(tab.question("A").get_by_label("Points")).to_have_value("3")

    # What waits for the teacher to go on is told before it is lost.
    teacher.lead("Pause", "Paused")
    one.send("A", RIGHT["A"])
    expect(one.line).not_to_have_text("", timeout=SLOW)
    one.page.get_by_role("link", name="Question B").tap()
    one.type("B", "7")
    one.page.locator("#leave > summary").tap()
    one.page.get_by_role("button", name="Leave this device").tap()
    expect(one.page.locator("#leave")).to_contain_text(f"Only this device has: A {RIGHT['A']}.")
    axe(one.page)
    one.page.get_by_role("button", name="Lose it, and leave").tap()
    expect(one.page.locator("[data-seat-left]")).to_be_visible()
    axe(one.page)
    wait_until(one.page, "() => Object.keys(localStorage).every((key) => !key.includes('class-draft'))")
    one.take_a_name()
    assert one.name != name
    assert (one.waiting(), one.drafts()) == ([], [])
    teacher.lead("Go on", "Open")
    expect(tab.page.get_by_role("heading", name="Not open on this device")).to_be_visible(timeout=SLOW)


def test_a_pupil_changes_phone_while_an_answer_waits_on_the_old_one_and_is_removed(
    open_browser: OpenBrowser, key_code: str, axe: CheckAxe
) -> None:
    teacher = Teacher(open_browser(**DESKTOP, accept_downloads=True).page())
    code = teacher.begin(key_code, "Test")
    teacher.lead("Begin", "Open")
    old, new = pupil(open_browser), pupil(open_browser)
    old.join(code)
    own_code = old.own_code()
    old.answer("A", TWOS_TWICE)
    old.go_offline()
    old.page.get_by_role("link", name="Question B").tap()
    old.send("B", "26")
    expect(old.line).to_contain_text(NO_NETWORK, timeout=SLOW)
    new.come_back_with(code, own_code)
    assert new.name == old.name
    expect(new.question("A").get_by_label("Points")).to_have_value(TWOS_TWICE)
    new.page.get_by_role("link", name="Question B").tap()
    new.answer("B", RIGHT["B"])

    # What waited overtakes nothing: it is told, also when the old phone has the seat again.
    for one in (old, new):
        one.watched.expected.append("status of 404")
    old.come_back()
    expect(old.page.get_by_role("heading", name="Not open on this device")).to_be_visible(timeout=SLOW)
    told = old.page.get_by_role("alert").filter(has_text="Not sent")
    expect(told).to_contain_text("B 26")
    axe(old.page)
    old.come_back_with(code, own_code)
    expect(told).to_contain_text("B 26")
    expect(old.question("B").get_by_label("Points")).to_have_value(RIGHT["B"])
    told.get_by_role("button", name="Put it away").tap()
    expect(told).to_have_count(0)
    assert old.waiting() == []
    assert counted(teacher.results()) == {new.name: {"A": TWOS_TWICE, "B": RIGHT["B"]}}

    name = old.name
    teacher.remove(own_code)
    expect(teacher.page.locator("main")).not_to_contain_text(name)
    expect(old.page.get_by_role("heading", name="Not open on this device")).to_be_visible(timeout=SLOW)
    old.page.get_by_role("button", name="Join again under another name").tap()
    old.take_a_name()
    old.answer("A", RIGHT["A"])


def test_a_class_that_was_deleted_is_over_on_its_phones(
    open_browser: OpenBrowser, key_code: str, axe: CheckAxe
) -> None:
    teacher = Teacher(open_browser(**DESKTOP).page())
    code = teacher.begin(key_code, "Live")
    stays, away = pupil(open_browser), pupil(open_browser)
    for one in (stays, away):
        one.join(code)
        one.watched.expected += ["status of 404", "status of 410"]
    teacher.lead("Begin", "Question 1 of 3: answers are open")
    away.waits_for("A")
    away.go_offline()
    away.send("A", RIGHT["A"])
    expect(away.line).to_contain_text(NO_NETWORK, timeout=SLOW)
    away.page.goto("about:blank")
    stays.type("A", "2")
    teacher.lead("Reveal the answer", "the answer is shown")
    expect(stays.line).to_have_text("Question A is closed; what you typed was not sent.", timeout=SLOW)
    teacher.delete()
    expect(stays.page.locator(".live-page__connection")).to_have_text("This class is over and deleted.", timeout=SLOW)
    away.come_back()
    for path in (f"/join/{code}/2", f"/join/{code}"):
        away.page.goto(path)
        expect(away.page.get_by_role("heading", level=1)).to_have_text("This class is over")
        axe(away.page)
    wait_until(away.page, f"async () => (await {WORK}).length === 0")


def test_boxes_of_columns_have_room_for_a_minus_and_three_digits(
    open_browser: OpenBrowser, server: RunningServer
) -> None:
    teacher = Teacher(open_browser(**DESKTOP).page())
    code = teacher.begin(columns_of_nine_cards(server), "Test")
    teacher.lead("Begin", "Open")
    one = pupil(open_browser)
    one.join(code)
    boxes = one.page.locator(".exercise__fields--columns-3 .signed-number[data-ready]")
    expect(boxes.nth(3)).to_be_visible()  # three columns and the sum, if not a square as well
    for width in (320, 360):
        one.page.set_viewport_size({"width": width, "height": 740})
        for box in boxes.all():
            assert box.locator("input").evaluate(ROOM) >= 0
            sign = box.locator("button").bounding_box()
            assert sign is not None
            assert min(sign["width"], sign["height"]) >= 44
