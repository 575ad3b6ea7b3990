"""Board of a class: what the lobby, the board and its questions show, on the wall and to the teacher alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from urllib.parse import urljoin

from flask import request, url_for
from markupsafe import Markup

from scorekeeper.rules import Score
from scorekeeper.school.attempt import State
from scorekeeper.school.board import (
    Column,
    GivenAnswer,
    MapRow,
    Row,
    WorkedMisread,
    answers_given,
    columns_of,
    misread_map,
    rows_of,
    unexplained,
    worked_cell,
)
from scorekeeper.school.classes import JOINING, KeptClass
from scorekeeper.school.practice_rules import NAMES
from scorekeeper.school.question import Question
from scorekeeper.school.seats import KeptSeat
from scorekeeper.school.session import Action, ClassSession, Pace, Phase, Seat, may_lead
from scorekeeper.school.set_codes import letter_of
from scorekeeper.school.sets import Sheet
from scorekeeper.web.exercises import scores_beside
from scorekeeper.web.invite import WayIn, own_port, qr_svg, way_in

MOST_UNEXPLAINED = 8

PACES: Mapping[Pace, tuple[str, str]] = {
    Pace.PRACTICE: ("Practice", "Everybody at their own pace: two tries, hints, and the reason at once."),
    Pace.TEST: ("Test", "Everybody at their own pace: nothing is said of any answer before you end it."),
    Pace.LIVE: ("Live", "You lead from question to question. Answers close when you reveal; one sheet for all."),
    Pace.PAPER: ("Paper", "They wrote on the printed sheets. You type the answers in."),
}
"""A pace as it is offered: its name, and what it means."""

PHASES: Mapping[Phase, str] = {"lobby": "not begun", "open": "open", "paused": "paused", "ended": "over"}

STATES: Mapping[State, tuple[str, str]] = {
    "empty": ("·", "nothing yet"),
    "trying": ("…", "trying"),
    "given": ("●", "answered"),
    "right": ("✓", "right"),
    "later": ("✓2", "right later"),
    "wrong": ("✕", "not right"),
}
"""How far a question is: the sign in its cell, and the word for it."""

AT_ONCE = "right at once"
"""What "right" means where there may be a second try."""


@dataclass(frozen=True)
class WayToOpen:
    """How other devices open a page: what to type, and the same to scan."""

    way: WayIn
    link: str
    address: str  # to type, without what a browser adds by itself

    @property
    def drawn(self) -> Markup:
        """The QR code, an SVG of its own colours: dark on light, also in the dark."""
        return qr_svg(self.link)


def way_to_join(kept: KeptClass) -> WayToOpen:
    """The way into a class for pupils; the code is typed at the address."""
    return _way(url_for("pupils.choose", code=kept.code), url_for("pupils.join"))


def way_elsewhere(kept: KeptClass) -> WayToOpen:
    """The way to the teacher's own view on a second device. Whoever has it leads the class."""
    return _way(url_for("classroom.board", key=kept.key, view="own"))


def _way(path: str, typed: str = "") -> WayToOpen:
    way = way_in(request.url_root, own_port(request.environ))
    return WayToOpen(way, urljoin(way.base, path), urljoin(way.base, typed).partition("://")[2])


@dataclass(frozen=True)
class ActionShown:
    """Something the teacher can do now."""

    action: Action
    text: str
    is_next: bool = False  # what usually comes next
    asks: bool = False  # whether it asks once more


@dataclass(frozen=True)
class ClassPage:
    """A class as its teacher shows it; ``own`` for the teacher alone, else it is made for the wall."""

    kept: KeptClass
    kept_seats: tuple[KeptSeat, ...]
    own: bool

    @property
    def session(self) -> ClassSession:
        return self.kept.session

    @property
    def key(self) -> str:
        return self.kept.key

    @property
    def view(self) -> str | None:
        """What the links of this page carry on, to stay among what only the teacher sees."""
        return "own" if self.own else None

    @property
    def on_paper(self) -> bool:
        return self.session.pace is Pace.PAPER

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(kept.seat for kept in self.kept_seats)

    @property
    def names(self) -> Mapping[int, str]:
        """What pupils go by, by the numbers of their seats. For the teacher alone."""
        return {seat.number: seat.name for seat in self.seats} if self.own else {}

    @cached_property
    def given(self) -> tuple[GivenAnswer, ...]:
        """What was answered, commonest first."""
        return answers_given(self.session, self.seats, self.own)


