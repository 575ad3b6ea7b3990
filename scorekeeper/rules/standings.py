"""The standings of a game: sides, their points, and who is ahead.

A side is ranked as one: a single player, or in a house with teams a whole team.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from scorekeeper.rules.hole import best_of, hole_winners
from scorekeeper.rules.house import LONGEST_OPEN
from scorekeeper.rules.sitting_out import out_after, sitting_out

if TYPE_CHECKING:
    from scorekeeper.rules.game import Hole, Player
    from scorekeeper.rules.hole import PlayerResult
    from scorekeeper.rules.house import House
    from scorekeeper.rules.parameters import Match
    from scorekeeper.rules.sitting_out import Course

_Made = tuple[int, Fraction | int]  # when a side was out, and what decides
_Extra = tuple[bool, Fraction]  # whether an extra hole was not played, and the score that is compared


@dataclass(frozen=True, slots=True)
class Side:
    """The players ranked as one, in seating order: a single player, or a team."""

    players: tuple[Player, ...]

    @property
    def is_team(self) -> bool:
        """Whether the side has several players, so that its verb is plural."""
        return len(self.players) > 1

    @property
    def left(self) -> bool:
        """Whether all its players have left the table."""
        return all(player.left is not None for player in self.players)

    def plays(self, hole: int) -> bool:
        return any(player.plays(hole) for player in self.players)


@dataclass(frozen=True, slots=True)
class Place:
    """One side's place. Equal sides share a rank; a side that left, or has no hole yet, has none."""

    side: Side
    total: int
    holes: int  # that count for the side; where a team's points are added up, each player's hole is one
    rank: int | None
    playoff: tuple[int, ...] = ()  # scores of the extra holes, in order
    start: int = 0  # the points that the side began with

    @property
    def average(self) -> Fraction | None:
        """Points for each hole that counts; None before the first."""
        return Fraction(self.total - self.start, self.holes) if self.holes else None


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's own points, and the rank of the side that this player is on."""

    player: Player
    total: int
    holes: int  # that count for this player
    rank: int | None
    playoff: tuple[int, ...] = ()  # scores of the extra holes, in order
    start: int = 0  # the points that the player began with

    @property
    def average(self) -> Fraction | None:
        """Points for each hole played; None before the first."""
        return Fraction(self.total - self.start, self.holes) if self.holes else None


