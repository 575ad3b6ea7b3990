"""One hole: every player's raw score, what is added to it or taken off, and who won it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

from scorekeeper.rules.house import House
from scorekeeper.rules.layout import Layout, Score
from scorekeeper.rules.parameters import Penalty, Reward
from scorekeeper.rules.problems import RuleError
from scorekeeper.rules.scoring import score
from scorekeeper.rules.settling import written
from scorekeeper.rules.wording import listing, number, signed

_Who = TypeVar("_Who")
_Points = TypeVar("_Points", int, Fraction)

BEFORE_COMPARING = ("settle", "sweep")
"""The rules that make a score of a count, before anyone is compared."""

_PENALTY_WORDS = {
    "add": "{added}",
    "double": "score doubled, {added}",
    "double-and-add": "score doubled plus {points}, {added}",
    "worst": "takes the worst score, {added}",
}

_PENALTY_WORDS_BELOW_1 = {
    "double": "not above 0, so not doubled",
    "double-and-add": "not above 0, so not doubled, only {added}",
}


@dataclass(frozen=True, slots=True)
class Adjustment:
    """The change of a raw score: points, the rule's id, and why. Without a rule nothing changes.

    Where several rules apply the points are their sum, the rule is the first, and the text gives every reason.
    """

    points: int = 0
    rule: str = ""
    text: str = ""

    @property
    def replaces(self) -> bool:
        """Whether a player writes another number than was typed, instead of adding to it."""
        return self.rule in BEFORE_COMPARING


@dataclass(frozen=True, slots=True)
class ByHand:
    """Points by hand: points that the table adds to a player's hole for something outside the rules, and why.

    They are part of the hole score, so they decide who wins the hole. They are added last: penalties, rewards and
    places compare, double, halve or clear the score without them.
    """

    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One player's hole. All scores are points; the fewest win, or the most where the house says so."""

    name: str
    worked: Score | None  # None where the table entered a bare number instead of cards
    raw: int
    adjustment: Adjustment
    wins: bool  # the best hole score, alone or shared; the house may break a tie
    by_hand: ByHand | None = None

    @property
    def penalty(self) -> int:
        """What the rules add to the raw score; below 0 for a reward."""
        return self.adjustment.points

    @property
    def added_by_hand(self) -> int:
        return 0 if self.by_hand is None else self.by_hand.points

    @property
    def score(self) -> int:
        """The hole score: all three together."""
        return self.raw + self.penalty + self.added_by_hand


@dataclass(frozen=True, slots=True)
class HoleResult:
    """Every player's result in the order given, and the name of the ender if there was one."""

    players: tuple[PlayerResult, ...]
    ender: str | None

    def __getitem__(self, name: str) -> PlayerResult:
        return next(player for player in self.players if player.name == name)


def score_hole(
    entries: Mapping[str, Layout | int],
    house: House,
    ender: str | None = None,
    *,
    complete: bool = True,
    by_hand: Mapping[str, ByHand] | None = None,
) -> HoleResult:
    """Score a hole: each player's layout, or a bare raw score where the table noted no cards.

    While scores are still missing the hole is not ``complete``, and nothing is compared. Points ``by_hand`` count
    for players with an entry.

    Raises RuleError when the ender is not among them, and BadLayout for a layout that the house cannot score.
    """
    if ender is not None and ender not in entries:
        message = f"{ender} ended the hole but isn’t among {listing(list(entries))}."
        raise RuleError(message, "hole.unknown_player")
    worked = {name: score(entry, house) for name, entry in entries.items() if isinstance(entry, Layout)}
    raw = {name: entry if isinstance(entry, int) else worked[name].total for name, entry in entries.items()}
    adjustments = _adjustments(raw, worked, house, ender) if complete else {}
    results = [
        PlayerResult(
            name,
            worked.get(name),
            points,
            adjustments.get(name, Adjustment()),
            wins=False,
            by_hand=(by_hand or {}).get(name),
        )
        for name, points in raw.items()
    ]
    winning = hole_winners({result.name: result.score for result in results}, house, ender)
    return HoleResult(tuple(replace(result, wins=result.name in winning) for result in results), ender)


def hole_winners(scores: Mapping[_Who, _Points], house: House, ender: _Who | None) -> frozenset[_Who]:
    """The winners of a hole among players or teams: the best score, with ties as the house says."""
    finest = best_of(scores.values(), house) if scores else None
    best = frozenset(who for who, points in scores.items() if points == finest)
    rule = house.match.hole_tie
    if rule == "shared" or ender is None or ender not in best or len(best) == 1:
        return best
    return frozenset({ender}) if rule == "ender-wins" else best - {ender}


def best_of(scores: Iterable[_Points], house: House) -> _Points:
    """The best of several scores: the lowest, or the highest where that is better."""
    return max(scores) if house.match.better == "higher" else min(scores)


def worst_of(scores: Iterable[_Points], house: House) -> _Points:
    return min(scores) if house.match.better == "higher" else max(scores)


def is_better(points: int, than: int, house: House) -> bool:
    """Whether one score is better than another."""
    return points > than if house.match.better == "higher" else points < than


