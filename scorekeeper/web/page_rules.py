"""What a page's own scorer is given, so that it counts and speaks exactly as the server does."""

from __future__ import annotations

from typing import Any

from scorekeeper.houses.loading import to_data
from scorekeeper.rules import House
from scorekeeper.rules.wording import SENTENCES

_FOR_SCORING = (
    *("key", "name", "grid", "values", "table", "cancelling", "four_of_a_kind", "penalty", "reward"),
    *("ending", "match", "readings", "bonuses", "placing", "card_values"),
)


def page_rules(house: House) -> dict[str, Any]:
    """The house's scoring data and the sentences, as plain JSON values."""
    data = to_data(house)
    return {
        "house": {key: data[key] for key in _FOR_SCORING},
        "sentences": SENTENCES,
    }
