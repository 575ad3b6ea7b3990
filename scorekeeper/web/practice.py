"""Practice: a house, a rule of it or all, and one question after the other.

What is done is posted, and the answer is a page that can be loaded again.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import houses
from scorekeeper.houses.sheet import SheetSection
from scorekeeper.rules import House
from scorekeeper.rules.problems import UnknownHouse
from scorekeeper.rules.wording import count_word, listing
from scorekeeper.school import Dice
from scorekeeper.school.kept_practice import (
    PracticeChanged,
    forget_practice,
    keep_practice,
    practice_of,
    practised_houses,
)
from scorekeeper.school.mastery import SURE_AFTER, RuleProgress, Step
from scorekeeper.school.practice_rules import NAMES, Rule
from scorekeeper.school.practising import UnknownRule, after, begin, following, told
from scorekeeper.school.question import AnswersRefused
from scorekeeper.school.sitting import QUESTIONS, Practice, Result, Sitting
from scorekeeper.web import limits
from scorekeeper.web.addresses import find_house, house_address
from scorekeeper.web.db import device_id, new_write, new_write_id, store
from scorekeeper.web.exercises import AttemptShown, did_of, question_errors, rules_beside, typed_again
from scorekeeper.web.filters import capitalize_first, day
from scorekeeper.web.referee import Rules, house_groups

bp = Blueprint("practice", __name__, url_prefix="/practice")


STEPS = 4
"""Of the bar beside a rule: three counting answers in a row, and one of them on another day."""


@dataclass(frozen=True, slots=True)
class RuleShown:
    """A rule of the house, and how far it is known."""

    rule: Rule
    progress: RuleProgress
    is_due: bool
    now: datetime

    @property
    def steps(self) -> int:
        """Of STEPS, how many are done."""
        done = {Step.NEW: 0, Step.BEGUN: self.progress.in_a_row, Step.SURE: SURE_AFTER, Step.MASTERED: STEPS}
        return min(done[self.progress.step], STEPS)

    @property
    def says(self) -> str:
        """The same in words."""
        row, back = self.progress.in_a_row, coming_back(self.progress.due, self.now)
        match self.progress.step:
            case Step.NEW:
                return "not practised yet"
            case Step.BEGUN:
                return f"{count_word(row)} of {count_word(SURE_AFTER)} in a row" if row else "begun"
            case Step.SURE:
                return "sure; a mixed sitting on another day is left"
            case Step.MASTERED:
                return f"mastered; comes back {back}"


def coming_back(due_at: datetime | None, now: datetime) -> str:
    """When a rule comes back, in words.

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


@dataclass(frozen=True)
class PracticePage:
    """One house, its rules, and how far each is."""

    practice: Practice
    now: datetime

    @property
    def house(self) -> House:
        return self.practice.house

    @property
    def under_way(self) -> Sitting | None:
        """The sitting to go on with."""
        sitting = self.practice.sitting
        return None if sitting is None or sitting.is_over else sitting

    @property
    def about(self) -> str:
        """The rule that the sitting under way is about; "" for a mixed one."""
        return NAMES.get(self.under_way.wanted or "", "") if self.under_way else ""

    @cached_property
    def rules(self) -> tuple[RuleShown, ...]:
        """Those that are to be looked at again first, the others in the order in which they are learned."""
        now = self.now
        shown = [RuleShown(rule, progress, progress.is_due(now), now) for rule, progress in self.practice.progress]
        return tuple(sorted(shown, key=lambda one: not one.is_due))

    @property
    def due_count(self) -> int:
        return sum(shown.is_due for shown in self.rules)


@dataclass(frozen=True)
class QuestionPage:
    """The question under way; or, once it is over, how it is worked out."""

    practice: Practice
    shown: AttemptShown

    @property
    def house(self) -> House:
        return self.practice.house

    @property
    def sitting(self) -> Sitting:
        assert self.practice.sitting is not None, "a question is under way"
        return self.practice.sitting

    @property
    def about(self) -> str:
        """The rule that was chosen to practise; "" in a mixed sitting."""
        return NAMES.get(self.sitting.wanted or "", "")

    @cached_property
    def telling(self) -> str:
        """What the answers so far have in common, said of the task."""
        verdict = self.shown.verdict
        found = told(self.practice) if verdict is not None and verdict.misreads else ()
        return f"More than one answer now comes out if {listing([one.doing for one in found])}." if found else ""

    @cached_property
    def sections(self) -> tuple[SheetSection, ...]:
        """The rules of the house, what a layout counts first."""
        return rules_beside(self.house)


@dataclass(frozen=True, slots=True)
class RuleAfter:
    """A rule that a sitting was about, and when it comes back."""

    name: str
    back: str


@dataclass(frozen=True)
class EndPage:
    """A sitting that is over: what went well, and what comes back when. About the rules, never about the person."""

    practice: Practice
    sitting: Sitting
    now: datetime

    @property
    def house(self) -> House:
        return self.practice.house

    @property
    def well(self) -> tuple[RuleAfter, ...]:
        """The rules that were right at the first try."""
        return self._after(self._at_once - self._missed)

    @property
    def again(self) -> tuple[RuleAfter, ...]:
        """The rules that needed help."""
        return self._after(self._missed)

    @property
    def was_nothing_due(self) -> bool:
        """Whether the sitting ended early because nothing is left for today."""
        return len(self.sitting.results) < QUESTIONS

    @cached_property
    def _at_once(self) -> frozenset[str]:
        found = [_about(result) for result in self.sitting.results if result.state == "right"]
        return frozenset().union(*found) & frozenset(self.practice.rules)

    @cached_property
    def _missed(self) -> frozenset[str]:
        found = [_about(result) for result in self.sitting.results if result.state in ("later", "wrong")]
        kept = self.practice.rules
        return frozenset(rule for rule in frozenset().union(*found) if rule in kept and not kept[rule].in_a_row)

    def _after(self, keys: frozenset[str]) -> tuple[RuleAfter, ...]:
        return tuple(
            RuleAfter(rule.name, coming_back(progress.due, self.now))
            for rule, progress in self.practice.progress
            if rule.key in keys
        )