def _adjustments(
    raw: Mapping[str, int], worked: Mapping[str, Score], house: House, ender: str | None
) -> dict[str, Adjustment]:
    """The change of each player's raw score. Scores before the penalty are compared, question 001-n; places may not be.

    This is the order in which everything is worked out: cards or the typed number, settling, the sweep, the ender's
    penalty or reward, bonuses of others, places.
    """
    found: dict[str, list[Adjustment]] = {name: [] for name in raw}
    for step in written(raw, house, ender):
        for name, (points, rule, text) in step.items():
            found[name].append(Adjustment(points - raw[name], rule, f"{text} {number(points)}"))
        raw = {name: step[name].points for name in raw}
    of_ender = Adjustment() if ender is None else adjustment(ender, raw, house)
    if ender is not None:
        found[ender].append(of_ender)
    for name, result in worked.items() if house.bonuses else ():
        for other, brought in _bonuses_of_others(name, result, raw):
            found[other].append(brought)
    compared = dict(raw)
    if house.placing.compared == "after-penalty" and ender is not None:
        compared[ender] += of_ender.points
    for name in raw if house.placing.winner is not None or house.placing.equal else ():
        so_far = raw[name] + sum(one.points for one in found[name] if one.rule not in BEFORE_COMPARING)
        found[name] += _placing(name, so_far, compared, house, ender)
    return {name: _together([one for one in several if one.rule]) for name, several in found.items()}


def _bonuses_of_others(name: str, result: Score, raw: Iterable[str]) -> Iterator[tuple[str, Adjustment]]:
    """What a player's patterns bring to each of the others."""
    for line in result.lines:
        for other in raw if line.others else ():
            if other != name:
                text = f"{name} has {line.text.rsplit(', everyone', 1)[0]}, so {other} gets"
                yield other, Adjustment(line.others, "bonus-of-others", f"{text} {signed(line.others)}")


def _together(several: Sequence[Adjustment]) -> Adjustment:
    if len(several) < 2:
        return several[0] if several else Adjustment()
    return Adjustment(sum(one.points for one in several), several[0].rule, ". ".join(one.text for one in several))


def _placing(
    name: str, so_far: int, scores: Mapping[str, int], house: House, ender: str | None
) -> Iterator[Adjustment]:
    """What a player's place on the hole brings, ender or not; a reward of 0 clears the score ``so_far``."""
    rule = house.placing
    own = scores[name]
    best = f"the {house.match.best_word} score, {number(own)}"
    equals = [other for other, points in scores.items() if other != name and points == own]
    winning = hole_winners(scores, house, ender) if len(scores) > 1 else ()
    gained = Adjustment()
    if rule.winner is not None and name in winning:
        gained = _gain(f"{name} has {best}", so_far, rule.winner, "winner")
    shared = len(winning) > 1 and rule.winner is not None and rule.winner.when == "alone"
    if not shared:
        yield gained
    if rule.equal and equals:
        text = f"{name} tied with {listing(equals)} at {number(own)}: {signed(rule.equal)}"
        yield Adjustment(rule.equal, "equal", text)
    elif shared:
        yield _missed(f"{name} has {best}", equals, gained)


def adjustment(ender: str, raw: Mapping[str, int], house: House) -> Adjustment:
    """The ender's penalty or reward, given every raw score on this hole.

    Scores are compared before anything is added: a penalty never changes who was best, question 001-n.
    """
    own = raw[ender]
    others = {name: points for name, points in raw.items() if name != ender}
    if house.penalty is not None:
        penalty = _penalty(f"{ender} {house.ended_words}", own, others, house.penalty, house)
        if penalty.rule:
            return penalty
    if house.reward is not None and others and not any(is_better(rival, own, house) for rival in others.values()):
        equals = [name for name, points in others.items() if points == own]
        words = f"{ender} {house.ended_words} with the {house.match.best_word} score, {number(own)}"
        gained = _gain(words, own, house.reward, "reward")
        return _missed(words, equals, gained) if equals and house.reward.when == "alone" else gained
    return Adjustment()


def _missed(reason: str, equals: Sequence[str], gained: Adjustment) -> Adjustment:
    """A reward lost to a tie: no points, but said."""
    if not gained.rule:
        return gained
    have = "have" if len(equals) > 1 else "has"
    return Adjustment(0, gained.rule, f"{reason}, but {listing(equals)} {have} it too: no reward for a tie")


def _penalty(ended: str, own: int, others: Mapping[str, int], rule: Penalty, house: House) -> Adjustment:
    """The penalty, and why; ``ended`` says who ended the hole and how: `Ann went out`."""
    ties_count = rule.when == "someone-lower-or-equal"
    better = [name for name, rival in others.items() if is_better(rival, own, house) or (ties_count and rival == own)]
    if rule.kind == "none" or not better:
        return Adjustment()
    # Doubling a score below 0 would make the penalty a gift; some houses want that.
    doubles = own > 0 or rule.below_zero == "doubled"
    doubled = own if doubles else 0
    points = {
        "add": rule.points * (len(better) if rule.each_rival else 1),
        "double": doubled,
        "double-and-add": doubled + rule.points,
        "worst": worst_of([own, *others.values()], house) - own,
    }[rule.kind]
    words = (_PENALTY_WORDS if doubles else _PENALTY_WORDS | _PENALTY_WORDS_BELOW_1)[rule.kind]
    rivals = listing([f"{name} had {number(others[name])}" for name in better])
    done = words.format(points=number(rule.points), added=signed(points))
    return Adjustment(points, "penalty", f"{ended} with {number(own)}, but {rivals}: {done}")


def _gain(reason: str, own: int, rule: Reward, rule_id: str) -> Adjustment:
    """What the best score gains: never a worse score."""
    if rule.kind == "none" or (rule.kind in ("zero", "half") and own <= 0):
        return Adjustment()
    points = {"zero": -own, "half": -(own // 2), "add": rule.points}[rule.kind]
    done = {"zero": "score becomes 0,", "half": "score halved,", "add": "that earns"}[rule.kind]
    return Adjustment(points, rule_id, f"{reason}: {done} {signed(points)}")
