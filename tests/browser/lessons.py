"""A class in real browsers: a teacher at a desk, and students with phones."""

import csv
import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from playwright.sync_api import Locator, Page, expect

from scorekeeper import houses
from scorekeeper.rules import parse_layout
from scorekeeper.school.exercises.kept_sets import create_set_of_layouts
from scorekeeper.store.opening import open_store
from scorekeeper.store.writes import Write
from tests.browser.conftest import PHONE, OpenBrowser, Watched
from tests.serving import PATIENCE, RunningServer

LAYOUTS = ("2 5 K / 2 Q 9", "7 A 2 / 7 3 J", "4 4 8 / 10 6 8")
RIGHT = {"A": "24", "B": "12", "C": "24"}
TWOS_TWICE = "20"
"""Answer to A if a pair of twos is worth −4."""

SLOW = PATIENCE * 1000
NO_NETWORK = "You’re offline. Keep this page open"
TROUBLE = ("net::ERR_", "An unknown error occurred when fetching the script")
SEEN = {"right": "✓", "wrong": "✕", "empty": "·"}


@dataclass
class Student:
    """A student with a phone, and the answers that should count."""

    watched: Watched
    page: Page
    answers: dict[str, str] = field(default_factory=dict)

    def join(self, code: str, *, by_typing: bool = False) -> None:
        if by_typing:
            self.page.goto("/join")
            self.page.get_by_label("Code from the board").fill(f"{code[:3]} {code[3:]}".lower())
            self.page.get_by_role("button", name="Join").tap()
        else:
            self.page.goto(f"/join/{code}")
        self.take_a_name()

    def take_a_name(self) -> None:
        with self.page.expect_navigation():
            self.page.locator("button.student-name").first.tap()
        self.is_ready()

    def is_ready(self) -> None:
        expect(self.page.locator("class-work[data-ready]")).to_be_attached(timeout=SLOW)

    @property
    def name(self) -> str:
        return self.page.locator("h1").inner_text()

    def question(self, letter: str) -> Locator:
        return self.page.locator(f"#q-{letter}")

    def waits_for(self, letter: str) -> None:
        """Wait until that question is on show and open."""
        expect(self.question(letter)).to_be_visible(timeout=SLOW)
        expect(self.question(letter).get_by_label("Points")).to_be_visible()
        expect(self.page.locator(".student-question:visible")).to_have_count(1)

    def type(self, letter: str, points: str) -> None:
        self.waits_for(letter)
        self.question(letter).get_by_label("Points").fill(points)

    def send(self, letter: str, points: str, *, button: str | re.Pattern[str] = "Answer") -> None:
        self.type(letter, points)
        self.question(letter).get_by_role("button", name=button, exact=isinstance(button, str)).tap()

    def answer(self, letter: str, points: str) -> None:
        """Answer, and wait until the page says that the answer is in."""
        self.send(letter, points, button=re.compile("Answer|Change answer"))
        self.answers[letter] = points
        expect(self.said(letter)).to_contain_text("Your answer is in", timeout=SLOW)
        expect(self.said(letter)).to_be_focused()

    def said(self, letter: str) -> Locator:
        return self.page.locator(f"#q-{letter}-verdict")

    @property
    def line(self) -> Locator:
        """The line about unsent work."""
        return self.page.locator(".student-sending__line")

    def go_offline(self) -> None:
        self.watched.expected += TROUBLE
        self.watched.context.set_offline(True)

    def come_back(self) -> None:
        self.watched.context.set_offline(False)

    def reload(self) -> None:
        self.page.reload()
        self.is_ready()


@dataclass
class Teacher:
    page: Page

    def begin(self, key_code: str, pace: str) -> str:
        """Start a session; gives its join code."""
        self.page.goto(f"/class?set={key_code}")
        self.page.get_by_role("radio", name=re.compile(f"^{pace}")).check()
        self.page.get_by_role("button", name="Start class").click()
        return code_of(self.page)

    def has_joined(self, count: int) -> None:
        expect(self.page.locator(".board-joined__count")).to_have_text(str(count), timeout=SLOW)

    def lead(self, action: str, words: str) -> None:
        self.page.get_by_role("button", name=action, exact=True).click()
        expect(self.page.locator(".board-now__words")).to_contain_text(words)

    def end(self) -> None:
        self.page.locator("#end > summary").click()
        self.lead("End for everyone", "Ended")

    def answered(self, count: int) -> None:
        expect(self.page.locator(".board-question__count strong")).to_have_text(str(count), timeout=SLOW)

    def own_board(self, names: Sequence[str]) -> dict[str, list[str]]:
        """Signs of each student, where ``names`` are all students."""
        self.open_own_board()
        rows = self.page.locator(".board-grid tbody tr:has(.board-cell)")
        expect(rows.filter(has_text=names[0])).to_be_visible()
        expect(rows).to_have_count(len(names))
        return {
            name: rows.filter(has_text=name).locator(".board-cell [aria-hidden]").all_inner_texts() for name in names
        }

    def open_own_board(self) -> None:
        """Open Teacher view, which asks first."""
        self.page.locator("#alone > summary").click()
        self.page.get_by_role("link", name="Show names").click()
        expect(self.page.locator(".notice--warning", has_text="Don’t project it")).to_be_visible()

    def open_afterward(self) -> None:
        """Open the results, unless they are already open for joining."""
        if self.page.locator("#way-in[open]").count() == 0:
            self.page.locator("#way-in > summary").click()

    def delete(self) -> None:
        if self.page.locator("#alone").count():
            self.open_own_board()
        self.open_afterward()
        self.page.locator("summary", has_text="Delete class").click()
        with self.page.expect_navigation():
            self.page.get_by_role("button", name="Delete").click()
        expect(self.page.locator("li[data-deleted='class']")).to_be_visible()

    def delete_for_good(self, board: str) -> None:
        """Delete a deleted class for good, on the page that names it."""
        self.page.goto(f"{board}/delete-for-good")
        with self.page.expect_navigation():
            self.page.locator("form[action$='/delete-for-good'] button").click()

    def results(self) -> list[dict[str, str]]:
        """Rows of the downloaded table."""
        self.open_afterward()
        with self.page.expect_download() as download:
            self.page.locator("a[data-separator=comma]").click()
        return list(csv.DictReader(Path(download.value.path()).read_text("utf-8-sig").splitlines()))


def code_of(board: Page) -> str:
    """The join code on a board."""
    return board.locator(".board-code > .visually-hidden").inner_text().replace(" ", "")


def three_hands(server: RunningServer) -> str:
    """Answer key's code of a worksheet of three hands."""
    house = houses.get("worksheet")
    layouts = [parse_layout(text, house) for text in LAYOUTS]
    write = Write(uuid4().hex, "a desk", datetime.now(UTC))
    with closing(open_store(server.instance / "scorekeeper.sqlite3")) as store:
        return create_set_of_layouts(store, house, write, layouts).key_code


def student(open_browser: OpenBrowser) -> Student:
    watched = open_browser(**PHONE)
    return Student(watched, watched.page())


def counted(rows: list[dict[str, str]]) -> dict[str, dict[str, str]]:
    """Answers that count, by student and question; of changed answers, the last."""
    found: dict[str, dict[str, str]] = {}
    for row in rows:
        found.setdefault(row["pseudonym"], {})[row["item"]] = row["raw_input"]
    return found


def signs(answers: Mapping[str, str]) -> list[str]:
    """Signs of these answers on a board at the end."""
    return [
        SEEN["empty"] if letter not in answers else SEEN["right" if answers[letter] == right else "wrong"]
        for letter, right in RIGHT.items()
    ]