class Standings:
    """The sides and players of a game over the holes that count: the confirmed ones."""

    if TYPE_CHECKING:
        house: House
        players: tuple[Player, ...]
        holes: tuple[Hole, ...]

        holes_planned: int

        @property
        def is_over(self) -> bool: ...
        def is_cut(self, hole: Hole) -> bool: ...
        def at_table(self, number: int) -> tuple[Player, ...]: ...
        def starter(self, number: int) -> Player | None: ...
        def player_result(self, number: int, player: Player) -> PlayerResult | None: ...

    @property
    def _rules(self) -> Match:
        return self.house.match

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """Every player alone, or in a house with teams each team; in seating order."""
        if self._rules.teams == "none":
            return tuple(Side((player,)) for player in self.players)
        sides: dict[tuple[str, int], list[Player]] = {}
        for player in self.players:
            key = ("player", player.id) if player.team is None else ("team", player.team)
            sides.setdefault(key, []).append(player)
        return tuple(Side(tuple(players)) for players in sides.values())

    @cached_property
    def counting(self) -> list[Hole]:
        """The holes of the totals: the confirmed ones without extra holes."""
        return [hole for hole in self.holes if hole.confirmed and not hole.playoff]

    @cached_property
    def courses(self) -> dict[int, Course]:
        """How the game stood after each hole, as far as it was asked for; only where players may sit out."""
        return {}

    @cached_property
    def by_average(self) -> bool:
        """Whether ranks go by points per hole: players still here have played different numbers of holes."""
        played = {self.tally(side)[1]: side for side in self.sides if not side.left}
        if self.house.players_sit_out:  # the holes of a player who is out are not missed
            played = {
                holes + self._sat_out(side): side
                for side in self.sides
                if not side.left and (holes := self.tally(side)[1])
            }
        return len(played.keys() - {0}) > 1

    def _sat_out(self, side: Side) -> int:
        """The holes that this player did not play because of the points so far."""
        return sum(
            not {player.id for player in side.players} - sitting_out(self, hole.number) for hole in self.counting
        )

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Every side, best first; those without a rank last.

        The better points lead. Where players joined late or missed a hole, points per hole are compared. Extra holes
        among those tied break a tie, then the house's rule once the game is over. Any other tie is shared.
        """
        places = [
            Place(side, *self.tally(side), None, self._extra_scores(side), self._start(side)) for side in self.sides
        ]
        ranked = sorted((place for place in places if self._is_ranked(place.side)), key=self._order)
        found: list[Place] = []
        for number, place in enumerate(ranked, start=1):
            ties = found and self._order(found[-1]) == self._order(place)
            found.append(replace(place, rank=found[-1].rank if ties else number))
        return (*found, *(place for place in places if not self._is_ranked(place.side)))

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Every player, in the order of the sides; a player who left, or has no hole yet, comes last."""
        found = [self._standing(player, place) for place in self.places for player in place.side.players]
        return tuple(sorted(found, key=lambda standing: standing.rank is None))

    def _standing(self, player: Player, place: Place) -> Standing:
        alone = Side((player,))
        total, holes = self.tally(alone)
        rank = None if player.left is not None or not holes else place.rank
        return Standing(player, total, holes, rank, self._extra_scores(alone), self._start(alone))

    # --- what a side has ----------------------------------------------------------------------------------------------

    def tally(self, side: Side) -> tuple[int, int]:
        """Total points, and the number of holes that they come from."""
        found = self._tallies.get(side)
        if found is None:
            found = self._tallies[side] = self._add_up(side)
        return found

    @cached_property
    def _tallies(self) -> dict[Side, tuple[int, int]]:
        """By side, as far as they were asked for."""
        return {}

    def _start(self, side: Side) -> int:
        """The points that a side begins with: its players' together where they are added up."""
        return self._rules.start_points * (len(side.players) if self._rules.teams == "sum" else 1)

    def _add_up(self, side: Side) -> tuple[int, int]:
        total = self._start(side)
        for points in self._scores(side):
            total = self._counted(total + points)
        if self._rules.teams == "sum":
            return total, sum(len(self._points(side, hole)) for hole in self.counting)
        return total, len(self._scores(side))

    def to_par(self, side: Side | Player) -> int | None:
        """Points above the par of the rounds played so far; None where no round has a par."""
        who = side if isinstance(side, Side) else Side((side,))
        above: list[int] = []
        for hole in self.counting:
            one, score = self.house.round(hole.number), self._score(who, hole)
            if one is not None and one.par is not None and score is not None:
                times = len(self._points(who, hole)) if self._rules.teams == "sum" else 1
                above.append(score - times * one.par)
        return sum(above) if above else None

    def holes_won(self, side: Side | Player) -> int:
        """The number of confirmed holes that a side won, alone or shared; for a player, those with the best score."""
        if isinstance(side, Side):
            return sum(side in winners for winners in self._winners.values())
        results = [self.player_result(hole.number, side) for hole in self.counting]
        return sum(result is not None and result.wins for result in results)

    @cached_property
    def _winners(self) -> dict[int, frozenset[Side]]:
        """The sides that won, by the number of each counting hole."""
        return {hole.number: self._winners_of(hole) for hole in self.counting}

    def _winners_of(self, hole: Hole) -> frozenset[Side]:
        shares = {side: share for side in self.sides if (share := self._share(side, hole)) is not None}
        ended = (side for side in shares if any(player.id == hole.ender for player in side.players))
        return hole_winners(shares, self.house, next(ended, None))

    def running_totals(self, who: Side | Player) -> tuple[int | None, ...]:
        """The total of a side, or of one player, after each counting hole; None before joining and after leaving."""
        side = who if isinstance(who, Side) else Side((who,))
        totals: list[int | None] = []
        total = self._start(side)
        for hole in self.counting:
            points = self._score(side, hole)
            total = total if points is None else self._counted(total + points)
            totals.append(total if side.plays(hole.number) else None)
        return tuple(totals)

    def behind(self, side: Side) -> Fraction:
        """How far a side is behind the first in what decides: points, points per hole, or holes won."""
        return Fraction(self._points_made(side) - self._points_made(self.places[0].side))

    @cached_property
    def course(self) -> dict[Side, tuple[Fraction | None, ...]]:
        """How far each side was behind the leader after each counting hole; None before its first and after leaving."""
        made = {side: self._made_so_far(side) for side in self.sides}
        best = [
            min((one for one in row if one is not None), default=Fraction(0))
            for row in zip(*made.values(), strict=True)
        ]
        return {
            side: tuple([None if one is None else one - first for one, first in zip(row, best, strict=True)])
            for side, row in made.items()
        }

    def _made_so_far(self, side: Side) -> list[Fraction | None]:
        """What decides, after each counting hole: the least leads."""
        made: list[Fraction | None] = []
        hands = won = 0
        for hole, total in zip(self.counting, self.running_totals(side), strict=True):
            played = len(self._points(side, hole))
            hands += played if self._rules.teams == "sum" else min(played, 1)
            if self._rules.winner == "most-holes":
                won += side in self._winners[hole.number]
                now = Fraction(-won)
            else:
                made_of = (total or 0) - (self._start(side) if self.by_average else 0)
                now = Fraction(self._rules.sign * made_of, hands if self.by_average and hands else 1)
            made.append(None if total is None or not hands else now)
        return made

    def ended_last(self, side: Side) -> Player | None:
        last = self.counting[-1].ender if self.counting else None
        return next((player for player in side.players if player.id == last), None)

    def _points(self, side: Side, hole: Hole) -> list[int]:
        """The scores of a side's players on a hole, as far as they played it."""
        results = [self.player_result(hole.number, player) for player in side.players]
        return [result.score for result in results if result is not None]

    def _score(self, side: Side, hole: Hole) -> int | None:
        """A side's score on a hole: in best ball its best, or all its points. None where no player of it played."""
        points = self._points(side, hole)
        if not points:
            return None
        return best_of(points, self.house) if self._rules.teams == "best-ball" else sum(points)

    def _share(self, side: Side, hole: Hole) -> Fraction | None:
        """A side's score on one hole as it is compared: added points per player who made them.

        Without that a team would lose a hole for being larger, or for having no player sit out.
        """
        score = self._score(side, hole)
        if score is None:
            return None
        return Fraction(score, len(self._points(side, hole)) if self._rules.teams == "sum" else 1)

    def _scores(self, side: Side) -> list[int]:
        """A side's score on every hole that counts for it, in playing order."""
        return [points for hole in self.counting if (points := self._score(side, hole)) is not None]

    def _counted(self, total: int) -> int:
        """A total after the house's changes of exact totals."""
        return self._rules.exact.get(total, total)

    @cached_property
    def lost_by_extra(self) -> tuple[Place, ...]:
        """The places level with the first before the extra holes, and below it by them."""
        lower = (place for place in self.places if (place.rank or 1) > 1)
        made, extra, _ = self._order(self.places[0])
        return tuple(place for place in lower if self._order(place)[0] == made and self._order(place)[1] != extra)

    @cached_property
    def lost_by_rule(self) -> tuple[Place, ...]:
        """The places level with the first, extra holes included, and below it only by the house's rule for ties."""
        lower = (place for place in self.places if (place.rank or 1) > 1)
        return tuple(place for place in lower if self._order(place)[:2] == self._order(self.places[0])[:2])

    # --- who is before whom -------------------------------------------------------------------------------------------

    def _order(self, place: Place) -> tuple[_Made, tuple[_Extra, ...], tuple[Fraction, ...]]:
        return *self._made(place.side, self._extra_holes), self._tie_break(place.side)

    def _made(self, side: Side, extra: list[Hole]) -> tuple[_Made, tuple[_Extra, ...]]:
        """What decides and the scores on extra holes, the least first; who did not play one comes after who did."""
        shares = (self._in_order(side, hole) for hole in extra)
        made = self._when_out(side), self._points_made(side)
        return made, tuple((share is None, share or Fraction(0)) for share in shares)

    def _points_made(self, side: Side) -> Fraction | int:
        """What decides, the least first: points, points per hole, or holes won."""
        if self._rules.winner == "most-holes":
            return -self.holes_won(side)
        total, holes = self.tally(side)
        if self.by_average and holes:
            return Fraction(self._rules.sign * (total - self._start(side)), holes)
        return self._rules.sign * total

    def _when_out(self, side: Side) -> int:
        """0 for players who still play, who come first; then those who were out last."""
        if self._rules.out_at is None:
            return 0
        after = out_after(self, side.players[0])
        return 0 if after is None else LONGEST_OPEN + 1 - after

    def _in_order(self, side: Side, hole: Hole) -> Fraction | None:
        """A side's share of a hole, turned so that the least is the best."""
        share = self._share(side, hole)
        sign = -1 if self.is_cut(hole) else self._rules.sign
        return None if share is None else sign * share

    @cached_property
    def _extra_holes(self) -> list[Hole]:
        """The extra holes that decide. After a correction other sides may be level, or none."""
        found: list[Hole] = []
        for hole in self.holes:
            if hole.playoff and hole.confirmed and self._decides(hole, found):
                found.append(hole)
        return found

    def _decides(self, extra: Hole, before: list[Hole]) -> bool:
        """Whether an extra hole was played by all who are level in front after those before it."""
        made = {side: self._made(side, before) for side in self.sides if self._is_ranked(side)}
        level = [side for side in made if made[side] == min(made.values())]
        return len(level) != 1 and all(any(player.id in extra.playoff for player in side.players) for side in level)

    def _extra_scores(self, side: Side) -> tuple[int, ...]:
        """The side's score on every extra hole that it played."""
        return tuple(points for hole in self._extra_holes if (points := self._score(side, hole)) is not None)

    def _tie_break(self, side: Side) -> tuple[Fraction, ...]:
        """What breaks a tie of totals in the finished game; empty where ties are shared."""
        if not self.is_over:
            return ()
        match self._rules.tie:
            case "lowest-hole":
                return tuple(sorted(share for one in self.counting if (share := self._in_order(side, one)) is not None))
            case "most-holes":
                return (Fraction(-self.holes_won(side)),)
            case "ender-loses":
                return (Fraction(self.ended_last(side) is not None),)
            case "count-back":
                shares = (self._in_order(side, one) for one in reversed(self.counting))
                return tuple(share for share in shares if share is not None)
            case "before-settling":
                shares = (self._in_order(side, one) for one in self.counting if one.number != self.holes_planned)
                return (sum((share for share in shares if share is not None), Fraction(0)),)
        return ()

    def _is_ranked(self, side: Side) -> bool:
        return not side.left and self.tally(side)[1] > 0
