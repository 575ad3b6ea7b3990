"""What is chosen for a session of a class, and what the teacher's pages show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from urllib.parse import urljoin

from flask import request, url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from scorekeeper.rules import Score
from scorekeeper.school.board import (
    Column,
    GivenAnswer,
    MapRow,
    Row,
    answers_given,
    columns_of,
    misread_map,
    rows_of,
    unexplained,
)
from scorekeeper.school.classes import JOINING, KEPT_FOR, ClassSummary, KeptClass
from scorekeeper.school.kept_sets import KeptSet, SetNotFound, SetSummary, find_set
from scorekeeper.school.names import LONGEST_LABEL, BadLabel, read_label
from scorekeeper.school.question import Question
from scorekeeper.school.seats import KeptSeat
from scorekeeper.school.session import Action, ClassSession, Pace, Phase, may_lead
from scorekeeper.school.set_codes import BadCode, letter_of, read_code
from scorekeeper.school.sets import Sheet
from scorekeeper.school.work import Seat, State
from scorekeeper.store.connection import Store
from scorekeeper.web.invite import WayIn, own_port, qr_svg, way_in
from scorekeeper.web.questions_shown import scores_beside

LONGEST_TYPED = 80

ONLY_THE_SHEETS = (
    "this is the code that stands on the sheets, which shows the questions only: type the longer one, of the key"
)


@dataclass(frozen=True)
class Wanted:
    """A session as it is asked for; ``typed`` is what stands in the boxes."""

    questions: KeptSet | None
    pace: Pace
    different: bool  # neighbours get different sheets
    homework: bool
    typed: Mapping[str, str]
    errors: Mapping[str, list[str]] = field(default_factory=dict)
    label: str = ""  # what the teacher calls it

    @property
    def variants(self) -> tuple[str, ...]:
        """The sheets that are given out in turn. Everybody has the same one where the teacher leads."""
        assert self.questions is not None, "no set was chosen"
        every = tuple(sheet.variant for sheet in self.questions.questions.sheets)
        many = self.pace is Pace.PAPER or (self.different and self.pace is not Pace.LIVE)
        return every if many else every[:1]


def usual(code: str = "") -> Wanted:
    """What a new form shows: practice, and different sheets for neighbours."""
    return Wanted(None, Pace.PRACTICE, different=True, homework=False, typed={"own": code, "code": "", "label": ""})


def read_wanted(sent: MultiDict[str, str], store: Store) -> Wanted:
    """What a form asks for, with a reason for each box that cannot be read. A code that is typed goes before a set that
    is chosen."""
    typed = {name: sent.get(name, "")[:LONGEST_TYPED] for name in ("own", "code", "label")}
    errors: dict[str, list[str]] = {}
    questions = _set(typed, store, errors)
    pace = Pace.PRACTICE
    try:
        pace = Pace(sent.get("pace", ""))
    except ValueError:
        errors["pace"] = ["choose how the class goes through it"]
    homework = sent.get("homework") == "on"
    label = ""
    try:
        label = read_label(typed["label"])
    except BadLabel as error:
        errors["label"] = [error.message]
    return Wanted(questions, pace, sent.get("sheets") != "same", homework, typed, errors, label)


def _set(typed: Mapping[str, str], store: Store, errors: dict[str, list[str]]) -> KeptSet | None:
    name = "code" if typed["code"].strip() or not typed["own"] else "own"
    if not typed[name].strip():
        errors[name] = ["choose one of your sets, or type the code of a key"]
        return None
    try:
        found = find_set(store, read_code(typed[name]))
    except (BadCode, SetNotFound) as error:
        errors[name] = [error.message]
        return None
    if not found.may_see_key:
        errors[name] = [ONLY_THE_SHEETS]
        return None
    return found


MOST_UNEXPLAINED = 8


@dataclass(frozen=True, slots=True)
class PaceChoice:
    """A pace as it is offered."""

    pace: Pace
    name: str
    says: str


PACES = (
    PaceChoice(Pace.PRACTICE, "Practice", "Everybody at their own pace: two tries, hints, and the reason at once."),
    PaceChoice(Pace.TEST, "Test", "Everybody at their own pace: nothing is said of any answer before you end it."),
    PaceChoice(
        Pace.LIVE, "Live", "You lead from question to question. Answers close when you reveal; one sheet for all."
    ),
    PaceChoice(Pace.PAPER, "Paper", "They wrote on the printed sheets. You type the answers in."),
)
PACE_NAMES: Mapping[Pace, str] = {one.pace: one.name for one in PACES}
PHASE_NAMES: Mapping[Phase, str] = {"lobby": "not begun", "open": "open", "paused": "paused", "ended": "over"}


@dataclass(frozen=True, slots=True)
class StateShown:
    """How far a question is: the sign in its cell, and the word for it."""

    sign: str
    word: str


STATES: Mapping[State, StateShown] = {
    "empty": StateShown("·", "nothing yet"),
    "trying": StateShown("…", "trying"),
    "given": StateShown("●", "answered"),
    "right": StateShown("✓", "right"),
    "later": StateShown("✓2", "right later"),
    "wrong": StateShown("✕", "not right"),
}
AT_ONCE = "right at once"
"""What "right" means where there may be a second try."""


@dataclass(frozen=True, slots=True)
class ActionShown:
    """Something the teacher can do now."""

    action: Action
    text: str
    is_next: bool = False  # what usually comes next
    asks: bool = False  # whether it asks once more


@dataclass(frozen=True)
class BeginPage:
    """The form of a new session, and the sessions that this device began."""

    wanted: Wanted
    own: Sequence[SetSummary]
    begun: Sequence[ClassSummary]
    write_id: str
    errors: Mapping[str, list[str]] = field(default_factory=dict)

    paces = PACES
    kept_for = KEPT_FOR.days
    longest_label = LONGEST_LABEL

    @property
    def code_label(self) -> str:
        """What the box for a code is called: it is the only way to a set, or another one."""
        return "Or the code of another key" if self.own else "Code of the key"

    @property
    def code_typed(self) -> str:
        """What stands there: also a code by which somebody came, unless its set is on the list."""
        typed = self.wanted.typed
        is_listed = any(one.key_code == typed["own"] for one in self.own)
        return typed["code"] or ("" if is_listed else typed["own"])

    def pace_name(self, pace: Pace) -> str:
        return PACE_NAMES[pace]

    def phase_name(self, phase: Phase) -> str:
        return PHASE_NAMES[phase]


@dataclass(frozen=True)
class WayToJoin:
    """How pupils come in: the code, where to type it, and both in one to scan."""

    code: str
    way: WayIn
    address: str  # to type, without what a browser adds by itself
    link: str
    drawn: Markup  # the QR code, an SVG of its own colours: dark on light, also in the dark


def way_to_join(kept: KeptClass) -> WayToJoin:
    """The way into a class from other devices."""
    way = way_in(request.url_root, own_port(request.environ))
    link = urljoin(way.base, url_for("pupils.choose", code=kept.code))
    typed = urljoin(way.base, url_for("pupils.join"))
    return WayToJoin(kept.code, way, typed.partition("://")[2], link, qr_svg(link))


@dataclass(frozen=True)
class ElsewherePage:
    """How the teacher opens the own view on a second device. Whoever reads it leads the class."""

    kept: KeptClass
    way: WayIn
    link: str
    drawn: Markup

    @property
    def on_paper(self) -> bool:
        return self.kept.session.pace is Pace.PAPER


def elsewhere_page(kept: KeptClass) -> ElsewherePage:
    """The link to the teacher's own view, as other devices have to ask for it."""
    way = way_in(request.url_root, own_port(request.environ))
    link = urljoin(way.base, url_for("classroom.board", key=kept.key, view="own"))
    return ElsewherePage(kept, way, link, qr_svg(link))


