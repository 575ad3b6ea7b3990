"""For each rule of scoring, a hand that shows it: a player who gets the rule wrong gets this hand wrong."""

from collections.abc import Iterator, Mapping

from scorekeeper.houses.sheet.worked_examples import examples
from scorekeeper.rules import BadLayout, House, Layout, Score, score
from scorekeeper.school.diagnosis.beliefs import believers, singles
from scorekeeper.school.diagnosis.misreads import by_house
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.laying import as_left, cards_leave, laid
from scorekeeper.school.exercises.levels import HIGHEST, levels_of, scaled_to_cost

LAID, MORE = 12, 6
"""Hands to lay for each level of the house, beside the examples of its rule sheet, and how many times as many at the
highest where cards leave."""

ABOUT = {"value-a": "A", "value-2": "2", "value-j-q": "JQ", "value-k": "K", "value-joker": "*"}
"""The cards that belong in the hand of a rule, where only some do."""


@by_house
def rule_hands(house: House) -> Mapping[str, Score]:
    """The hand for each rule that has one, by the rule's key. Rules of the whole hole have none.

    Of the hands that a misread of the rule gets wrong, it has the rule's own cards if it can, and misreads of the
    fewest other rules get it wrong.
    """
    beliefs = singles(house)
    rules = [belief.misreads[0].rule for belief in beliefs]
    best: dict[str, tuple[tuple[bool, int], Layout]] = {}
    for layout in dict.fromkeys(_layouts(house)):
        try:
            knows = score(layout, house).total
        except BadLayout:
            continue
        totals = believers(beliefs).totals(layout)
        shown = {rule for rule, total in zip(rules, totals, strict=True) if total not in (None, knows)}
        ranks = {card.rank.value for card in layout.cards()}
        for rule in shown:
            fit = ranks.isdisjoint(ABOUT.get(rule, ranks)), len(shown)
            if rule not in best or fit < best[rule][0]:
                best[rule] = fit, layout
    return {rule: score(layout, house) for rule, (_, layout) in best.items()}


def _layouts(house: House) -> Iterator[Layout]:
    yield from (as_left(example.score.layout, house) for example in examples(house))
    dice = Dice("hands that show rules")
    for level in levels_of(house):
        # Where matching cards leave, only one that was face down shows that they cancel.
        times = MORE if cards_leave(house) and level.number == HIGHEST else 1
        yield from (laid(house, level.number, dice) for _ in range(times * scaled_to_cost(LAID, house)))
