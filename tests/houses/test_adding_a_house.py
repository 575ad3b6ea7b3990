"""docs/adding-a-house.md tells the truth: its house is read and scores as it says, and no key is left out."""

from __future__ import annotations

import dataclasses
import re
import typing
from pathlib import Path

import pytest

from scorekeeper import houses
from scorekeeper.houses.loading import to_data
from scorekeeper.rules import House, Reading, parse_layout, score, score_hole
from scorekeeper.rules.cards import STANDARD_RANKS

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


def test_every_key_of_a_house_file_is_explained() -> None:
    explained = set()
    for line in PAGE.split("## Every key")[1].splitlines():
        if line.startswith("| `"):
            explained |= set(re.findall(r"`([a-z_.]+)`", line.split(" | ")[0]))
    tables = {"source", "grid", "table", "opening", "turn", "ending", "match", "reward", "penalty", "placing"}
    examples = {"examples.layout", "examples.total", "examples.why"}
    possible = set(keys_of(House))
    assert possible - explained - tables - examples == set()
    assert explained - possible == set()


@pytest.mark.parametrize(
    ("key", "default"),
    re.findall(r"^\| `([a-z_.]+)` \|.* \| `([^`]+)` \|$", PAGE, flags=re.MULTILINE),
)
def test_the_defaults_are_as_explained(key: str, default: str) -> None:
    path = key.split(".")
    value = to_data(_BARE)[path[0]]
    for name in path[1:]:
        value = (value[0] if isinstance(value, list) else value)[name]
    assert default.strip('"') in (str(value), str(value).replace("'", '"'), "{ 2 = 1 }" if value == {"2": 1} else None)


_BARE = houses.parse(
    "\n".join(
        [
            'key = "bare"\nname = "Bare"\nsummary = "Nothing but what must be there."',
            'source = { sheet = "", title = "" }\ngrid = { rows = 2, columns = 3 }',
            "values = { " + ", ".join(f"{rank} = 1" for rank in STANDARD_RANKS) + " }",
            "cancelling = {}\nfour_of_a_kind = { points = -10 }",
            'penalty = { kind = "double" }\nreward = { kind = "none" }',
            'ending = { trigger = "knock" }',
            'bonuses = [{ pattern = "one-suit", points = -20 }]',
            '[[options]]\nkey = "x"\nrow = ""\nkind = "note"\nquestion = ""\nwhy = ""',
            'readings = [{ key = "a", text = "" }, { key = "b", text = "" }]',
        ]
    ),
    "bare.toml",
)
