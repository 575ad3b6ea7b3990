"""A hole worked out, where its end or the places on it change a score."""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.houses.sheet.facts import penalised, rewarded
from scorekeeper.rules.hole import HoleResult, score_hole
from scorekeeper.rules.house import House
from scorekeeper.rules.parameters import Placing
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
    """The fewest holes that show what the ender pays and gets, and what places bring; Ann ends each if anybody does.

    None where all of that is nothing.
    """
    wanted = list(_single_rules(house))
    chosen = []
    while wanted:
        best = max(_TRIED, key=lambda raw: sum(_changes(raw, rule) for rule in wanted))
        left = [rule for rule in wanted if not _changes(best, rule)]
        if len(left) == len(wanted):
            break
        chosen.append(score_hole(best, house, ENDER if house.somebody_ends else None))
        wanted = left
    return tuple(chosen)


def _single_rules(house: House) -> Iterator[House]:
    """The house with only one of the rules that compare players, for each that it has."""
    bare = replace(house, penalty=None, reward=None, placing=Placing())
    if penalised(house):
        yield replace(bare, penalty=house.penalty)
    if rewarded(house.reward):
        yield replace(bare, reward=house.reward)
    if rewarded(house.placing.winner):
        yield replace(bare, placing=Placing(winner=house.placing.winner))
    if house.placing.equal:
        yield replace(bare, placing=Placing(equal=house.placing.equal))


def _changes(raw: dict[str, int], house: House) -> bool:
    return any(player.penalty for player in score_hole(raw, house, ENDER).players)


def rows(results: tuple[HoleResult, ...]) -> Iterator[tuple[str, str, str, str]]:
    """Player, points of the layout, score of the hole, and why; the holes are counted where there are several."""
    for hole, result in enumerate(results, start=1):
        for player in result.players:
            which = f"{hole}: " if len(results) > 1 else ""
            ended = ", who ended it" if player.name == result.ender else ""
            why = player.adjustment.text or "as it is"
            yield f"{which}{player.name}{ended}", number(player.raw), number(player.score), why
