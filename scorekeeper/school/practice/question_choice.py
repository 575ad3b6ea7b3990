"""The choice of the next question in a practice run."""

from collections.abc import Iterable, Iterator, Sequence

from scorekeeper.rules import House
from scorekeeper.school.diagnosis.misreads import misreads
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.laying import first_laid
from scorekeeper.school.exercises.layout_choice import next_layout
from scorekeeper.school.exercises.levels import HIGHEST, level_of, levels_of
from scorekeeper.school.exercises.question import Question
from scorekeeper.school.exercises.questions import KINDS, Kind, kinds_for, score
from scorekeeper.school.practice.find_my_mistake import next_hand
from scorekeeper.school.practice.mastery import Moment, Rule, Step
from scorekeeper.school.practice.practice_session import UNLEARNING, Asked, Practice, Sitting

ATTEMPTS = 3
"""Tries per kind to find a question that this run has not had."""

DEALT = 0.4
"""How often the most telling hand is one that is dealt at random."""

FIRST = 5
"""Hands to score at the start of a learner's first run in a house."""

EXCEPTIONS = ("negative-pairs", "pair-of-jokers", "four-of-a-kind", "value-joker", "hidden-cards")
"""The rules that learners forget most; those first hands show three of them."""


def due_rules(practice: Practice, now: Moment) -> tuple[Rule, ...]:
    """The rules with a review today or overdue, the longest wait first."""
    waiting = [(one.due, rule) for rule, one in practice.progress if one.is_due(now)]
    return tuple(rule for _, rule in sorted(waiting, key=lambda found: str(found[0])))


def next_asked(practice: Practice, sitting: Sitting, dice: Dice, now: Moment) -> Asked:
    """The next question after the results of a run.

    A missed rule comes back after two other questions. A run for a rule asks about that rule. In a mixed run, a wrong
    layout leads to the most telling layout. Without one, due rules come first, starting with a hand that shows the
    unlearned misread. Then new rules alternate with the most telling questions. The first run starts with hands.
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
    """A hand to score, rising in level, with one for each exception at the end."""
    exceptions = [rule for rule in EXCEPTIONS if rule in score.about(house)][:3]
    left = FIRST - len(before)
    if left <= len(exceptions):
        rule = exceptions[-left]
        return Asked(score.ask(house, HIGHEST, dice, rule), rule)
    # A large grid has few layouts of the lowest levels, so continue from the level reached.
    laid = [level_of(hand.layout, house) for one in before for hand in one.question.hands]
    lowest = max([level_after(house, first_level(house), len(before)), *laid])
    rising = [one.number for one in levels_of(house) if one.number >= lowest]
    return Asked(score.ScoreQuestion(house, first_laid(house, rising, dice)))


def _unlearning(practice: Practice, sitting: Sitting, dice: Dice) -> Asked:
    """A hand that shows the misread; the last but one is plain, so that the learner does not overcorrect."""
    if len(sitting.results) == UNLEARNING - 2:
        return Asked(score.ask(practice.house, 1, dice))
    return _showing(practice, sitting.unlearns, dice)


def _showing(practice: Practice, key: str, dice: Dice) -> Asked:
    misread = next(one for one in misreads(practice.house) if one.key == key)
    hand = score.showing_misread(practice.house, misread, dice)
    return Asked(score.ScoreQuestion(practice.house, hand), misread.rule)


def _unlearned_rule(practice: Practice) -> str:
    """The rule of the unlearned misread; "" if the house no longer has it."""
    return next((one.rule for one in misreads(practice.house) if one.key == practice.unlearned), "")


def level_for(practice: Practice) -> int:
    """The level of the next layout, which follows the answers."""
    return practice.level or first_level(practice.house)


def first_level(house: House) -> int:
    """The lowest level with misreads; plain numbers show nothing about a learner."""
    return [level.number for level in levels_of(house)][:2][-1]


def level_after(house: House, level: int, steps: int) -> int:
    """The level ``steps`` further among those of the house, but never below the first."""
    numbers = [one.number for one in levels_of(house) if one.number >= first_level(house)]
    index = max(0, sum(one <= level for one in numbers) - 1)
    return numbers[min(max(index + steps, 0), len(numbers) - 1)]


def _next_rule(practice: Practice, sitting: Sitting, now: Moment) -> str | None:
    """The rule to ask about; None for the most telling question."""
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
    """Whether the last question was a layout with a wrong first answer, which may show a misread."""
    if not sitting.results:
        return False
    last = sitting.results[-1]
    return last.state in ("later", "wrong") and last.question.counted_as(last.question.solution) is not None


def _not_begun(practice: Practice) -> str | None:
    return next((rule.key for rule, one in practice.progress if one.step is Step.NEW), None)


def _about(practice: Practice, sitting: Sitting, rule: str, dice: Dice) -> Question | None:
    """A question of any kind where the rule can be misread; None where no kind has one."""
    kinds = kinds_for(practice.house, rule, dice.draw(KINDS, len(KINDS)))
    found: Question | None = None
    for question in _new(practice, sitting, kinds, dice, rule):
        if rule in question.rules:
            return question
        found = found or question
    return found


def _telling(practice: Practice, sitting: Sitting, dice: Dice) -> Question:
    """Alternately the most telling layout for this learner and a question of another kind."""
    open_before, miscounted = sum(result.rule is None for result in sitting.results), _miscounted(sitting)
    if open_before % 2 and not miscounted:
        others = [kind for kind in dice.draw(KINDS, len(KINDS)) if kind.ask is not score.ask]
        for question in _new(practice, sitting, kinds_for(practice.house, kinds=others), dice):
            return question
    asked = [hand.layout for result in sitting.results for hand in result.question.hands]
    house, level = practice.house, level_for(practice)
    is_dealt = not miscounted and dice.chance(DEALT)
    return score.ScoreQuestion(house, next_layout(practice.diagnosis, house, level, dice, asked, dealt=is_dealt))


def _ranks(question: Question) -> tuple[str, ...]:
    """The ranks of the visible cards: other suits hardly make another question."""
    return tuple(card.rank.value for hand in question.hands for card in hand.layout.cards())


def _new(
    practice: Practice, sitting: Sitting, kinds: Iterable[Kind], dice: Dice, rule: str | None = None
) -> Iterator[Question]:
    """Yield a question of each kind that this run has not had; after all tries, a repeated one."""
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
