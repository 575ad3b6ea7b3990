"""The same class next lesson: each student begins with hands for their own mistakes, and the class sees what has grown.

A lesson has its students' hands, and knows the lesson before it only by its row. Once that is deleted, nothing else is
left of it.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice

from scorekeeper.houses import freeze, thaw
from scorekeeper.rules import House, Layout
from scorekeeper.school.classes.answer_misreads import MOST_REMEMBERED, Fit, fitting, mistakes, scored_in
from scorekeeper.school.classes.board import Board
from scorekeeper.school.classes.class_session import ClassSession, Goal, NotNow, OwnHands, Pace, Seat, attempts_of
from scorekeeper.school.classes.kept_classes import KeptClass, earlier_lessons, find_class, start_class
from scorekeeper.school.classes.seats import seats_of
from scorekeeper.school.diagnosis.diagnosis import Diagnosis
from scorekeeper.school.exercises.bank import bank_of
from scorekeeper.school.exercises.codes import is_made_here
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.kept_sets import create_set
from scorekeeper.school.exercises.layout_choice import ranks_of
from scorekeeper.school.exercises.levels import HIGHEST
from scorekeeper.school.practice.mastery import NAMES
from scorekeeper.school.practice.question_choice import EXCEPTIONS
from scorekeeper.store.connection import Store
from scorekeeper.store.writes import Write

OWN, AMONG, NEWCOMERS = 3, 12, 6
"""Hands of each student; the simplest hands to draw each from; and different draws for students who are new."""

LESSONS = 8
"""Lessons before the last one in which to look for students who missed it."""

Answers = tuple[tuple[Layout, int], ...]
Lesson = tuple[ClassSession, tuple[Seat, ...]]


def start_next_lesson(store: Store, key: str, write: Write, *, homework: bool = False) -> KeptClass:
    """Start a lesson after an ended one: own hands, then a new worksheet of the same kind, for practice at own pace.

    The same write again gives the same lesson. Raises NotNow before the end, and ClassNotFound.
    """
    last = find_class(store, key)
    session, asked = last.session, last.session.questions
    if session.phase != "ended":
        raise NotNow("End this lesson first.")
    variants = len(asked.sheets)
    made = create_set(
        store, asked.house, write, level=asked.level, size=asked.size, variants=variants, kinds=asked.kinds
    )
    lessons = [(one.session, seats_of(store, one)) for one in (last, *islice(earlier_lessons(store, last), LESSONS))]
    return start_class(
        store,
        made,
        write,
        pace=Pace.PRACTICE,
        variants=[sheet.variant for sheet in made.questions.sheets],
        homework=homework,
        at_once=True,
        label=last.label,
        goal=_goal_after(Board(*lessons[0], own=False)),
        own=own_hands(lessons, write.id),
        follows=last.id,
    )


def _goal_after(board: Board) -> Goal | None:
    """What is left of a goal for the next lesson; None once it is reached."""
    goal = board.session.goal
    return Goal(goal.wanted, board.together) if goal is not None and board.together < goal.wanted else None


# --- each student's own mistakes --------------------------------------------------------------------------------------


def mistakes_behind(session: ClassSession, seat: Seat) -> tuple[Fit, ...]:
    """The mistakes behind a student's wrong answers, the one behind most of them first.

    Each answer counts for one mistake: of those it fits, for the one that most other answers fit, then the likeliest.
    """
    frozen, attempts = freeze(session.questions.house), attempts_of(session, seat)
    wrong = [found.fits for found in (fitting(one, frozen) for one in attempts) if found is not None and found.fits]
    likely = _likely(frozen, scored_in(attempts))
    behind = []
    while wrong:
        often = Counter(fit for fits in wrong for fit in fits)
        behind.append(max(often, key=lambda fit: (often[fit], likely.get(fit.key, 0))))
        wrong = [fits for fits in wrong if behind[-1] not in fits]
    return tuple(behind)


@lru_cache(maxsize=MOST_REMEMBERED)
def _likely(frozen: str, answers: Answers) -> Mapping[str, float]:
    """How likely each mistake is after these answers, by its key."""
    diagnosis = Diagnosis.of(thaw(frozen))
    for layout, answer in answers:
        diagnosis = diagnosis.after(layout, answer)
    return {belief.key: diagnosis.share_of(belief.misreads[0]) for belief in mistakes(frozen)}


def own_hands(lessons: Sequence[Lesson], seed: str) -> OwnHands:
    """Hands that show each student's mistakes, and for students without any the most common ones of the class.

    ``lessons`` has the last one first. A student's mistakes are those of the last lesson with their answers.
    """
    (session, seats), house = lessons[0], lessons[0][0].questions.house
    behind: dict[str, list[str]] = {}
    for earlier, there in reversed(lessons):
        answered = (seat for seat in there if seat.done or seat.name not in behind)
        behind.update({seat.name: _keys_behind(earlier, seat) for seat in answered})
    common = [key for key, _ in Counter(key for seat in seats for key in _keys_behind(session, seat)).most_common()]
    usual = list(dict.fromkeys([*common, *_often_forgotten(house)]))
    asked = {ranks_of(hand.layout) for sheet in session.questions.sheets for q in sheet.questions for hand in q.hands}

    def hands(keys: Sequence[str], whose: str) -> tuple[Layout, ...]:
        return tuple(_showing(house, keys[:OWN], asked, Dice(f"{seed} {whose}")))

    by_name = {name: hands(keys or usual, name) for name, keys in behind.items() if is_made_here(name)}
    return OwnHands(by_name, tuple(hands(usual, str(number)) for number in range(NEWCOMERS)))


def _keys_behind(session: ClassSession, seat: Seat) -> list[str]:
    """The mistakes in scoring a hand behind a student's answers, by their keys."""
    there = {belief.key for belief in mistakes(freeze(session.questions.house))}
    return [fit.key for fit in mistakes_behind(session, seat) if fit.key in there]


