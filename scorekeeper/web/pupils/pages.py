"""What the pages of pupils show. Nothing on them follows from what is right before it may be told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from hashlib import sha256

from scorekeeper.houses import freeze
from scorekeeper.houses.sheet import SheetSection
from scorekeeper.rules import House, Score
from scorekeeper.rules.wording import listing
from scorekeeper.school.answer_misreads import worth_telling_of
from scorekeeper.school.classes import KeptClass
from scorekeeper.school.question import Question, Verdict, answer_in_words
from scorekeeper.school.seats import KeptSeat
from scorekeeper.school.session import ClassSession, Closed, Pace, closed
from scorekeeper.school.set_codes import letter_of
from scorekeeper.school.work import State, Work, work_of
from scorekeeper.web.filters import capitalize_first
from scorekeeper.web.questions_shown import rules_beside, scores_beside

SIGNS: Mapping[State, str] = {
    "empty": "○",
    "trying": "…",
    "given": "●",
    "right": "✓",
    "later": "✓",
    "wrong": "=",
}
"""How far a question is, at a glance; the words stand beside it."""

_WORDS: Mapping[State, str] = {
    "empty": "not answered",
    "trying": "begun",
    "given": "answered",
    "right": "right",
    "later": "right in the end",
    "wrong": "worked out",
}

PACES: Mapping[Pace, str] = {
    Pace.PRACTICE: "Practice: two tries at each question, with hints, and the reason at once.",
    Pace.TEST: "A test: answers can be changed until the teacher ends it, and nothing is said of them before.",
    Pace.LIVE: "The teacher leads from question to question.",
    Pace.PAPER: "Answered on paper.",
}

Errors = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True)
class SeatHere:
    """A seat that this device opens."""

    code: str
    number: int
    name: str
    title: str


@dataclass(frozen=True)
class JoinPage:
    """The box for the code from the board."""

    here: tuple[SeatHere, ...]
    typed: str = ""
    errors: Errors = field(default_factory=dict)


@dataclass(frozen=True)
class ChoosePage:
    """A class with names to choose from; or why nobody can join it. ``token`` opens the seat that is taken here.

    ``left`` is the number of the seat that this device has just left.
    """

    kept: KeptClass
    names: tuple[str, ...]
    token: str
    now: datetime
    refused: str = ""
    typed: str = ""
    errors: Errors = field(default_factory=dict)
    left: int | None = None

    @property
    def pace(self) -> str:
        return PACES[self.kept.session.pace]

    @property
    def shut(self) -> str:
        """Why nobody can join; "" where anybody can."""
        reason = self.kept.shut(self.now)
        return f"{capitalize_first(reason)}." if reason else ""


@dataclass(frozen=True)
class RefusedPage:
    """In place of a pupil's page that this device does not open. ``sent`` is what was just sent from an older page.

    ``is_known`` tells whether it has opened it before.
    """

    kept: KeptClass
    number: int
    is_known: bool
    sent: str = ""


@dataclass(frozen=True)
class QuestionShown:
    """One question of a pupil's sheet: to be answered, or worked out.

    ``typed`` is what stands in the boxes where it is not the last answer; ``refused`` says why an answer was not taken.
    """

    session: ClassSession
    work: Work
    typed: Mapping[str, str] | None = None
    errors: Errors = field(default_factory=dict)
    refused: str = ""

    @property
    def question(self) -> Question:
        return self.work.question

    @property
    def letter(self) -> str:
        return letter_of(self.work.place)

    @property
    def id(self) -> str:
        return f"q-{self.letter}"

    @property
    def told(self) -> bool:
        """Whether it may be told what is right, once it was answered here."""
        return self.session.tells(self.work.place)

    @cached_property
    def closed(self) -> Closed | None:
        return closed(self.session, self.work.place)

    @property
    def is_over(self) -> bool:
        """Whether it takes no more answers, so that it is worked out."""
        return self.work.over or (self.closed is not None and not self.closed.again)

    @property
    def waits(self) -> bool:
        """Whether answers are taken later, but not now."""
        return not self.is_over and self.closed is not None

    @cached_property
    def state(self) -> State:
        seen = self.work.seen(self.told)
        # Begun when the teacher ended it: there is nothing left to go on with.
        return "wrong" if seen == "trying" and self.is_over else seen

    @property
    def sign(self) -> str:
        return SIGNS[self.state]

    @property
    def words(self) -> str:
        if self.state == "later" and len(self.work.given) == 1:
            return "right with a hint"
        return _WORDS[self.state]

    @cached_property
    def version(self) -> str:
        """Another one whenever the question looks different, and the same for every answer that nothing is said to."""
        seen = (
            *(self.state, self.told, self.is_over, self.waits, len(self.work.given)),
            *(self.work.hinted, self.work.shown, self.work.repeated, self.errors, self.refused),
        )
        return sha256(repr(seen).encode("utf-8", "surrogatepass")).hexdigest()[:12]

    @property
    def boxes(self) -> Mapping[str, str]:
        """What stands in the boxes."""
        if self.typed is not None:
            return self.typed
        return self.work.last.typed if self.work.last else {}

    @property
    def answered(self) -> str:
        """The last answer, in words."""
        return answer_in_words(self.question, self.work.last.answer) if self.work.last else ""

    @property
    def verdict(self) -> Verdict | None:
        """What is said to the last answer, where it may be told; nothing while something else is wrong."""
        if not self.told or self.errors or (self.session.pace is not Pace.PRACTICE and not self.is_over):
            return None
        return self.work.verdict

    @property
    def is_right(self) -> bool:
        return self.verdict is not None and self.verdict.right

    @property
    def wrong(self) -> frozenset[str]:
        """The boxes whose answers are not right."""
        return self.verdict.wrong if self.verdict else frozenset()

    @property
    def meaning(self) -> str:
        """What kind of thing is said: as in practice, or "" where there is nothing to say."""
        if self.is_over:
            return "right" if self.is_right else "shown"
        if self.verdict is not None:
            return "same" if self.work.repeated else "again"
        return "same" if self.work.given and not self.errors and not self.told else ""

    @property
    def title(self) -> str:
        """What is said first."""
        match self.meaning:
            case "again":
                return "Not yet. There is one more try."
            case "shown":
                return "Here is how it is worked out."
            case "same" if self.told:
                return "The same answer as before: it is not counted as a try."
            case "same":
                return "Your answer is in."
        return ""

    @property
    def missed(self) -> str:
        """What is said of a question that was closed before anything was sent; "" for any other."""
        if self.closed is None or self.closed.again or self.work.given or self.work.over:
            return ""
        return f"Question {self.letter} is closed; nothing was sent there."

    @property
    def until(self) -> str:
        """How long an answer can be changed, where that is all that is said of it."""
        if self.told or self.meaning != "same":
            return ""
        if self.waits:
            return "It can be changed once the teacher goes on."
        end = "shows what is right" if self.session.is_led else "ends this"
        return f"You can change it until the teacher {end}."

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints on show: those that were asked for and, as in practice, one more after what nothing explains."""
        if self.is_over:
            return ()
        verdict = self.verdict if self.work.practised else None
        unexplained = verdict is not None and not verdict.right and not verdict.rule
        return self.question.hints[: self.work.hinted + unexplained]

    @property
    def more_hints(self) -> bool:
        return self.work.practised and len(self.hints) < len(self.question.hints)

    @property
    def scores(self) -> tuple[Score | None, ...]:
        return scores_beside(self.question) if self.is_over else ()