@dataclass(frozen=True)
class BoardPage:
    """The lobby, and the board that comes after it. ``own`` for the teacher alone, else it is made for the wall."""

    kept: KeptClass
    kept_seats: tuple[KeptSeat, ...]
    own: bool
    write_id: str = ""

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
    def version(self) -> int:
        """Another one whenever anything of the page may be different."""
        return self.kept.version + self.kept.work

    @property
    def on_paper(self) -> bool:
        return self.session.pace is Pace.PAPER

    @property
    def waits_at_home(self) -> bool:
        """Whether it is homework that nobody has joined yet: it had no lobby to show how."""
        kept = self.kept
        return not kept.pupils and self.session.phase == "open" and kept.joins_until - kept.made_at > JOINING

    @property
    def pace_name(self) -> str:
        return PACE_NAMES[self.session.pace]

    @property
    def takes_more(self) -> bool:
        """Whether somebody else can still join."""
        return not self.on_paper and self.session.phase != "ended" and not self.kept.shut(datetime.now(UTC))

    @cached_property
    def joining(self) -> WayToJoin:
        return way_to_join(self.kept)

    @property
    def actions(self) -> tuple[ActionShown, ...]:
        """What can be done now but for ending it, what usually comes next first."""
        every = _actions(self.session, everybody=self.on_show is None or self.answered_on_show == self.kept.pupils)
        return tuple(one for one in every if may_lead(self.session, one.action))

    @property
    def lead_version(self) -> str:
        """Another one whenever something else can be done, or it is asked of something else."""
        return "-".join([str(self.kept.led), *(f"{one.action}{int(one.asks)}" for one in self.actions)])

    @property
    def time_is_over(self) -> bool:
        """Whether nobody can join any more for no other reason than the time that has gone by."""
        return self.session.phase != "ended" and self.kept.joins_until <= datetime.now(UTC)

    @property
    def may_end(self) -> bool:
        return may_lead(self.session, "end")

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

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(kept.seat for kept in self.kept_seats)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        return columns_of(self.session, self.seats, self.own)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Every pupil; none on the wall."""
        return rows_of(self.session, self.seats) if self.own else ()

    @cached_property
    def given(self) -> tuple[GivenAnswer, ...]:
        return answers_given(self.session, self.seats, self.own)

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
    def legend(self) -> tuple[StateShown, ...]:
        """The signs that can be in a cell, without those of practice elsewhere."""
        practised = self.session.pace is Pace.PRACTICE
        return tuple(self.state(state) for state in STATES if practised or state not in ("trying", "later"))

    def state(self, state: State) -> StateShown:
        """The sign and the word of a state, at this pace."""
        if state == "right" and self.session.pace is Pace.PRACTICE:
            return StateShown(STATES[state].sign, AT_ONCE)
        return STATES[state]

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
        return self._led_sheet.questions[session.at]

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

    @property
    def names(self) -> Mapping[int, str]:
        """What pupils go by, by the numbers of their seats. For the teacher alone."""
        return {kept.seat.number: kept.seat.name for kept in self.kept_seats} if self.own else {}

    @property
    def _led_sheet(self) -> Sheet:
        sheet = self.session.questions.sheet(self.session.variants[0])
        assert sheet is not None, "the sheet of a session is of its set"
        return sheet


def _actions(session: ClassSession, everybody: bool) -> tuple[ActionShown, ...]:
    """Everything but the end, in the order in which it is offered. ``everybody``: nobody's answer is missing."""
    reveal_first = session.is_led and not session.revealed
    return (
        ActionShown("begin", "Begin", True),
        ActionShown("resume", "Go on", True),
        ActionShown("reveal", "Reveal the answer", session.phase == "open" and reveal_first),
        ActionShown("next", "Next question", session.revealed, asks=not session.revealed and not everybody),
        ActionShown("back", f"Back to question {letter_of(max(session.at - 1, 0))}"),
        ActionShown("pause", "Pause"),
        ActionShown("lock", "Lock joining"),
        ActionShown("unlock", "Open joining again"),
    )
