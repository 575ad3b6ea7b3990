"""`scorekeeper compare`: one layout under many houses, and why they differ."""

from __future__ import annotations

from typing import Any

import click

from scorekeeper import houses
from scorekeeper.cli.choosing import house_or_file
from scorekeeper.cli.score_command import score_data
from scorekeeper.cli.telling import BadInput, LayoutCommand, json_option, print_json, tell
from scorekeeper.referee.compare import HouseScore, compare
from scorekeeper.rules import BadLayout, House, Layout, format_layout, parse_layout
from scorekeeper.rules import score as score_layout
from scorekeeper.rules.wording import number


@click.command("compare", cls=LayoutCommand)
@json_option
@click.option("--house", "first", metavar="KEY|FILE", help="The house that the others are compared with.")
@click.argument("layout")
def compare_houses(as_json: bool, first: str | None, layout: str) -> None:
    """Score one layout under every house whose grid it fits, and say why the totals differ."""
    wanted = house_or_file(first) if first else None
    cards = _read(layout, wanted)
    fitting = [house for house in houses.built_in() if house.grid == cards.grid]
    if not fitting and (wanted is None or wanted.grid != cards.grid):
        grids = dict.fromkeys(str(house.grid) for house in houses.built_in())
        raise BadInput([f"no house has {cards.grid}; there are {' and '.join(grids)}"])
    if wanted is not None:
        if wanted.grid != cards.grid:
            raise BadInput([f"{wanted.name} is played with {wanted.grid}, not with {cards.grid}"])
        fitting = [wanted, *(house for house in fitting if house is not wanted)]
    else:
        # What the others are compared with must be able to count the layout.
        fitting.sort(key=lambda house: _problems(cards, house) is not None)
    found = compare(cards, fitting)
    if all(one.score is None for one in found):
        raise BadInput(
            dict.fromkeys(
                problem.message for house in fitting if (bad := _problems(cards, house)) for problem in bad.problems
            )
        )
    if wanted is None:
        order = {house.key: place for place, house in enumerate(houses.built_in())}
        found = tuple(sorted(found, key=lambda one: order[one.house.key]))
    if as_json:
        print_json({"layout": format_layout(cards), "houses": [_data(one, cards) for one in found]})
        return
    tell(cards.shown)
    tell("")
    width = max(len(house.key) for house in fitting)
    for one in found:
        for line in _lines(one, width):
            tell(line)


def _read(text: str, house: House | None) -> Layout:
    """The layout as usual, or as some house writes it: in the numbers of its deck, with dashes. Raises BadLayout."""
    try:
        return parse_layout(text)
    except BadLayout:
        for other in (house,) if house else houses.built_in():
            try:
                return parse_layout(text, other)
            except BadLayout:
                continue
        raise


def _problems(cards: Layout, house: House) -> BadLayout | None:
    try:
        score_layout(cards, house)
    except BadLayout as bad:
        return bad
    return None


def _lines(one: HouseScore, width: int) -> list[str]:
    if one.score is None:
        more = [f"and {len(one.problems) - 2} more"] if len(one.problems) > 2 else []
        return [f"{one.house.key:<{width}}     ?  {'; '.join([*one.problems[:2], *more])}"]
    lines = [
        f"{one.house.key:<{width}}  {number(one.score.total):>4}  {'; '.join(line.text for line in one.score.lines)}"
    ]
    if one.why:
        lines.append(f"{'':<{width}}        ({one.why})")
    return lines


def _data(one: HouseScore, cards: Layout) -> dict[str, Any]:
    if one.score is None:
        bad = _problems(cards, one.house)
        problems = bad.problems if bad else ()
        return {
            "house": one.house.key,
            "problems": [{"code": problem.code, "message": problem.message} for problem in problems],
        }
    data = score_data(one.score, one.house)
    del data["layout"]
    return data | {
        "why": one.why,
        "readings": [
            {"name": other.option.key, "value": other.reading.key, "total": other.total} for other in one.readings
        ],
    }
