"""A whole class in real browsers: everybody joins, answers with and without a network, and is counted as answered."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper import houses
from scorekeeper.rules import parse_layout
from scorekeeper.store import Store, Write, create_set_of_layouts
from tests.browser.conftest import DESKTOP, PHONE, CheckAxe, OpenBrowser, Watched
from tests.browser.offline import wait_until, wait_until_installed, wait_until_kept
from tests.serving import PATIENCE, RunningServer

pytestmark = pytest.mark.browser

LAYOUTS = ("2 5 K / 2 Q 9", "7 A 2 / 7 3 J", "4 4 8 / 10 6 8")
RIGHT = {"A": "24", "B": "12", "C": "24"}
TWOS_TWICE = "20"
"""The answer to A of those for whom a pair of twos counts −4."""

SLOW = PATIENCE * 1000
NO_NETWORK = "Waits for the network: your answer is kept on this phone"
TROUBLE = ("net::ERR_", "An unknown error occurred when fetching the script")
SEEN = {"right": "✓", "wrong": "✕", "empty": "·"}

WORK = """new Promise((done) => {
    indexedDB.open("scorekeeper-class").onsuccess = ({ target: { result } }) => {
        result.transaction("work").objectStore("work").getAll().onsuccess = ({ target }) => {
            result.close();
            const inOrder = target.result.sort((one, other) => one.order - other.order);
            done(inOrder.map(({ letter, typed }) => `${letter} ${typed.points}`));
        };
    };
})"""


@dataclass
class Pupil:
    """A pupil with a phone, who keeps in mind what was answered and has to count."""

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
            self.page.locator("button.pupil-name").first.tap()
        self.is_ready()

    def is_ready(self) -> None:
        expect(self.page.locator("class-work[data-ready]")).to_be_attached(timeout=SLOW)

    @property
    def name(self) -> str:
        return self.page.locator("h1").inner_text()

    def question(self, letter: str) -> Locator:
        return self.page.locator(f"#q-{letter}")

    def waits_for(self, letter: str) -> None:
        """That question is on show, and it takes answers."""
        expect(self.question(letter)).to_be_visible(timeout=SLOW)
        expect(self.question(letter).get_by_label("Points")).to_be_visible()
        expect(self.page.locator(".pupil-question:visible")).to_have_count(1)

    def type(self, letter: str, points: str) -> None:
        self.waits_for(letter)
        self.question(letter).get_by_label("Points").fill(points)

    def send(self, letter: str, points: str, *, button: str | re.Pattern[str] = "Answer") -> None:
        self.type(letter, points)
        self.question(letter).get_by_role("button", name=button, exact=isinstance(button, str)).tap()

    def answer(self, letter: str, points: str) -> None:
        """Answer, and hear that it is in."""
        self.send(letter, points, button=re.compile("Answer|Change the answer"))
        self.answers[letter] = points
        expect(self.said(letter)).to_contain_text("Your answer is in", timeout=SLOW)
        expect(self.said(letter)).to_be_focused()

    def said(self, letter: str) -> Locator:
        return self.page.locator(f"#q-{letter}-verdict")

    @property
    def line(self) -> Locator:
        """What is said of what waits."""
        return self.page.locator(".pupil-sending__line")

    def waiting(self) -> list[str]:
        """What this phone keeps."""
        found: list[str] = self.page.evaluate(WORK)
        return found

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
        """A new session; its code to join by."""
        self.page.goto(f"/class?set={key_code}")
        self.page.get_by_role("radio", name=pace).check()
        self.page.get_by_role("button", name="Begin").click()
        return self.page.locator(".board-code > .visually-hidden").inner_text().replace(" ", "")

    def has_joined(self, count: int) -> None:
        expect(self.page.locator(".board-joined__count")).to_have_text(str(count), timeout=SLOW)

    def lead(self, action: str, words: str) -> None:
        with self.page.expect_navigation():
            self.page.get_by_role("button", name=action, exact=True).click()
        expect(self.page.locator(".board-now__words")).to_contain_text(words)

    def end(self) -> None:
        self.page.locator("#end > summary").click()
        self.lead("End it for everybody", "Over")

    def answered(self, count: int) -> None:
        expect(self.page.locator(".board-question__count strong")).to_have_text(str(count), timeout=SLOW)

    def own_board(self, names: Sequence[str]) -> dict[str, list[str]]:
        """The signs of each pupil. The names are everybody's there is."""
        self.page.get_by_role("link", name="Only for you").click()
        rows = self.page.locator(".board-grid tbody tr:has(.board-cell)")
        expect(rows.filter(has_text=names[0])).to_be_visible()
        expect(rows).to_have_count(len(names))
        return {
            name: rows.filter(has_text=name).locator(".board-cell [aria-hidden]").all_inner_texts() for name in names
        }

    def open_afterwards(self) -> None:
        """It is open by itself where a class has time to join."""
        if self.page.locator("#way-in[open]").count() == 0:
            self.page.locator("#way-in > summary").click()

    def delete(self) -> None:
        self.open_afterwards()
        self.page.get_by_role("link", name="Delete this class").click()
        with self.page.expect_navigation():
            self.page.get_by_role("button", name="Delete").click()

    def results(self) -> list[dict[str, str]]:
        """The table that the teacher takes along."""
        self.open_afterwards()
        with self.page.expect_download() as download:
            self.page.get_by_role("link", name="All answers as a table").click()
        return list(csv.DictReader(Path(download.value.path()).read_text("utf-8-sig").splitlines()))


