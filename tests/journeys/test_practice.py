"""Practice by keyboard: a learner who takes a pair of twos for −4 goes on until that is what the page says.

And in a class, hand by hand, until the mistake is found or none is.
"""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import CheckAxe, OpenBrowser
from tests.browser.fitting import WHOLE
from tests.browser.lessons import NO_NETWORK, code_of, student
from tests.browser.phones import SLOW
from tests.journeys.conftest import reads

pytestmark = pytest.mark.browser

MOST_QUESTIONS = 40
"""The layouts fall as they may; most learners are understood within ten."""

FACES = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
WORTH = dict(zip(FACES, (1, -2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 0), strict=True))
CARD = re.compile(rf"row (\d) column (\d): .*({'|'.join(WORTH)}) of ", re.DOTALL)


class Learner:
    """Knows the classroom rules but for one, reads what a screen reader reads, and has no mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def tab_to(self, target: Locator) -> None:
        for _ in range(60):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {target}")

    def press(self, name: str) -> None:
        """A button that loads a page."""
        self.tab_to(self.page.get_by_role("button", name=name))
        self.enter()

    def enter(self) -> None:
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")

    def columns(self) -> list[int]:
        """What the learner takes each column for."""
        cells = [CARD.search(text) for text in self.page.locator(".exercise__hand td").all_text_contents()]
        cards = {(int(cell[1]), int(cell[2])): cell[3] for cell in cells if cell}
        assert len(cards) == 6
        columns = []
        for column in (1, 2, 3):
            upper, lower = cards[1, column], cards[2, column]
            pair = -4 if upper == "two" else 0
            columns.append(pair if upper == lower else WORTH[upper] + WORTH[lower])
        return columns

    def fill(self, label: str, points: int) -> None:
        box = self.page.get_by_label(label, exact=True)
        if points < 0:
            minus = self.page.locator("signed-number[data-ready]", has=box).get_by_role("button", name="minus")
            self.tab_to(minus)
            self.page.keyboard.press("Space")
            expect(minus).to_have_attribute("aria-pressed", "true")
            expect(box).to_be_focused()
        else:
            self.tab_to(box)
        self.page.keyboard.type(str(abs(points)))

    def answer(self) -> bool:
        """Fills in what the question asks for; False for one that this learner leaves."""
        prompt = self.page.locator("#prompt")
        expect(self.page.locator("input:focus")).to_have_count(1)
        if "What is this hand worth?" in prompt.inner_text():
            for part in (
                prompt,
                self.page.get_by_label("Points", exact=True),
                self.page.get_by_role("button", name="Check"),
            ):
                expect(part).to_be_in_viewport(ratio=WHOLE)
            self.fill("Points", sum(self.columns()))
        elif "What is each column worth" in prompt.inner_text():
            for number, points in enumerate(self.columns(), start=1):
                self.fill(f"Column {number}", points)
            self.fill("Total", sum(self.columns()))
        else:
            return False
        self.enter()
        return True


def test_a_learner_who_takes_a_pair_of_twos_for_minus_four_is_understood(phone: Page, axe: CheckAxe) -> None:
    phone.emulate_media(reduced_motion="reduce")
    learner = Learner(phone)
    verdict = phone.locator("#verdict")
    phone.goto("/practice/worksheet")
    learner.tab_to(phone.locator("summary", has_text="All 13 rules"))
    phone.keyboard.press("Enter")
    learner.press("Negative pairs")
    for _ in range(MOST_QUESTIONS):
        if learner.answer():
            expect(verdict).to_be_focused()
            if "a pair of twos is worth −4" in verdict.inner_text():
                break
            if "Right" not in verdict.inner_text():
                learner.press("Show answer")
        else:
            learner.press("Show answer")
        expect(verdict).to_be_focused()
        learner.press("Next")
        if phone.locator("#end").count():
            learner.press("Practice again")
    expect(verdict).to_contain_text("a pair of twos is worth −4")
    expect(verdict).to_contain_text("Try once more")
    axe(phone)


def test_hands_come_one_by_one_until_the_mistake_is_found(
    desktop: Page, open_browser: OpenBrowser, axe: CheckAxe
) -> None:
    desktop.goto("/class")
    desktop.get_by_role("checkbox", name="Find each student’s mistake").check()
    desktop.get_by_role("button", name="Penalty").click()
    one = student(open_browser)
    one.join(code_of(desktop))
    held: list[Route] = []
    for letter in "ABCDE":
        one.waits_for(letter)  # and no other one is on the page
        if letter == "C":
            one.go_offline()
        if letter == "D":
            one.page.route(re.compile(r"/join/\w+/\d+$"), lambda route: held.append(route))
        one.send(letter, "77")
        if letter == "C":
            expect(one.line).to_contain_text(NO_NETWORK, timeout=SLOW)
            one.come_back()
        if letter == "D":  # the next hand is long in coming: nobody can answer twice meanwhile
            expect(one.question("D")).to_contain_text("Your answer is in", timeout=SLOW)
            expect(one.question("D").get_by_role("button")).to_have_count(0)
            held.pop().continue_()
            one.page.unroute_all()
    expect(one.page.get_by_role("region", name="Look at these hands again")).to_be_focused(timeout=SLOW)
    expect(one.page.locator(".student-strip a")).to_have_count(5)
    axe(one.page)
    one.page.get_by_role("button", name="Find my mistake").tap()
    reads(one.page, "1 of 5")
    expect(desktop.locator("#grid")).to_contain_text("Answered 1 1 1 1 1", timeout=SLOW, use_inner_text=True)
