"""Practice: a sitting of up to ten questions, two tries at each, and what the answers say about every rule.

Pure: dice and moments (in UTC) are passed in, and what is kept is a value (`Practice`). docs/exercises.md tells how
answers count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from scorekeeper.rules import RuleError, format_layout
from scorekeeper.school.diagnosis import worth_telling
from scorekeeper.school.dice import Dice
from scorekeeper.school.mastery import Moment, Recall, RuleProgress
from scorekeeper.school.misreads import Misread
from scorekeeper.school.practised import Rule, rules_of
from scorekeeper.school.question import Answer, Question, Verdict, written
from scorekeeper.school.question_choice import due_rules, first_level, level_after, level_for, next_asked, nothing_left
from scorekeeper.school.sitting import (
    EVIDENCE_KEPT,
    EVIDENCE_LEFT,
    QUESTIONS,
    TRIES,
    Asked,
    Evidence,
    How,
    Practice,
    Result,
    Return,
    Sitting,
)

OTHERS_BETWEEN = 2
"""A rule that was missed comes back after so many other questions."""


class UnknownRule(RuleError):
    """This house has no such rule to practise."""

    code = "practice.unknown_rule"


class NothingAsked(RuleError):
    """No question is under way: no sitting was begun, or it is over."""

    code = "practice.nothing_asked"


Said: TypeAlias = Literal["right", "again", "same", "shown"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is said to an answer.

    ``meaning``: "right"; "again", there is another try; "same", that wrong answer had been given before and was no try;
    "shown", the question is over and the worked steps are shown. ``verdict`` says why; its text is "" where nothing is
    known, and after giving up. ``hint`` is the newest hint on show, "" where there is none.
    """

    meaning: Said
    verdict: Verdict
    hint: str = ""


def begin(practice: Practice, wanted: str | None, dice: Dice, now: Moment) -> Practice:
    """A new sitting with its first question: about the rule of that key, or mixed.

    A question under way that was tried counts as given up; one that was only looked at does not count. Raises
    UnknownRule.
    """
    if wanted is not None and wanted not in _keys(practice):
        raise UnknownRule(f"{practice.house.name} has no such rule to practise")
    if practice.asked is not None and practice.asked.state == "open" and practice.asked.tried:
        practice = give_up(practice, now)
    number = practice.sittings + 1
    sitting = Sitting(number, wanted, None, were_due=bool(due_rules(practice, now)))
    practice = replace(practice, sittings=number, level=practice.level or first_level(practice.house), sitting=None)
    return replace(practice, sitting=replace(sitting, asked=next_asked(practice, sitting, dice, now)))


def answer(practice: Practice, given: Answer, now: Moment) -> tuple[Practice, Outcome]:
    """After an answer that `Question.read` accepted. A question that is over takes none: it stays as it is.

    Raises NothingAsked.
    """
    sitting, asked = _under_way(practice)
    if asked.state != "open":
        return practice, _outcome(practice, asked)
    if written(given) in asked.tried:
        practice = _with_asked(practice, sitting, replace(asked, last=given, repeated=True))
        return practice, _said(practice)
    verdict = _judged(practice, asked.question, given)
    is_first = not asked.tried and not asked.hinted
    counted = asked.question.counted_as(given)
    if counted is not None and is_first:
        layout, number = counted
        practice = _with_evidence(practice, Evidence(sitting.number, format_layout(layout), number))
    asked = replace(asked, last=given, repeated=False)
    if verdict.right:
        practice = _over(practice, sitting, replace(asked, state="right"), "at_once" if is_first else "with_help", now)
    elif verdict.reading:
        # Its verdict names the number that is right here, so there is nothing left to try, and nothing was missed.
        practice = _over(practice, sitting, replace(asked, state="shown"), "reading", now)
    else:
        asked = replace(
            asked,
            tried=(*asked.tried, written(given)),
            points_at=tuple(dict.fromkeys((*asked.points_at, *({verdict.rule} & _keys(practice))))),
        )
        if len(asked.tried) < TRIES:
            practice = _with_asked(practice, sitting, asked)
        else:
            practice = _over(practice, sitting, replace(asked, state="shown"), "shown", now)
    return practice, _said(practice)


def hint(practice: Practice) -> tuple[Practice, str]:
    """With one more hint on show, and that hint; "" where there is none left. Raises NothingAsked."""
    sitting, asked = _under_way(practice)
    if not asked.more_hints:
        return practice, ""
    asked = replace(asked, hinted=asked.hinted + 1, repeated=False)
    return _with_asked(practice, sitting, asked), asked.hints[-1]


def give_up(practice: Practice, now: Moment) -> Practice:
    """The worked steps are shown. Raises NothingAsked."""
    sitting, asked = _under_way(practice)
    if asked.state != "open":
        return practice
    return _over(practice, sitting, replace(asked, state="shown", last=None, repeated=False), "shown", now)