@pytest.fixture
def key_code(server: RunningServer) -> Iterator[str]:
    """The key of a set of three hands."""
    house = houses.get("worksheet")
    store = Store.open(server.instance / "scorekeeper.sqlite3")
    try:
        write = Write(uuid4().hex, "a desk", datetime.now(UTC))
        yield create_set_of_layouts(store, house, write, [parse_layout(text, house) for text in LAYOUTS]).key_code
    finally:
        store.close()


def pupil(open_browser: OpenBrowser, *, keeps_pages: bool = False) -> Pupil:
    if keeps_pages:
        watched = open_browser(**PHONE)
    else:
        watched = open_browser(**PHONE, service_workers="block")
        watched.expected.append("Service Worker registration blocked by Playwright")
    return Pupil(watched, watched.page())


def counted(rows: list[dict[str, str]]) -> dict[str, dict[str, str]]:
    """The answers that count, by pupils and questions; where an answer was changed, that is the last."""
    found: dict[str, dict[str, str]] = {}
    for row in rows:
        found.setdefault(row["pseudonym"], {})[row["item"]] = row["raw_input"]
    return found


def signs(answers: Mapping[str, str]) -> list[str]:
    """What a board shows of these answers when all is told."""
    return [
        SEEN["empty"] if letter not in answers else SEEN["right" if answers[letter] == right else "wrong"]
        for letter, right in RIGHT.items()
    ]


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
    expect(first.line).to_contain_text("The teacher has paused this", timeout=SLOW)
    expect(fitting.page.locator(".pupil-status")).to_contain_text("The teacher has paused this.", timeout=SLOW)
    fitting.watched.expected.append("status of 409")
    fitting.send("C", "16")
    expect(fitting.line).to_contain_text("The teacher has paused this", timeout=SLOW)
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
def test_two_pupils_at_one_device_and_a_class_that_is_deleted(open_browser: OpenBrowser, key_code: str) -> None:
    teacher = Teacher(open_browser(**DESKTOP).page())
    code = teacher.begin(key_code, "Test")
    teacher.lead("Begin", "Open")
    both = pupil(open_browser, keeps_pages=True)
    both.join(code)
    names = [both.name]
    both.page.get_by_role("link", name="Another pupil on this device").tap()
    both.take_a_name()
    names.append(both.name)
    wait_until_installed(both.page)
    for number in (1, 2):  # a page is kept when it was opened
        both.page.goto(f"/join/{code}/{number}")
        both.is_ready()
        wait_until_kept(both.page, f"/join/{code}/{number}")
    both.go_offline()
    both.send("A", RIGHT["A"])
    expect(both.line).to_contain_text(NO_NETWORK)
    both.page.get_by_role("link", name=f"Pass to {names[0]}").tap()
    both.is_ready()
    expect(both.page.locator("h1")).to_have_text(names[0])
    expect(both.line).to_have_text("")  # what waits is the other's
    both.send("A", TWOS_TWICE)
    expect(both.line).to_contain_text(NO_NETWORK)
    assert both.waiting() == [f"A {RIGHT['A']}", f"A {TWOS_TWICE}"]
    both.come_back()
    expect(both.said("A")).to_contain_text("Your answer is in", timeout=SLOW)
    wait_until(both.page, f"async () => (await {WORK}).length === 0")
    for name, points in zip(names, (TWOS_TWICE, RIGHT["A"]), strict=True):
        expect(both.page.locator("h1")).to_have_text(name)
        expect(both.question("A").get_by_label("Points")).to_have_value(points)
        both.page.locator(".pupil-bar a").tap()
        both.is_ready()

    # Deleted while an answer waits: it stays on this phone until somebody clears it away.
    both.page.goto(f"/join/{code}/2")
    both.is_ready()
    both.go_offline()
    both.page.get_by_role("link", name="Question B").tap()
    both.send("B", RIGHT["B"])
    expect(both.line).to_contain_text(NO_NETWORK)
    teacher.delete()
    both.watched.expected.append("status of 404")
    both.come_back()
    gone = both.page.get_by_role("alert").filter(has_text="This class is not there any more")
    expect(gone).to_contain_text(f"Not sent: B {RIGHT['B']}", timeout=SLOW)
    assert both.waiting() == [f"B {RIGHT['B']}"]
    gone.get_by_role("button", name="Clear it from this phone").tap()
    expect(gone).to_have_count(0)
    assert both.waiting() == []
    wait_until(both.page, f"() => caches.match('/join/{code}/2').then((found) => found === undefined)")
    both.page.goto(f"/join/{code}/1")
    expect(both.page.get_by_role("heading", level=1)).to_be_visible()
    wait_until(both.page, f"() => caches.match('/join/{code}/1').then((found) => found === undefined)")
