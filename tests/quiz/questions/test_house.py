"""Which house is it? The houses disagree about the layout, and a wrong one is told what it counts, and why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper import houses
from scorekeeper.quiz import Dice
from scorekeeper.quiz.questions import UnknownQuestion, from_data, house
from scorekeeper.quiz.questions.house import HouseQuestion


def question(own: str, layout: str, among: list[str], meant: str) -> HouseQuestion:
    asked = from_data(houses.get(own), {"kind": "house", "layout": layout, "houses": among, "meant": meant})
    assert isinstance(asked, HouseQuestion)
    return asked


# Layout, and what each house counts for it.
TOTALS = [
    # A two of -2 or 2, an ace of 1 or -2, a jack of 10 or 11.
    ("A J 2 / 8 7 K", {"worksheet": 24, "five-a-rival": 29, "spade-queen": 25}),
    # Two jokers one above the other: -5 in all, nothing, or -4.
    ("7 * 10 / A * K", {"costly-jokers": 13, "penalty": 18, "two-joker": 14}),
    # Two sixes cancel across, or do not; kings and queens of 2.
    ("K 6 / 6 Q", {"four-turns": 10, "four-card": 22, "turtle": 4}),
]


@pytest.mark.parametrize(("layout", "totals"), TOTALS)
def test_each_house_counts_its_own_total(layout: str, totals: dict[str, int]) -> None:
    for meant, total in totals.items():
        asked = question(meant, layout, list(totals), meant)
        assert {key: worked.total for key, worked in asked.scores.items()} == totals
        assert asked.prompt == f"By the rules of which house does this layout count {total}?"
        assert [key for key in totals if asked.judge({"house": key}).right] == [meant]


def test_what_the_houses_disagree_about_is_told_and_nothing_else() -> None:
    assert question("worksheet", *("A J 2 / 8 7 K", list(TOTALS[0][1]), "worksheet")).told == (
        "Worksheet: ace 1, two −2, jack 10.",
        "Five a rival: ace 1, two 2, jack 11.",
        "Spade queen: ace −2, two 2, jack 10.",
    )
    told = question("four-card", *("K 6 / 6 Q", list(TOTALS[2][1]), "four-card")).told
    assert told[1] == (
        "Four-card: queen 10, king 0. Every card counts. Equal cards do not cancel each other, wherever they lie."
    )


def test_cards_that_count_something_where_others_cancel_are_not_said_to_cancel() -> None:
    """Where two jokers keep their values, or count -5, they do not cancel, whatever stands one above the other."""
    assert question("two-joker", *("7 * 10 / A * K", list(TOTALS[1][1]), "two-joker")).told == (
        "Costly jokers: joker 15, two jokers in a column −5.",
        "Penalty: joker −3.",
        "Two jokers: joker −2, two jokers in a column −4.",
    )


def test_a_wrong_house_is_told_what_it_counts_and_why() -> None:
    asked = question("four-card", "K 6 / 6 Q", ["four-card", "four-turns", "turtle"], "four-card")
    verdict = asked.judge({"house": "turtle"})
    assert not verdict.right
    assert verdict.text == "By the rules of Turtle it counts 4: king 2; two sixes cancel each other: 0; queen 2."


def test_the_misread_that_makes_another_house_of_ones_own_is_named() -> None:
    asked = question("worksheet", "J 2 K / 8 7 3", ["worksheet", "five-a-rival", "rvers"], "rvers")
    verdict = asked.judge({"house": "worksheet"})
    assert (verdict.misreads, verdict.rule) == (("V1",), "value-2")
    assert verdict.text == (
        "By the rules of Worksheet it counts 26: jack 10 + 8 = 18; two −2 + 7 = 5; king 0 + 3 = 3. "
        "30 comes out if a two counts 2."
    )


def test_a_right_answer_says_nothing_about_what_was_told() -> None:
    """That an ace is 1 stands beside the question; that a king is 0 does not, for all three agree."""
    asked = question("worksheet", "A J 2 / 8 7 K", list(TOTALS[0][1]), "worksheet")
    assert "value-k" in asked.rules
    assert not {"value-a", "value-2"} & asked.rules


# No question: houses that agree, a house of another grid, the house itself left out, a house that is not there.
@pytest.mark.parametrize(
    ("among", "meant"),
    [
        (["worksheet", "six-card", "spade-queen"], "worksheet"),
        (["worksheet", "four-card", "spade-queen"], "worksheet"),
        (["worksheet", "five-a-rival", "spade-queen"], "rvers"),
        (["worksheet", "no-such-house", "spade-queen"], "worksheet"),
        (["worksheet"], "worksheet"),
    ],
)
def test_no_question_where_houses_agree_or_do_not_fit(among: list[str], meant: str) -> None:
    with pytest.raises(UnknownQuestion):
        question("worksheet", "A J 2 / 8 7 K", among, meant)


@pytest.mark.parametrize("key", ["eight-card", "ten-card", "nine-card", "vanishing-columns"])
def test_no_question_where_too_few_houses_have_the_grid(key: str) -> None:
    rules = houses.get(key)
    assert house.about(rules) == frozenset()
    assert house.ask(rules, 7, Dice(key)) is None


def test_a_house_of_ones_own_is_one_to_choose() -> None:
    own = replace(houses.get("worksheet"), key="ours", name="Ours", options=(), examples=())
    asked = house.ask(own, 4, Dice("ours"))
    assert asked is not None
    assert "Ours" in {choice.name for choice in asked.among}
    assert from_data(own, {"kind": "house", **asked.facts()}) == asked


@pytest.mark.parametrize("key", ["worksheet", "penalty", "four-card", "turtle", "spade-queen"])
def test_every_rule_that_it_names_it_can_ask_about(key: str) -> None:
    rules = houses.get(key)
    for rule in house.about(rules):
        asked = house.ask(rules, 7, Dice(f"{key} {rule}"), rule)
        assert asked is not None
        assert rule in asked.rules
