"""Games without cards, written down as a table would: the worked examples of their published rules."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorekeeper import houses
from scorekeeper.rules import Entry, Game, Hole, House, Player
from tests.rules.score_model import Rules

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


def with_parameters(house: House, **tables: Any) -> House:
    """The house with other values in its tables: ``match={"until": 100}``."""
    parts = {name: replace(getattr(house, name), **values) for name, values in tables.items()}
    return replace(house, **parts)


def played(
    house: House | str,
    rounds: Sequence[Sequence[int | None]],
    out: Sequence[int | None] = (),
    *,
    planned: int | None = None,
    extra: Sequence[int | None] = (),
    **tables: Any,
) -> Game:
    """A game of confirmed rounds: points by seat, None for a player who typed nothing.

    ``out`` has the seat of the player who went out in each round, counted from 1; None for no one. An ``extra`` round
    is played by those who have points in it.
    """
    of = with_parameters(houses.get(house) if isinstance(house, str) else house, **tables)
    seats = len(rounds[0]) if rounds else 2
    holes = [_hole(number, points, out) for number, points in enumerate(rounds, start=1)]
    length = planned or max(len(holes), of.match.holes[0] if of.match.until is None else 36)
    if extra:
        playing = tuple(seat for seat, points in enumerate(extra, start=1) if points is not None)
        holes.append(replace(_hole(length + 1, extra, ()), playoff=playing))
    return Game(of, tuple(Player(seat, NAMES[seat - 1]) for seat in range(1, seats + 1)), length, 1, tuple(holes))


def _hole(number: int, points: Sequence[int | None], out: Sequence[int | None]) -> Hole:
    entries = {seat: Entry(points=one) for seat, one in enumerate(points, start=1) if one is not None}
    ender = out[number - 1] if number <= len(out) else None
    return Hole(number, 1, entries, ender=ender, ender_known=True, confirmed=True)


def scores(game: Game, number: int = 1) -> list[int | None]:
    """What each player writes in that round."""
    results = [game.player_result(number, player) for player in game.players]
    return [None if result is None else result.score for result in results]


def totals(game: Game) -> list[int]:
    """The totals in seating order."""
    return [game.tally(side)[0] for side in game.sides]


def order(game: Game) -> str:
    """The players by rank: `B>A=C`; those without a rank in brackets."""
    said = ""
    before = None
    for place in game.places:
        name = place.side.players[0].name[0]
        if place.rank is None:
            said += f"({name})"
        else:
            said += name if before is None else ("=" if place.rank == before else ">") + name
            before = place.rank
    return said


# --- by dice ----------------------------------------------------------------------------------------------------------


def some_rules(dice: random.Random) -> tuple[House, Rules]:
    """Rules by dice, as a house and for the model."""
    rules = Rules(
        higher=dice.random() < 0.5,
        settle=dice.choice(["own", "winner-takes", "winner-is-paid"]),
        own=dice.choice(["ignored", "off-once", "off-each"]),
        bonus=dice.choice([0, 25]),
        until=dice.choice([None, 30]),
        start=dice.choice([0, 0, 10]),
    )
    settle: dict[str, Any] = {"kind": rules.settle}
    if rules.settle != "own":
        settle |= {"own": rules.own, "bonus": rules.bonus}
    match = {"better": "higher" if rules.higher else "lower", "until": rules.until, "start_points": rules.start}
    house = houses.get("qwirkle")
    return with_parameters(house, settle=settle, match=match, table={"players_max": None}), rules


def some_rounds(rules: Rules, dice: random.Random) -> tuple[list[list[int]], list[int | None]]:
    """The counts of each round by seat, and the seat that went out in it."""
    seats = dice.randint(2, 6)
    rounds = [[dice.randint(0, 12) for _ in range(seats)] for _ in range(dice.randint(1, 9))]
    out = [dice.choice([None, *range(1, seats + 1)]) for _ in rounds]
    for held, seat in zip(rounds, out, strict=True):
        if seat is not None and rules.settle != "own":
            held[seat - 1] = 0
    return rounds, out
