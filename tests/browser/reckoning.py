"""Totals reckoned once more, straight from the five rule sheets, sharing no line with the product.

Only what the sheets print: no readings, no explanations. Layouts are in notation.
"""

from collections.abc import Mapping

_FACE = {"A": 1, "J": 10, "Q": 10, "K": 0} | {str(number): number for number in range(2, 11)}

VALUES = {
    "worksheet": _FACE | {"2": -2},
    "penalty": _FACE | {"*": -3},
    "rvers": _FACE | {"*": 2},
    "four-card": _FACE,
    "two-joker": _FACE | {"*": -2},
}


def raw_score(house: str, layout: str) -> int:
    """One layout as the sheet of that house counts it."""
    top, bottom = (row.split() for row in layout.split("/"))
    points = 0
    fours = []
    for above, below in zip(top, bottom, strict=True):
        pair = above == below and house != "four-card"
        if pair and not (house == "two-joker" and above == "*"):
            fours.append(above)
        else:
            points += VALUES[house][above] + VALUES[house][below]
    if house == "penalty" and len(set(fours)) < len(fours):
        points -= 10
    return points


def hole_scores(house: str, layouts: Mapping[str, str], ender: str | None) -> dict[str, int]:
    """Everybody's hole score, the ender's ten points included where the sheet knows them."""
    scores = {name: raw_score(house, layout) for name, layout in layouts.items()}
    if house == "penalty" and ender is not None and min(scores.values()) < scores[ender]:
        scores[ender] += 10
    return scores
