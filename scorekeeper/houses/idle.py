"""Idle switches: settings without effect, because they belong to a rule that the house does not have.

A house file that sets one is refused. An answer of a table that only sets an idle switch changes nothing.
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
    """Each idle switch that is not at its default, and the reason."""
    for one in PARAMETERS.values():
        if _is_set(one, house) and (cause := _switched_off(one, house)):
            yield one.key, cause
    yield from _opening(house)
    if house.ending.trigger == "stock-empty" and house.ending.stock_empty == "reshuffle-once":
        yield "ending.stock_empty", "This has no effect, because the hole ends with the stock."
    if not house.turn.turn_up_in_last_turn and not house.ending.last_turns:
        yield "turn.turn_up_in_last_turn", "This has no effect without last turns."
    if house.four_of_a_kind is not None:
        yield from _four_of_a_kind(house.four_of_a_kind, house.grid)


def effective(house: House) -> House:
    """The house without idle switches: houses with equal results play and score the same."""
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
    return replace(found, grid=Grid(1, found.grid.size)) if found.has_cards and _is_heap(found) else found


def default_of(house: House, key: str) -> Any:
    """The default of that key."""
    table, _, name = key.partition(".")
    return type(getattr(house, table)).__dataclass_fields__[name].default


def _is_set(one: Parameter, house: House) -> bool:
    """Whether this is a switch that the house has changed from its default."""
    if one.kind in ("number", "rows") or one.key.partition(".")[0] not in _TABLES:
        return False
    said = value_of(house, one.key)
    return said is not None and said != default_of(house, one.key)


def _switched_off(one: Parameter, house: House) -> str:
    """The answer of the house that makes this switch idle, in a sentence; empty if none does."""
    if one.condition is None or one.condition[0].endswith(".is"):
        return ""
    key, wanted = one.condition
    deciding = value_of(house, key)
    said = {True: YES, False: "no"}[deciding] if isinstance(deciding, bool) else str(deciding)
    if said in wanted:
        return ""
    return f"This has no effect with “{PARAMETERS[key].topic.rstrip('?')}: {PARAMETERS[key].choices.get(said, said)}”."


def _opening(house: House) -> Iterator[Finding]:
    opening, grid = house.opening, house.grid
    any_way = {"different-columns": grid.rows == 1, "each-row": grid.columns == 1, "same-column": grid.columns == 1}
    if opening.where != "any":
        if not opening.face_up:
            yield "opening.where", "This has no effect, because no cards are flipped."
        elif opening.face_up == 1 and opening.where != "fixed":
            yield "opening.where", "This has no effect, because a single card can be any card."
        elif any_way.get(opening.where):
            yield "opening.where", f"This has no effect, because it’s always true in {grid}."
    if opening.peek_where != "nearest" and not opening.peek:
        yield "opening.peek_where", "This has no effect, because no one peeks."


def _four_of_a_kind(four: FourOfAKind, grid: Grid) -> Iterator[Finding]:
    if four.pattern in ("columns", "any-pairs") and grid.columns == 2:
        if four.touching:
            yield "four_of_a_kind.touching", f"This has no effect, because there are just two columns in {grid}."
        if four.six_alike != "once":
            yield "four_of_a_kind.six_alike", f"This has no effect, because there is no third column in {grid}."


def _effective_cancelling(rule: Cancelling, house: House) -> Cancelling:
    """The rule with exceptions that change nothing made plain: “lower” for values of 0 or more is zero."""
    if rule.counts != "zero":
        return rule
    counts = {
        rank: "zero" if what == "lower" and house.values.get(rank, -1) >= 0 else what
        for rank, what in rule.exceptions.items()
    }
    return replace(rule, exceptions=counts)


def _without_absent_jokers(house: House) -> House:
    """The house without its rules about jokers, if the decks hold none."""
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
    """Whether the position of a card never matters."""
    rule, four = house.cancelling, house.four_of_a_kind
    by_cell = any(bonus.pattern == "corners" for bonus in house.bonuses) or house.opening.where != "any"
    near = house.opening.peek > 0 and house.opening.peek_where != "any"
    scattered = (rule is None or "anywhere" in rule.where) and (four is None or four.pattern == "anywhere")
    return scattered and not by_cell and not near
