"""What a wrong number means, said about the task."""

import re
from collections.abc import Iterator
from itertools import product
from statistics import median

import pytest

from scorekeeper import houses
from scorekeeper.rules import House, parse_layout
from scorekeeper.school.diagnosis.explaining import Meaning, Wrong, explain, if_so, wrong_answers
from scorekeeper.school.diagnosis.misreads import LONGEST
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.levels import HIGHEST
from scorekeeper.school.exercises.questions import kinds_for
from tests.school.classes_at_work import likely

# What an answer means, the sentences about it, and the beliefs that lead to it.
MEANT = [
    ("worksheet", "J 2 J / 2 2 A", 19, Meaning.RIGHT, "Right.", [""]),
    ("worksheet", "5 2 K / 8 7 K", 22, Meaning.MISREAD,
     "If a two is worth 2, you get 22. Here: two −2 + 7 = 5.", ["V1"]),
    ("worksheet", "9 8 4 / 6 10 7", 33, Meaning.MISREAD,
     "If the last column is left out, you get 33. Here: 4 + 7 = 11.", ["A2"]),
    ("worksheet", "2 K 2 / 2 3 2", -7, Meaning.MISREAD,
     "If four of a kind is worth −10, you get −7. Here, four of a kind earns nothing extra.", ["F6"]),
    ("penalty", "2 9 A / 2 9 3", -6, Meaning.MISREAD, ("If two different pairs are worth −10, you get −6. Here, "
     "four cards of the same rank that fill two columns earn −10."), ["F7"]),
    ("worksheet", "J 2 J / 2 2 A", 15, Meaning.SEVERAL,
     "If matching cards don’t cancel or if a pair of twos is worth −4, you get 15.", ["P1", "P2"]),
    ("worksheet", "2 K 2 / 2 3 2", -1, Meaning.SEVERAL, "If only the first pair cancels, you get −1.", ["P20", "P7"]),
    ("worksheet", "A Q 2 / K 10 A", 22, Meaning.SEVERAL, "If a jack is worth 11 and a queen 12, you get 22.",
     ["V5", "A1"]),
    ("worksheet", "3 5 2 / 10 8 2", 22, Meaning.SEVERAL, "There’s more than one way to get 22.", ["P1", "P2", "P4"]),
    ("worksheet", "9 8 4 / 6 10 7", 99, Meaning.UNEXPLAINED, "", []),
    ("worksheet", "9 8 4 / 6 10 7", 34, Meaning.SLIP,
     "It’s off by ten. Add again: 15 + 18 + 11.", []),
    ("worksheet", "9 8 4 / 6 10 7", 54, Meaning.SLIP,
     "It’s off by ten. Add again: 15 + 18 + 11.", []),
    ("worksheet", "9 8 4 / 6 10 7", 43, Meaning.SLIP,
     "Nearly. Add again: 15 + 18 + 11.", []),
    ("worksheet", "3 5 2 / 10 8 2", 27, Meaning.SLIP,
     "Nearly. Add again: 13 + 13 + 0.", []),
    ("worksheet", "5 2 K / 8 7 K", 81, Meaning.SLIP, "Check the order of the digits. Add again: 13 + 5 + 0.", []),
    ("worksheet", "A Q 2 / K 10 A", -20, Meaning.SLIP,
     "Check whether it’s above or below 0. Add again: 1 + 20 + (−1).", []),
    ("penalty", "* 5 6 / * 5 7", 7, Meaning.READING, ("7 is right if you answer “What are two jokers in a column "
     "worth?” with “each joker keeps its own value.” Here it’s 13."), ["P13"]),
]  # fmt: skip


@pytest.mark.parametrize(("house", "layout", "answer", "meaning", "text", "keys"), MEANT)
def test_what_an_answer_means(
    house: str, layout: str, answer: int, meaning: Meaning, text: str, keys: list[str]
) -> None:
    rules = houses.get(house)
    found = explain(rules, parse_layout(layout, rules), answer)
    assert (found.meaning, found.text, [belief.key for belief in found.beliefs]) == (meaning, text, keys)


