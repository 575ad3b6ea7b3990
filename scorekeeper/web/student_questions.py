"""What a student of a class sees of the questions, and of how far the class is.

Before students may see what is right, nothing here depends on it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from scorekeeper.houses import freeze
from scorekeeper.rules.wording import count_word
from scorekeeper.school.classes.answer_misreads import found_by, scored_in, told_by
from scorekeeper.school.classes.class_session import (
    ClassSession,
    Closed,
    Pace,
    Seat,
    attempt_at,
    attempts_of,
    closed,
)
from scorekeeper.school.exercises.attempt import State
from scorekeeper.school.exercises.codes import letter_of
from scorekeeper.school.exercises.question import Verdict
from scorekeeper.school.practice.find_my_mistake import MistakeFound
from scorekeeper.web.exercises import AttemptShown

STATES: Mapping[State, tuple[str, str]] = {
    "empty": ("○", "not answered"),
    "trying": ("…", "started"),
    "given": ("●", "answered"),
    "right": ("✓", "right"),
    "later": ("✓", "right on second try"),
    "wrong": ("=", "shown"),
}
"""Sign and words for each state of a question."""

PACES: Mapping[Pace, str] = {
    Pace.PRACTICE: "Practice: two tries per question, with hints.",
    Pace.TEST: "Test: you can change answers until your teacher ends it.",
    Pace.LIVE: "Your teacher moves you through the questions.",
    Pace.FIND: "Five hands, one answer each. Then you see your result.",
    Pace.PAPER: "Answered on paper.",
}


@dataclass(frozen=True, kw_only=True)
class QuestionShown(AttemptShown):
    """One question of a student, to answer or with its solution."""

    session: ClassSession
    index: int

    @property
    def letter(self) -> str:
        return letter_of(self.index)

    @property
    def id(self) -> str:
        return f"q-{self.letter}"

    @property
    def prefix(self) -> str:
        return f"{self.id}-"

    @property
    def told(self) -> bool:
        """Whether the page may show what is right once this student has answered."""
        return self.session.tells(self.index) or self.session.finds  # chosen hands reappear once all are answered

    @cached_property
    def closed(self) -> Closed | None:
        return closed(self.session, self.index, bool(self.attempt.given))

    @property
    def is_over(self) -> bool:
        return self.attempt.over or (self.closed is not None and not self.closed.again)

    @property
    def waits(self) -> bool:
        return not self.is_over and self.closed is not None

    @cached_property
    def state(self) -> State:
        seen = self.attempt.seen(self.told)
        # Half done when the teacher ended it, so there is nothing left to try.
        return "wrong" if seen == "trying" and self.is_over else seen

    @property
    def sign(self) -> str:
        return STATES[self.state][0]

    @property
    def words(self) -> str:
        if self.session.finds and not self.is_over:
            return f"{self.index + 1} of {self.session.size}"
        with_a_hint = self.state == "later" and len(self.attempt.given) == 1
        return "right with a hint" if with_a_hint else STATES[self.state][1]

    @cached_property
    def version(self) -> str:
        """Version that changes with the question's look; the same for all answers without feedback."""
        attempt = self.attempt
        seen = (
            *(self.state, self.told, self.is_over, self.waits, len(attempt.given)),
            *(attempt.hinted, attempt.shown, attempt.repeated, self.errors, self.refused),
        )
        return sha256(repr(seen).encode("utf-8", "surrogatepass")).hexdigest()[:12]

    @property
    def verdict(self) -> Verdict | None:
        is_told = self.told and (self.attempt.practiced or self.is_over)
        return super().verdict if is_told else None

    @property
    def meaning(self) -> str:
        if not self.told:
            return "same" if self.attempt.given and not self.errors else ""
        return super().meaning

    @property
    def title(self) -> str:
        return super().title if self.told else "Your answer is in."

    @property
    def until(self) -> str:
        """How long the answer can be changed, where the page says nothing else about it."""
        if self.told or self.meaning != "same":
            return ""
        if self.waits:
            return "You can change it when your teacher resumes."
        return (
            f"You can change it until your teacher {'shows the answer' if self.session.is_led else 'ends the class'}."
        )


def question_shown(session: ClassSession, seat: Seat, index: int) -> QuestionShown:
    return QuestionShown(attempt=attempt_at(session, seat, index), session=session, index=index)


def in_common(session: ClassSession, seat: Seat) -> str:
    """After the end or the last question, the mistakes that several answers share; "" where none is certain."""
    if session.finds or not (session.phase == "ended" or _is_practiced(session, seat)):
        return ""
    told = told_by(freeze(session.questions.house), scored_in(attempts_of(session, seat)))
    if not told:
        return ""
    return f"Several of your answers are what you get if {', and if '.join(one.doing for one in told)}."


def mistake_found(session: ClassSession, seat: Seat) -> MistakeFound | None:
    """What chosen hands show: everything after the last; only a mistake if the teacher ended early."""
    if not session.finds or not (session.phase == "ended" or len(seat.done) == session.size):
        return None
    found = found_by(freeze(session.questions.house), scored_in(attempts_of(session, seat)))
    return found if found.misread is not None or len(seat.done) == session.size else None


def status_of(session: ClassSession, seat: Seat) -> tuple[str, str, str]:
    """What is happening: the title and the sign of a notice, or none, and a text."""
    match session.phase:
        case "lobby":
            return "You’re in!", "good", "Questions appear here when your teacher starts."
        case "paused":
            return "Your teacher paused the class.", "", "Your answers are safe."
        case "ended":
            return "The class has ended.", "good", "Here are the solutions."
    if not session.is_led:
        return "", "", _at_own_pace(session, seat)
    letter = letter_of(session.at)
    if not session.revealed:
        return "", "", f"Question {letter} is open."
    end = "That was the last question." if session.is_last else "Wait for the next question."
    return "", "", f"The answer to {letter} is shown. {end}"


def _is_practiced(session: ClassSession, seat: Seat) -> bool:
    """Whether nothing is left to practice."""
    return session.pace is Pace.PRACTICE and all(one.over for one in attempts_of(session, seat))


def _at_own_pace(session: ClassSession, seat: Seat) -> str:
    """What to do; in practice, after the last question, how many were right."""
    if _is_practiced(session, seat):
        attempts = attempts_of(session, seat)
        return f"All done: {sum(one.state == 'right' for one in attempts)} of {len(attempts)} right on the first try."
    if session.finds and len(seat.done) == session.size:
        return "All five hands are in."
    picked = f" The first {count_word(session.own_size)} hands are picked for you." if session.own_size else ""
    return PACES[session.pace] + picked
