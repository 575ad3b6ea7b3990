"""One hole: everybody's raw score, the ender's penalty or reward, and who won it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.rules.errors import UnknownPlayer
from scorekeeper.rules.house import House, Penalty, Reward
from scorekeeper.rules.layout import Layout
from scorekeeper.rules.scoring import Score, score
from scorekeeper.rules.wording import listing, number, signed

PENALTY = "penalty"
REWARD = "reward"

_PENALTY_WORDS = {
    "add": "penalty",
    "double": "the score is doubled,",
    "double-and-add": "the score is doubled and {points} added,",
    "worst": "the worst score at the table counts,",
}

_PENALTY_WORDS_BELOW_1 = {
    "double": "a score that is not above 0 is not doubled,",
    "double-and-add": "a score that is not above 0 is not doubled, but {points} added,",
}


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What the ender's raw score is changed by: points, the rule's id, and why. No points, no rule: nothing."""

    points: int = 0
    rule: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One player's hole. All scores are points; the fewest win."""

    name: str
    worked: Score | None  # None where the table entered a bare number instead of cards
    raw: int
    adjustment: Adjustment
    wins: bool  # the lowest hole score, alone or shared

    @property
    def penalty(self) -> int:
        """What was added to the raw score; below 0 for a reward."""
        return self.adjustment.points

    @property
    def score(self) -> int:
        """The hole score."""
        return self.raw + self.penalty


@dataclass(frozen=True, slots=True)
class HoleResult:
    """Every player's result in the order given, and the name of the ender if there was one."""

    players: tuple[PlayerResult, ...]
    ender: str | None

    def __getitem__(self, name: str) -> PlayerResult:
        return next(player for player in self.players if player.name == name)


def score_hole(entries: Mapping[str, Layout | int], house: House, ender: str | None = None) -> HoleResult:
    """Score a finished hole: each player's layout, or a bare raw score where the table noted no cards.

    Raises UnknownPlayer when the ender is nobody of those, and BadLayout for a layout that the house cannot score.
    """
    if ender is not None and ender not in entries:
        raise UnknownPlayer(f"{ender!r} ended the hole but is not among {listing(list(entries))}")
    worked = {name: score(entry, house) for name, entry in entries.items() if isinstance(entry, Layout)}
    raw = {name: entry if isinstance(entry, int) else worked[name].total for name, entry in entries.items()}
    adjustments = {name: adjustment(name, raw, house) if name == ender else Adjustment() for name in raw}
    lowest = min((raw[name] + adjustments[name].points for name in raw), default=0)
    return HoleResult(
        tuple(
            PlayerResult(
                name,
                worked.get(name),
                raw[name],
                adjustments[name],
                wins=raw[name] + adjustments[name].points == lowest,
            )
            for name in raw
        ),
        ender,
    )


def adjustment(ender: str, raw: Mapping[str, int], house: House) -> Adjustment:
    """The ender's penalty or reward, given everybody's raw score on this hole.

    Scores are compared before anything is added, so that a penalty never changes who was lowest: question 001-n.
    """
    own = raw[ender]
    others = {name: points for name, points in raw.items() if name != ender}
    if house.penalty is not None:
        penalty = _penalty(ender, own, others, house.penalty)
        if penalty.rule:
            return penalty
    if house.reward is not None and others and own < min(others.values()):
        return _reward(ender, own, house.reward)
    return Adjustment()


def _penalty(ender: str, own: int, others: Mapping[str, int], rule: Penalty) -> Adjustment:
    ties_count = rule.when == "someone-lower-or-equal"
    better = [name for name, points in others.items() if points < own or (ties_count and points == own)]
    if rule.kind == "none" or not better:
        return Adjustment()
    # Doubling a score below 0 would make the penalty a gift.
    doubled = max(own, 0)
    points = {
        "add": rule.points * (len(better) if rule.each_rival else 1),
        "double": doubled,
        "double-and-add": doubled + rule.points,
        "worst": max(own, *others.values()) - own,
    }[rule.kind]
    words = (_PENALTY_WORDS if own > 0 else _PENALTY_WORDS | _PENALTY_WORDS_BELOW_1)[rule.kind]
    rivals = listing([f"{name} with {number(others[name])}" for name in better])
    were = "were" if len(better) > 1 else "was"
    text = (
        f"{ender} ended the hole with {number(own)}, but {rivals} {were} {'not higher' if ties_count else 'lower'}: "
        f"{words.format(points=number(rule.points))} {signed(points)}"
    )
    return Adjustment(points, PENALTY, text)


def _reward(ender: str, own: int, rule: Reward) -> Adjustment:
    if rule.kind == "none":
        return Adjustment()
    if rule.kind == "zero" and own <= 0:
        return Adjustment()  # nobody is rewarded with a worse score
    points = -own if rule.kind == "zero" else rule.points
    done = "the score becomes 0," if rule.kind == "zero" else "that earns"
    text = f"{ender} ended the hole and is alone lowest with {number(own)}: {done} {signed(points)}"
    return Adjustment(points, REWARD, text)
