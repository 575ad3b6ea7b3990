"""docs/notation.md tells the truth: each line of its tables is tried."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorekeeper import houses
from scorekeeper.rules import BadLayout, parse_layout, parse_points
from scorekeeper.rules.errors import RuleError

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in PAGE.splitlines() if line.startswith("| `")]
SPELLINGS = [(row[0].strip("`"), row[1].strip("`")) for row in ROWS if len(row) == 2]
MISTAKES = [(row[0].strip("`"), row[1].strip("`"), row[2].rstrip("| ")) for row in ROWS if len(row) == 3]


@pytest.mark.parametrize(("typed", "read"), SPELLINGS)
def test_what_is_understood_besides(typed: str, read: str) -> None:
    assert str(parse_layout(typed)) == read
    assert str(parse_layout(read)) == read


@pytest.mark.parametrize(("typed", "code", "place"), MISTAKES)
def test_what_is_not(typed: str, code: str, place: str) -> None:
    with pytest.raises(BadLayout) as error:
        parse_layout(typed, houses.get("two-joker"))
    (problem,) = error.value.problems
    assert (problem.code, str(problem.cell or "")) == (code, place)


def test_the_tables_are_there() -> None:
    assert (len(SPELLINGS), len(MISTAKES)) == (7, 5)


@pytest.mark.parametrize(("typed", "points"), [("15", 15), ("-4", -4), ("10+15-5", 20)])
def test_bare_scores(typed: str, points: int) -> None:
    assert f"`{typed}`" in PAGE
    assert parse_points(typed) == points


def test_every_code_of_the_page_is_one_that_the_product_says() -> None:
    def leaves(kind: type[RuleError]) -> set[str]:
        return {kind.code}.union(*(leaves(child) for child in kind.__subclasses__()))

    named = {word for word in PAGE.split("`") if word.startswith(("layout.", "card.", "points."))}
    assert len(named) == 11
    assert named <= leaves(RuleError)
