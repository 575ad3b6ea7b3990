"""Practice: a house, a rule of it or all, and one question after the other.

What is done is posted, and the answer is a page that can be loaded again.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

from flask import Blueprint, abort, flash, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper import houses
from scorekeeper.houses.sheet import SheetSection
from scorekeeper.rules import House, Score
from scorekeeper.rules.problems import UnknownHouse
from scorekeeper.rules.wording import count_word, listing, number
from scorekeeper.school import Dice
from scorekeeper.school.kept_practice import (
    PracticeChanged,
    forget_practice,
    keep_practice,
    practice_of,
    practised_houses,
)
from scorekeeper.school.mastery import SURE_AFTER, RuleProgress, Step
from scorekeeper.school.misreads import Misread
from scorekeeper.school.practised import NAMES, Rule
from scorekeeper.school.practising import (
    Outcome,
    UnknownRule,
    answer,
    begin,
    due,
    following,
    give_up,
    hint,
    outcome,
    told,
)
from scorekeeper.school.question import Answer, AnswersRefused, Question
from scorekeeper.school.sitting import QUESTIONS, Asked, Practice, Result, Sitting
from scorekeeper.web import limits
from scorekeeper.web.addresses import find_house, house_address
from scorekeeper.web.db import device_id, new_write, new_write_id, store
from scorekeeper.web.filters import capitalize_first, day
from scorekeeper.web.questions_shown import question_errors, rules_beside, scores_beside, typed_again
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
        again = {rule.key for rule in due(self.practice, self.now)}
        shown = [RuleShown(rule, progress, rule.key in again, self.now) for rule, progress in self.practice.progress]
        return tuple(sorted(shown, key=lambda one: not one.is_due))

    @property
    def due_count(self) -> int:
        return sum(shown.is_due for shown in self.rules)


@dataclass(frozen=True, slots=True)
class Said:
    """What is said to an answer."""

    outcome: Outcome
    told: tuple[Misread, ...] = ()  # what several answers point at together

    @property
    def meaning(self) -> str:
        return self.outcome.meaning

    @property
    def title(self) -> str:
        match self.outcome.meaning:
            case "again":
                return "Not yet. There is one more try."
            case "same":
                return "The same answer as before: it is not counted as a try."
            case "shown":
                return "Here is how it is worked out."
        return ""

    @property
    def telling(self) -> str:
        """What the answers so far have in common, said of the task."""
        if not self.told:
            return ""
        return f"More than one answer now comes out if {listing([misread.doing for misread in self.told])}."


@dataclass(frozen=True)
class QuestionPage:
    """The question under way; or, once it is over, how it is worked out."""

    practice: Practice
    asked: Asked
    typed: Mapping[str, str]
    errors: Mapping[str, list[str]]

    @property
    def house(self) -> House:
        return self.practice.house

    @property
    def question(self) -> Question:
        return self.asked.question

    @property
    def sitting(self) -> Sitting:
        assert self.practice.sitting is not None
        return self.practice.sitting

    @property
    def is_open(self) -> bool:
        return self.asked.state == "open"

    @property
    def about(self) -> str:
        """The rule that was chosen to practise; "" in a mixed sitting."""
        return NAMES.get(self.sitting.wanted or "", "")

    @cached_property
    def said(self) -> Said | None:
        """Nothing while something else is wrong: what was typed is then no answer."""
        found = None if self.errors else outcome(self.practice)
        if found is None:
            return None
        return Said(found, told(self.practice) if found.verdict.misreads else ())

    @property
    def wrong(self) -> frozenset[str]:
        return self.said.outcome.verdict.wrong if self.said else frozenset()

    @property
    def hints(self) -> tuple[str, ...]:
        return self.asked.hints if self.is_open else ()

    @property
    def scores(self) -> tuple[Score | None, ...]:
        """Of the hands, once the question is over, where it is about what they count by these rules."""
        return () if self.is_open else scores_beside(self.question)

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
        found = [_about(result) for result in self.sitting.results if result.how == "at_once"]
        return frozenset().union(*found) & frozenset(self.practice.rules)

    @cached_property
    def _missed(self) -> frozenset[str]:
        found = [_about(result) for result in self.sitting.results if result.how in ("with_help", "shown")]
        kept = self.practice.rules
        return frozenset(rule for rule in frozenset().union(*found) if rule in kept and not kept[rule].in_a_row)

    def _after(self, keys: frozenset[str]) -> tuple[RuleAfter, ...]:
        return tuple(
            RuleAfter(rule.name, coming_back(progress.due, self.now))
            for rule, progress in self.practice.progress
            if rule.key in keys
        )


def typed_of(answer: Answer) -> dict[str, str]:
    """An answer as it stands in the boxes of its form."""
    return {name: number(value) if isinstance(value, int) else value for name, value in answer.items()}


def _about(result: Result) -> frozenset[str]:
    return result.question.rules | ({result.rule} if result.rule else frozenset())


SEE_OTHER = 303
TYPED = "typed"
"""In the session: what stood in the boxes when a hint was asked for, and of which question."""
MOST_KEPT = 1_000
"""Signs of it, as they are written into the cookie; answers are far shorter."""

Typed = Mapping[str, str]


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
    return _keep(practice, "prompt")


@bp.get("/<house>/question")
def question(house: str) -> str | Response:
    """The question under way, what was said to the last answer, or the end of the sitting."""
    found = _house(house)
    practice = _kept(found)
    if practice.sitting is None:
        return redirect(url_for("practice.of_house", house=house_address(found)))
    if practice.asked is None:
        page = EndPage(practice, practice.sitting, _now())
        return render_template("practice/end.html", page=page, write_id=new_write_id())
    return _shown(practice, _typed_before(practice))


@bp.post("/<house>/question")
def answered(house: str) -> Response | tuple[str, int]:
    """An answer, or a wish: a hint, the worked steps, the next question."""
    found = _house(house)
    practice = _kept(found)
    asked = practice.asked
    if asked is None or request.form.get("asked") != practice.key:
        return _elsewhere(found, asked is not None)
    typed = typed_again(asked.question, request.form)
    session.pop(TYPED, None)
    match request.form.get("do"):
        case "next":
            return _keep(following(practice, _dice(), _now()), "prompt")
        case "hint":
            if len(json.dumps(typed)) <= MOST_KEPT:  # else a cookie would be too large to be kept at all
                session[TYPED] = [practice.key, typed]
            return _keep(hint(practice)[0], "hint")
        case "show":
            return _keep(give_up(practice, _now()), "verdict")
    try:
        given = asked.question.read(typed)
    except AnswersRefused as refused:
        return _shown(practice, typed, question_errors(refused)), 422
    return _keep(answer(practice, given, _now())[0], "verdict")


# --- all houses at once -----------------------------------------------------------------------------------------------


@bp.get("/forget")
def forget() -> str:
    """Asks once more."""
    return render_template("practice/forget.html")


@bp.post("/forget")
def forget_all() -> Response:
    """Removes for good what this device practised, in all houses."""
    forget_practice(store(), device_id())
    session.pop(TYPED, None)
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


def _shown(practice: Practice, typed: Typed, errors: Mapping[str, list[str]] | None = None) -> str:
    assert practice.asked is not None
    page = QuestionPage(practice, practice.asked, typed, errors or {})
    return render_template("practice/question.html", page=page, write_id=new_write_id())


def _typed_before(practice: Practice) -> Typed:
    """What stands in the boxes: the last answer, or what was typed when a hint was asked for."""
    kept = session.get(TYPED)
    if kept and kept[0] == practice.key:
        return dict(kept[1])
    return typed_of(practice.asked.last) if practice.asked is not None and practice.asked.last is not None else {}


def _keep(practice: Practice, place: str) -> Response:
    """Keep it, and lead on to what is to be looked at."""
    try:
        keep_practice(store(), device_id(), practice, new_write(request.form.get("write_id")))
    except PracticeChanged as changed:
        flash(f"{capitalize_first(changed.message)}.", "warning")
    return redirect(url_for("practice.question", house=house_address(practice.house), _anchor=place), SEE_OTHER)


def _elsewhere(house: House, is_under_way: bool) -> Response:
    """The form was of a question that is over: sent twice, or left open in another tab."""
    if is_under_way and request.form.get("do") == "check":
        flash("That question is over, so this answer was not counted. Here is the one under way.", "warning")
    return redirect(url_for("practice.question", house=house_address(house)), SEE_OTHER)


def _kept(house: House) -> Practice:
    return practice_of(store(), device_id(), house)


def _now() -> datetime:
    return datetime.now(UTC)


def _dice() -> Dice:
    return Dice(secrets.token_urlsafe())
