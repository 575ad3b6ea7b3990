"""The builder's form filled in with a house."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.houses.loading import to_data
from scorekeeper.rules import House, Rank
from scorekeeper.rules.parameters import Cancelling, FourOfAKind, Penalty, Reward
from scorekeeper.web.build.fields import POINTS, SUITS_OF, YES, Field
from scorekeeper.web.build.reading import Typed
from scorekeeper.web.build.sections import every_field


def typed_of(house: House) -> Typed:
    """The form filled in with a house."""
    data = to_data(
        replace(
            house,
            cancelling=house.cancelling or Cancelling(),
            four_of_a_kind=without_empty_rules(house).four_of_a_kind or FourOfAKind(points=-10),
            penalty=house.penalty or Penalty(kind="none"),
            reward=house.reward or Reward(kind="none"),
            placing=replace(house.placing, winner=house.placing.winner or Reward(kind="none")),
        )
    )
    own = house.table.deck is not None
    typed: Typed = {
        "table.cards": ["own" if own else "standard"],
        "cancelling.is": [YES if house.cancelling else "no"],
        "four_of_a_kind.is": [YES if without_empty_rules(house).four_of_a_kind else "no"],
    }
    for rank, points in house.values.items():
        typed[f"values.{rank.value}"] = [str(points)]
    for rank, count in (house.table.deck or {}).items():
        typed[f"table.deck.{rank.value}"] = [str(count)]
    for one in every_field():
        if one.name in typed or one.kind == "cards":
            continue
        value = _at(data, one.name)
        if one.kind == "rows":
            for number, row in enumerate(_rows_of(one, value)):
                typed |= {f"{one.name}.{number}.{name}": [text] for name, text in row.items()}
        elif one.kind == "tick":
            typed |= {one.name: [YES]} if value else {}
        elif one.kind == "ticks":
            typed[one.name] = [str(each) for each in value]
        elif one.kind == "numbers":
            typed[one.name] = [", ".join(str(each) for each in value)]
        elif one.kind == "counted" and isinstance(value, int):
            typed |= {one.name: [POINTS], f"{one.name}.points": [str(value)]}
        else:
            typed[one.name] = ["" if value is None else str(value)]
    return typed


def fresh_form(house: House, start: House | None = None) -> Typed:
    """The form that a new house begins with: the rules of another, under a name of its own.

    Where the house answers for decks that ``start`` leaves to the table, a line of their own says so.
    """
    asked = [players for players, decks in start.table.decks.items() if decks == "ask"] if start else []
    answered = {players: decks for players in asked if (decks := house.decks(players)) is not None}
    lines = dict(sorted({**answered, **house.table.decks}.items()))
    return {
        **typed_of(replace(house, table=replace(house.table, decks=lines))),
        "name": [f"{house.name[:50]}, our way"],
        "summary": [""],
        "source.title": [f"Begun from {house.name}"],
        "source.notes": [""],
    }


def _at(data: Mapping[str, Any], path: str) -> Any:
    value: Any = data
    for name in path.split("."):
        value = value[name]
    return value


def _rows_of(one: Field, value: Any) -> Iterator[dict[str, str]]:
    """The lines of a field of rows, each a text by column."""
    first, second = (column.name for column in one.columns[:2])
    if one.name == "bonuses":
        for bonus in value:
            ranks = ", ".join(Rank(rank).face for rank in bonus["ranks"])
            row = {column.name: str(bonus[column.name]) for column in one.columns if column.kind != "tick"}
            yield {**row, "ranks": ranks, **({"jokers_wild": YES} if bonus["jokers_wild"] else {})}
    elif one.name == "card_values":
        left = dict(value)
        for card, points in value.items():
            if card not in left:
                continue
            rank = card[:-1]
            for word, suits in SUITS_OF.items():
                pair = [f"{rank}{suit.value}" for suit in suits]
                if card in pair and all(left.get(each) == points for each in pair):
                    for each in pair:
                        del left[each]
                    yield {"rank": rank, "suits": word, "points": str(points)}
                    break
            else:
                del left[card]
                yield {"rank": rank, "suits": card[-1], "points": str(points)}
    elif one.name == "cancelling.exceptions":
        for rank, what in value.items():
            points = isinstance(what, int)
            yield {"rank": rank, "what": POINTS if points else what, "points": str(what) if points else ""}
    else:
        for left_value, right in value.items():
            if right != "ask":  # whoever makes a house answers for its table
                yield {first: str(left_value), second: str(right)}


def without_empty_rules(house: House) -> House:
    """The house without what says that there is nothing, as a form says it."""
    four = house.four_of_a_kind
    return replace(
        house,
        four_of_a_kind=four if four and (four.points or four.by_rank or four.by_columns) else None,
        penalty=house.penalty if house.penalty and house.penalty.kind != "none" else None,
        reward=house.reward if house.reward and house.reward.kind != "none" else None,
    )
