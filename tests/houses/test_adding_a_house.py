"""The house of docs/adding-a-house.md is read and scores as the page says."""

import dataclasses
import typing
from pathlib import Path

from scorekeeper import houses
from scorekeeper.rules import Reading, parse_layout, score, score_hole

PAGE = (Path(__file__).parents[2] / "docs" / "adding-a-house.md").read_text(encoding="utf-8")
EXAMPLE = PAGE.split("```toml\n")[1].split("```")[0]
MILLERS = houses.parse(EXAMPLE, "millers.toml")


def test_the_house_of_the_page_scores_as_it_says() -> None:
    (example,) = MILLERS.examples
    assert score(parse_layout(example.layout, MILLERS), MILLERS).total == example.total
    assert score_hole({"Ann": 16, "Bob": 9}, MILLERS, "Ann")["Ann"].score == 32
    cousins = houses.with_readings(MILLERS, {"penalty": "plus-ten"})
    assert score_hole({"Ann": 16, "Bob": 9}, cousins, "Ann")["Ann"].score == 26
    assert MILLERS.most_players == 6
    assert houses.thaw(houses.freeze(MILLERS)) == MILLERS


def keys_of(data: type, prefix: str = "") -> typing.Iterator[str]:
    """Every key that a house file may hold, as `cancelling.size`."""
    hints = typing.get_type_hints(data)
    for field in dataclasses.fields(data):
        inner = [kind for kind in (hints[field.name], *typing.get_args(hints[field.name])) if isinstance(kind, type)]
        tables = [kind for kind in inner if dataclasses.is_dataclass(kind)]
        yield prefix + field.name
        for table in tables:
            if table is not Reading:
                yield from keys_of(table, f"{prefix}{field.name}.")
