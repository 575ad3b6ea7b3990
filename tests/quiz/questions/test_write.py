"""Laying a layout of a given total: any that counts it is right, as long as the decks hold its cards."""

from __future__ import annotations

import pytest

from scorekeeper import houses
from scorekeeper.quiz import Dice
from scorekeeper.quiz.demands import demand
from scorekeeper.quiz.question import AnswersRefused
from scorekeeper.quiz.questions import UnknownQuestion, from_data, write
from scorekeeper.quiz.questions import score as scoring
from scorekeeper.quiz.questions.write import WriteQuestion
from scorekeeper.rules import parse_layout


def question(house: str, example: str, rule: str = "") -> WriteQuestion:
    asked = from_data(houses.get(house), {"kind": "write", "example": example, "rule": rule})
    assert isinstance(asked, WriteQuestion)
    return asked


# House, a layout, and what is said to it where 19 points were asked for.
LAID = [
    # Not the one that the total comes from, and as good: 10 + 9, and two pairs.
    (
        *("9 K K / 10 K K", True),
        "Right: it counts 19: 9 + 10 = 19; two kings: the column is 0; two kings: the column is 0.",
    ),
    ("9 8 K / 3 7 K", False, "It counts 27: 9 + 3 = 12; 8 + 7 = 15; two kings: the column is 0."),
    # Where twos were 2, it would be 19.
    (
        *("2 8 K / 3 6 K", False),
        (
            "It counts 15: two −2 + 3 = 1; 8 + 6 = 14; two kings: the column is 0. "
            "If a two counts 2 (so it is by the rules of RVers), you get 19. Here: two −2 + 3 = 1."
        ),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("layout", "right", "text"), LAID)
def test_what_was_laid_is_counted_by_its_lines(layout: str, right: bool, text: str) -> None:
    asked = question("worksheet", "J 2 J / 2 2 A")  # 8 + 0 + 11
    assert asked.prompt == "Lay a layout that counts exactly 19."
    verdict = asked.judge(asked.read({"cards": layout}))
    assert (verdict.right, verdict.text) == (right, text)


def test_the_misread_that_makes_it_the_total_is_named_and_tells_of_the_learner() -> None:
    asked = question("worksheet", "J 2 J / 2 2 A")
    answer = asked.read({"cards": "2 8 K / 3 6 K"})
    verdict = asked.judge(answer)
    assert (verdict.misreads, verdict.rule) == (("V1",), "value-2")
    assert asked.counted_as(answer) == (parse_layout("2 8 K / 3 6 K"), 19)


def test_a_layout_that_is_right_by_an_open_reading_is_no_mistake() -> None:
    """Two jokers of minus 3 are 0 as a pair, or minus 6 in all: the sheet leaves that open."""
    asked = question("penalty", "5 A K / K A 2")  # 5 + 0 + 2
    verdict = asked.judge(asked.read({"cards": "* 5 6 / * 5 7"}))
    assert not verdict.right
    assert verdict.misreads == ()
    assert "7 is right where the table answers “" in verdict.text


# House, cards that its decks do not hold or that are not laid open, and the reason.
REFUSED = [
    ("worksheet", "K K K / K K 5", "five kings cannot lie there: the decks hold four"),
    ("worksheet", "5H 5H K / 3 4 6", "the five of hearts cannot lie there two times: the decks hold one"),
    # Two decks from four players on.
    ("nine-card", "K K K / K K K / K K K", "nine kings cannot lie there: the decks hold eight"),
    ("penalty", "* * * / 3 4 6", "three jokers cannot lie there: the decks hold two"),
    ("worksheet", "5 [Q] K / 3 4 6", "lay every card face up"),
    ("worksheet", "5 Q K / 3 4", "row 2 has 2 cards, 1 missing"),
    ("worksheet", "* Q K / 3 4 6", "row 1, column 1: Worksheet has no value for a joker"),
    ("worksheet", " ", "lay the cards"),
]


@pytest.mark.parametrize(("house", "layout", "reason"), REFUSED)
def test_cards_that_cannot_lie_there_are_no_try(house: str, layout: str, reason: str) -> None:
    rules = houses.get(house)
    asked = write.ask(rules, 2, Dice(house))
    assert asked is not None
    with pytest.raises(AnswersRefused) as refused:
        asked.read({"cards": layout})
    assert refused.value.reasons == {"cards": reason}


def test_a_demanded_rule_has_to_matter() -> None:
    """19 with a pair of twos among it, which would be -4 if twos kept their values."""
    asked = question("worksheet", "J 2 J / 2 2 A", "negative-pairs")
    assert asked.rules == {"negative-pairs"}
    assert asked.told[1] == "Let two twos cancel each other."
    assert asked.judge(asked.read({"cards": "9 2 K / 10 2 K"})).right
    verdict = asked.judge(asked.read({"cards": "9 K K / 10 K K"}))
    assert not verdict.right
    assert verdict.rule == "negative-pairs"
    assert verdict.text.endswith("That was not all that was asked for. Let two twos cancel each other.")


# House, what to lay, a layout that does it, and one that does not.
DEMANDS = [
    ("worksheet", "value-a", "Use at least one ace that does not cancel.", "A 5 6 / 7 8 9", "A 5 6 / A 8 9"),
    ("four-card", "value-a", "Use at least one ace.", "A 5 / 6 7", "3 5 / 6 7"),
    ("penalty", "value-j-q", "Use at least one jack or queen that does not cancel.", "J 5 6 / 7 8 9", "J 5 6 / J 8 9"),
    (
        *("spade-queen", "single-cards", "Use the queen of spades, and let no other card cancel it."),
        *("QS 5H 6H / 7H 8H 9H", "QD 5H 6H / 7H 8H 9H"),
    ),
    (
        *("worksheet", "cancelling", "Let two equal cards cancel that are not worth 0."),
        *("5 6 7 / 5 8 9", "K 6 7 / K 8 9"),
    ),
    (
        *("four-card", "cancelling", "Lay two equal cards in one column, but none that are worth 0."),
        *("5 6 / 5 7", "K 6 / K 7"),
    ),
    (
        *("worksheet", "where", "Lay two equal cards that are not worth 0 where they do not cancel each other."),
        *("5 6 7 / 8 9 5", "5 6 7 / 8 9 10"),
    ),
    (
        *("turtle", "where"),
        "Lay three equal cards that are not worth 0: two of them cancel, and the third does not.",
        *("5 5 / 5 7", "5 5 / 6 7"),
    ),
    (
        *("worksheet", "equal", "Lay a king and one other card that is not worth 0 in one column."),
        *("K 5 6 / 7 8 9", "K 5 6 / K 8 9"),
    ),
    (
        *("vanishing-rows", "equal", "Lay a king and two equal other cards that are not worth 0 in one row."),
        *("K 5 5 / 2 3 4 / 6 7 8", "K 5 6 / 2 3 4 / 9 7 8"),
    ),
    ("rvers", "pair-of-jokers", "Lay two jokers in one column.", "* 5 6 / * 8 9", "* * 6 / 5 8 9"),
    (
        *("penalty", "four-of-a-kind", "Lay four of a kind that earn their points."),
        *("5 5 6 / 5 5 9", "5 6 7 / 5 8 9"),
    ),
    (
        *("worksheet", "four-of-a-kind", "Lay two columns of equal cards, all four of one rank."),
        *("5 5 6 / 5 5 9", "5 6 7 / 5 8 9"),
    ),
]


@pytest.mark.parametrize(("house", "rule", "sentence", "follows", "fails"), DEMANDS)
def test_what_is_demanded_is_said_as_something_to_lay(
    house: str, rule: str, sentence: str, follows: str, fails: str
) -> None:
    rules = houses.get(house)
    asked = question(house, follows, rule)
    assert asked.told[1] == sentence
    assert asked.judge(asked.solution).right
    assert rule not in scoring.rules_shown(rules, parse_layout(fails, rules))


@pytest.mark.parametrize("key", [house.key for house in houses.built_in()])
def test_every_rule_that_is_demanded_has_its_sentence(key: str) -> None:
    assert all(demand(rule, houses.get(key)) for rule in write.about(houses.get(key)))


def test_no_program_marks_it_and_no_paper_has_it() -> None:
    assert question("worksheet", "J 2 J / 2 2 A").items() == ()


@pytest.mark.parametrize(
    ("example", "rule"),
    [("J 2 J / 2 2 A", "four-of-a-kind"), ("K K K / K K 5", ""), ("J [2] J / 2 2 A", ""), ("9 8 7 / 6 5 4", "equal")],
)
def test_no_question_that_its_own_example_does_not_answer(example: str, rule: str) -> None:
    with pytest.raises(UnknownQuestion):
        question("worksheet", example, rule)


@pytest.mark.parametrize("house", [house.key for house in houses.built_in()])
def test_every_total_that_is_asked_for_can_be_reached(house: str) -> None:
    rules = houses.get(house)
    for level in (1, 4, 7):
        asked = write.ask(rules, level, Dice(f"{house} {level}"))
        assert asked is not None
        assert asked.judge(asked.read({"cards": str(asked.example)})).right


@pytest.mark.parametrize("key", ["worksheet", "penalty", "four-card", "nine-card", "turtle"])
def test_every_rule_that_it_names_it_can_ask_about(key: str) -> None:
    rules = houses.get(key)
    for rule in write.about(rules):
        asked = write.ask(rules, 7, Dice(f"{key} {rule}"), rule)
        assert asked is not None
        assert asked.rules == {rule}
