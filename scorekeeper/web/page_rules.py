"""What a page's own scorer is given, so that it counts and speaks exactly as the server does."""

from __future__ import annotations

from typing import Any

from scorekeeper.houses.loading import to_data
from scorekeeper.rules import House
from scorekeeper.rules.wording import SENTENCES

_FOR_SCORING = (
    *("key", "name", "grid", "values", "cancelling", "four_of_a_kind", "penalty", "reward", "readings"),
    *("bonuses", "placing", "card_values"),
)
_OF_TABLES = {
    "table": ("decks", "jokers_per_deck", "deck"),
    "ending": ("hidden",),
    "match": ("winner", "tie", "until", "exact", "hole_tie", "deal", "first", "teams"),
}
"""Of what else a house says, only this touches a score or a place: static/js/rules/house.js names the same."""


def page_rules(house: House) -> dict[str, Any]:
    """The house's scoring data and the sentences that a score can need, as plain JSON values."""
    data = to_data(house)
    tables = {table: {key: data[table][key] for key in keys} for table, keys in _OF_TABLES.items()}
    return {
        "house": {key: data[key] for key in _FOR_SCORING} | tables,
        "bare_note": house.bare_note,
        "sentences": {key: text for key, text in SENTENCES.items() if _can_be_said(key, house)},
    }


def _can_be_said(sentence: str, house: House) -> bool:
    rule, _, case = sentence.partition(".")
    if rule == "four":
        bonus = house.four_of_a_kind
        if case == "any-columns":
            return bonus is not None and bonus.pattern == "any-pairs" and house.grid.rows != 2
        return bonus is not None and case in (bonus.pattern, "more-columns")
    if rule == "bonus":
        return any(case in (bonus.pattern, "others") for bonus in house.bonuses)
    return rule not in ("pair", "gone") or house.cancelling is not None
