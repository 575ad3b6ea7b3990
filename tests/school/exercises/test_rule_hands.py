"""The hand of each rule: a player who gets the rule wrong gets this hand wrong."""

import pytest

from scorekeeper import houses
from scorekeeper.school.diagnosis.beliefs import singles
from scorekeeper.school.exercises.rule_hands import ABOUT, rule_hands
from scorekeeper.school.practice.mastery import foreign_rules, rules_of, rules_of_holes


@pytest.mark.parametrize("key", ["penalty", "worksheet", "four-card", "vanishing-columns"])
def test_each_rule_of_scoring_has_a_hand_that_a_misread_of_it_gets_wrong(key: str) -> None:
    house = houses.get(key)
    hands = rule_hands(house)
    scored = {rule.key for rule in rules_of(house)} - foreign_rules(house) - rules_of_holes(house)
    for rule in scored - {"hidden-cards"}:
        worked = hands[rule]
        wrong = [belief.total(worked.layout) for belief in singles(house) if belief.misreads[0].rule == rule]
        assert any(total not in (None, worked.total) for total in wrong), rule
        if rule in ABOUT:
            assert any(card.rank.value in ABOUT[rule] for card in worked.layout.cards())