@dataclass(frozen=True)
class Status:
    """What happens just now, said above the questions. Nothing where the questions speak for themselves."""

    title: str = ""
    text: str = ""
    sign: str = ""  # of a notice: "", "warning" or "good"


@dataclass(frozen=True)
class SeatPage:
    """A pupil's own page. ``at_fault`` is the question that something was wrong with, in place of the one as kept."""

    kept: KeptClass
    mine: KeptSeat
    at_fault: QuestionShown | None = None
    refused: str = ""

    @property
    def session(self) -> ClassSession:
        return self.kept.session

    @property
    def house(self) -> House:
        return self.session.questions.house

    @property
    def name(self) -> str:
        return self.mine.seat.name

    @property
    def number(self) -> int:
        return self.mine.seat.number

    @cached_property
    def questions(self) -> tuple[QuestionShown, ...]:
        """Those that were reached, in order."""
        reached = work_of(self.session, self.mine.seat)[: self.session.reached]
        shown = [QuestionShown(self.session, work) for work in reached]
        return tuple(self.at_fault if self._is_at_fault(one) and self.at_fault else one for one in shown)

    @property
    def in_order(self) -> tuple[QuestionShown, ...]:
        """As they stand on the page: where the teacher leads, the newest is on top."""
        return self.questions[::-1] if self.session.is_led and self.session.phase != "ended" else self.questions

    @property
    def sections(self) -> tuple[SheetSection, ...]:
        return rules_beside(self.house)

    @property
    def telling(self) -> str:
        """Once it is over, what several answers have in common, said of the task; "" where nothing is sure."""
        if self.session.phase != "ended":
            return ""
        told = worth_telling_of(work_of(self.session, self.mine.seat), freeze(self.house))
        return f"More than one answer comes out if {listing(told)}." if told else ""

    @property
    def status(self) -> Status:
        """What happens just now."""
        session = self.session
        match session.phase:
            case "lobby":
                return Status("You are in.", "Wait for the teacher to begin; the questions then come here.", "good")
            case "paused":
                return Status("The teacher has paused this.", "Nothing is taken for the moment; what is in stays.", "")
            case "ended":
                return Status("This is over.", "Here is how each question is worked out.", "good")
        if not session.is_led:
            return Status("", PACES[session.pace])
        letter = letter_of(session.at)
        if not session.revealed:
            return Status("", f"Question {letter} is open.")
        if session.is_last:
            return Status("", f"Question {letter} is worked out. It was the last one.")
        return Status("", f"Question {letter} is worked out. Wait for the next one.")

    def _is_at_fault(self, one: QuestionShown) -> bool:
        return self.at_fault is not None and one.work.place == self.at_fault.work.place


def state_version(kept: KeptClass) -> int:
    """Grows with everything that changes on all pupils' pages at once: what the teacher does."""
    return kept.led
