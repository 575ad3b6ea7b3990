"""A hole worked out, where its end or the places on it change a score."""

from collections.abc import Iterator

from scorekeeper.rules.hole import HoleResult, score_hole
from scorekeeper.rules.house import House
from scorekeeper.rules.wording import number

ENDER = "Ann"
_TRIED = (
    {"Ann": 9, "Bo": 4, "Cy": 12},
    {"Ann": 3, "Bo": 8, "Cy": 12},
    {"Ann": 6, "Bo": 6, "Cy": 11},
    {"Ann": 9, "Bo": 4, "Cy": 4},
    {"Ann": 4, "Bo": 9, "Cy": 9},
)


def hole_examples(house: House) -> tuple[HoleResult, ...]:
    """Holes that show what the ender pays and gets, and what places bring; Ann ends each if anybody does.

    None where all of that is nothing.
    """
    shown: set[str] = set()
    chosen = []
    for raw in _TRIED:
        result = score_hole(raw, house, ENDER if house.somebody_ends else None)
        rules = {player.adjustment.rule for player in result.players if player.penalty}
        if not rules <= shown:
            shown |= rules
            chosen.append(result)
    return tuple(chosen)


def rows(results: tuple[HoleResult, ...]) -> Iterator[tuple[str, str, str, str]]:
    """Player, points of the layout, score of the hole, and why; the holes are counted where there are several."""
    for hole, result in enumerate(results, start=1):
        for player in result.players:
            which = f"{hole}: " if len(results) > 1 else ""
            ended = ", who ended it" if player.name == result.ender else ""
            why = player.adjustment.text or "as it is"
            yield f"{which}{player.name}{ended}", number(player.raw), number(player.score), why
