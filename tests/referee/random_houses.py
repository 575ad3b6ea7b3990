"""Houses whose opening, turns and ending are drawn by dice, as far as nothing in them contradicts the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, get_args, get_type_hints

from scorekeeper import houses
from scorekeeper.houses.contradictions import contradictions
from scorekeeper.rules import Grid, House
from scorekeeper.rules.parameters import Cancelling, Ending, Opening, Turn

NOBODY_ENDS = ("turns", "stock-empty")


def random_houses() -> Iterator[House]:
    """One after the other, without end, and always the same ones."""
    number = 0
    while True:
        number += 1
        house = _drawn(Random(f"house {number}"), number)
        if not any(contradictions(house)):
            yield house


def _drawn(dice: Random, number: int) -> House:
    turn = Turn(**_switches(Turn, dice))
    ending = Ending(**_switches(Ending, dice))
    if turn.placed == "as-drawn":
        turn = replace(turn, sources="both")  # else no card ever comes to lie open
    if ending.trigger in NOBODY_ENDS:
        ending = replace(ending, turns=dice.randint(1, 5) if ending.trigger == "turns" else 0)
    else:
        ending = replace(ending, last_turns=dice.randint(0, 2))
    if ending.trigger == "knock":
        ending = replace(ending, knock_from=dice.randint(1, 3))
    base = houses.get("two-joker")
    leaving = Cancelling(where=dice.choice([("column",), ("row",), ("anywhere",), ("column", "row")]), leave=True)
    return replace(
        base,
        key=f"drawn-{number}",
        grid=Grid(dice.randint(1, 3), dice.randint(2, 4)),
        opening=_opening(dice),
        turn=turn,
        ending=ending,
        cancelling=leaving if dice.random() < 0.3 else None,
        match=replace(base.match, deal=dice.choice(["moves-on", "highest-opening-starts"])),
        options=(),
        examples=(),
    )


def _opening(dice: Random) -> Opening:
    opening = Opening(**_switches(Opening, dice), face_up=dice.randint(0, 2), peek=dice.randint(0, 2))
    fixed = tuple(dice.sample(range(1, 7), opening.face_up)) if opening.where == "fixed" else ()
    return replace(opening, places=fixed)


def _switches(table: type, dice: Random) -> dict[str, Any]:
    """A value for each parameter that is a switch or has a few words to choose from."""
    drawn: dict[str, Any] = {}
    for name, kind in get_type_hints(table).items():
        words = get_args(kind)
        if kind is bool:
            drawn[name] = dice.random() < 0.5
        elif words and all(isinstance(word, str) for word in words):
            drawn[name] = dice.choice(words)
    return drawn
