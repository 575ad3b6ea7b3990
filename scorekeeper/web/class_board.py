"""Board of a class: what lobby, board and questions show, in Class view and in Teacher view."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from itertools import islice
from urllib.parse import urljoin

from flask import url_for
from markupsafe import Markup

from scorekeeper.rules import Score
from scorekeeper.school.classes.board import Board
from scorekeeper.school.classes.class_session import GOALS, Action, Pace, Phase, may_lead
from scorekeeper.school.classes.kept_classes import KeptClass, earlier_lessons
from scorekeeper.school.classes.next_lesson import LESSONS, Grown, grown
from scorekeeper.school.classes.seats import seats_of
from scorekeeper.school.exercises.attempt import State
from scorekeeper.school.exercises.codes import letter_of
from scorekeeper.school.exercises.question import Question
from scorekeeper.web.db import store
from scorekeeper.web.exercises import scores_beside
from scorekeeper.web.invite import WayIn, qr_svg, way_here
from scorekeeper.web.limits import guessing_in

PACES: Mapping[Pace, tuple[str, str]] = {
    Pace.PRACTICE: ("Practice", "Own pace, two tries, hints."),
    Pace.TEST: ("Test", "Own pace. Results when you end it."),
    Pace.LIVE: ("Live", "You move everyone through the same questions."),
    Pace.FIND: ("Find my mistake", "Five hands picked for each student, using the worksheet’s rules."),
    Pace.PAPER: ("Paper", "Students answer on paper. You type in their answers."),
}
"""Name and description of each mode."""

PHASES: Mapping[Phase, str] = {"lobby": "not started", "open": "open", "paused": "paused", "ended": "ended"}

STATES: Mapping[State, tuple[str, str]] = {
    "empty": ("·", "no answer"),
    "trying": ("…", "trying"),
    "given": ("●", "answered"),
    "right": ("✓", "right"),
    "later": ("✓2", "right on second try"),
    "wrong": ("✕", "wrong"),
}
"""Sign in the cell and word for each state of a question."""

BUTTONS: Mapping[Action, str] = {
    "begin": "Start",
    "resume": "Resume",
    "reveal": "Show answer",
    "next": "Next question",
    "back": "Previous question",
    "pause": "Pause",
    "lock": "Lock joining",
    "unlock": "Unlock joining",
}
"""Everything the teacher can do except end the class; the usual next step first."""


@dataclass(frozen=True)
class WayToOpen:
    """Address of a page to type on other devices, and its link to scan."""

    way: WayIn
    link: str
    address: str  # to type, without what a browser adds

    @property
    def drawn(self) -> Markup:
        """QR code as SVG, dark on light in every theme."""
        return qr_svg(self.link)


def way_to_open(path: str, typed: str = "") -> WayToOpen:
    """The way to a page. ``typed`` is another page, whose address people type instead."""
    way = way_here()
    return WayToOpen(way, urljoin(way.base, path), urljoin(way.base, typed).partition("://")[2])


def board_version(kept: KeptClass) -> int:
    """Version that changes with anything on a class's board; odd while codes are being guessed."""
    return 2 * (kept.version + kept.work) + _guessing(kept)


def _guessing(kept: KeptClass) -> bool:
    return kept.session.phase != "ended" and guessing_in(kept.code)


def last_seats(kept: KeptClass) -> Mapping[str, str]:
    """Keys and seat numbers in earlier lessons by made-up name; the teacher's browser has the real name at one."""
    found: dict[str, str] = {}
    for lesson in islice(earlier_lessons(store(), kept), LESSONS):
        for seat in seats_of(store(), lesson) if lesson.session.pace is not Pace.PAPER else ():
            found[seat.name] = f"{found.get(seat.name, '')} {lesson.key} {seat.number}".lstrip()
    return found


