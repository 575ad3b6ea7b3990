"""Board of a class: what the lobby, the board and its questions show, on the wall and to the teacher alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from urllib.parse import urljoin

from flask import url_for
from markupsafe import Markup

from scorekeeper.rules import Score
from scorekeeper.school.attempt import State
from scorekeeper.school.board import Board
from scorekeeper.school.classes import KeptClass
from scorekeeper.school.codes import letter_of
from scorekeeper.school.question import Question
from scorekeeper.school.session import Action, Pace, Phase, may_lead
from scorekeeper.web.exercises import scores_beside
from scorekeeper.web.invite import WayIn, qr_svg, way_here
from scorekeeper.web.limits import guessing_in

PACES: Mapping[Pace, tuple[str, str]] = {
    Pace.PRACTICE: ("Practice", "Each at their own pace, with two tries, hints and reasons."),
    Pace.TEST: ("Test", "Each at their own pace; no answer is judged before you end it."),
    Pace.LIVE: ("Live", "You lead from question to question, on one sheet for all."),
    Pace.FIND: ("Find my mistake", "Five hands, chosen for each by the answers before; the set gives the house."),
    Pace.PAPER: ("Paper", "They wrote on the sheets; you type it in."),
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

BUTTONS: Mapping[Action, str] = {
    "begin": "Begin",
    "resume": "Go on",
    "reveal": "Reveal the answer",
    "next": "Next question",
    "back": "Back to the question before",
    "pause": "Pause",
    "lock": "Lock joining",
    "unlock": "Open joining again",
}
"""What the teacher can do but for ending it, what usually comes next first."""


@dataclass(frozen=True)
class WayToOpen:
    """How other devices open a page: what to type, and the same to scan."""

    way: WayIn
    link: str
    address: str  # to type, without what a browser adds by itself

    @property
    def drawn(self) -> Markup:
        """The QR code, an SVG of its own colors: dark on light, also in the dark."""
        return qr_svg(self.link)


def way_to_open(path: str, typed: str = "") -> WayToOpen:
    """The way to a page; ``typed`` is the page that is typed in, where it is another one."""
    way = way_here()
    return WayToOpen(way, urljoin(way.base, path), urljoin(way.base, typed).partition("://")[2])


def board_version(kept: KeptClass) -> int:
    """Another one whenever anything of a class's board may be different; it is odd while codes are being guessed."""
    return 2 * (kept.version + kept.work) + _guessing(kept)


def _guessing(kept: KeptClass) -> bool:
    return kept.session.phase != "ended" and guessing_in(kept.code)


@dataclass(frozen=True)
class BoardPage(Board):
    """A class as its teacher shows it: the lobby, and the board that comes after it."""

    kept: KeptClass
    write_id: str = ""

    @property
    def view(self) -> str | None:
        """What the links of this page carry on, to stay among what only the teacher sees."""
        return "own" if self.own else None

    @property
    def on_paper(self) -> bool:
        return self.session.pace is Pace.PAPER

    @property
    def names(self) -> Mapping[int, str]:
        """What students go by, by the numbers of their seats. For the teacher alone."""
        return {seat.number: seat.name for seat in self.seats} if self.own else {}

    @property
    def version(self) -> int:
        """Another one whenever anything of the page may be different."""
        return board_version(self.kept)

    @property
    def guessing(self) -> bool:
        """Whether many wrong codes are typed just now in the teacher's network."""
        return _guessing(self.kept)

    @property
    def pace_name(self) -> str:
        return PACES[self.session.pace][0]

    @property
    def takes_more(self) -> bool:
        """Whether somebody else can still join."""
        return not self.on_paper and not self.kept.shut(datetime.now(UTC))

    @cached_property
    def joining(self) -> WayToOpen:
        """The way into the class for students; the code is typed at the address."""
        return way_to_open(url_for("students.choose", code=self.kept.code), url_for("students.join"))

    # --- leading ---

    @cached_property
    def actions(self) -> Mapping[Action, str]:
        """What can be done now, and how its button is called."""
        return {action: text for action, text in BUTTONS.items() if may_lead(self.session, action)}

    @property
    def asks_once_more(self) -> bool:
        """Whether the next question closes one that not everybody has answered."""
        session = self.session
        return session.is_asked and not session.revealed and self.columns[session.at].answered != self.kept.students

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
        state = "the answer is shown" if session.revealed else "paused" if paused else "answers are open"
        return f"Question {session.at + 1} of {session.size}: {state}"

    # --- answers by questions and by misreads ---

    @property
    def tells_nothing(self) -> bool:
        """Whether no question may be told of yet."""
        return all(column.right is None for column in self.columns)

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """The signs that can be in a cell, without those of practice elsewhere."""
        practiced = self.session.pace is Pace.PRACTICE
        return tuple(self.state(state) for state in STATES if practiced or state not in ("trying", "later"))

    def state(self, state: State) -> tuple[str, str]:
        """The sign and the word of a state, at this pace: there may be a second try."""
        sign, word = STATES[state]
        return sign, "right at once" if state == "right" and self.session.pace is Pace.PRACTICE else word

    # --- the question that is on show where the teacher leads ---

    @property
    def on_show(self) -> Question | None:
        """The question that the class is at; none where everybody goes at their own pace."""
        session = self.session
        return session.sheet(session.variants[0]).questions[session.at] if session.is_asked else None

    @property
    def scores_on_show(self) -> tuple[Score | None, ...]:
        return scores_beside(self.on_show) if self.on_show is not None and self.session.revealed else ()


@dataclass(frozen=True)
class QuestionPage(BoardPage):
    """A question of one of the sheets that were given out, with what was answered.

    With ``rule`` it is a cell of the misread map instead.
    """

    place: int = 0
    variant: str = ""
    rule: str = ""

    @property
    def letter(self) -> str:
        return letter_of(self.place)

    @property
    def is_shown(self) -> bool:
        """Whether the class has come to it."""
        return self.own or self.place < self.session.reached

    @property
    def tells(self) -> bool:
        """Whether the answer may be on the wall: not before students may be told."""
        return self.own or (self.is_shown and self.session.tells(self.place))

    @property
    def question(self) -> Question:
        return self.session.sheet(self.variant).questions[self.place]

    @property
    def scores(self) -> tuple[Score | None, ...]:
        return scores_beside(self.question) if self.tells else ()
