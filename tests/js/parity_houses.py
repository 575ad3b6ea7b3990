"""The houses that both scorers are compared on: every reading of every built-in house, and what no house plays yet."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from scorekeeper import houses
from scorekeeper.rules import Grid, House, Rank
from scorekeeper.rules.parameters import Cancelling, FourOfAKind, Penalty, Reward
from scorekeeper.web.game_json import page_rules

RANDOM_MIXES = 40

Pattern = Literal["columns", "any-pairs", "two-and-two", "anywhere"]
PATTERNS: tuple[Pattern, ...] = ("columns", "any-pairs", "two-and-two", "anywhere")


def all_houses() -> dict[str, House]:
    """Every house to compare, by a name for failures. Houses that differ in nothing that scores are compared once."""
    named: dict[str, House] = {}
    for house in houses.built_in():
        named[house.key] = house
        for option in house.options:
            for reading in option.readings:
                readings = {option.key: reading.key}
                named[f"{house.key} {option.key}={reading.key}"] = houses.as_chosen(house, readings)
        named |= {f"{house.key} {readings}": mixed for readings, mixed in _mixed_readings(house)}
    named |= {f"made up: {name}": house for name, house in _made_up()}
    named |= {f"made up: mix {number}": house for number, house in enumerate(_random_mixes())}
    return {name: named[name] for name in {_scoring(house): name for name, house in reversed(named.items())}.values()}


def _scoring(house: House) -> str:
    handed = page_rules(house)["house"]
    return json.dumps({key: value for key, value in handed.items() if key not in ("key", "name", "readings")})


def _mixed_readings(house: House) -> Iterator[tuple[str, House]]:
    """Readings of several score questions at once: they may meet in ways that none shows alone."""
    dice = random.Random(house.key)
    for _ in range(8):
        readings = {option.key: dice.choice(option.readings).key for option in house.options if option.kind == "score"}
        yield " ".join(f"{key}={value}" for key, value in readings.items()), houses.as_chosen(house, readings)


def _made_up() -> Iterator[tuple[str, House]]:
    """One house for each parameter that the scorer knows, so that a difference names its cause."""
    base = houses.get("penalty")
    plain = replace(base, four_of_a_kind=None, cancelling=Cancelling())

    def cancelling(**changed: object) -> House:
        return replace(plain, cancelling=replace(Cancelling(), **changed))  # type: ignore[arg-type]

    def bonus(house: House = plain, **changed: object) -> House:
        return replace(house, four_of_a_kind=replace(FourOfAKind(points=-20), **changed))  # type: ignore[arg-type]

    def grid(rows: int, columns: int, house: House = plain) -> House:
        return replace(house, grid=Grid(rows, columns))

    both = cancelling(where=("column", "row"))
    yield "nothing cancels", replace(plain, cancelling=None)
    yield "rows", cancelling(where=("row",))
    yield "columns and rows", both
    yield "rows and columns, kept", cancelling(where=("row", "column"), exceptions=dict.fromkeys(Rank, "keep"))
    yield "anywhere", cancelling(where=("anywhere",))
    yield "anywhere, three", cancelling(where=("anywhere",), size=3)
    yield "columns, then anywhere", cancelling(where=("column", "anywhere"), exceptions={Rank.FIVE: "keep"})
    yield "three by three", grid(3, 3, both)
    yield "three in a column of three", grid(3, 3, cancelling(size=3))
    yield "two in a column of three", grid(3, 2, cancelling())
    yield "the third goes with them", grid(3, 3, cancelling(leftover="cancels"))
    yield "the third goes with them, rows too", grid(3, 3, cancelling(leftover="cancels", where=("column", "row")))
    yield "equal values", cancelling(same="value")
    yield "equal values in rows", cancelling(same="value", where=("row",))
    yield "the same card", cancelling(same="card")
    yield "the same card anywhere", cancelling(same="card", where=("anywhere",))
    yield "a pair keeps", cancelling(exceptions={Rank.JOKER: "keep", Rank.TWO: "keep"})
    yield "the lower counts", cancelling(exceptions=dict.fromkeys(Rank, "lower"))
    yield "a fixed number", cancelling(exceptions={Rank.JOKER: -7, Rank.KING: 5, Rank.FIVE: 0})
    yield "wild jokers", cancelling(wild=(Rank.JOKER,))
    yield "wild jokers and twos", cancelling(wild=(Rank.TWO, Rank.JOKER), exceptions={Rank.JOKER: -5})
    yield "wild in rows", cancelling(wild=(Rank.JOKER,), where=("row",))
    yield "wild anywhere", cancelling(wild=(Rank.JOKER,), where=("anywhere",), size=3)
    yield "wild in columns of three", grid(3, 3, cancelling(wild=(Rank.JOKER,), size=3))
    yield "wild, leftovers cancel", grid(3, 3, cancelling(wild=(Rank.JOKER,), leftover="cancels"))
    yield "wild and equal values", cancelling(wild=(Rank.JOKER,), same="value")
    yield "wild and the same card", cancelling(wild=(Rank.JOKER,), same="card")

    for pattern in PATTERNS:
        yield f"bonus {pattern}", bonus(pattern=pattern)
        yield f"bonus {pattern}, cards counted", bonus(pattern=pattern, cards="counted")
        yield f"bonus {pattern}, touching", bonus(pattern=pattern, touching=True)
        yield f"bonus {pattern}, not for all", bonus(pattern=pattern, not_for=(Rank.JOKER, Rank.FIVE))
        yield f"bonus {pattern}, nothing cancels", bonus(replace(plain, cancelling=None), pattern=pattern)
        for six in ("each-block", "each-pair"):
            for touching in (False, True):
                yield (
                    f"bonus {pattern}, {six}, touching {touching}",
                    bonus(grid(2, 4), pattern=pattern, six_alike=six, touching=touching),
                )
        yield f"bonus {pattern}, three rows", bonus(grid(3, 4), pattern=pattern)
        yield f"bonus {pattern}, three rows, counted", bonus(grid(3, 4), pattern=pattern, cards="counted")
    yield "bonus of nothing", bonus(points=0, cards="counted")
    yield "bonus with wild jokers", bonus(cancelling(wild=(Rank.JOKER,)), cards="counted")
    yield "bonus and three cancel", bonus(cancelling(size=3, where=("row",)))

    for hidden in (0, 10, -1):
        yield f"hidden {hidden}", replace(plain, ending=replace(plain.ending, hidden=hidden))
        yield (
            f"hidden {hidden} with a bonus",
            bonus(replace(both, ending=replace(both.ending, hidden=hidden)), pattern="anywhere"),
        )
    yield "one row", grid(1, 4, cancelling(where=("row",)))
    yield "one column", grid(4, 1, cancelling(size=2))
    yield "four by six", grid(4, 6, both)
    yield (
        "no jokers",
        replace(plain, values={rank: value for rank, value in plain.values.items() if rank is not Rank.JOKER}),
    )
    for kind in ("none", "zero", "add"):
        reward = Reward(kind=kind, points=-5)
        yield f"reward {kind}", replace(plain, reward=reward)
        yield f"reward {kind}, no penalty", replace(plain, reward=reward, penalty=None)


def _random_mixes() -> Iterator[House]:
    """Every parameter at random: the combinations that nobody would think of."""
    dice = random.Random(20)
    base = houses.get("penalty")
    for _ in range(RANDOM_MIXES):
        rows, columns = dice.choice([(2, 3), (2, 2), (3, 3), (2, 4), (3, 4)])
        ranks = [Rank.JOKER, Rank.FIVE, Rank.KING]
        yield replace(
            base,
            grid=Grid(rows, columns),
            ending=replace(base.ending, hidden=dice.choice(["counted", "counted", 0, 10])),
            cancelling=dice.choice(
                [None]
                + [
                    Cancelling(
                        where=dice.choice([("column",), ("row",), ("column", "row"), ("anywhere",)]),
                        size=dice.choice([2, 2, 3]),
                        same=dice.choice(["rank", "rank", "value", "card"]),
                        leftover=dice.choice(["counts", "cancels"]),
                        exceptions={rank: dice.choice(["zero", "keep", "lower", -4]) for rank in ranks},
                        wild=dice.choice([(), (), (Rank.JOKER,), (Rank.TWO, Rank.JOKER)]),
                    )
                ]
                * 7
            ),
            four_of_a_kind=FourOfAKind(
                points=dice.choice([-10, 0, 7]),
                pattern=dice.choice(PATTERNS if rows == 2 else PATTERNS[1:]),
                touching=dice.choice([False, True]),
                not_for=dice.choice([(), (Rank.JOKER,)]),
                six_alike=dice.choice(["once", "each-block", "each-pair"]),
                cards=dice.choice(["cancelled", "counted"]),
            ),
            penalty=Penalty(
                kind=dice.choice(["none", "add", "double", "double-and-add", "worst"]),
                points=dice.choice([0, 5, 10, -3]),
                when=dice.choice(["someone-lower", "someone-lower-or-equal"]),
                each_rival=dice.choice([False, True]),
            ),
            reward=dice.choice([None, Reward(kind="zero"), Reward(kind="add", points=-5)]),
        )
