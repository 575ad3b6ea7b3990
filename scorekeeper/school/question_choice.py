"""Which question comes next in a sitting."""

from collections.abc import Iterable, Iterator, Sequence

from scorekeeper.rules import House
from scorekeeper.school.dice import Dice
from scorekeeper.school.finding import next_hand
from scorekeeper.school.laying import first_laid
from scorekeeper.school.levels import HIGHEST, level_of, levels_of
from scorekeeper.school.mastery import Moment, Rule, Step
from scorekeeper.school.misreads import misreads
from scorekeeper.school.question import Question
from scorekeeper.school.questions import KINDS, Kind, kinds_for, score
from scorekeeper.school.sitting import UNLEARNING, Asked, Practice, Sitting

ATTEMPTS = 3
"""So often each kind is asked for a question that this sitting has not had yet."""

FIRST = 5
"""With so many hands to count somebody begins in a house."""

EXCEPTIONS = ("negative-pairs", "pair-of-jokers", "four-of-a-kind", "value-joker", "hidden-cards")
"""The rules that are forgotten most; the first three that a house has are among those hands."""


def due_rules(practice: Practice, now: Moment) -> tuple[Rule, ...]:
    """The rules that come back today or should have before, the one that waited longest first."""
    waiting = [(one.due, rule) for rule, one in practice.progress if one.is_due(now)]
    return tuple(rule for _, rule in sorted(waiting, key=lambda found: str(found[0])))


def next_asked(practice: Practice, sitting: Sitting, dice: Dice, now: Moment) -> Asked:
    """The question that follows on the results of a sitting.

    A rule that was missed comes back after two others. A sitting for a rule asks about that rule. In a mixed one, a
    layout that was counted wrongly is followed by the one that makes surest why; else it asks about the rules that are
    due, first by a hand that shows what was unlearned; then in turns about the next rule that is not begun, and what
    tells most. The first begins with hands to count.
    """
    if sitting.finds:
        return Asked(score.ScoreQuestion(practice.house, next_hand(practice.house, practice.answers_here, dice)))
    if sitting.unlearns:
        return _unlearning(practice, sitting, dice)
    if sitting.is_run:
        hands = [kind for kind in KINDS if kind.ask is score.ask]
        return Asked(next(_new(practice, sitting, hands, dice)))
    if sitting.is_mixed and sitting.number == 1 and len(sitting.results) < FIRST:
        return _first(practice.house, sitting.results, dice)
    rule = _next_rule(practice, sitting, now)
    is_new = all(one.rule != rule for one in sitting.results)
    if rule is not None and sitting.is_mixed and is_new and rule == _unlearned_rule(practice):
        return _showing(practice, practice.unlearned, dice)
    question = None if rule is None else _about(practice, sitting, rule, dice)
    if question is None:
        return Asked(_telling(practice, sitting, dice))
    return Asked(question, rule)


def _first(house: House, before: Sequence[Asked], dice: Dice) -> Asked:
    """A hand to count: level after level, and in the end one for each exception."""
    exceptions = [rule for rule in EXCEPTIONS if rule in score.about(house)][:3]
    left = FIRST - len(before)
    if left <= len(exceptions):
        rule = exceptions[-left]
        return Asked(score.ask(house, HIGHEST, dice, rule), rule)
    # A large grid hardly has the lowest ones, and then goes on from a harder one.
    laid = [level_of(hand.layout, house) for one in before for hand in one.question.hands]
    lowest = max([level_after(house, first_level(house), len(before)), *laid])
    rising = [one.number for one in levels_of(house) if one.number >= lowest]
    return Asked(score.ScoreQuestion(house, first_laid(house, rising, dice)))


def _unlearning(practice: Practice, sitting: Sitting, dice: Dice) -> Asked:
    """A hand that shows the misread; the last but one is plain, or nobody would count as usual any more."""
    if len(sitting.results) == UNLEARNING - 2:
        return Asked(score.ask(practice.house, 1, dice))
    return _showing(practice, sitting.unlearns, dice)


def _showing(practice: Practice, key: str, dice: Dice) -> Asked:
    misread = next(one for one in misreads(practice.house) if one.key == key)
    hand = score.showing_misread(practice.house, misread, dice)
    return Asked(score.ScoreQuestion(practice.house, hand), misread.rule)