def _often_forgotten(house: House) -> Iterator[str]:
    """A mistake for each rule of this house, the rules that learners forget most first."""
    first = {belief.misreads[0].rule: belief.key for belief in reversed(mistakes(freeze(house)))}
    yield from (first[rule] for rule in (*EXCEPTIONS, *NAMES) if rule in first)


def _showing(house: House, keys: Sequence[str], asked: Collection[object], dice: Dice) -> Iterator[Layout]:
    """Hands that show these mistakes in turn; none like another, nor like one that was ``asked``."""
    bank, before = bank_of(house, HIGHEST), set(asked)
    for number in range(OWN):
        showing = bank.showing(keys[number % len(keys)]) if keys else []
        fresh = [layout for layout in showing or bank.laid if ranks_of(layout) not in before]
        layout = dice.pick((fresh or showing or bank.laid)[:AMONG])
        before.add(ranks_of(layout))
        yield layout


# --- what has grown ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LessonSeen:
    """What two lessons are compared by: the mistakes of each student who answered, by name, and the right answers."""

    mistakes: Mapping[str, tuple[Fit, ...]]
    right: int
    answered: int

    @property
    def students(self) -> int:
        return len(self.mistakes)

    @property
    def share(self) -> int:
        """Percentage of answers that were right at the first try."""
        return round(100 * self.right / self.answered) if self.answered else 0

    def with_rule(self, rule: str) -> int:
        """Number of students with a mistake of that rule."""
        return sum(any(fit.rule == rule for fit in fits) for fits in self.mistakes.values())


@dataclass(frozen=True)
class RuleGrown:
    """A rule that students got wrong last lesson: how many did then and today, and what they did."""

    name: str
    doing: tuple[str, ...]
    before: int
    now: int


@dataclass(frozen=True)
class StudentGrown:
    """A mistake of a student of both lessons; ``again`` tells whether a mistake of that rule came back today."""

    name: str
    mistake: Fit
    again: bool

    @property
    def words(self) -> str:
        return f"as if {self.mistake.doing}" if self.mistake.doing else NAMES[self.mistake.rule]


@dataclass(frozen=True)
class Grown:
    """Two lessons of a class side by side."""

    before: LessonSeen
    now: LessonSeen

    @cached_property
    def rules(self) -> tuple[RuleGrown, ...]:
        """The rules that students got wrong last lesson, the most common first."""
        behind = [fit for fits in self.before.mistakes.values() for fit in fits]
        found = [
            RuleGrown(name, _doing(behind, rule), self.before.with_rule(rule), self.now.with_rule(rule))
            for rule, name in NAMES.items()
            if any(fit.rule == rule for fit in behind)
        ]
        return tuple(sorted(found, key=lambda one: -one.before))

    @cached_property
    def students(self) -> tuple[StudentGrown, ...]:
        """Mistakes of the students who came back, for the teacher alone."""
        found = []
        for name in self.before.mistakes.keys() & self.now.mistakes.keys():
            today = {fit.rule for fit in self.now.mistakes[name]}
            found += [StudentGrown(name, fit, fit.rule in today) for fit in self.before.mistakes[name]]
        return tuple(sorted(found, key=lambda one: one.name))


def _doing(behind: Iterable[Fit], rule: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(fit.doing for fit in behind if fit.rule == rule and fit.doing))


def grown(store: Store, kept: KeptClass, seats: Sequence[Seat]) -> Grown | None:
    """What has grown since the last lesson, once this one has ended; None without one."""
    last = next(earlier_lessons(store, kept), None) if kept.session.phase == "ended" else None
    return None if last is None else Grown(seen(last.session, seats_of(store, last)), seen(kept.session, seats))


def seen(session: ClassSession, seats: Sequence[Seat]) -> LessonSeen:
    """What a lesson is compared by."""
    answers = [(seat, [one for one in attempts_of(session, seat) if one.given]) for seat in seats]
    behind = {seat.name: mistakes_behind(session, seat) for seat, answered in answers if answered}
    right = sum(one.state == "right" for _, answered in answers for one in answered)
    return LessonSeen(behind, right, sum(len(answered) for _, answered in answers))
