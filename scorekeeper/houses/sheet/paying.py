"""What the end of a hole costs or brings its ender, and what places bring to anybody, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.houses.sheet.phrases import note
from scorekeeper.houses.vocabulary import PARAMETERS, sheet_words
from scorekeeper.rules.house import House
from scorekeeper.rules.parameters import Penalty, Reward
from scorekeeper.rules.wording import number, signed


def penalised(house: House) -> bool:
    """Whether ending a hole can cost anything."""
    return house.penalty is not None and house.penalty.kind != "none"


def rewarded(rule: Reward | None) -> bool:
    """Whether this reward brings anything."""
    return rule is not None and rule.kind != "none"


def ender(house: House) -> Iterator[str]:
    """What ending the hole may cost or bring."""
    if house.penalty is not None and penalised(house):
        yield from _penalty(house.penalty, house)
    if house.reward is not None and rewarded(house.reward):
        lowest = (
            "If the ender alone has the fewest points on this hole"
            if house.reward.when == "alone"
            else "If nobody has fewer points on this hole than the ender"
        )
        yield f"{lowest}, {_gets(house.reward)}."
    if penalised(house) or rewarded(house.reward):
        read = note(house, "nobody-ended")
        yield f"Scores are compared before any of this is added. Where nobody ended the hole, none of it applies{read}."
    elif house.penalty is not None or house.reward is not None:
        read = note(house, "penalty.kind", "reward.kind")
        yield f"Ending a hole costs nothing and brings nothing, whoever has the fewest points{read}."


def _penalty(rule: Penalty, house: House) -> Iterator[str]:
    """What the ender pays, and what a tie costs."""
    better = "fewer points" if rule.when == "someone-lower" else "fewer points, or just as many,"
    doubled = "the ender's score is doubled" + (
        ", if it is above 0" if rule.below_zero == "kept" else ", above 0 or below"
    )
    pays = sheet_words(house, "penalty.kind").format(points=number(rule.points), doubled=doubled)
    each = " for every such player" if rule.kind == "add" and rule.each_rival else ""
    yield f"If somebody else has {better} on this hole, {pays}{each}."
    if rule.kind == "add" and not rule.each_rival:
        yield "That is once, even if several players have."
    yield "A tie costs as much." if rule.when == "someone-lower-or-equal" else "A tie costs nothing."


def _gets(rule: Reward) -> str:
    return (PARAMETERS["reward.kind"].sheet or {})[rule.kind].format(points=number(rule.points))


def places(house: House) -> Iterator[str]:
    """What a place on a hole brings to anybody, whoever ended it."""
    winner, equal = house.placing.winner, house.placing.equal
    after = house.placing.compared == "after-penalty"
    if winner is not None and rewarded(winner):
        who, alone = "Whoever has the fewest points on a hole", "and nobody just as few"
        if house.match.hole_tie != "shared":
            who, alone = "Whoever wins a hole", "and nobody else does"
        yield f"{who}, {alone if winner.when == 'alone' else 'alone or with others'}, gains by it: {_gets(winner)}."
    if equal:
        count = "scores are" if after else "layouts count"
        yield f"Players whose {count} the same on a hole each get {signed(equal)}."
    if after and (equal or rewarded(winner)):
        yield "Places go by the points together with what ending the hole has cost or brought."