@dataclass(frozen=True)
class BoardPage(Board):
    """A class as its teacher shows it: the lobby, then the board."""

    kept: KeptClass
    write_id: str = ""

    @property
    def view(self) -> str | None:
        """The ``view`` argument that keeps links of Teacher view in Teacher view."""
        return "own" if self.own else None

    @property
    def on_paper(self) -> bool:
        return self.session.pace is Pace.PAPER

    @property
    def names(self) -> Mapping[int, str]:
        """Made-up names by seat number, in Teacher view only."""
        return {seat.number: seat.name for seat in self.seats} if self.own else {}

    @cached_property
    def last_seats(self) -> Mapping[str, str]:
        """Seats of earlier lessons, for Teacher view."""
        return last_seats(self.kept)

    @property
    def version(self) -> int:
        """Version that changes with anything on the page."""
        return board_version(self.kept)

    @property
    def guessing(self) -> bool:
        """Whether many wrong codes are being typed in the teacher's network."""
        return _guessing(self.kept)

    @property
    def pace_name(self) -> str:
        return PACES[self.session.pace][0]

    @property
    def takes_more(self) -> bool:
        """Whether more students can join."""
        return not self.on_paper and not self.kept.shut(datetime.now(UTC))

    @cached_property
    def joining(self) -> WayToOpen:
        """How students get in: the link, or the address where they type the code."""
        return way_to_open(url_for("students.choose", code=self.kept.code), url_for("students.join"))

    @property
    def is_wall(self) -> bool:
        """Whether it shows students at their own pace how to join and how far they are."""
        return not (self.own or self.session.is_led or self.on_paper or self.session.phase == "ended")

    @cached_property
    def grown(self) -> Grown | None:
        """What has grown since the last lesson."""
        return grown(store(), self.kept, self.seats)

    # --- leading ---

    @property
    def goals(self) -> tuple[int, ...]:
        """Goals to choose from; 0 to have none."""
        return (*GOALS, 0) if self.session.goal is not None else GOALS

    @cached_property
    def actions(self) -> Mapping[Action, str]:
        """What the teacher can do now, with the words of each button."""
        return {action: text for action, text in BUTTONS.items() if may_lead(self.session, action)}

    @property
    def asks_once_more(self) -> bool:
        """Whether moving on closes a question that some students haven't answered."""
        session = self.session
        return session.is_asked and not session.revealed and self.columns[session.at].answered != self.kept.students

    @property
    def words(self) -> str:
        """Where the class is, in a few words."""
        session = self.session
        if self.on_paper:
            return "Answered on paper"
        if session.phase == "ended":
            return "Ended"
        if session.phase == "lobby":
            return "Not started"
        paused = session.phase == "paused"
        if not session.is_led:
            return "Paused" if paused else "Open"
        state = "answer shown" if session.revealed else "paused" if paused else "open"
        return f"Question {session.at + 1} of {session.size}: {state}"

    # --- answers by question and by mistake ---

    @property
    def tells_nothing(self) -> bool:
        """Whether no result may be shown yet."""
        return all(column.right is None for column in self.columns)

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """Signs that a cell can have in this mode."""
        practiced = self.session.pace is Pace.PRACTICE
        return tuple(self.state(state) for state in STATES if practiced or state not in ("trying", "later"))

    def state(self, state: State) -> tuple[str, str]:
        """Sign and word of a state in this mode."""
        sign, word = STATES[state]
        if state == "trying" and self.session.phase == "ended":
            word = "not finished"
        return sign, "right on first try" if state == "right" and self.session.pace is Pace.PRACTICE else word

    # --- the question on show in a live class ---

    @property
    def on_show(self) -> Question | None:
        """The question a live class is at; None in other modes."""
        session = self.session
        return session.sheet(session.variants[0]).questions[session.at] if session.is_asked else None

    @property
    def scores_on_show(self) -> tuple[Score | None, ...]:
        return scores_beside(self.on_show) if self.on_show is not None and self.session.revealed else ()


@dataclass(frozen=True)
class QuestionPage(BoardPage):
    """A question of one version, with its answers; with ``rule``, a cell of the mistake map."""

    index: int = 0
    variant: str = ""
    rule: str = ""

    @property
    def letter(self) -> str:
        return letter_of(self.index)

    @property
    def is_chosen(self) -> bool:
        """Whether each student has another hand here."""
        return self.session.is_chosen(self.index)

    @property
    def is_shown(self) -> bool:
        """Whether the class has reached it."""
        return self.own or self.index < self.session.reached

    @property
    def tells(self) -> bool:
        """Whether this view may show the answer; Class view waits until students may see it."""
        return self.own or (self.is_shown and self.session.tells(self.index))

    @property
    def question(self) -> Question:
        return self.session.sheet(self.variant).questions[self.index - self.session.own_size]

    @property
    def scores(self) -> tuple[Score | None, ...]:
        return scores_beside(self.question) if self.tells else ()
