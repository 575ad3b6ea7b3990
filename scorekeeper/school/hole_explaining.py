"""What wrong points and a wrong winner of a hole can mean: a misread of the hole, or of every layout in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.houses.sheet.paying import penalised
from scorekeeper.rules import House, Layout, score, score_hole
from scorekeeper.rules.hole import HoleResult
from scorekeeper.rules.wording import listing, number
from scorekeeper.school.beliefs import Belief, beliefs
from scorekeeper.school.explaining import counted_otherwise
from scorekeeper.school.hole_misreads import HoleMisread, Outcome, as_outcome, hole_misreads, won_by
from scorekeeper.school.misreads import Misread
from scorekeeper.school.tallying import addends, summands

SEVERAL = "several"
"""What is chosen where more than one player wins."""

LOWEST_WINS = "Here the lowest score of a hole wins it."


@dataclass(frozen=True)
class Told:
    """Something that leads to a wrong outcome: a misread of the hole, or of every layout in it."""

    misread: HoleMisread | Misread
    outcome: Outcome


@dataclass(frozen=True)
class HoleExplained:
    """A hole as it is scored, and what leads to other points and other winners. ``before`` are totals, if told."""

    house: House
    players: tuple[tuple[str, Layout], ...]
    result: HoleResult
    before: tuple[int, ...] = ()

    @cached_property
    def right(self) -> Outcome:
        """The points and the winners."""
        return as_outcome(self.result)

    # --- what leads to other outcomes ---------------------------------------------------------------------------------

    def made_by(self, misread: HoleMisread) -> Outcome | None:
        """What somebody makes of the hole who counts its layouts rightly; None where the misread cannot come up."""
        names = [name for name, _ in self.players]
        before = dict(zip(names, self.before, strict=True)) if self.before else None
        return misread.outcome(self._entries, self.result.ender, before)

    @cached_property
    def _entries(self) -> dict[str, Layout | int]:
        """What a hole is scored from once its layouts are counted: numbers, where nobody looks at the cards again."""
        if self._looks_again:
            return dict(self.players)
        return {player.name: player.raw for player in self.result.players}

    @property
    def _looks_again(self) -> bool:
        """Whether the cards of one player can bring others something."""
        return any(bonus.others for bonus in self.house.bonuses)

    @cached_property
    def leading(self) -> tuple[Told, ...]:
        """All that leads to another outcome: misreads of the hole, and those of its layouts, held for all of them."""
        found = [
            Told(misread, made)
            for misread in hole_misreads(self.house)
            if (made := self.made_by(misread)) is not None and made != self.right
        ]
        for belief in beliefs(self.house):
            made = self._counted_by(belief) if len(belief.misreads) == 1 else None
            if made is not None and made.points != self.right.points:
                found.append(Told(belief.misreads[0], made))
        return tuple(found)

    def _counted_by(self, belief: Belief) -> Outcome | None:
        """The hole if all its layouts are counted so; None where one of them cannot be."""
        counted: dict[str, Layout | int] = {}
        for name, layout in self.players:
            points = belief.total(layout)
            if points is None:
                return None
            counted[name] = points
        points_of = as_outcome(score_hole(counted, belief.house, self.result.ender)).points
        if not self._looks_again:
            return won_by(points_of, belief.house, self.result.ender)
        brought = {
            name: sum(line.others for line in score(layout, belief.house).lines) for name, layout in self.players
        }
        all_brought = sum(brought.values())
        made = {name: own + all_brought - brought[name] for name, own in points_of.items()}
        return won_by(made, belief.house, self.result.ender)

    # --- what is said of them -----------------------------------------------------------------------------------------

    def means(self, found: Sequence[Told], name: str, points: int) -> str:
        """What that number of that player means."""
        reading = next((one.misread.reading for one in found if one.misread.reading is not None), None)
        if reading is not None:
            return reading.right(f"{number(points)} for {name}", f"it is {number(self.right.points[name])}.")
        said = f"If {doing(found)}, {name} gets {number(points)}."
        first = of_the_hole_first(found)[0].misread
        if isinstance(first, HoleMisread):
            return f"{said} {self._here(name)}"
        line = counted_otherwise(Belief((first,), first.house), self.house, dict(self.players)[name])
        return f"{said} Here: {line}." if line else said

    def means_of_winner(self, chosen: str, found: Sequence[Told]) -> str:
        """What it means to say that these win, of everything that leads to it."""
        return f"{self.wins_then(chosen)} if {doing(found)}. {self._instead_of(of_the_hole_first(found)[0].misread)}"

    def wins_then(self, chosen: str) -> str:
        """Who wins by a choice: `Ann wins`."""
        if chosen != SEVERAL:
            return f"{chosen} wins"
        names = [name for name, _ in self.players]
        return f"{listing(names) if len(names) == 2 else 'Several of them'} win together"

    def addends(self, name: str) -> str:
        """What makes up the points of a player, to be added up by whoever has another try: `5 + 0 + (−2) + 10`."""
        player = self.result[name]
        assert player.worked is not None
        return addends([*summands(player.worked), *([player.penalty] if player.adjustment.rule else [])])

    def _instead_of(self, misread: HoleMisread | Misread) -> str:
        """What these rules say in place of that misread."""
        ender = self.result.ender
        if isinstance(misread, HoleMisread):
            return LOWEST_WINS if misread.rule == "winning" or ender is None else self._here(ender)
        for name, layout in self.players:
            line = counted_otherwise(Belief((misread,), misread.house), self.house, layout)
            if line:
                return f"Here, for {name}: {line}."
        return "Here everything that a layout counts is added up."

    def _here(self, name: str) -> str:
        """What there is to say of what a player gets beside the layout; never the number itself."""
        player, ender = self.result[name], self.result.ender
        if player.adjustment.rule:
            return f"Here: {player.adjustment.text}."
        if name != ender:
            paying = "only the ender can pay; " if ender is not None and penalised(self.house) else ""
            return f"Here: {paying}{name} gets what the layout counts, {self.addends(name)}."
        if not penalised(self.house):
            return "Here: ending the hole costs nothing."
        return f"Here: {ender} ended the hole and does not have to pay."


def chosen_for(winners: frozenset[str]) -> str:
    """What is chosen where these win."""
    return next(iter(winners)) if len(winners) == 1 else SEVERAL


def of_the_hole_first(found: Sequence[Told]) -> list[Told]:
    """Misreads of the hole where there are any: whoever makes one counts every layout rightly."""
    of_the_hole = [one for one in found if isinstance(one.misread, HoleMisread)]
    return of_the_hole or list(found)


def doing(found: Sequence[Told]) -> str:
    """What is done by them, as the beginning of a sentence that goes on with what comes of it."""
    return ", or if ".join(dict.fromkeys(one.misread.doing for one in of_the_hole_first(found)))


def keys_of(found: Sequence[Told]) -> tuple[str, ...]:
    """The keys of mistakes; none where a reading that the house leaves open leads to the same."""
    if any(one.misread.reading is not None for one in found):
        return ()
    return tuple(one.misread.key for one in of_the_hole_first(found))


def by_points(found: Sequence[Told], name: str) -> dict[int, list[Told]]:
    """All that leads to each number of points of that player, lowest first."""
    numbers: dict[int, list[Told]] = {}
    for one in sorted(found, key=lambda one: one.outcome.points[name]):
        numbers.setdefault(one.outcome.points[name], []).append(one)
    return numbers


def by_winner(found: Sequence[Told]) -> Mapping[str, list[Told]]:
    """All that leads to each choice of who wins; readings tell of points alone."""
    choices: dict[str, list[Told]] = {}
    for one in found:
        if one.misread.reading is None:
            choices.setdefault(chosen_for(one.outcome.winners), []).append(one)
    return choices
