"""Looking a house file over before it is used: all that `parse` refuses, and worked examples that do not come true."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.houses.contradictions import Finding
from scorekeeper.houses.loading import BadHouse, HouseProblem, parse
from scorekeeper.rules import House, RuleError, parse_layout, score


def check(text: str, where: str) -> House:
    """The house of a file that somebody wrote, whatever they called the file. ``where`` is as in `parse`.

    Raises BadHouse with every problem, wrong examples too where the rest is right.
    """
    house = parse(text, where, any_name=True)
    if problems := [HouseProblem(where, key, cause) for key, cause in untrue_examples(house)]:
        raise BadHouse(problems)
    return house


def untrue_examples(house: House) -> Iterator[Finding]:
    """Worked examples that do not count what they say, or cannot be counted."""
    for number, example in enumerate(house.examples):
        try:
            total = score(parse_layout(example.layout, house), house).total
        except RuleError as bad:
            yield f"examples.{number}.layout", bad.problems[0].message
            continue
        if total != example.total:
            yield f"examples.{number}.total", f"{example.layout} counts {total}, not {str(example.total)[:12]}"
