"""The builder's form filled in with a house, and the house that a form says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.houses import BadHouse, with_reading
from scorekeeper.houses.contradictions import LONGEST_WORDS
from scorekeeper.houses.loading import from_data, to_data
from scorekeeper.houses.sheet import in_short
from scorekeeper.rules import BadLayout, House, Rank, parse_layout, score
from scorekeeper.rules.options import Example, Option
from scorekeeper.rules.parameters import Cancelling, FourOfAKind, Penalty, Reward
from scorekeeper.web.build.fields import POINTS, SUITS_OF, YES, Field
from scorekeeper.web.build.reading import FIELDS, ROWS, Errors, Typed, is_field, read_rules
from scorekeeper.web.build.sections import every_field

MOST_ERRORS = 200

# What belongs to a whole group is shown at the field that decides it.
_SHOWN_AT = {
    "grid": "grid.rows",
    "cancelling": "cancelling.is",
    "four_of_a_kind": "four_of_a_kind.is",
    "table.deck": "values",
    "penalty": "penalty.kind",
    "reward": "reward.kind",
    "placing.winner": "placing.winner.kind",
    "source": "source.title",
}


# --- the form of a house ----------------------------------------------------------------------------------------------


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


# --- the house of a form ----------------------------------------------------------------------------------------------


def house_of(typed: Typed, base: House | None = None) -> tuple[House | None, Errors]:
    """The house that the form says, or None and everything that is wrong, at its fields.

    ``base`` is the house that is changed: its questions and examples stay as far as they still fit, and where the form
    says what the base's own does, it is the base.
    """
    rules = read_rules(typed)
    if base is not None and not rules.errors and rules.data == read_rules(typed_of(base)).data:
        return base, {}
    errors, data = dict(rules.errors), rules.data
    if not data.get("summary"):
        data["summary"] = "-"
    house = None
    try:
        house = from_data(data, "house")
    except BadHouse as bad:
        for problem in bad.found:
            at = _field_of(problem.key, rules.fields)
            # What could not be read was said already, and is not missing besides; nor is it in its group.
            if at not in rules.errors and not any(name.startswith(f"{at}.") for name in rules.errors):
                errors.setdefault(at, []).append(problem.cause)
    if errors:
        return None, dict(list(errors.items())[:MOST_ERRORS])
    assert house is not None
    if house.summary == "-":
        house = replace(house, summary=_summary(house))
    return house if base is None else _with_what_fits(house, base), {}


def _summary(house: House) -> str:
    """One sentence of what sets the house apart."""
    facts = in_short(house)
    told = ", ".join([facts[0], *(fact[:1].lower() + fact[1:] for fact in facts[1:])]) if facts else house.name
    return f"{told[: LONGEST_WORDS['summary'] - 1]}."


def _field_of(key: str, fields: Mapping[str, str]) -> str:
    """The field where a finding about that key is shown; "" for none."""
    rest = ""
    while key:
        if key in fields:
            return f"{fields[key]}{rest}" if rest in _BONUS_CELLS else fields[key]
        if key in _SHOWN_AT:
            return _SHOWN_AT[key]
        if key in FIELDS or (key.startswith(("values.", "table.deck.")) and is_field(key)):
            return key
        key, _, last = key.rpartition(".")
        rest = f".{last}{rest}"
    return ""


_BONUS_CELLS = frozenset(f".{column.name}" for column in ROWS["bonuses"].columns)


def _with_what_fits(house: House, base: House) -> House:
    """The house with what still fits of another: questions that it can be asked, examples that count the same.

    Decks that the other leaves to the table stay so, unless the form answers for as many players.
    """
    house = _with_empty_rules(house, base)
    options = tuple(option for option in base.options if _fits(option, house) and not _answered(option, house, base))
    examples = tuple(example for example in base.examples if _still_counts(example, house))
    whole = replace(house, options=options, examples=examples, source=replace(house.source, sheet=base.source.sheet))
    open_still = {players: decks for players, decks in base.table.decks.items() if decks == "ask"}
    decks = dict(sorted({**open_still, **house.table.decks}.items()))
    for fitting in (replace(whole, table=replace(house.table, decks=decks)), whole):
        try:
            return from_data(to_data(fitting), "house")
        except BadHouse:
            continue  # such as decks that are asked for while the question went
    return house


def _with_empty_rules(house: House, base: House) -> House:
    """The house with what the base says of rules that neither has: four of a kind for 0 points still have a pattern,
    which a question may set."""
    bare = without_empty_rules(base)
    said = {
        name: getattr(base, name)
        for name in ("four_of_a_kind", "penalty", "reward")
        if getattr(house, name) is None and getattr(bare, name) is None
    }
    try:
        return from_data(to_data(replace(house, **said)), "house")
    except BadHouse:
        return house  # such as a pattern that the new grid has no place for


def _still_counts(example: Example, house: House) -> bool:
    """Whether an example counts what it did. What it was to show is gone otherwise, and the rule sheet finds others."""
    try:
        return score(parse_layout(example.layout, house), house).total == example.total
    except BadLayout:
        return False


def _answered(option: Option, house: House, base: House) -> bool:
    """Whether the house says itself how many decks so many players use, which the base left to the table."""
    players = option.only_players
    if players is None or not any("table.decks" in reading.sets for reading in option.readings):
        return False
    return base.table.decks.get(players) == "ask" and house.table.decks.get(players, "ask") != "ask"


def _fits(option: Option, house: House) -> bool:
    asked_house = replace(house, options=(option,))
    try:
        chosen = [with_reading(asked_house, option, reading) for reading in option.readings]
    except (BadHouse, TypeError, AttributeError):
        return False
    return option.must_ask or without_empty_rules(replace(chosen[0], readings={})) == without_empty_rules(asked_house)
