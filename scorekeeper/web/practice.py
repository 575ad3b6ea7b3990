"""Practice pages: choose a house and a rule, then answer question after question.

Forms post each action, and redirect to a page that is safe to reload.
"""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from flask import Blueprint, after_this_request, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.houses.sheet import at_a_glance
from scorekeeper.rules import House, Score, score
from scorekeeper.rules.wording import count_word
from scorekeeper.school.diagnosis.misreads import open_readings
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.question import AnswersRefused
from scorekeeper.school.exercises.questions.score import rules_shown as rules_in
from scorekeeper.school.exercises.rule_hands import rule_hands
from scorekeeper.school.practice import find_my_mistake
from scorekeeper.school.practice.kept_practice import (
    PracticeChanged,
    forget_practice,
    keep_practice,
    practice_of,
    practiced_when,
)
from scorekeeper.school.practice.mastery import (
    ENDER,
    ENDING,
    NAMES,
    SURE_AFTER,
    TURNS,
    WINNING,
    Rule,
    RuleProgress,
    Step,
    foreign_rules,
)
from scorekeeper.school.practice.practice_runs import after, as_of, begin, common_cause, following
from scorekeeper.school.practice.practice_session import GOAL, GRACE, MINUTE, MISTAKE, SECONDS, Practice, Sitting
from scorekeeper.web import limits
from scorekeeper.web.addresses import card_house_or_missing, house_address
from scorekeeper.web.db import device_id, new_write_id, store
from scorekeeper.web.exercises import AttemptShown, did_of, question_errors, rules_beside, typed_again
from scorekeeper.web.filters import day
from scorekeeper.web.forms import sent, sent_write
from scorekeeper.web.phone_rules import house_played
from scorekeeper.web.referee import Rules, house_groups

bp = Blueprint("practice", __name__, url_prefix="/practice")

SEE_OTHER = 303

Answer = str | Response | tuple[str, int]

NEW_RULE = "new"

STEPS = 4
"""Steps of the bar beside a rule: three counting answers in a row, and one of them on another day."""


LEARNED = "learned"
"""The cookie of a browser in which someone has come through Start here (static/js/pages/start-here.js)."""

IN_SIGHT = 5
"""Hands of a beginner with the values of all cards beside them."""

WORKED_ON = 3
"""Rules to work on that the page names before all others."""

PICTURES = {TURNS: "turn", ENDING: "stop", ENDER: "flag", WINNING: "crown"}
"""The drawings for rules that no hand shows."""


class RuleShown(NamedTuple):
    """A rule of the house with its progress, as a number of STEPS and in words, and a hand that shows it."""

    key: str
    name: str
    steps: int
    says: str
    is_due: bool
    hand: Score | None = None

    @property
    def picture(self) -> str:
        """The drawing where there is no hand."""
        return PICTURES.get(self.key, "card")


class Today(NamedTuple):
    """Progress toward the goal of the day, and the days that reached it."""

    answered: int
    goal: int
    full_days: int


@dataclass(frozen=True)
class PracticePage:
    """The rules of a house, and how far a learner knows them."""

    rules: Sequence[RuleShown]  # those due for review first
    today: Today
    is_new: bool  # whether this learner has answered nothing about this house yet

    @property
    def sure(self) -> int:
        """How many rules are learned."""
        return sum(rule.steps >= SURE_AFTER for rule in self.rules)

    @property
    def due(self) -> int:
        return sum(rule.is_due for rule in self.rules)

    @property
    def work_on(self) -> list[RuleShown]:
        """The rules due for review, then those begun, then the first new ones; none that need no work."""
        left = [rule for rule in self.rules if rule.is_due or rule.steps < SURE_AFTER]
        return sorted(left, key=lambda rule: (not rule.is_due, rule.says == NEW_RULE))[:WORKED_ON]


def rules_shown(practice: Practice, now: datetime) -> list[RuleShown]:
    """The rules due for review, then the others in learning order."""
    hands = rule_hands(practice.house)
    shown = [
        RuleShown(rule.key, rule.name, *_known(progress, now), progress.is_due(now), hands.get(rule.key))
        for rule, progress in _listed(practice)
    ]
    return sorted(shown, key=lambda one: not one.is_due)


def practice_page(practice: Practice, now: datetime) -> PracticePage:
    is_new = all(progress.step is Step.NEW for _, progress in practice.progress)
    return PracticePage(rules_shown(practice, now), today(practice), is_new)


def _listed(practice: Practice) -> list[tuple[Rule, RuleProgress]]:
    return [(rule, known) for rule, known in practice.progress if rule.key not in foreign_rules(practice.house)]


