"""What a house says although nothing could ever come of it, whatever is played.

Answers of a table are told apart by it: one that changes nothing beside another is no answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scorekeeper.houses.vocabulary import PARAMETERS, YES, value_of
from scorekeeper.rules import House
from scorekeeper.rules.parameters import FourOfAKind

_TABLES = ("opening", "turn", "ending", "penalty", "four_of_a_kind")
"""The tables of a house whose switches may be idle."""


def effective(house: House) -> House:
    """The house without anything that nothing could come of: two houses that are equal then are played alike."""
    parts: dict[str, Any] = {}
    for key in idle(house):
        table, _, name = key.partition(".")
        parts[table] = replace(parts.get(table, getattr(house, table)), **{name: _default(house, key)})
    four, rule = house.four_of_a_kind, house.cancelling
    if four is not None and not any((four.points, *four.by_rank.values(), *four.by_columns.values())):
        parts["four_of_a_kind"] = None
    if house.penalty is not None and house.penalty.kind == "none":
        parts["penalty"] = None
    if rule is not None and rule.counts == "zero":
        better = {rank for rank, counts in rule.exceptions.items() if counts == "lower" and house.values[rank] >= 0}
        counts = {rank: "zero" if rank in better else counts for rank, counts in rule.exceptions.items()}
        parts["cancelling"] = replace(rule, exceptions=counts)
    return replace(house, **parts)


def idle(house: House) -> Iterator[str]:
    """Every switch whose rule the house does not have, as `turn.swap_equal` where no face-up card is replaced."""
    for one in PARAMETERS.values():
        said, condition = value_of(house, one.key), one.condition
        if said is None or condition is None or one.kind in ("number", "rows") or _table_of(one.key) not in _TABLES:
            continue
        deciding = value_of(house, condition[0])
        deciding = {True: YES, False: ""}.get(deciding, str(deciding)) if isinstance(deciding, bool) else str(deciding)
        if not condition[0].endswith(".is") and deciding not in condition[1] and said != _default(house, one.key):
            yield one.key
    opening, grid, end = house.opening, house.grid, house.ending
    free = {"different-columns": grid.rows == 1, "each-row": grid.columns == 1, "same-column": grid.columns == 1}
    if opening.where != "any" and (
        not opening.face_up or (opening.face_up == 1 and opening.where != "fixed") or free.get(opening.where)
    ):
        yield "opening.where"
    if not opening.peek and opening.peek_where != "nearest":
        yield "opening.peek_where"
    if end.trigger == "stock-empty" and end.stock_empty == "reshuffle-once":
        yield "ending.stock_empty"
    if house.four_of_a_kind is not None:
        yield from _four_of_a_kind(house.four_of_a_kind, house)


def _four_of_a_kind(four: FourOfAKind, house: House) -> Iterator[str]:
    in_columns = four.pattern in ("columns", "any-pairs")
    if four.touching and (not in_columns or house.grid.columns == 2):
        yield "four_of_a_kind.touching"
    once = four.pattern in ("anywhere", "two-and-two") or (in_columns and house.grid.columns == 2)
    if four.six_alike != "once" and once:
        yield "four_of_a_kind.six_alike"


def _table_of(key: str) -> str:
    return key.rpartition(".")[0]


def _default(house: House, key: str) -> Any:
    """What is so where a house does not say it."""
    table, _, name = key.partition(".")
    return type(getattr(house, table)).__dataclass_fields__[name].default
