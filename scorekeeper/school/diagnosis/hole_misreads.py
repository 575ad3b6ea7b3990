"""Misreads of a whole hole: wrong rules about the ender, ranks on the hole and the winner.

Each is the same house with one rule changed, or a wrong procedure applied to the scored hole. As with misreads of one
layout, an open reading of the house is marked, and pages never call it a mistake.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from scorekeeper.houses.sheet.facts import penalised, rewarded
from scorekeeper.rules import HoleResult, House, Layout, adjustment, score_hole
from scorekeeper.rules.hole import hole_winners
from scorekeeper.rules.parameters import Penalty
from scorekeeper.school.diagnosis.misreads import Misread, by_house, open_readings

IMPORTED = 10
"""The usual penalty, in points."""


@dataclass(frozen=True)
class Outcome:
    """A hole as a learner scores it: points by name, and the winners."""

    points: Mapping[str, int]
    winners: frozenset[str]


Procedure = Callable[[HoleResult, House, Mapping[str, int]], Outcome | None]
"""Score a hole the wrong way from its right layouts; the numbers are the totals before it, if the exercise shows them.

None where the procedure does not apply.
"""


@dataclass(frozen=True)
class HoleMisread(Misread):
    """A wrong rule for hole scores, or a wrong procedure applied to a rightly scored hole."""

    procedure: Procedure | None = None

    def outcome(
        self, entries: Mapping[str, Layout | int], ender: str | None, before: Mapping[str, int] | None = None
    ) -> Outcome | None:
        """The hole as scored with this misread; None where it does not apply."""
        result = score_hole(entries, self.house, ender)
        return as_outcome(result) if self.procedure is None else self.procedure(result, self.house, before or {})


def as_outcome(result: HoleResult) -> Outcome:
    """The points and the winners of a scored hole."""
    points = {player.name: player.score for player in result.players}
    return Outcome(points, frozenset(player.name for player in result.players if player.wins))


@by_house
def hole_misreads(house: House) -> tuple[HoleMisread, ...]:
    """Every misread that a learner can have of hole scores in this house."""
    readings = [(reading, _what_a_hole_brings(other)) for reading, other in open_readings(house)]
    own = _what_a_hole_brings(house)
    found: list[HoleMisread] = []
    for misread in _candidates(house):
        if misread.procedure is None:
            rules = _what_a_hole_brings(misread.house)
            if rules == own:
                continue
            reading = next((reading for reading, read in readings if read == rules), None)
            misread = replace(misread, reading=reading)
        found.append(misread)
    return tuple(found)


def _what_a_hole_brings(house: House) -> tuple[object, ...]:
    """All rules that change hole scores beside the layouts, without rules that have no effect."""
    penalty = house.penalty if penalised(house) else None
    if penalty is not None and penalty.kind == "add" and not penalty.points:
        penalty = None
    if penalty is not None and penalty.kind != "add":
        penalty = replace(penalty, each_rival=False)
    return (
        penalty,
        house.reward if rewarded(house.reward) else None,
        house.placing.winner if rewarded(house.placing.winner) else None,
        house.placing.equal,
        house.placing.compared,
        house.match.hole_tie,
        tuple(bonus.others for bonus in house.bonuses),
    )


def _candidates(house: House) -> Iterator[HoleMisread]:
    if house.somebody_ends:
        yield from _penalties(house)
        if rewarded(house.reward):
            yield HoleMisread(
                "R1", "ender", "ending the hole with the lowest score earns nothing", replace(house, reward=None)
            )
    placing = house.placing
    if rewarded(placing.winner):
        without = replace(placing, winner=None)
        yield HoleMisread("W1", "winning", "the lowest score earns nothing", replace(house, placing=without))
    if placing.equal:
        without = replace(placing, equal=0)
        yield HoleMisread("W2", "winning", "tied scores add no points", replace(house, placing=without))
    if house.match.hole_tie != "shared":
        shared = replace(house, match=replace(house.match, hole_tie="shared"))
        yield HoleMisread("W4", "winning", "ties share the hole", shared)
    if any(bonus.others for bonus in house.bonuses):
        own_only = tuple(replace(bonus, others=0) for bonus in house.bonuses)
        yield HoleMisread(
            "W3", "winning", "a bonus doesn’t change the other players’ scores", replace(house, bonuses=own_only)
        )
    yield HoleMisread("G1", "winning", "the highest score wins", house, procedure=_highest_wins)


# --- the ender's penalty ----------------------------------------------------------------------------------------------


def _penalties(house: House) -> Iterator[HoleMisread]:
    if house.penalty is None or _what_a_hole_brings(house)[0] is None:
        imported = Penalty(kind="add", points=IMPORTED)
        doing = f"ending the hole without the lowest score costs {IMPORTED}"
        yield HoleMisread("N7", "ender", doing, replace(house, penalty=imported))
        return
    rule = house.penalty

    def read(key: str, doing: str, changed: Penalty | None) -> HoleMisread:
        return HoleMisread(key, "ender", doing, replace(house, penalty=changed))

    yield read("N1", "there’s no penalty for ending the hole", None)
    if rule.when == "someone-lower":
        yield read("N2", "the penalty is paid for a tie too", replace(rule, when="someone-lower-or-equal"))
    else:
        yield read("N2", "no penalty is paid for a tie", replace(rule, when="someone-lower"))
    if rule.kind == "add":
        if rule.each_rival:
            yield read("N5", "the penalty is paid only once", replace(rule, each_rival=False))
        else:
            yield read("N5", "the penalty is paid for each player with a better score", replace(rule, each_rival=True))
        doubled = Penalty(kind="double", when=rule.when, below_zero="doubled")
        yield read("N6", "the penalty doubles the score instead", doubled)
    else:
        added = Penalty(kind="add", points=IMPORTED, when=rule.when)
        yield read("N6", f"the penalty is just {IMPORTED} points", added)
    for key, doing, paid in _PAID:
        yield HoleMisread(key, "ender", doing, house, procedure=_with_payers(paid))


@dataclass(frozen=True)
class Ended:
    """An ended hole: raw scores by name, and the totals before it, if the exercise shows them."""

    ender: str
    raw: Mapping[str, int]
    house: House
    before: Mapping[str, int]

    def due(self, name: str, raw: Mapping[str, int] | None = None) -> int:
        """The penalty for this player as the ender."""
        return adjustment(name, raw or self.raw, replace(self.house, reward=None)).points

    def paid_by(self, *names: str) -> Mapping[str, int]:
        """Penalties for these players as if another player were lower."""
        return {name: self.due(name) or self.due(name, {**self.raw, "": self.raw[name] - 1}) for name in names}

    def paid_if_beaten(self, scores: Mapping[str, int]) -> Mapping[str, int]:
        """The ender's penalty where these scores decide instead of the hole's."""
        return self.paid_by(self.ender) if min(scores.values()) < scores[self.ender] else {}


def _all_but_the_lowest(hole: Ended) -> Mapping[str, int]:
    return hole.paid_by(*(name for name, own in hole.raw.items() if own > min(hole.raw.values())))


def _highest(hole: Ended) -> Mapping[str, int] | None:
    highest = [name for name, own in hole.raw.items() if own == max(hole.raw.values())]
    return hole.paid_by(*highest) if len(highest) == 1 else None


def _compared_after(hole: Ended) -> Mapping[str, int]:
    (paid,) = hole.paid_by(hole.ender).values()
    return hole.paid_if_beaten({**hole.raw, hole.ender: hole.raw[hole.ender] + paid})


def _totals_compared(hole: Ended) -> Mapping[str, int] | None:
    if not hole.before:
        return None
    return hole.paid_if_beaten({name: hole.before[name] + own for name, own in hole.raw.items()})


Paid = Callable[[Ended], Mapping[str, int] | None]

_PAID: tuple[tuple[str, str, Paid], ...] = (
    ("N3", "the player who ends the hole always gets the penalty", lambda hole: hole.paid_by(hole.ender)),
    ("N4", "everyone who isn’t lowest gets the penalty", _all_but_the_lowest),
    ("N4b", "the highest score gets the penalty", _highest),
    ("N8", "the penalty is subtracted", lambda hole: {hole.ender: -hole.due(hole.ender)}),
    ("N9", "scores are compared after adding the penalty", _compared_after),
    ("N9b", "totals are compared instead of this hole’s scores", _totals_compared),
)
"""Wrong procedures: who pays what; None where one does not apply."""


def _with_payers(paid: Paid) -> Procedure:
    """The procedure by which only these players pay."""

    def made(result: HoleResult, house: House, before: Mapping[str, int]) -> Outcome | None:
        if result.ender is None:
            return None
        hole = Ended(result.ender, {player.name: player.raw for player in result.players}, house, before)
        pay = paid(hole)
        if pay is None:
            return None
        points = {player.name: player.score for player in result.players}
        points[hole.ender] -= hole.due(hole.ender)
        return won_by({name: own + pay.get(name, 0) for name, own in points.items()}, house, hole.ender)

    return made


# --- who wins ---------------------------------------------------------------------------------------------------------


def won_by(points: Mapping[str, int], house: House, ender: str | None) -> Outcome:
    """These points, with the winners of the hole."""
    return Outcome(points, hole_winners(points, house, ender))


def _highest_wins(result: HoleResult, _house: House, _before: Mapping[str, int]) -> Outcome:
    points = {player.name: player.score for player in result.players}
    highest = max(points.values())
    return Outcome(points, frozenset(name for name, own in points.items() if own == highest))