def _about(result: Result) -> frozenset[str]:
    return result.question.rules | ({result.rule} if result.rule else frozenset())


SEE_OTHER = 303

Answer = str | Response | tuple[str, int]


@bp.get("")
def index() -> str:
    """The house that was practised last, or the first there is."""
    return _rules_of(_last_house())


@bp.get("/<house>")
def of_house(house: str) -> str:
    """The rules of a house, how far each is, and the ways to start."""
    return _rules_of(_house(house))


@bp.post("/<house>/start")
@limits.ASKED_MUCH
def start(house: str) -> Response:
    """A new sitting, about one rule or mixed."""
    found = _house(house)
    try:
        practice = begin(_kept(found), request.form.get("rule") or None, _dice(), _now())
    except UnknownRule:
        flash("That is no rule of this house.", "warning")
        return redirect(url_for("practice.of_house", house=house_address(found)), SEE_OTHER)
    _saved(practice)
    return _onward(found, "prompt")


@bp.get("/<house>/question")
def question(house: str) -> str | Response:
    """The question under way, what was said to the last answer, or the end of the sitting."""
    found = _house(house)
    practice = _kept(found)
    if practice.sitting is None:
        return redirect(url_for("practice.of_house", house=house_address(found)))
    if practice.attempt is None:
        page = EndPage(practice, practice.sitting, _now())
        return render_template("practice/end.html", page=page, write_id=new_write_id())
    return _shown(practice, AttemptShown(practice.attempt))


@bp.post("/<house>/question")
def answered(house: str) -> Answer:
    """An answer, or a wish: a hint, the worked steps, the next question."""
    found = _house(house)
    practice = _kept(found)
    attempt, do = practice.attempt, request.form.get("do", "")
    if attempt is None or request.form.get("asked") != practice.key:
        return _elsewhere(found, attempt is not None)
    if do == "next":
        _saved(following(practice, _dice(), _now()))
        return _onward(found, "prompt")
    typed = typed_again(attempt.question, request.form)
    try:
        practice = after(practice, did_of(do), typed, _now())
    except AnswersRefused as refused:
        return _shown(practice, AttemptShown(attempt, typed, question_errors(refused))), 422
    kept = _saved(practice)
    if do == "hint" and kept is not None and kept.attempt is not None:
        return _shown(kept, AttemptShown(kept.attempt, typed))  # what stood in the boxes stays there
    return _onward(found, "verdict")


# --- all houses at once -----------------------------------------------------------------------------------------------


@bp.get("/forget")
def forget() -> str:
    """Asks once more."""
    return render_template("practice/forget.html")


@bp.post("/forget")
def forget_all() -> Response:
    """Removes for good what this device practised, in all houses."""
    forget_practice(store(), device_id())
    flash("What was practised on this device is forgotten.", "good")
    return redirect(url_for("practice.index"), SEE_OTHER)


# --- what they share --------------------------------------------------------------------------------------------------


def _house(address: str) -> House:
    try:
        return find_house(address)
    except UnknownHouse:
        abort(404)


def _rules_of(house: House) -> str:
    return render_template(
        "practice/index.html",
        page=PracticePage(_kept(house), _now()),
        rules=Rules(house),
        groups=house_groups(),
        has_progress=bool(practised_houses(store(), device_id(), 1)),
        write_id=new_write_id(),
    )


def _last_house() -> House:
    """As it is now where it can still be found; a house that was deleted or never shared here is left out."""
    for practised in practised_houses(store(), device_id()):
        try:
            return find_house(house_address(practised).partition(".")[0])
        except UnknownHouse:
            continue
    return houses.built_in()[0]


def _shown(practice: Practice, shown: AttemptShown) -> str:
    page = QuestionPage(practice, shown)
    return render_template("practice/question.html", page=page, write_id=new_write_id())


def _saved(practice: Practice) -> Practice | None:
    """The practice as it is kept now; None, and that is said, where it went on elsewhere."""
    try:
        return keep_practice(store(), device_id(), practice, new_write(request.form.get("write_id")))
    except PracticeChanged as changed:
        flash(f"{capitalize_first(changed.message)}.", "warning")
        return None


def _onward(house: House, place: str = "") -> Response:
    """To the question under way, and there to what is to be looked at."""
    anchor = place or None
    return redirect(url_for("practice.question", house=house_address(house), _anchor=anchor), SEE_OTHER)


def _elsewhere(house: House, is_under_way: bool) -> Response:
    """The form was of a question that is over: sent twice, or left open in another tab."""
    if is_under_way and request.form.get("do") == "answer":
        flash("That question is over, so this answer was not counted. Here is the one under way.", "warning")
    return _onward(house)


def _kept(house: House) -> Practice:
    return practice_of(store(), device_id(), house)


def _now() -> datetime:
    return datetime.now(UTC)


def _dice() -> Dice:
    return Dice(secrets.token_urlsafe())
