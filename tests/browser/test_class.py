"""A whole class in real browsers: everybody joins, answers with and without a network, and is counted as answered."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, CheckAxe, OpenBrowser
from tests.browser.lessons import (
    NO_NETWORK,
    RIGHT,
    SEEN,
    SLOW,
    TWOS_TWICE,
    WORK,
    Teacher,
    counted,
    pupil,
    signs,
    three_hands,
)
from tests.browser.offline import wait_until, wait_until_installed, wait_until_kept
from tests.serving import RunningServer

pytestmark = pytest.mark.browser


@pytest.fixture
def key_code(server: RunningServer) -> str:
    """The key of a set of three hands."""
    return three_hands(server)


@pytest.mark.nightly
def test_a_whole_lesson_that_the_teacher_leads(open_browser: OpenBrowser, key_code: str) -> None:
    teacher = Teacher(open_browser(**DESKTOP, accept_downloads=True).page())
    code = teacher.begin(key_code, "Live")
    first, typing, reloading, leaving, fitting = early = [pupil(open_browser) for _ in range(5)]
    for one in early:
        one.join(code, by_typing=one is typing)
        expect(one.page.locator(".pupil-status")).to_contain_text("You are in.")
    teacher.has_joined(5)

    # The first question: everybody answers, one changes the answer.
    teacher.lead("Begin", "Question 1 of 3: answers are open")
    first.answer("A", "23")
    first.answer("A", RIGHT["A"])
    typing.answer("A", RIGHT["A"])
    for one in (reloading, leaving, fitting):
        one.answer("A", TWOS_TWICE)
    teacher.answered(5)
    for one in early:  # nobody is told anything yet
        expect(one.question("A")).not_to_contain_text("24")
    teacher.lead("Reveal the answer", "the answer is shown")
    expect(first.said("A")).to_contain_text("Right", timeout=SLOW)
    expect(fitting.question("A")).to_contain_text(f"Your answer: {TWOS_TWICE}", timeout=SLOW)

    # Somebody comes late, and cannot answer what was shown.
    late = pupil(open_browser)
    late.join(code)
    expect(late.question("A").get_by_role("button")).to_have_count(0)

    # The second: one without a network, one reloads in the middle of it.
    teacher.lead("Next question", "Question 2 of 3: answers are open")
    everybody = [*early, late]
    for one in everybody:
        one.waits_for("B")
    leaving.go_offline()
    leaving.send("B", "26")
    expect(leaving.line).to_contain_text(NO_NETWORK, timeout=SLOW)
    leaving.send("B", RIGHT["B"])
    assert leaving.waiting() == [f"B {RIGHT['B']}"]
    reloading.type("B", "-1")
    reloading.reload()
    reloading.waits_for("B")
    expect(reloading.question("B").get_by_label("Points")).to_have_value("-1")
    reloading.answer("B", "26")
    reloading.reload()
    expect(reloading.said("B")).to_contain_text("Your answer is in")
    first.answer("B", RIGHT["B"])
    typing.watched.expected.append("status of 422")
    typing.send("B", "about twelve")
    box = typing.question("B").get_by_label("Points")
    expect(box).to_be_focused()
    expect(box).to_have_attribute("aria-invalid", "true")
    typing.answer("B", RIGHT["B"])
    late.answer("B", "16")
    fitting.answer("B", RIGHT["B"])
    teacher.answered(5)
    leaving.come_back()
    leaving.answers["B"] = RIGHT["B"]
    expect(leaving.said("B")).to_contain_text("Your answer is in", timeout=SLOW)
    teacher.answered(6)
    teacher.lead("Reveal the answer", "the answer is shown")
    teacher.lead("Next question", "Question 3 of 3: answers are open")

    # The third: a pause, in which an answer waits; and one that comes too late.
    for one in everybody:
        one.waits_for("C")
    first.go_offline()
    leaving.go_offline()
    first.send("C", RIGHT["C"])
    leaving.send("C", "40")
    for one in (first, leaving):
        expect(one.line).to_contain_text(NO_NETWORK, timeout=SLOW)
    teacher.lead("Pause", "paused")
    first.watched.expected.append("status of 409")
    first.come_back()
    expect(first.line).to_contain_text("Your answer is kept on this phone", timeout=SLOW)
    expect(fitting.page.locator(".pupil-status")).to_contain_text("The teacher has paused this.", timeout=SLOW)
    fitting.watched.expected.append("status of 409")
    fitting.send("C", "16")
    expect(fitting.line).to_contain_text("Your answer is kept on this phone", timeout=SLOW)
    teacher.lead("Go on", "answers are open")
    for one, points in ((first, RIGHT["C"]), (fitting, "16")):
        one.answers["C"] = points
        expect(one.said("C")).to_contain_text("Your answer is in", timeout=SLOW)
    late.answer("C", RIGHT["C"])
    reloading.answer("C", RIGHT["C"])
    teacher.answered(4)
    teacher.lead("Reveal the answer", "the answer is shown")
    leaving.watched.expected.append("status of 409")
    leaving.come_back()
    refused = leaving.page.get_by_role("alert").filter(has_text="Question C: not taken")
    expect(refused).to_contain_text("40", timeout=SLOW)
    refused.get_by_role("button", name="Put it away").tap()
    expect(refused).to_have_count(0)
    teacher.end()
    for one in everybody:
        expect(one.page.locator(".pupil-status")).to_contain_text("This is over.", timeout=SLOW)
        assert one.waiting() == []

    # The board and the table say what was answered, and nothing else.
    assert teacher.own_board([one.name for one in everybody]) == {one.name: signs(one.answers) for one in everybody}
    rows = teacher.results()
    assert counted(rows) == {one.name: one.answers for one in everybody}
    assert len(rows) == sum(len(one.answers) for one in everybody) + 1  # one answer was changed
    assert all(row["session"] == code and 0 <= int(row["ms"]) <= 3_600_000 for row in rows)


@pytest.mark.nightly
def test_two_answers_without_a_network_are_counted_once_each(
    open_browser: OpenBrowser, key_code: str, axe: CheckAxe
) -> None:
    teacher = Teacher(open_browser(**DESKTOP, accept_downloads=True).page())
    code = teacher.begin(key_code, "Practice")
    teacher.lead("Begin", "Open")
    one = pupil(open_browser, keeps_pages=True)
    one.page.emulate_media(reduced_motion="reduce")
    one.join(code)
    wait_until_installed(one.page)
    wait_until_kept(one.page, f"/join/{code}/1")
    one.go_offline()
    one.send("A", TWOS_TWICE, button="Check")
    expect(one.line).to_contain_text(NO_NETWORK)
    one.page.get_by_role("button", name="Next: question B").tap()
    expect(one.question("B")).to_be_focused()
    one.reload()
    one.send("B", RIGHT["B"], button="Check")
    expect(one.line).to_contain_text(NO_NETWORK)
    axe(one.page)
    one.page.get_by_role("link", name="Question A").tap()
    expect(one.question("A").get_by_label("Points")).to_have_value(TWOS_TWICE)
    one.type("A", "2")
    one.question("A").get_by_role("button", name="minus").tap()
    one.reload()
    expect(one.question("A").get_by_label("Points")).to_have_value("−2")
    assert one.waiting() == [f"A {TWOS_TWICE}", f"B {RIGHT['B']}"]
    one.come_back()
    wait_until(one.page, f"async () => (await {WORK}).length === 0")
    expect(one.said("A")).to_contain_text("Not yet", timeout=SLOW)
    expect(one.question("A").get_by_label("Points")).to_have_value("−2")  # typed, and not sent
    one.page.get_by_role("link", name="Question B").tap()
    expect(one.said("B")).to_contain_text("Right")
    assert teacher.own_board([one.name]) == {one.name: ["…", SEEN["right"], SEEN["empty"]]}
    rows = [(row["item"], row["attempt_no"], row["raw_input"], row["correct"]) for row in teacher.results()]
    assert rows == [("A", "1", TWOS_TWICE, "0"), ("B", "1", RIGHT["B"], "1")]


@pytest.mark.nightly
def test_the_own_view_goes_on_at_a_second_device_and_no_address_comes_on_the_wall(
    open_browser: OpenBrowser, key_code: str, axe: CheckAxe
) -> None:
    watched = open_browser(viewport={"width": 1280, "height": 720}, screen={"width": 1280, "height": 720})
    page = watched.page()
    page.emulate_media(reduced_motion="reduce")
    teacher = Teacher(page)
    code = teacher.begin(key_code, "Live")
    board = page.url
    page.get_by_role("button", name="Fill the screen").click()
    page.locator("#alone > summary").click()
    page.get_by_role("link", name="Go there").click()
    axe(page)
    page.get_by_role("link", name="Open it on another device").click()
    expect(page).to_have_url(f"{board}/elsewhere")
    expect(page.locator(".notice")).to_contain_text("Other devices cannot open it")  # but here
    axe(page)

    # What else the own view leads to, and back: the screen stays filled.
    page.get_by_role("link", name="‹ Board").click()
    for way in ("A list of the class to print", "Delete this class", "Remove pupils who have answered nothing"):
        page.get_by_role("link", name=way).click()
        expect(page.locator("h1")).to_be_focused()
        page.get_by_role("link", name="‹ Board").click()
    page.get_by_role("link", name="What you call this class").click()
    page.get_by_label("Name").fill("7b, Tuesday")
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(f"{board}?view=own")
    expect(page.get_by_role("link", name="What you call this class")).to_contain_text("7b, Tuesday")
    assert page.evaluate("document.fullscreenElement !== null")
    page.get_by_role("link", name="Back to the view for everybody").click()
    expect(page.get_by_role("button", name="Leave full screen")).to_be_visible()

    # At the second device names are seen, and the class is led; the wall keeps up, without a name.
    one = pupil(open_browser)
    one.join(code)
    phone = open_browser(**PHONE).page()
    phone.goto(f"{board}?view=own")
    phone.get_by_role("button", name="Begin").tap()
    expect(phone.locator(".board-grid")).to_contain_text(one.name)
    expect(page.locator(".board-now__words")).to_contain_text("answers are open", timeout=SLOW)
    expect(page.locator(".board-grid")).to_be_visible()
    expect(page.locator("main")).not_to_contain_text(one.name)
