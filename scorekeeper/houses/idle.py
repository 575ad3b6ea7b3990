"""Switches of a rule that the house does not have: what a house says although nothing can come of it.

A house file that sets one is refused. A table's answers are told apart by it: an answer that leaves only an idle
switch changes nothing.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scorekeeper.houses.lint_words import Finding
from scorekeeper.houses.vocabulary import PARAMETERS, YES, Parameter, value_of
from scorekeeper.rules import House, Rank
from scorekeeper.rules.layout import Grid
from scorekeeper.rules.parameters import Cancelling, FourOfAKind

_TABLES = ("opening", "turn", "ending", "penalty", "four_of_a_kind")
"""The tables of a house whose switches may be idle."""


def idle(house: House) -> Iterator[Finding]:
    """Each idle switch that is not at its default, and what makes it so."""
    for one in PARAMETERS.values():
        if _is_set(one, house) and (cause := _switched_off(one, house)):
            yield one.key, cause
    yield from _opening(house)
    if house.ending.trigger == "stock-empty" and house.ending.stock_empty == "reshuffle-once":
        yield "ending.stock_empty", "has no effect: the hole ends with the stock"
    if not house.turn.turn_up_in_last_turn and not house.ending.last_turns:
        yield "turn.turn_up_in_last_turn", "has no effect: there are no last turns"
    if house.four_of_a_kind is not None:
        yield from _four_of_a_kind(house.four_of_a_kind, house.grid)


def effective(house: House) -> House:
    """The house without anything idle: two houses whose effective ones are equal are played and scored alike."""
    parts: dict[str, Any] = {}
    for key, _ in idle(house):
        table, _, name = key.partition(".")
        parts[table] = replace(parts.get(table, getattr(house, table)), **{name: default_of(house, key)})
    four = house.four_of_a_kind
    if four is not None and not any((four.points, *four.by_rank.values(), *four.by_columns.values())):
        parts["four_of_a_kind"] = None
    if house.penalty is not None and house.penalty.kind == "none":
        parts["penalty"] = None
    if house.cancelling is not None:
        parts["cancelling"] = _effective_cancelling(house.cancelling, house)
    found = _without_absent_jokers(replace(house, **parts))
    return replace(found, grid=Grid(1, found.grid.size)) if _is_heap(found) else found


def default_of(house: House, key: str) -> Any:
    """What holds where a house leaves that key of a table out."""
    table, _, name = key.partition(".")
    return type(getattr(house, table)).__dataclass_fields__[name].default


def _is_set(one: Parameter, house: House) -> bool:
    """Whether it is a switch that the house has not left at its default."""
    if one.kind in ("number", "rows") or one.key.partition(".")[0] not in _TABLES:
        return False
    said = value_of(house, one.key)
    return said is not None and said != default_of(house, one.key)


def _switched_off(one: Parameter, house: House) -> str:
    """Why the vocabulary asks this only beside another answer than the house's; empty where it is asked."""
    if one.condition is None or one.condition[0].endswith(".is"):
        return ""
    key, wanted = one.condition
    deciding = value_of(house, key)
    said = {True: YES, False: "no"}[deciding] if isinstance(deciding, bool) else str(deciding)
    return "" if said in wanted else f"has no effect beside “{PARAMETERS[key].choices.get(said, said)}” ({key})"


def _opening(house: House) -> Iterator[Finding]:
    opening, grid = house.opening, house.grid
    any_way = {"different-columns": grid.rows == 1, "each-row": grid.columns == 1, "same-column": grid.columns == 1}
    if opening.where != "any":
        if not opening.face_up:
            yield "opening.where", "has no effect: no card is turned up"
        elif opening.face_up == 1 and opening.where != "fixed":
            yield "opening.where", "has no effect: a single card may be any card"
        elif any_way.get(opening.where):
            yield "opening.where", f"has no effect: it is so in any case in {grid}"
    if opening.peek_where != "nearest" and not opening.peek:
        yield "opening.peek_where", "has no effect: no card is looked at"


def _four_of_a_kind(four: FourOfAKind, grid: Grid) -> Iterator[Finding]:
    if four.pattern in ("columns", "any-pairs") and grid.columns == 2:
        if four.touching:
            yield "four_of_a_kind.touching", f"has no effect: the two columns of {grid} are neighbors"
        if four.six_alike != "once":
            yield "four_of_a_kind.six_alike", f"has no effect: there is no third column in {grid}"


def _effective_cancelling(rule: Cancelling, house: House) -> Cancelling:
    """Exceptions that say what the rule says: the lower of 0 and values that are not below it."""
    if rule.counts != "zero":
        return rule
    counts = {
        rank: "zero" if what == "lower" and house.values.get(rank, -1) >= 0 else what
        for rank, what in rule.exceptions.items()
    }
    return replace(rule, exceptions=counts)


def _without_absent_jokers(house: House) -> House:
    """What is said of jokers counts nothing where the decks hold none."""
    if house.table.jokers_per_deck or house.table.deck is not None or not house.has_joker:
        return house
    rule, four = house.cancelling, house.four_of_a_kind
    if rule is not None:
        rule = replace(
            rule,
            exceptions={rank: counts for rank, counts in rule.exceptions.items() if rank is not Rank.JOKER},
            wild=tuple(rank for rank in rule.wild if rank is not Rank.JOKER),
        )
    if four is not None:
        four = replace(four, not_for=tuple(rank for rank in four.not_for if rank is not Rank.JOKER))
    values: dict[Rank, int] = {rank: value for rank, value in house.values.items() if rank is not Rank.JOKER}
    return replace(house, cancelling=rule, four_of_a_kind=four, values=values)


def _is_heap(house: House) -> bool:
    """Whether cards count the same wherever they lie, and may be turned up anywhere."""
    rule, four = house.cancelling, house.four_of_a_kind
    by_cell = any(bonus.pattern == "corners" for bonus in house.bonuses) or house.opening.where != "any"
    near = house.opening.peek > 0 and house.opening.peek_where != "any"
    scattered = (rule is None or "anywhere" in rule.where) and (four is None or four.pattern == "anywhere")
    return scattered and not by_cell and not near