@dataclass(frozen=True)
class BoardPage(ClassPage):
    """The lobby, and the board that comes after it."""

    write_id: str = ""

    @property
    def version(self) -> int:
        """Another one whenever anything of the page may be different."""
        return self.kept.version + self.kept.work

    @property
    def waits_at_home(self) -> bool:
        """Whether it is homework that nobody has joined yet: it had no lobby to show how."""
        kept = self.kept
        return not kept.pupils and self.session.phase == "open" and kept.joins_until - kept.made_at > JOINING

    @property
    def pace_name(self) -> str:
        return PACES[self.session.pace][0]

    @property
    def takes_more(self) -> bool:
        """Whether somebody else can still join."""
        return not self.on_paper and self.session.phase != "ended" and not self.kept.shut(datetime.now(UTC))

    @property
    def time_is_over(self) -> bool:
        """Whether nobody can join any more for no other reason than the time that has gone by."""
        return self.session.phase != "ended" and self.kept.joins_until <= datetime.now(UTC)

    @cached_property
    def joining(self) -> WayToOpen:
        return way_to_join(self.kept)

    # --- leading ---

    @cached_property
    def actions(self) -> tuple[ActionShown, ...]:
        """What can be done now but for ending it, what usually comes next first."""
        session = self.session
        reveal_first = session.is_led and not session.revealed
        everybody = self.on_show is None or self.answered_on_show == self.kept.pupils
        every = (
            ActionShown("begin", "Begin", True),
            ActionShown("resume", "Go on", True),
            ActionShown("reveal", "Reveal the answer", session.phase == "open" and reveal_first),
            ActionShown("next", "Next question", session.revealed, asks=not session.revealed and not everybody),
            ActionShown("back", f"Back to question {letter_of(max(session.at - 1, 0))}"),
            ActionShown("pause", "Pause"),
            ActionShown("lock", "Lock joining"),
            ActionShown("unlock", "Open joining again"),
        )
        return tuple(one for one in every if may_lead(session, one.action))

    @property
    def may_end(self) -> bool:
        return may_lead(self.session, "end")

    @property
    def lead_version(self) -> str:
        """Another one whenever something else can be done, or it is asked of something else."""
        return "-".join([str(self.kept.led), *(f"{one.action}{int(one.asks)}" for one in self.actions)])

    @property
    def words(self) -> str:
        """Where the class is, in a few words."""
        session = self.session
        if self.on_paper:
            return "Answered on paper"
        if session.phase == "ended":
            return "Over: no more answers are taken"
        if session.phase == "lobby":
            return "Not begun yet"
        paused = session.phase == "paused"
        if not session.is_led:
            return "Paused: answers wait" if paused else "Open: everybody at their own pace"
        place = f"Question {session.at + 1} of {session.questions.size}"
        if session.revealed:
            return f"{place}: the answer is shown"
        return f"{place}: paused" if paused else f"{place}: answers are open"

    # --- answers by questions and by misreads ---

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        return columns_of(self.session, self.seats, self.own)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Every pupil; none on the wall."""
        return rows_of(self.session, self.seats) if self.own else ()

    @cached_property
    def map(self) -> tuple[MapRow, ...]:
        return misread_map(self.given, [column.letter for column in self.columns])

    @property
    def unexplained(self) -> tuple[GivenAnswer, ...]:
        return unexplained(self.given)[:MOST_UNEXPLAINED]

    @property
    def tells_nothing(self) -> bool:
        """Whether no question may be told of yet."""
        return all(column.right is None for column in self.columns)

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """The signs that can be in a cell, without those of practice elsewhere."""
        practised = self.session.pace is Pace.PRACTICE
        return tuple(self.state(state) for state in STATES if practised or state not in ("trying", "later"))

    def state(self, state: State) -> tuple[str, str]:
        """The sign and the word of a state, at this pace."""
        sign, word = STATES[state]
        return sign, AT_ONCE if state == "right" and self.session.pace is Pace.PRACTICE else word

    def return_code(self, seat: int) -> str:
        """The code by which the pupil of that seat goes on elsewhere. For the teacher alone."""
        return next((kept.return_code for kept in self.kept_seats if kept.seat.number == seat), "")

    # --- the question that is on show where the teacher leads ---

    @property
    def on_show(self) -> Question | None:
        """The question that the class is at; none where everybody goes at their own pace."""
        session = self.session
        if not session.is_led or session.phase in ("lobby", "ended"):
            return None
        return session.sheet(session.variants[0]).questions[session.at]

    @property
    def letter_on_show(self) -> str:
        return letter_of(self.session.at)

    @property
    def answered_on_show(self) -> int:
        """How many have answered the question that the class is at."""
        return self.columns[self.session.at].answered

    @property
    def scores_on_show(self) -> tuple[Score | None, ...]:
        return scores_beside(self.on_show) if self.on_show is not None and self.session.revealed else ()

    @property
    def given_on_show(self) -> tuple[GivenAnswer, ...]:
        """What was answered there, once the answer is shown."""
        return tuple(one for one in self.given if self.session.revealed and one.letter == self.letter_on_show)


@dataclass(frozen=True)
class QuestionPage(ClassPage):
    """A question of one of the sheets that were given out, with what was answered.

    With ``rule`` it is a cell of the misread map instead.
    """

    place: int
    sheet: Sheet
    rule: str = ""

    @property
    def letter(self) -> str:
        return letter_of(self.place)

    @property
    def before(self) -> str:
        """The letter before this one; "" at the first."""
        return letter_of(self.place - 1) if self.place else ""

    @property
    def after(self) -> str:
        """The next letter that may be shown; "" at the last."""
        last = self.session.questions.size if self.own else self.session.reached
        return letter_of(self.place + 1) if self.place + 1 < last else ""

    @property
    def is_shown(self) -> bool:
        """Whether the class has come to it."""
        return self.own or self.place < self.session.reached

    @property
    def tells(self) -> bool:
        """Whether the answer may be on the wall: not before pupils may be told."""
        return self.own or (self.is_shown and self.session.tells(self.place))

    @property
    def question(self) -> Question:
        return self.sheet.questions[self.place]

    @property
    def scores(self) -> tuple[Score | None, ...]:
        return scores_beside(self.question) if self.tells else ()

    @property
    def given_here(self) -> tuple[GivenAnswer, ...]:
        """What was answered on this sheet, commonest first."""
        return tuple(one for one in self.given if (one.letter, one.variant) == (self.letter, self.sheet.variant))

    @property
    def rule_name(self) -> str:
        return NAMES[self.rule]

    @property
    def worked(self) -> tuple[WorkedMisread, ...]:
        """The answers, on any sheet, that fit a misread of the rule, worked both ways."""
        return worked_cell([one for one in self.given if one.letter == self.letter], self.rule)
