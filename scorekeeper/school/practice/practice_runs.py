"""Practice runs of up to ten questions with two tries each, and the progress of every rule.

Pure: the caller passes in dice and moments (in UTC), and the state is a value (`Practice`). docs/exercises.md explains
how answers count.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from scorekeeper.rules import format_layout
from scorekeeper.rules.wording import count_word
from scorekeeper.school.diagnosis.diagnosis import told_belief
from scorekeeper.school.diagnosis.misreads import misreads
from scorekeeper.school.exercises.attempt import Attempt, Did, Done
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.levels import check_exercises
from scorekeeper.school.exercises.question import Verdict
from scorekeeper.school.practice.mastery import Moment, Recall, RuleProgress, rules_of
from scorekeeper.school.practice.practice_session import (
    EVIDENCE_KEPT,
    GRACE,
    MINUTE,
    MISTAKE,
    SECONDS,
    UNLEARN,
    Asked,
    Evidence,
    Practice,
    Return,
    Sitting,
)
from scorekeeper.school.practice.question_choice import first_level, level_after, level_for, next_asked

OTHERS_BETWEEN, MOST_RETURNS = 2, 1
"""Other questions before a missed rule comes back, and how often it does in one run.

A rule that is missed again and again would take the questions of all others. It comes back on another day.
"""


def begin(practice: Practice, wanted: str | None, dice: Dice, now: Moment) -> Practice:
    """Start a practice run with its first question: mixed, unless ``wanted`` names a rule, a misread or a special run.

    A tried open question counts as given up; an untried one does not count. Raises NotForExercises.
    """
    check_exercises(practice.house)
    rules = {rule.key for rule in rules_of(practice.house)}
    unlearned = {UNLEARN + misread.key for misread in misreads(practice.house)}
    wanted = wanted if wanted in {MISTAKE, MINUTE, *unlearned, *rules} else None
    if practice.attempt is not None and practice.attempt.given:
        practice = after(practice, "show", {}, now)
    number = practice.sittings + 1
    sitting = Sitting(number, wanted, None, until=now + timedelta(seconds=SECONDS) if wanted == MINUTE else None)
    practice = replace(practice, sittings=number, level=practice.level or first_level(practice.house), sitting=None)
    practice = replace(practice, unlearned=sitting.unlearns or practice.unlearned)
    return replace(practice, sitting=replace(sitting, asked=next_asked(practice, sitting, dice, now)))


def after(practice: Practice, did: Did, typed: Mapping[str, str], now: Moment) -> Practice:
    """The practice after an answer, or a request for a hint or the worked steps. Closed questions stay as they are.

    Without immediate feedback, the first answer closes a question, right or wrong.

    Raises AnswersRefused for an unreadable answer.
    """
    sitting, asked = _under_way(practice)
    if asked.over or (did != "answer" and not sitting.tells_at_once):
        return practice
    if did == "answer":
        asked.question.read(typed)
    before = practice.attempt
    done = Done(sitting.question_number - 1, did, dict(typed) if did == "answer" else {})
    assert before is not None, "a question is open"
    attempt = before.after(done)
    if attempt == before:
        return practice  # keep the stored data from growing without a change
    sitting, evidence = replace(sitting, asked=replace(asked, done=(*asked.done, done))), practice.evidence
    if attempt.counted is not None and before.last is None:
        counted = asked.question.counted_as(attempt.counted)
        if sitting.is_run and counted is not None:
            sitting = replace(sitting, counted=(*sitting.counted, counted[1]))
        elif counted is not None:
            evidence = (*evidence, Evidence(sitting.number, format_layout(counted[0]), counted[1]))[-EVIDENCE_KEPT:]
    practice = replace(practice, sitting=sitting, evidence=evidence)
    return _over(practice, attempt, now) if attempt.over or not sitting.tells_at_once else practice


def as_of(practice: Practice, now: Moment) -> Practice:
    """The practice at this moment: a timed run ends when its time is up."""
    sitting = practice.sitting
    if sitting is None or sitting.until is None or now <= sitting.until + GRACE:
        return practice
    return replace(practice, sitting=replace(sitting, asked=None))


def following(practice: Practice, dice: Dice, now: Moment) -> Practice:
    """Go to the next question, or end the practice run after the last. An open question stays."""
    sitting, asked = _under_way(practice)
    if not asked.over:
        return practice
    if len(sitting.results) >= sitting.length or (sitting.until is not None and now >= sitting.until):
        return replace(practice, sitting=replace(sitting, asked=None))
    upcoming = next_asked(practice, sitting, dice, now)
    back = tuple(one for one in sitting.coming_back if one.rule != upcoming.rule)
    return replace(practice, sitting=replace(sitting, asked=upcoming, coming_back=back))


def common_cause(practice: Practice, verdict: Verdict) -> str:
    """A sentence about the common cause of several wrong answers; "" while it may be chance.

    It names the cause only if the feedback for this answer does not.
    """
    belief = told_belief(practice.diagnosis, practice.answers) if verdict.misreads else None
    keys = {key for held in verdict.misreads for key in held.split("+")}  # of two at once
    found = [misread.doing for misread in belief.mistakes if misread.key in keys] if belief is not None else []
    if belief is None or not found:
        return ""
    if not any(doing in verdict.text for doing in found):
        return f"You get more than one of your answers if {found[0]}."
    times = count_word(sum(belief.total(layout) == answer for layout, answer in practice.answers))
    return f"{times.capitalize()} of your answers fit."


# --- how answers count ------------------------------------------------------------------------------------------------


def _over(practice: Practice, attempt: Attempt, now: Moment) -> Practice:
    """Close the question: update its rules and schedule their return."""
    sitting, asked = _under_way(practice)
    question, state = asked.question, attempt.state
    results = (*sitting.results, Asked(question, asked.rule, state=state))
    sitting = replace(sitting, asked=replace(asked, state=state), results=results)
    diary = practice.diary.after_one(now)
    if sitting.is_run:  # slips made in haste show nothing about the rules
        return replace(practice, sitting=sitting, diary=diary.after_run(sitting.right))
    practice = replace(practice, sitting=sitting, diary=diary)
    if state == "right":
        practice = _got_right(practice, asked, now)
    elif state in ("later", "wrong"):
        practice = _needed_help(practice, asked, attempt, now)
    # One level up for a layout right the first time, one down for a shown solution.
    level, steps = level_for(practice), {"right": 1, "wrong": -1}.get(state, 0)
    if steps and question.counted_as(question.solution) is not None:
        level = level_after(practice.house, level, steps)
    return replace(practice, level=level)


def _got_right(practice: Practice, asked: Asked, now: Moment) -> Practice:
    """The practice after an answer that was right the first time."""
    sitting, _ = _under_way(practice)
    shown = asked.question.rules
    rules = {rule: _progress(practice, rule).counted(now, mixed=sitting.is_mixed) for rule in sorted(shown)}
    if asked.rule is not None and asked.rule not in shown:
        rules[asked.rule] = _progress(practice, asked.rule).recalled(Recall.AT_ONCE, now)
    return replace(practice, rules={**practice.rules, **rules})


def _needed_help(practice: Practice, asked: Asked, attempt: Attempt, now: Moment) -> Practice:
    """The practice after a hint, a wrong answer or a shown solution. Missed rules come back.

    A slip in adding up, mended at the second try, says nothing about a rule.
    """
    rules, is_shown = dict(practice.rules), attempt.state == "wrong"
    if not is_shown and attempt.slipped:
        return practice
    pointed_at = _pointed_at(practice, attempt)
    about = pointed_at or _about(practice, asked)
    is_tried = any(not attempt.judge(given.answer).right for given in attempt.given)
    missed = is_tried or is_shown
    for rule in about:
        recalled = _progress(practice, rule).recalled(Recall.NOT if is_shown else Recall.WITH_HELP, now)
        rules[rule] = recalled.stopped() if missed else recalled
    if is_shown and is_tried and not pointed_at:
        # The missed rule is unknown, so no row goes on.
        rules |= {rule: rules[rule].stopped() for rule in asked.question.rules if rule in rules}
    practice = replace(practice, rules=rules)
    return _coming_back(practice, about) if missed else practice


def _coming_back(practice: Practice, missed: Iterable[str]) -> Practice:
    """The practice with later questions about these rules. Another miss does not postpone one."""
    sitting, _ = _under_way(practice)
    waiting = {one.rule for one in sitting.coming_back}
    asked = Counter(one.rule for one in sitting.results)
    left = [rule for rule in missed if rule not in waiting and asked[rule] <= MOST_RETURNS]
    back = [Return(rule, len(sitting.results) + OTHERS_BETWEEN) for rule in left]
    return replace(practice, sitting=replace(sitting, coming_back=(*sitting.coming_back, *back)))


def _progress(practice: Practice, rule: str) -> RuleProgress:
    return practice.rules.get(rule, RuleProgress(rule))


def _pointed_at(practice: Practice, attempt: Attempt) -> tuple[str, ...]:
    """The rules of the house that the wrong answers point at, without repeats."""
    there = {rule.key for rule in rules_of(practice.house)}
    return tuple(dict.fromkeys(rule for given in attempt.given if (rule := attempt.judge(given.answer).rule) in there))


def _about(practice: Practice, asked: Asked) -> Sequence[str]:
    """The rule that a question is about, if no wrong answer points at one: its chosen rule.

    Without one, the weakest rule that it lets be misread; of equals, the first in learning order.
    """
    if asked.rule is not None:
        return (asked.rule,)
    shown = [(rule.key, one.in_a_row) for rule, one in practice.progress if rule.key in asked.question.rules]
    return [min(shown, key=lambda one: one[1])[0]] if shown else []


def _under_way(practice: Practice) -> tuple[Sitting, Asked]:
    assert practice.sitting is not None and practice.sitting.asked is not None, "a question is open"  # noqa: PT018
    return practice.sitting, practice.sitting.asked
