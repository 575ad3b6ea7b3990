"""The house of a filled-in form, with everything of an earlier house that still fits."""

from dataclasses import replace

from scorekeeper.houses import BadHouse, with_reading
from scorekeeper.houses.loading import from_data, to_data
from scorekeeper.houses.sheet import in_short
from scorekeeper.houses.vocabulary import PARAMETERS
from scorekeeper.rules import BadLayout, House, parse_layout, score
from scorekeeper.rules.options import Example, Option
from scorekeeper.web.build.form import Typed, field_of, read_rules, typed_of, without_empty_rules
from scorekeeper.web.forms import Errors

MOST_ERRORS = 200
LONGEST_SUMMARY = PARAMETERS["summary"].most or 0


def house_of(typed: Typed, base: House | None = None) -> tuple[House | None, Errors]:
    """The house of the form, or None and all errors by field.

    ``base`` is the house being changed. Its questions and examples stay as far as they fit. A form without changes
    gives the base itself.
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
            at = field_of(problem.key, rules.fields)
            # Unreadable fields are reported already, so neither they nor their group are missing.
            if at not in rules.errors and not any(name.startswith(f"{at}.") for name in rules.errors):
                errors.setdefault(at, []).append(problem.cause)
    if errors:
        return None, dict(list(errors.items())[:MOST_ERRORS])
    assert house is not None
    if house.summary == "-":
        house = replace(house, summary=_summary(house))
    return house if base is None else _with_what_fits(house, base), {}


def _summary(house: House) -> str:
    """One sentence about what sets the house apart."""
    facts = in_short(house)
    told = ", ".join([facts[0], *(fact[:1].lower() + fact[1:] for fact in facts[1:])]) if facts else house.name
    return f"{told[: LONGEST_SUMMARY - 1]}."


def _with_what_fits(house: House, base: House) -> House:
    """The house with the questions of another that still fit, and examples with the same score.

    Decks that the other leaves to the table stay open, unless the form sets them.
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
            continue  # such as decks left open whose question is gone
    return house


def _with_empty_rules(house: House, base: House) -> House:
    """The house with the base's settings for rules that neither uses.

    Four of a kind for 0 points still has a pattern, which a question may set.
    """
    bare = without_empty_rules(base)
    said = {
        name: getattr(base, name)
        for name in ("four_of_a_kind", "penalty", "reward")
        if getattr(house, name) is None and getattr(bare, name) is None
    }
    try:
        return from_data(to_data(replace(house, **said)), "house")
    except BadHouse:
        return house  # such as a pattern that does not fit the new grid


def _still_counts(example: Example, house: House) -> bool:
    """Whether an example still has its score. If not, the rule sheet finds other examples."""
    try:
        return score(parse_layout(example.layout, house), house).total == example.total
    except BadLayout:
        return False


def _answered(option: Option, house: House, base: House) -> bool:
    """Whether the house sets decks that the base left to the table."""
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