def _known(progress: RuleProgress, now: datetime) -> tuple[int, str]:
    row = progress.in_a_row
    match progress.step:
        case Step.NEW:
            return 0, NEW_RULE
        case Step.BEGUN:
            return row, f"{row} of {SURE_AFTER} in a row" if row else "started"
        case Step.SURE:
            return SURE_AFTER, "learned, show it again another day"
        case Step.MASTERED:
            return STEPS, f"mastered, next review {coming_back(progress.due, now)}"


def coming_back(due_at: datetime | None, now: datetime) -> str:
    """The next review of a rule in words.

    >>> from datetime import UTC
    >>> coming_back(datetime(2026, 11, 23, tzinfo=UTC), datetime(2026, 11, 21, tzinfo=UTC))
    'in two days'
    """
    if due_at is None:
        return "with the next question about it"
    days = (due_at.date() - now.date()).days
    if days <= 0:
        return "today"
    if days == 1:
        return "tomorrow"
    return f"in {count_word(days)} days" if days <= 14 else f"on {day(due_at)}"


def today(practice: Practice) -> Today:
    return Today(min(practice.diary.on(_now()), GOAL), GOAL, practice.diary.full_days)


def rules_after(practice: Practice, sitting: Sitting, now: datetime) -> tuple[list[str], list[str]]:
    """The rules that went well in a finished run, and those that need review, each with its next review."""

    def about(*states: str) -> set[str]:
        ended = [one for one in sitting.results if one.state in states]
        return {rule for one in ended for rule in {*one.question.rules, one.rule or ""} if rule in practice.rules}

    def named(keys: Collection[str]) -> list[str]:
        there = [(rule.name, progress.due) for rule, progress in _listed(practice) if rule.key in keys]
        return [f"{name}: review {coming_back(due, now)}" for name, due in there]

    missed = {rule for rule in about("later", "wrong") if not practice.rules[rule].in_a_row}
    return named(about("right") - missed), named(missed)


@bp.get("")
def index() -> str:
    """The rules of this phone's house."""
    return _rules_of(house_played())


@bp.get("/<house>")
def of_house(house: str) -> str:
    """The rules of a house with their progress, and the ways to start."""
    return _rules_of(card_house_or_missing(house))


@bp.post("/<house>/start")
@limits.ASKED_MUCH
def start(house: str) -> Response:
    """Start a practice run, about one rule or mixed."""
    found = card_house_or_missing(house)
    _saved(begin(_kept(found), sent("rule"), _dice(), _now()))
    return _onward(found)


@bp.get("/<house>/question")
def question(house: str) -> str | Response:
    """The open question, the feedback for the last answer, or the end of the run."""
    found = card_house_or_missing(house)
    practice = _kept(found)
    if practice.sitting is None:
        return redirect(url_for("practice.of_house", house=house_address(found)))
    if practice.attempt is not None:
        return _shown(practice, AttemptShown(practice.attempt, focused=True))
    if practice.sitting.finds:
        return _found(practice)
    is_run, wrong = practice.sitting.is_run, _mistakes(practice)
    well, again = ([], []) if is_run else rules_after(practice, practice.sitting, _now())
    return render_template(
        "practice/end.html",
        house=found,
        sitting=practice.sitting,
        today=today(practice),
        best=practice.diary.best,
        hands=wrong if is_run else wrong[:1],
        well=well,
        again=again,
        write_id=new_write_id(),
    )


@bp.post("/<house>/question")
def answered(house: str) -> Answer:
    """Take an answer, or a request for a hint, the worked steps or the next question."""
    found = card_house_or_missing(house)
    practice = _kept(found)
    attempt, do = practice.attempt, sent("do")
    if attempt is None or sent("asked") != practice.key:
        return _elsewhere(found, attempt is not None and do == "answer")
    if do == "next":
        _saved(following(practice, _dice(), _now()))
        return _onward(found)
    typed = typed_again(attempt.question, request.form)
    try:
        practice = after(practice, did_of(do), typed, _now())
    except AnswersRefused as refused:
        return _shown(practice, AttemptShown(attempt, typed, question_errors(refused))), 422
    goes_on = practice.sitting is not None and not practice.sitting.tells_at_once
    kept = _saved(following(practice, _dice(), _now()) if goes_on else practice)
    if do == "hint" and kept is not None and kept.attempt is not None:
        return _shown(kept, AttemptShown(kept.attempt, typed))  # the boxes keep their contents
    return _onward(found, "" if goes_on else "verdict")


class HandCounted(NamedTuple):
    """A hand without immediate feedback, and its answer."""

    score: Score
    given: int

    @property
    def is_right(self) -> bool:
        return self.given == self.score.total


def _hands(practice: Practice) -> list[HandCounted]:
    return [HandCounted(score(layout, practice.house), given) for layout, given in practice.answers_here]


