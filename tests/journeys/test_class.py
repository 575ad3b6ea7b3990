"""A class in real browsers: two students answer on phones, a teacher leads, and Class view has no names."""

import pytest
from playwright.sync_api import Page, expect

from scorekeeper import houses
from tests.browser.conftest import DESKTOP, PHONE, OpenBrowser
from tests.browser.lessons import NO_NETWORK, RIGHT, TWOS_TWICE, Teacher, code_of, counted, signs, student
from tests.browser.phones import SLOW
from tests.journeys.conftest import reads
from tests.journeys.either_engine import either_server  # noqa: F401
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

HANDS = "2 5 K / 2 Q 9\n7 A 2 / 7 3 J\n4 4 8 / 10 6 8"


def test_a_lesson_that_the_teacher_leads(open_browser: OpenBrowser, server: RunningServer) -> None:
    teacher = Teacher(open_browser(**DESKTOP, accept_downloads=True).page())
    wall = teacher.page
    wall.goto(f"{server.url}/sets?house=worksheet")
    wall.locator("#more > summary").click()
    wall.get_by_label("Or your own hands, one hand or one row per line").fill(HANDS)
    wall.get_by_role("button", name="Make worksheet").click()
    code = teacher.begin(wall.url.rpartition("/")[2], "Live")
    one, other = both = [student(open_browser) for _ in range(2)]
    for each in both:
        each.join(code, by_typing=each is other)
        reads(each.page, "You’re in!")
    teacher.has_joined(2)

    # The first question: one changes the answer, the other counts a pair of twos as −4. No feedback yet.
    teacher.lead("Start", "Question 1 of 3: open")
    one.answer("A", "23")
    one.answer("A", RIGHT["A"])
    other.answer("A", TWOS_TWICE)
    teacher.answered(2)
    expect(other.question("A")).not_to_contain_text(RIGHT["A"])
    teacher.lead("Show answer", "answer shown")
    expect(one.said("A")).to_contain_text("Right", timeout=SLOW)
    expect(other.question("A")).to_contain_text(f"Your answer: {TWOS_TWICE}", timeout=SLOW)
    for each in both:
        expect(wall.locator("main")).not_to_contain_text(each.name)

    # The second: one reloads the page halfway, and the other is offline for a while.
    teacher.lead("Next question", "Question 2 of 3: open")
    one.type("B", "1")
    one.reload()
    one.waits_for("B")
    expect(one.question("B").get_by_label("Points")).to_have_value("1")
    one.answer("B", RIGHT["B"])
    other.waits_for("B")
    other.go_offline()
    other.send("B", "16")
    expect(other.line).to_contain_text(NO_NETWORK, timeout=SLOW)
    other.come_back()
    expect(other.said("B")).to_contain_text("Your answer is in", timeout=SLOW)
    other.answers["B"] = "16"
    teacher.answered(2)
    teacher.lead("Show answer", "answer shown")

    # The third is led from Teacher view on a phone, with names; one answer comes too late.
    phone = open_browser(**PHONE).page()
    phone.goto(f"{wall.url.partition('?')[0]}?view=own")
    reads(phone, "Don’t project it.")
    for each in both:
        reads(phone, each.name)
    phone.get_by_role("button", name="Next question").tap()
    reads(wall, "Question 3 of 3: open")
    phone.close()
    one.answer("C", RIGHT["C"])
    other.waits_for("C")
    other.go_offline()
    other.send("C", "40")
    expect(other.line).to_contain_text(NO_NETWORK, timeout=SLOW)
    teacher.lead("Show answer", "answer shown")
    other.watched.expected.append("status of 409")
    other.come_back()
    refused = other.page.get_by_role("alert").filter(has_text="Question C: not accepted")
    expect(refused).to_contain_text("40", timeout=SLOW)
    teacher.end()
    for each in both:
        reads(each.page, "The class has ended.")

    # Teacher view and the table have these answers and no others.
    assert teacher.own_board([each.name for each in both]) == {each.name: signs(each.answers) for each in both}
    assert counted(teacher.results()) == {each.name: each.answers for each in both}
    for each in both:
        each.watched.expected += ["status of 404", "status of 410"]
    teacher.delete()
    for each in both:
        each.page.goto(f"/join/{code}")
        expect(each.page.get_by_role("button", name=each.name)).to_have_count(0)


def test_a_class_is_two_clicks_from_the_start_page(desktop: Page, open_browser: OpenBrowser) -> None:
    desktop.goto("/")
    desktop.get_by_role("link", name="Class", exact=True).click()
    desktop.get_by_role("button", name=f"Start with {houses.get('worksheet').name}").click()
    one, other = both = [student(open_browser) for _ in range(2)]
    one.join(code_of(desktop))
    one.send("A", "99", button="Check")  # nothing else had to be pressed
    expect(one.said("A")).to_contain_text("Try once more", timeout=SLOW)
    expect(desktop.get_by_text("1 student.")).to_be_visible(timeout=SLOW)
    other.join(code_of(desktop))

    # Real names are pasted from a list, shown in Teacher view only, and never sent.
    sent: list[str] = []
    desktop.on("request", lambda request: sent.append(f"{request.url} {request.post_data or ''}"))
    board = desktop.url.partition("?")[0]
    desktop.goto(f"{board}/roster")
    desktop.get_by_label(f"Who is {one.name}?").evaluate(
        """(box) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text", "Tom\\nIna\\n");
          box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }"""
    )
    desktop.reload()
    expect(desktop.locator("first-name input")).to_have_count(2)
    assert [box.input_value() for box in desktop.locator("first-name input").all()] == ["Tom", "Ina"]
    desktop.goto(f"{board}?view=own")
    expect(desktop.locator("#grid").get_by_text("(Tom)")).to_be_visible()
    desktop.goto(board)
    expect(desktop.get_by_text("(Tom)")).to_have_count(0)
    assert not any(name in text for text in sent for name in ("Tom", "Ina"))

    # Deleting the class for good deletes its names from the browser.
    for each in both:
        each.page.close()  # so that they don't see the class disappear
    desktop.goto(f"{board}?view=own")
    Teacher(desktop).delete()
    Teacher(desktop).delete_for_good(board)
    assert desktop.evaluate("Object.keys(localStorage).filter((key) => key.includes('first-names'))") == []
