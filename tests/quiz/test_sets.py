"""Sets for paper: every sheet tells the misreads, neighbours have other answers, and codes are read as people type."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter, defaultdict

import pytest

from scorekeeper import houses
from scorekeeper.quiz import beliefs, level_of
from scorekeeper.quiz.levels import levels_of
from scorekeeper.quiz.question import Question
from scorekeeper.quiz.questions import KINDS, to_data
from scorekeeper.quiz.questions.score import ScoreQuestion
from scorekeeper.quiz.set_codes import SIGNS, BadCode, letter_of, read_code
from scorekeeper.quiz.sets import (
    MOST_QUESTIONS,
    MOST_VARIANTS,
    SCORE,
    BadSet,
    QuestionSet,
    Sheet,
    make_set,
    sheets_of_facts,
    to_facts,
)
from scorekeeper.rules import House, Layout, Line

WORKSHEET = houses.get("worksheet")
CODE = "7K2Q-M4XP"
each_house = pytest.mark.parametrize(
    "house",
    # The houses of the sheets at every commit, the others every night.
    [pytest.param(h, marks=() if h.source.sheet else pytest.mark.nightly, id=h.key) for h in houses.built_in()],
)


def layouts(sheet: Sheet) -> list[Layout]:
    return [question.layout for question in sheet.questions if isinstance(question, ScoreQuestion)]


def alike(house: House, shown: list[Layout]) -> int:
    """How many two single misreads give the same answers to all these layouts."""
    single = [belief for belief in beliefs(house) if len(belief.misreads) < 2]
    found = Counter(tuple(belief.total(layout) for layout in shown) for belief in single)
    return sum(count * (count - 1) // 2 for count in found.values())


@each_house
def test_each_sheet_of_five_tells_every_misread_from_every_other_and_neighbours_differ(house: House) -> None:
    made = make_set(house, 7, 5, 3, code=CODE)
    assert [sheet.variant for sheet in made.sheets] == ["A1", "A2", "A3"]
    for sheet in made.sheets:
        assert len(sheet.questions) == 5
        assert alike(house, layouts(sheet)) == 0
        assert made.own_total(sheet) not in {question.solution["points"] for question in sheet.questions}
    for one, other in zip(made.sheets, made.sheets[1:], strict=False):
        assert not set(layouts(one)) & set(layouts(other))
        for here, there in zip(one.questions, other.questions, strict=True):
            assert here.solution != there.solution


def test_a_sheet_of_the_worksheet_has_a_pair_of_twos() -> None:
    for sheet in make_set(WORKSHEET, 7, 5, 6, code=CODE).sheets:
        pairs = [line for question in sheet.questions for line in _lines(question) if line.rule == "pair"]
        assert any(line.text.startswith("two twos") for line in pairs), [line.text for line in pairs]


def _lines(question: Question) -> tuple[Line, ...]:
    assert isinstance(question, ScoreQuestion)
    return question.score.lines


@pytest.mark.parametrize("key", ["worksheet", pytest.param("two-joker", marks=pytest.mark.nightly), "four-card"])
def test_no_layout_is_above_the_level_and_the_easiest_comes_first(key: str) -> None:
    house = houses.get(key)
    for level in levels_of(house)[::3]:
        made = make_set(house, level.number, 8, 2, code=CODE)
        assert made.level == level.number
        for sheet in made.sheets:
            found = [level_of(layout, house) for layout in layouts(sheet)]
            assert max(found) <= level.number
            # The others begin with another one, where the easiest would have the answer of a neighbour.
            assert found == sorted(found) or sheet.variant != "A1"


def test_the_largest_set_has_no_layout_twice() -> None:
    made = make_set(WORKSHEET, 7, MOST_QUESTIONS, MOST_VARIANTS, code=CODE)
    every = [layout for sheet in made.sheets for layout in layouts(sheet)]
    assert len(every) == len(set(every)) == 180
    assert [letter for letter, _ in made.sheets[0].lettered][-4:] == ["AA", "AB", "AC", "AD"]


def test_kinds_share_a_sheet_and_come_one_after_the_other() -> None:
    kinds = [kind.key for kind in KINDS]
    assert {"score", "columns"} <= set(kinds)
    made = make_set(WORKSHEET, 7, 2 * len(kinds) + 1, 1, kinds, CODE)
    for sheet in made.sheets:
        asked = [question.kind for question in sheet.questions]
        assert asked == [*kinds[:1] * 3, *(kind for kind in kinds[1:] for _ in range(2))]
        assert all(question.items() for question in sheet.questions)
        assert len({json.dumps(question.facts()) for question in sheet.questions}) == len(asked)


def test_every_kind_has_items_with_one_answer() -> None:
    for kind in KINDS:
        house = next(house for house in houses.built_in() if kind.about(house))
        (sheet,) = make_set(house, 7, 2, 1, [kind.key], CODE).sheets
        for _, item in sheet.items:
            assert not item.choices or item.choices.count(str(item.answer)) == 1
            assert item.answer not in {wrong.answer for wrong in item.wrong}


def test_no_sheet_asks_the_same_twice() -> None:
    made = make_set(WORKSHEET, 7, 12, 2, [SCORE, "turn"], CODE)
    for sheet in made.sheets:
        asked = [json.dumps(to_data(question)) for question in sheet.questions]
        assert len(set(asked)) == len(asked) == 12


@each_house
def test_answers_of_a_sheet_differ_where_there_are_enough_of_them(house: House) -> None:
    for sheet in make_set(house, 7, 8, 3, code=CODE).sheets:
        totals = [question.solution["points"] for question in sheet.questions]
        assert len(set(totals)) >= 7, totals


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("worksheet", "Cards face down"),
        ("two-joker", "Jokers and cards face down"),
        ("penalty", "Jokers, four of a kind and cards face down"),
        ("extras", "Jokers, bonuses and cards face down"),
    ],
)
def test_the_highest_level_is_called_by_what_the_house_has(key: str, name: str) -> None:
    highest = levels_of(houses.get(key))[-1]
    assert (highest.number, highest.name) == (7, name)
    assert highest.adds.lower() == name.lower()


@pytest.mark.parametrize(
    ("size", "variants", "kinds", "wrong"),
    [
        (0, 1, [SCORE], {"size"}),
        (31, 1, [SCORE], {"size"}),
        (5, 0, [SCORE], {"variants"}),
        (5, 7, [SCORE], {"variants"}),
        (5, 1, [], {"kinds"}),
        (5, 1, ["juggling"], {"kinds"}),
        (1, 1, [SCORE, "columns"], {"size"}),
        (99, 99, [], {"size", "variants", "kinds"}),
    ],
)
def test_what_cannot_be_made_is_said_at_once(size: int, variants: int, kinds: list[str], wrong: set[str]) -> None:
    with pytest.raises(BadSet) as found:
        make_set(WORKSHEET, 7, size, variants, kinds, CODE)
    assert set(found.value.reasons) == wrong


def test_a_level_that_the_house_lacks_is_the_one_below() -> None:
    assert make_set(houses.get("four-card"), 6, 5, 1, code=CODE).level == 2


# --- the same for ever ------------------------------------------------------------------------------------------------


def as_json(made: QuestionSet) -> str:
    return json.dumps(to_facts(made), sort_keys=True)


def test_facts_give_the_same_sheets_again() -> None:
    kinds = [kind.key for kind in KINDS]
    made = make_set(WORKSHEET, 7, len(kinds), 1, kinds, CODE)
    again = sheets_of_facts(WORKSHEET, json.loads(as_json(made)))
    assert again == made.sheets
    assert [sheet.items for sheet in again] == [sheet.items for sheet in made.sheets]


MAKE = """
import json
from scorekeeper import houses
from scorekeeper.quiz.sets import make_set, to_facts
print(json.dumps(to_facts(make_set(houses.get("worksheet"), 7, 6, 2, ["score"], "7K2Q-M4XP")), sort_keys=True))
"""


def test_the_same_code_makes_the_same_set_in_every_process() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", MAKE],
            capture_output=True, encoding="utf-8", check=True, env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
        ).stdout.strip()
        for seed in ("1", "271828")
    ]  # fmt: skip
    assert set(told) == {as_json(make_set(WORKSHEET, 7, 6, 2, code=CODE))}
    assert as_json(make_set(WORKSHEET, 7, 6, 2, code="7K2Q-M4XQ")) not in told


# --- codes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("7K2Q-M4XP", "7K2Q-M4XP"),
        (" 7k2q m4xp ", "7K2Q-M4XP"),
        ("7k2qm4xp", "7K2Q-M4XP"),
        ("7K2Q–M4XP", "7K2Q-M4XP"),
        ("7 K 2 Q\u00a0M.4_X-P", "7K2Q-M4XP"),
        ("BSZ2-ACDE", "8522-ACDE"),
        ("7k2q-m4xp-9trw", "7K2Q-M4XP-9TRW"),
    ],
)
def test_codes_are_read_as_people_type_them(typed: str, code: str) -> None:
    assert read_code(typed) == code


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "type the code"),
        (" - ", "type the code"),
        ("7K2Q", "has 4"),
        ("7K2Q-M4XP-9", "has 9"),
        ("7K2Q-M4X0", "no code has 0"),
        ("OIL1-7K2Q", "no code has 1, I, L and O"),
        ("7K2Q-M4Xé", "no code has É"),
        ("７K2Q-M4XP", "no code has ７"),
        ("A" * 10_000, "has 10000"),
        ("' OR 1=1", "no code has"),
    ],
)
def test_what_cannot_be_a_code_is_refused_with_a_reason(typed: str, told: str) -> None:
    with pytest.raises(BadCode, match=told):
        read_code(typed)


def test_no_two_signs_of_a_code_look_alike() -> None:
    for group in ("0OQD"[:2], "1IL", "8B", "5S", "2Z"):
        assert sum(sign in SIGNS for sign in group) <= 1
    looks: defaultdict[str, int] = defaultdict(int)
    for sign in SIGNS:
        looks[sign] += 1
    assert set(looks.values()) == {1}
    assert letter_of(29) == "AD"