def test_a_teacher_reads_two_of_many_causes() -> None:
    rules = houses.get("worksheet")
    found = explain(rules, parse_layout("3 5 2 / 10 8 2", rules), 22, for_teacher=True)
    assert found.text == (
        "If matching cards don’t cancel or if a pair of twos is worth −4, you get 22. There are other ways too."
    )
    assert [belief.key for belief in found.beliefs] == ["P1", "P2", "P4"]
    both = explain(rules, parse_layout("J 2 J / 2 2 A", rules), 15, for_teacher=True)
    assert both.text == "If matching cards don’t cancel or if a pair of twos is worth −4, you get 15."


def test_every_wrong_answer_of_single_misreads_lowest_first() -> None:
    rules = houses.get("penalty")
    found = wrong_answers(rules, parse_layout("* 5 6 / * 5 7", rules))
    assert [(one.answer, one.misreads) for one in found] == [
        (0, ("A2",)),
        (3, ("F7",)),
        (7, ()),  # a reading is no mistake
        (9, ("P17",)),
        (10, ()),
        (15, ("P7",)),
        (17, ("P1", "P4")),
        (23, ("P20",)),
    ]
    assert [one.text for one in found if one.answer in (10, 15, 17)] == [
        "10 is right if you answer “What are two jokers in a column worth?” with “−3 for the column.” Here it’s 13.",
        "If a pair is scored as one card, you get 15. Here: two jokers, so the column is 0.",
        "If matching cards don’t cancel or if they cancel in rows instead of columns, you get 17.",
    ]


LONG = "matching cards cancel in rows instead of columns, and a pair of twos is worth nothing at all"


@pytest.mark.parametrize(
    ("doing", "here", "text"),
    [
        (["a king is worth 13"], "", "If a king is worth 13, you get 21."),
        (["a king is worth 13"], "Here: king 0", "If a king is worth 13, you get 21. Here: king 0."),
        (["a king is worth 13", "a pair is 0"], "Here: king 0", "If a king is worth 13 or if a pair is 0, you get 21."),
        ([LONG, "a pair is 0"], "", f"If {LONG}, you get 21."),
        ([LONG], "Here: " + "5 + " * 10 + "5 = 55", f"If {LONG}, you get 21."),
        (["matching cards cancel in rows", "matching cards don’t cancel"], "",
         "If matching cards cancel in rows or if they don’t cancel, you get 21."),
        (["a king cancels its column", "matching cards don’t cancel"], "",
         "If a king cancels its column or if matching cards don’t cancel, you get 21."),
        (["matching cards cancel in rows", "a king is worth 13"], "",
         "If matching cards cancel in rows or if a king is worth 13, you get 21."),
    ],
    ids=["one cause", "a cause and the line", "two causes and no line", "a long cause alone", "no room for the line",
         "two about matching cards", "matching cards second", "matching cards first"],
)  # fmt: skip
def test_how_causes_are_put(doing: list[str], here: str, text: str) -> None:
    assert if_so(doing, "you get 21", here) == text


def test_what_was_likely_before_decides_among_several() -> None:
    rules = houses.get("worksheet")
    before = likely(rules, ("2 7 7 / 2 7 3", 6))
    found = explain(rules, parse_layout("J 2 J / 2 2 A", rules), 15, before)
    assert found.meaning is Meaning.MISREAD
    assert [belief.key for belief in found.beliefs] == ["P2"]


def test_two_misreads_are_named_once_answers_before_point_to_them() -> None:
    """At first they lead to almost any number: a slip would be told as two mistakes."""
    rules = houses.get("worksheet")
    layout = parse_layout("2 K 5 / 7 6 9", rules)  # -2 + 7 + 0 + 6 + 5 + 9
    assert explain(rules, layout, 39).meaning is Meaning.UNEXPLAINED
    before = likely(rules, ("2 3 5 / 4 6 9", 29), ("K 3 5 / 4 6 9", 37))
    found = explain(rules, layout, 39, before)
    assert [belief.key for belief in found.beliefs] == ["V1+V3"]


def test_two_misreads_are_named_where_answers_point_to_them_and_hardly_to_the_single_one() -> None:
    rules = houses.get("worksheet")
    before = likely(rules, ("2 3 5 / 4 6 9", 29), ("A 3 5 / 4 6 9", 38), ("2 A 5 / 4 6 9", 37), ("A 2 3 / 7 8 4", 35))
    layout = parse_layout("3 2 J / 4 A J", rules)
    alone = explain(rules, layout, 20)
    assert [belief.key for belief in explain(rules, layout, 20, before).beliefs] == ["V1+V6"]
    assert "V1+V6" not in {belief.key for belief in alone.beliefs}


