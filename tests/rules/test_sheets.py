"""Every question about a score in the five sheets, in all its readings: the numbers of `tests/cases`."""

from collections import defaultdict
from collections.abc import Iterable

import pytest

from scorekeeper import houses
from scorekeeper.rules import parse_layout, score, score_hole
from tests.cases import Case, HoleCase, LastTurnCase, LayoutCase, sheet_000, sheet_001, sheet_002, sheet_003, sheet_004

CASES: tuple[Case, ...] = (
    *sheet_000.CASES,
    *sheet_001.CASES,
    *sheet_002.CASES,
    *sheet_003.CASES,
    *sheet_004.CASES,
)

# The comparison of the sheets marks these rows as changing a score. It is not in this tree; the list is.
SCORE_ROWS = {
    "000": "a b c d e f g h m",
    "001": "c d e f g h i j k l m n o w y",
    "002": "a c d e f g h i j",
    "003": "a b c d e f",
    "004": "a b c d e f g h",
}

# These rows only confirm what the sheet says; the comparison gives them no second number.
ONE_READING = {"001-n"}


def _ids(cases: Iterable[Case]) -> list[str]:
    return [f"{case.row}: {case.reading}" for case in cases]


LAYOUT_CASES = [case for case in CASES if isinstance(case, LayoutCase)]
HOLE_CASES = [case for case in CASES if isinstance(case, HoleCase)]
LAST_TURN_CASES = [case for case in CASES if isinstance(case, LastTurnCase)]


@pytest.mark.parametrize("case", LAYOUT_CASES, ids=_ids(LAYOUT_CASES))
def test_layout(case: LayoutCase) -> None:
    worked = score(parse_layout(case.layout, case.house), case.house)
    assert worked.total == case.total, worked.lines


@pytest.mark.parametrize("case", HOLE_CASES, ids=_ids(HOLE_CASES))
def test_hole(case: HoleCase) -> None:
    hands = {
        name: hand if isinstance(hand, int) else parse_layout(hand, case.house) for name, hand in case.hands.items()
    }
    result = score_hole(hands, case.house, case.ender)
    assert {player.name: player.score for player in result.players} == case.scores


@pytest.mark.parametrize("case", LAST_TURN_CASES, ids=_ids(LAST_TURN_CASES))
def test_last_turn(case: LastTurnCase) -> None:
    counted = case.after if case.house.ending.last_turns else case.before
    assert score(parse_layout(counted, case.house), case.house).total == case.total


def test_every_row_about_a_score_has_its_cases_in_all_readings() -> None:
    readings = defaultdict(set)
    for case in CASES:
        readings[case.row].add(case.reading)
    rows = {f"{sheet}-{letter}" for sheet, letters in SCORE_ROWS.items() for letter in letters.split()}
    assert not rows - set(readings)
    assert not {row for row in rows - ONE_READING if len(readings[row]) < 2}


def test_every_case_is_named_once_for_each_house() -> None:
    names = [(case.house.source.sheet, case.row, case.reading) for case in CASES]
    assert len(set(names)) == len(names)


def test_the_first_case_of_every_row_is_the_house_as_printed() -> None:
    first: dict[tuple[str, str], Case] = {}
    for case in CASES:
        first.setdefault((case.house.source.sheet, case.row), case)
    assert not {name for name, case in first.items() if case.house != houses.get(case.house.key)}


def test_every_reading_that_changes_a_score_is_worked_in_some_case() -> None:
    # Of the questions that every table is asked; the examples of all others are worked in tests/referee.
    worked = {(case.house.key, *choice) for case in CASES for choice in case.house.readings.items()}
    offered = {
        (house.key, option.key, reading.key)
        for house in houses.built_in()
        for option in house.options
        if house.source.sheet and option.kind == "score" and option.asked == "usual"
        for reading in option.readings[1:]
    }
    assert not offered - worked
