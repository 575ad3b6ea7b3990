"""A class with a goal, and its next lesson: own hands for each student, and what has grown."""

import re

import pytest
from playwright.sync_api import Page, expect

from scorekeeper import houses
from scorekeeper.rules import parse_layout, score
from scorekeeper.school.diagnosis.beliefs import singles
from tests.browser.conftest import DESKTOP, OpenBrowser
from tests.browser.lessons import RIGHT, SLOW, TWOS_TWICE, Student, Teacher, code_of, student, three_hands
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

HOUSE = houses.get("worksheet")


def check(one: Student, letter: str, points: str, says: str) -> None:
    one.send(letter, points, button="Check")
    expect(one.said(letter)).to_contain_text(says, timeout=SLOW)


def go_on(one: Student) -> None:
    one.page.get_by_role("button", name=re.compile("Next: question")).tap()


def cards_of(one: Student, letter: str) -> str:
    """The cards of a question."""
    one.waits_for(letter)
    return one.question(letter).locator("[data-cards]").first.get_attribute("data-cards") or ""


def goal_says(wall: Page, words: str) -> None:
    expect(wall.locator(".board-goal__words")).to_have_text(words, timeout=SLOW)


def test_a_goal_and_a_next_lesson_with_three_hands_for_each_students_own_mistakes(
    open_browser: OpenBrowser, server: RunningServer
) -> None:
    teacher = Teacher(open_browser(**DESKTOP).page())
    wall = teacher.page
    code = teacher.begin(three_hands(server), "Practice")
    one, other = both = [student(open_browser) for _ in range(2)]
    for each in both:
        each.join(code)
    teacher.has_joined(2)
    teacher.lead("Start", "Open")
    wall.locator("#goal > summary").click()
    wall.get_by_role("button", name="25", exact=True).click()
    goal_says(wall, "0 of 25 right together")

    # Only first tries count, and the bar moves without a reload.
    check(other, "A", RIGHT["A"], "Right")
    goal_says(wall, "1 of 25 right together")
    check(one, "A", TWOS_TWICE, "Try once more")
    check(one, "A", RIGHT["A"], "Right")
    go_on(other)
    check(other, "B", RIGHT["B"], "Right")
    goal_says(wall, "2 of 25 right together")
    names = [each.name for each in both]
    teacher.end()
    wall.locator("#next > summary").click()
    wall.get_by_role("button", name="Start next lesson").click()
    goal_says(wall, "2 of 25 right together")

    # The phones know their names; the first hands show the mistake of last time.
    following = code_of(wall)
    assert following != code
    twos = next(belief for belief in singles(HOUSE) if belief.total(parse_layout("2 5 K / 2 Q 9", HOUSE)) == 20)
    for each, name in zip(both, names, strict=True):
        each.page.goto(f"/join/{following}")
        with each.page.expect_navigation():
            each.page.get_by_role("button", name=name).tap()
        each.is_ready()
        assert each.name == name
    for letter in "ABC":
        layout = parse_layout(cards_of(one, letter), HOUSE)
        right = score(layout, HOUSE).total
        assert twos.total(layout) != right
        check(one, letter, str(right), "Right")
        go_on(one)
    goal_says(wall, "5 of 25 right together")

    # What has grown is told in counts; by name only to the teacher.
    teacher.end()
    expect(wall.get_by_role("heading", name="Since the last lesson")).to_be_visible()
    expect(wall.locator(".board-grown tbody tr").first).to_contain_text("1 of 2")
    expect(wall.locator(".board-grown tbody tr").first).to_contain_text("0 of 1")
    for name in names:
        expect(wall.locator("main")).not_to_contain_text(name)
    teacher.open_own_board()
    expect(wall.locator(".board-told").first).to_contain_text(f"{names[0]}: as if")
    expect(wall.locator(".board-told").first).to_contain_text("Not today.")


def test_real_names_move_along_in_the_teachers_browser(open_browser: OpenBrowser, server: RunningServer) -> None:
    teacher = Teacher(open_browser(**DESKTOP).page())
    wall = teacher.page
    one = student(open_browser)
    one.join(teacher.begin(three_hands(server), "Practice"))
    teacher.has_joined(1)
    teacher.lead("Start", "Open")
    board, name = wall.url, one.name
    wall.goto(f"{board}/roster")
    wall.get_by_label(f"Who is {name}?").fill("Tom")
    wall.goto(board)
    teacher.end()
    wall.locator("#next > summary").click()
    wall.get_by_role("button", name="Start next lesson").click()
    one.page.goto(f"/join/{code_of(wall)}")
    with one.page.expect_navigation():
        one.page.get_by_role("button", name=name).tap()
    following = wall.url
    wall.goto(f"{following}/roster")
    expect(wall.get_by_label(f"Who is {name}?")).to_have_value("Tom")
    wall.goto(f"{following}?view=own")
    expect(wall.locator("#grid").get_by_text("(Tom)")).to_be_visible()
    wall.goto(following)
    expect(wall.locator("main")).not_to_contain_text("Tom")


def test_homework_is_done_alone_by_a_link(open_browser: OpenBrowser, server: RunningServer) -> None:
    teacher = Teacher(open_browser(**DESKTOP).page())
    wall = teacher.page
    teacher.begin(three_hands(server), "Practice")
    teacher.lead("Start", "Open")
    teacher.end()
    wall.locator("#next > summary").click()
    wall.get_by_role("button", name="Make homework").click()
    one = student(open_browser)
    one.page.goto(wall.get_by_label("Homework link for students").input_value())
    one.take_a_name()
    for letter in "ABCDEF":
        check(one, letter, str(score(parse_layout(cards_of(one, letter), HOUSE), HOUSE).total), "Right")
        if letter != "F":
            go_on(one)
    expect(one.page.locator(".student-status")).to_have_text("All done: 6 of 6 right on the first try.", timeout=SLOW)


def test_the_wall_at_own_pace_is_read_from_the_last_row(open_browser: OpenBrowser, server: RunningServer) -> None:
    teacher = Teacher(open_browser(viewport={"width": 1366, "height": 768}).page())
    wall = teacher.page
    code = teacher.begin(three_hands(server), "Practice")
    one = student(open_browser)
    one.join(code)
    teacher.has_joined(1)
    teacher.lead("Start", "Open")
    wall.locator("#goal > summary").click()
    wall.get_by_role("button", name="100", exact=True).click()
    check(one, "A", RIGHT["A"], "Right")
    goal_says(wall, "1 of 100 right together")
    wall.evaluate("scrollTo(0, 0)")
    for part, least in {
        ".board-wall .board-code": 90,
        ".board-count strong": 80,
        ".board-count": 26,
        ".board-wall__words": 26,
        ".board-goal__words strong": 48,
        ".board-grid__sums td": 28,
    }.items():
        found = wall.locator(part).first
        box = found.bounding_box()
        assert box is not None, part
        assert box["y"] + box["height"] <= 768, part
        assert found.evaluate("(part) => parseFloat(getComputedStyle(part).fontSize)") >= least, part
    goal = wall.locator(".board-goal__bar").bounding_box()
    assert goal is not None
    assert goal["width"] >= 600
    assert goal["height"] >= 24