def test_a_reading_beside_a_mistake_is_no_mistake() -> None:
    rules = houses.get("penalty")
    before = likely(rules, ("A 4 8 / 3 9 Q", 45), ("A 9 8 / 3 6 Q", 47), ("* 5 6 / * 5 7", 7))
    found = explain(rules, parse_layout("* 3 A / * 2 8", rules), 18, before)
    assert [belief.mistaken for belief in found.beliefs] == ["V6"]


CHOSEN = {"nine-card": {"lines": "all", "square": "minus-twenty-five"}}


# What is told after "Here:" is what the misread is about, wherever the cards of it lie.
@pytest.mark.parametrize(
    ("house", "layout", "answer", "told"),
    [
        ("four-cancelling", "[AS] 8C / 8S 5D", 22, "two eights"),
        ("turtle", "AS QD / QC QS", 13, "ace −1"),
        ("nine-card", "2 2 2 / 2 5 7 / 2 9 10", 6, "four cards of the same rank in a two-by-two square earn −25"),
        ("penalty", "K K 7 / K K 10", 27, "four kings in two columns, so −10"),
        ("worksheet", "7 7 9 / 4 8 9", 44, "two nines, so the column is 0"),
    ],
)
def test_what_is_right_here_is_what_the_misread_is_about(house: str, layout: str, answer: int, told: str) -> None:
    rules = houses.with_readings(houses.get(house), CHOSEN.get(house, {}))
    (wrong,) = [one for one in wrong_answers(rules, parse_layout(layout, rules)) if one.answer == answer]
    assert told in re.split("Here[:,] ", wrong.text)[1]


# Two misreads at once: the line that one of them gets wrong, or else the first line of the hand.
@pytest.mark.parametrize(
    ("before", "layout", "answer", "key", "here"),
    [
        ([("2 3 5 / 4 6 9", 15), ("A 2 3 / 7 9 4", 23), ("5 3 2 / 4 6 9", 18)], "2 K 5 / 7 6 9", 15, "V1+A2",
         "two −2 + 7 = 5"),
        ([("2 3 5 / 4 6 9", 29), ("2 3 3 / 4 3 3", -4), ("3 3 2 / 3 3 9", 1)], "8 3 3 / 10 3 3", 8, "V1+F6",
         "8 + 10 = 18"),
    ],
    ids=["a two in the first column", "no line is wrong"],
)  # fmt: skip
def test_what_is_right_here_of_two_misreads(
    before: list[tuple[str, int]], layout: str, answer: int, key: str, here: str
) -> None:
    rules = houses.get("worksheet")
    found = explain(rules, parse_layout(layout, rules), answer, likely(rules, *before))
    assert [belief.key for belief in found.beliefs] == [key]
    assert found.text.endswith(f" Here: {here}.")


def test_a_comma_parts_two_causes_if_one_has_an_and() -> None:
    court, joker = "a jack is worth 11 and a queen 12", "a joker is worth 0"
    assert if_so([court, joker], "you get 21") == f"If {court}, or if {joker}, you get 21."
    assert if_so(["a king is worth 13", joker], "you get 21") == f"If a king is worth 13 or if {joker}, you get 21."


@pytest.mark.long
def test_what_is_said_to_wrong_answers_is_short_enough_for_readers_of_twelve() -> None:
    said = [wrong.text for house in houses.groups()[0].houses for wrong in _wrong_ones(house)]
    words = [sum(any(letter.isalnum() for letter in word) for word in text.split()) for text in said]
    assert len(said) > 1_000
    assert max(words) <= LONGEST
    assert median(words) <= 15
    assert max(text.count(" if ") + text.startswith("If ") for text in said) <= 2
    assert not any("Sheet 0" in text for text in said)


def _wrong_ones(house: House) -> Iterator[Wrong]:
    """Every wrong answer that an item names, of four questions of each kind."""
    for kind, number in product(kinds_for(house), range(4)):
        question = kind.ask(house, HIGHEST, Dice(f"{number}"), None)
        for item in question.items() if question is not None else ():
            yield from item.wrong