def _unlearned_rule(practice: Practice) -> str:
    """The rule of the misread that was unlearned; "" for none that the house can have now."""
    return next((one.rule for one in misreads(practice.house) if one.key == practice.unlearned), "")


def level_for(practice: Practice) -> int:
    """The level of the next layout: it follows the answers."""
    return practice.level or first_level(practice.house)


def first_level(house: House) -> int:
    """The lowest level at which anything can be misread; plain numbers tell nothing of anybody."""
    return [level.number for level in levels_of(house)][:2][-1]


def level_after(house: House, level: int, steps: int) -> int:
    """The level so many steps further among those that the house has, but never below the first."""
    numbers = [one.number for one in levels_of(house) if one.number >= first_level(house)]
    place = max(0, sum(one <= level for one in numbers) - 1)
    return numbers[min(max(place + steps, 0), len(numbers) - 1)]


def _next_rule(practice: Practice, sitting: Sitting, now: Moment) -> str | None:
    """The rule to ask about; None for a question about whatever tells most."""
    for missed in sitting.coming_back:
        if missed.after <= len(sitting.results):
            return missed.rule
    if sitting.wanted is not None:
        return sitting.wanted
    if _miscounted(sitting):
        return None
    asked = {result.rule for result in sitting.results}
    unlearned = _unlearned_rule(practice)
    for rule in sorted(due_rules(practice, now), key=lambda rule: rule.key != unlearned):
        if rule.key not in asked:
            return rule.key
    came_for_a_rule = bool(sitting.results) and sitting.results[-1].rule is not None
    return None if came_for_a_rule else _not_begun(practice)


def _miscounted(sitting: Sitting) -> bool:
    """Whether the last question was a layout that was not counted rightly at once, so that it tells of a misread."""
    if not sitting.results:
        return False
    last = sitting.results[-1]
    return last.state in ("later", "wrong") and last.question.counted_as(last.question.solution) is not None


def _not_begun(practice: Practice) -> str | None:
    return next((rule.key for rule, one in practice.progress if one.step is Step.NEW), None)


def _about(practice: Practice, sitting: Sitting, rule: str, dice: Dice) -> Question | None:
    """A question in which that rule can be misread, of any kind that asks about it; None where no kind has one."""
    kinds = kinds_for(practice.house, rule, dice.draw(KINDS, len(KINDS)))
    found: Question | None = None
    for question in _new(practice, sitting, kinds, dice, rule):
        if rule in question.rules:
            return question
        found = found or question
    return found


def _telling(practice: Practice, sitting: Sitting, dice: Dice) -> Question:
    """In turns a layout to count that tells most about this learner, and a question of another kind."""
    open_before = sum(result.rule is None for result in sitting.results)
    if open_before % 2 and not _miscounted(sitting):
        others = [kind for kind in dice.draw(KINDS, len(KINDS)) if kind.ask is not score.ask]
        for question in _new(practice, sitting, kinds_for(practice.house, kinds=others), dice):
            return question
    level = level_for(practice)
    laid_before = {_ranks(result.question) for result in sitting.results}
    for _ in range(ATTEMPTS):
        found = score.ask(practice.house, level, dice, None, practice.diagnosis)
        if _ranks(found) not in laid_before:
            return found
    return score.ask(practice.house, level, dice)  # dealt, since what tells most was asked about already


def _ranks(question: Question) -> tuple[str, ...]:
    """The ranks of the cards that are shown: another suit hardly makes another question."""
    return tuple(card.rank.value for hand in question.hands for card in hand.layout.cards())


def _new(
    practice: Practice, sitting: Sitting, kinds: Iterable[Kind], dice: Dice, rule: str | None = None
) -> Iterator[Question]:
    """Questions that this sitting has not had yet, one of each kind in that order; of the first kind an old one
    rather than none."""
    asked = [result.question for result in sitting.results]
    laid_before = {_ranks(question) for question in asked if question.hands}
    level = level_for(practice)
    for kind in kinds:
        for attempt in range(ATTEMPTS):
            question = kind.ask(practice.house, level, dice, rule)
            if question is None:
                break
            is_new = question not in asked and _ranks(question) not in laid_before
            if is_new or attempt == ATTEMPTS - 1:
                yield question
                break