def _mistakes(practice: Practice) -> list[HandCounted]:
    """The hands with answers wrong under every open reading of the house."""
    read = (practice.house, *(other for _, other in open_readings(practice.house)))
    return [
        hand for hand in _hands(practice) if hand.given not in {score(hand.score.layout, one).total for one in read}
    ]


def _found(practice: Practice) -> str:
    """The result page of a run that finds a misread."""
    house, answers, hands = practice.house, practice.answers_here, _hands(practice)
    covered: set[str] = set()
    if all(hand.is_right for hand in hands):
        covered = set().union(*(rules_in(house, hand.score.layout) for hand in hands)) - foreign_rules(house)
    return render_template(
        "practice/found.html",
        house=house,
        found=find_my_mistake.found(house, answers),
        today=today(practice),
        hands=hands,
        covered=[name for key, name in NAMES.items() if key in covered],
        mistake=MISTAKE,
        write_id=new_write_id(),
    )


# --- all houses at once -----------------------------------------------------------------------------------------------


@bp.post("/forget")
def forget_all() -> Response:
    """Delete all practice of this device."""
    forget_practice(store(), device_id())
    flash("Progress cleared.", "good")
    return redirect(url_for("practice.index"), SEE_OTHER)


# --- what they share --------------------------------------------------------------------------------------------------


def _rules_of(house: House) -> str:
    practice = _kept(house)
    sitting = practice.sitting if practice.asked is not None else None
    shown = practice_page(practice, _now())
    return render_template(
        "practice/index.html",
        house=house,
        learned=LEARNED in request.cookies or not shown.is_new,
        sitting=sitting,
        mistake=MISTAKE,
        minute=MINUTE,
        page=shown,
        about=_about(sitting),
        rules=Rules(house),
        groups=house_groups(),
        has_progress=bool(practiced_when(store(), device_id(), 1)),
        write_id=new_write_id(),
    )


def _about(sitting: Sitting | None) -> str:
    """The name of the chosen rule; "" in a mixed run."""
    return NAMES.get(sitting.wanted or "", "") if sitting is not None else ""


def _seconds_left(sitting: Sitting | None) -> int:
    """The seconds left of a timed run."""
    left = 0.0 if sitting is None or sitting.until is None else (sitting.until - _now()).total_seconds()
    return min(max(0, round(left)), SECONDS)


def _shown(practice: Practice, shown: AttemptShown) -> str:
    """The open question, or the worked solution of a closed one."""
    sitting = practice.sitting
    if sitting is not None and sitting.is_run:  # reload the page when time is up
        seconds = _seconds_left(sitting) + GRACE.seconds + 1
        after_this_request(lambda response: response.headers.set("Refresh", seconds) or response)
    return render_template(
        "practice/question.html",
        practice=practice,
        one=shown,
        about=_about(sitting),
        seconds_left=_seconds_left(sitting),
        telling=common_cause(practice, shown.verdict) if shown.verdict is not None else "",
        sections=rules_beside(practice.house),
        values=at_a_glance(practice.house).values if _is_beginning(practice) else (),
        example=_example_before(practice),
        write_id=new_write_id(),
    )


def _is_beginning(practice: Practice) -> bool:
    """Whether these are the first hands by these rules, in which the values are in sight."""
    sitting = practice.sitting
    return practice.sittings == 1 and sitting is not None and len(sitting.results) < IN_SIGHT


def _example_before(practice: Practice) -> Score | None:
    """The worked example before the first question about a rule that was never practiced."""
    sitting, attempt = practice.sitting, practice.attempt
    if sitting is None or attempt is None or sitting.results or attempt.given or sitting.wanted in practice.rules:
        return None
    return rule_hands(practice.house).get(sitting.wanted or "")


def _saved(practice: Practice) -> Practice | None:
    """The stored practice; None, with a message, if it moved on elsewhere."""
    try:
        return keep_practice(store(), device_id(), practice, sent_write())
    except PracticeChanged as changed:
        flash(changed.message, "warning")
        return None


def _onward(house: House, anchor: str = "") -> Response:
    """Redirect to the open question, at an anchor of its page."""
    return redirect(url_for("practice.question", house=house_address(house), _anchor=anchor or None), SEE_OTHER)


def _elsewhere(house: House, is_answer: bool) -> Response:
    """Answer a form of a closed question: sent twice, or left open in another tab."""
    if is_answer:
        flash("That question was already closed, so this answer didn’t count. Here’s the current one.", "warning")
    return _onward(house)


def _kept(house: House) -> Practice:
    return as_of(practice_of(store(), device_id(), house), _now())


def _now() -> datetime:
    return datetime.now(UTC)


def _dice() -> Dice:
    return Dice(secrets.token_urlsafe())