def following(practice: Practice, dice: Dice, now: Moment) -> Practice:
    """The next question, or the end of the sitting: after ten, or once all that was due is done and nothing is new.

    A question that is still open stays. Raises NothingAsked.
    """
    sitting, asked = _under_way(practice)
    if asked.state == "open":
        return practice
    if len(sitting.results) >= QUESTIONS or nothing_left(practice, sitting, now):
        return replace(practice, sitting=replace(sitting, asked=None))
    upcoming = next_asked(practice, sitting, dice, now)
    back = tuple(one for one in sitting.coming_back if one.rule != upcoming.rule)
    return replace(practice, sitting=replace(sitting, asked=upcoming, coming_back=back))


def outcome(practice: Practice) -> Outcome | None:
    """What was said to the last answer, for a page that is loaded again; None where none was given."""
    asked = practice.asked
    if asked is None or (asked.last is None and asked.state == "open"):
        return None
    return _outcome(practice, asked)


def due(practice: Practice, now: Moment) -> tuple[Rule, ...]:
    """The rules that come back today or should have before, the one that waited longest first."""
    return due_rules(practice, now)


def told(practice: Practice) -> tuple[Misread, ...]:
    """The misreads that at least two first tries agree with, beyond much doubt; usually none."""
    return worth_telling(practice.diagnosis, practice.answers)


# --- how answers count ------------------------------------------------------------------------------------------------


def _over(practice: Practice, sitting: Sitting, asked: Asked, how: How, now: Moment) -> Practice:
    """The question is over: what it says about each rule, and which comes back."""
    question = asked.question
    rules = dict(practice.rules)

    def of(rule: str) -> RuleProgress:
        return rules.get(rule, RuleProgress(rule))

    sitting = replace(sitting, asked=asked, results=(*sitting.results, Result(question, asked.rule, how)))
    if how == "at_once":
        for rule in sorted(question.rules):
            rules[rule] = of(rule).counted(now, mixed=sitting.is_mixed)
        if asked.rule is not None and asked.rule not in question.rules:
            rules[asked.rule] = of(asked.rule).recalled(Recall.AT_ONCE, now)
    elif how in ("with_help", "shown"):
        about = _about(practice, asked)
        missed = bool(asked.tried) or how == "shown"
        for rule in about:
            recalled = of(rule).recalled(Recall.NOT if how == "shown" else Recall.WITH_HELP, now)
            rules[rule] = recalled.stopped() if missed else recalled
        if how == "shown" and asked.tried and not asked.points_at:
            # Nobody knows which of them it was, so a row of none of them goes on.
            rules |= {rule: rules[rule].stopped() for rule in question.rules if rule in rules}
        if missed:
            # Whoever misses it again meanwhile does not put it off.
            waiting = {one.rule for one in sitting.coming_back}
            back = [Return(rule, len(sitting.results) + OTHERS_BETWEEN) for rule in about if rule not in waiting]
            sitting = replace(sitting, coming_back=(*sitting.coming_back, *back))
    return replace(practice, rules=rules, level=_level(practice, question, how), sitting=sitting)


def _about(practice: Practice, asked: Asked) -> Sequence[str]:
    """The rules that a question was about which was not answered at once.

    Those that the wrong answers point at; else the one that it was asked for; else that which is least sure of those
    that can be misread in it, and of several the one that is learned first.
    """
    if asked.points_at:
        return asked.points_at
    if asked.rule is not None:
        return (asked.rule,)
    shown = [(rule.key, one.in_a_row) for rule, one in practice.progress if rule.key in asked.question.rules]
    return [min(shown, key=lambda one: one[1])[0]] if shown else []


def _level(practice: Practice, question: Question, how: How) -> int:
    """A level up for each layout that was counted right at once, one down for each that had to be shown."""
    level = level_for(practice)
    steps = {"at_once": 1, "shown": -1}.get(how, 0)
    if not steps or question.counted_as(question.solution) is None:
        return level
    return level_after(practice.house, level, steps)


def _with_evidence(practice: Practice, new: Evidence) -> Practice:
    evidence = (*practice.evidence, new)
    return replace(practice, evidence=evidence if len(evidence) <= EVIDENCE_KEPT else evidence[-EVIDENCE_LEFT:])


def _keys(practice: Practice) -> frozenset[str]:
    return frozenset(rule.key for rule in rules_of(practice.house))


def _under_way(practice: Practice) -> tuple[Sitting, Asked]:
    if practice.sitting is None or practice.sitting.asked is None:
        raise NothingAsked("no question is under way")
    return practice.sitting, practice.sitting.asked


def _with_asked(practice: Practice, sitting: Sitting, asked: Asked) -> Practice:
    return replace(practice, sitting=replace(sitting, asked=asked))


def _said(practice: Practice) -> Outcome:
    _, asked = _under_way(practice)
    return _outcome(practice, asked)


def _judged(practice: Practice, question: Question, given: Answer) -> Verdict:
    """What is said to an answer; what was believed so far is worked out only where it can tell anything."""
    return question.judge(given, None if question.counted_as(given) is None else practice.diagnosis)


def _outcome(practice: Practice, asked: Asked) -> Outcome:
    if asked.last is None:
        verdict = Verdict(False, "")
    else:
        verdict = _judged(practice, asked.question, asked.last)
    said: Said = "shown" if asked.state == "shown" else "right" if asked.state == "right" else "again"
    if asked.state == "open" and asked.repeated:
        said = "same"
    return Outcome(said, verdict, asked.hints[-1] if asked.state == "open" and asked.hints else "")
