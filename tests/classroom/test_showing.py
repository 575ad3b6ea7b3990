"""What is not projected: small groups, and whatever they could be worked out from."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest

from scorekeeper.classroom.showing import SMALLEST, Pupils, answers_to_show, cells_to_show


def group(pupils: str) -> Pupils:
    """Pupils by letters."""
    return frozenset(map(ord, pupils))


@pytest.mark.parametrize(
    ("cells", "shown"),
    [
        pytest.param({}, "", id="nothing"),
        pytest.param({"x": "ab"}, "", id="two"),
        pytest.param({"x": "abc"}, "x", id="three"),
        pytest.param({"x": "abc", "y": "de"}, "x", id="three beside two"),
        pytest.param({"x": "abc", "y": "abc"}, "xy", id="the same three fit both"),
        pytest.param({"x": "abcd", "y": "abc"}, "x", id="three of four: the one left over would be told"),
        pytest.param({"x": "abcde", "y": "abc"}, "x", id="three of five"),
        pytest.param({"x": "abcdef", "y": "abc"}, "xy", id="three of six"),
        pytest.param({"x": "abcd", "y": "bcde"}, "xy", id="three in common, one each besides"),
        pytest.param({"x": "abcdefg", "y": "abc", "z": "def"}, "xz", id="three and three of seven"),
        pytest.param({"x": "abcdefgh", "y": "abcd", "z": "abc"}, "xy", id="one within another within a third"),
    ],
)
def test_which_cells_are_shown(cells: Mapping[str, str], shown: str) -> None:
    assert cells_to_show({key: group(pupils) for key, pupils in cells.items()}) == frozenset(shown)


@pytest.mark.parametrize(
    ("answers", "wholes", "shown"),
    [
        pytest.param({"1": "ab", "2": "cde"}, [], "2", id="given by three"),
        pytest.param({"1": "abc", "2": "de"}, ["abcde"], "", id="three of a cell of five: two would be left"),
        pytest.param({"1": "abc", "2": "def"}, ["abcdef"], "12", id="all of a cell"),
        pytest.param({"1": "abc", "2": "d", "3": "e", "4": "f"}, ["abcdef"], "1", id="three are left, of whatever"),
        pytest.param(
            {"1": "abcd", "2": "efg", "3": "h"}, ["abcdefgh"], "1", id="the smallest goes until enough are left"
        ),
        pytest.param({"1": "abc", "2": "de"}, ["de"], "1", id="a whole that nothing shown stands in tells nothing"),
    ],
)
def test_which_answers_are_shown(answers: Mapping[str, str], wholes: list[str], shown: str) -> None:
    given = {key: group(pupils) for key, pupils in answers.items()}
    assert answers_to_show(given, [group(whole) for whole in wholes]) == frozenset(shown)


def test_whatever_a_class_of_nine_answers_nothing_small_can_be_subtracted() -> None:
    """Every way for up to nine pupils to give four answers, of which two each fit a rule, one of them both."""
    seen = 0
    for counts in product(range(4 + 1), repeat=4):
        pupils = iter(range(sum(counts)))
        answers = {
            str(place): frozenset(next(pupils) for _ in range(count)) for place, count in enumerate(counts) if count
        }
        every: dict[str, Pupils] = {
            "x": answers.get("0", frozenset()) | answers.get("1", frozenset()),
            "y": answers.get("1", frozenset()) | answers.get("2", frozenset()),
        }
        cells = {key: every[key] for key in cells_to_show(every)}
        shown = answers_to_show(answers, list(cells.values()))
        told = [answers[key] for key in shown]
        for whole in cells.values():
            assert len(whole) >= SMALLEST
            left = whole.difference(*told)
            assert len(left) not in range(1, SMALLEST) or left == whole
            assert all(len(whole - other) not in range(1, SMALLEST) for other in cells.values() if other < whole)
        assert all(len(one) >= SMALLEST for one in told)
        seen += bool(shown)
    assert seen > 100
