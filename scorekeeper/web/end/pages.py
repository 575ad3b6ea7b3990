"""What the page of the result shows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from scorekeeper.exports.chart import chart_height, in_words
from scorekeeper.rules import Game, Hole, Place, Player, Side, Standing
from scorekeeper.rules.leading import (
    comparison_sentence,
    measure,
    side_name,
    side_names,
    third_person,
    tie_sentence,
)
from scorekeeper.rules.wording import number
from scorekeeper.store.values import KeptGame
from scorekeeper.web.end.closing import early_end, half_entered, open_extra_hole


@dataclass(frozen=True)
class PlayerHole:
    """One player's score on one hole."""

    hole: int
    score: int


@dataclass(frozen=True)
class ResultRow:
    """One player's game."""

    standing: Standing
    best: PlayerHole | None  # the lowest score; the first of several
    worst: PlayerHole | None
    holes_won: int
    penalties: int  # points added for ending a hole; rewards are not taken off
    rewards: int  # points taken off for ending a hole, as a number above 0

    @property
    def player(self) -> Player:
        return self.standing.player


@dataclass(frozen=True)
class PlaceRow:
    """Those who are ranked together: a player, or a team with what each of it has."""

    place: Place
    name: str
    holes_won: int
    members: tuple[ResultRow, ...]  # of a team, in seating order; of a single player nobody


@dataclass(frozen=True)
class RunningRow:
    """Every side's total after one hole, in seating order; None where nobody of it was at the table."""

    hole: int
    totals: tuple[int | None, ...]


@dataclass(frozen=True)
class EndPage:
    """The result, or how it stands so far."""

    kept: KeptGame
    text: str  # the result to be shared
    write_id: str
    problem: str = ""

    @property
    def game(self) -> Game:
        return self.kept.game

    @property
    def headline(self) -> str:
        return _headline(self.game)

    @property
    def how(self) -> str:
        """With what, and by how much."""
        return _how(self.game)

    @cached_property
    def rows(self) -> tuple[ResultRow, ...]:
        return tuple(_row(self.game, standing) for standing in self.game.standings)

    @cached_property
    def places(self) -> tuple[PlaceRow, ...]:
        return tuple(_place(self.game, place, self.rows) for place in self.game.places)

    @cached_property
    def running(self) -> tuple[RunningRow, ...]:
        return _running(self.game)

    @property
    def chart_text(self) -> str:
        """The chart in words, for whoever cannot see it; the table below has every number."""
        return in_words(self.game)

    @property
    def comparison(self) -> str:
        """By which rule a tie was broken, and what wins."""
        return f"{tie_sentence(self.game)} {comparison_sentence(self.game)}".lstrip()

    @property
    def tied(self) -> str:
        """The names of those who share the win; empty when there is no tie to break."""
        return side_names(self.game.tied)

    @property
    def extra_hole(self) -> int | None:
        """Being played now."""
        extra = open_extra_hole(self.game)
        return None if extra is None else extra.number

    @property
    def early_end(self) -> int | None:
        return early_end(self.game)

    @property
    def given_up(self) -> tuple[Hole, ...]:
        """Half-entered holes that finishing early would take away."""
        return half_entered(self.game)

    @property
    def over(self) -> bool:
        return self.game.is_over

    @property
    def undecided(self) -> bool:
        """Every hole is played, and the house wants one more of those tied."""
        return bool(self.game.undecided)

    @property
    def sides(self) -> tuple[str, ...]:
        """What those who are ranked together are called, in seating order."""
        return tuple(_name(side) for side in self.game.sides)

    @property
    def counted(self) -> int:
        """How many holes count so far."""
        return len(self.running)

    @property
    def has_penalties(self) -> bool:
        return any(row.penalties for row in self.rows)

    @property
    def has_rewards(self) -> bool:
        return any(row.rewards for row in self.rows)

    @property
    def chart_height(self) -> int:
        """As tall as the drawing for each 360 pixels of its width, so that nothing jumps when it arrives."""
        return chart_height(self.game)

    @property
    def extra_holes(self) -> int:
        """How many extra holes were finished."""
        return max((len(row.place.playoff) for row in self.places), default=0)


def _headline(game: Game) -> str:
    ahead = game.ahead
    if not ahead:
        return "No hole is finished yet"
    names = side_names(ahead)
    several = len(ahead) > 1
    if game.undecided:
        return f"{names} are tied"
    if game.is_over:
        return f"{names} {'share the win' if several else 'win' + third_person(ahead)}"
    if several and open_extra_hole(game) is not None:
        return f"{names} play an extra hole"
    return f"{names} {'share the lead' if several else 'lead' + third_person(ahead)}"


def _how(game: Game) -> str:
    if not game.ahead:
        return ""
    best = game.ahead[0]
    rest = [place for place in game.places if place.rank is not None and place.rank > 1]
    with_what = measure(game, best, unit=True)
    if game.undecided:
        return f"with {with_what}: an extra hole is still to break the tie"
    broken = any(measure(game, place, unit=True) == with_what for place in rest)
    if broken and game.is_over and best.playoff:
        extra = " and ".join(number(points) for points in best.playoff)
        return f"with {with_what}, and {extra} on the extra hole{'s' if len(best.playoff) > 1 else ''}"
    if game.by_average or game.house.match.winner == "most-holes" or not rest:
        return f"with {with_what}"
    ahead = rest[0].total - best.total
    second = side_names([place for place in rest if place.rank == rest[0].rank])
    return f"with {with_what}, {number(ahead)} ahead of {second}" if ahead > 0 else f"with {with_what}"


def _place(game: Game, place: Place, rows: tuple[ResultRow, ...]) -> PlaceRow:
    members = tuple(row for row in rows if row.player in place.side.players) if place.side.is_team else ()
    return PlaceRow(place, _name(place.side), game.holes_won(place.side), members)


def _name(side: Side) -> str:
    return side_name(side) if side.is_team else side.players[0].name


def _row(game: Game, standing: Standing) -> ResultRow:
    player = standing.player
    results = {
        hole.number: result
        for hole in game.holes
        if hole.confirmed and not hole.playoff and (result := game.player_result(hole.number, player)) is not None
    }
    scores = [PlayerHole(hole, result.score) for hole, result in results.items()]
    return ResultRow(
        standing=standing,
        best=min(scores, key=lambda one: one.score, default=None),
        worst=max(scores, key=lambda one: one.score, default=None),
        holes_won=game.holes_won(player),
        penalties=sum(max(result.penalty, 0) for result in results.values()),
        rewards=sum(max(-result.penalty, 0) for result in results.values()),
    )


def _running(game: Game) -> tuple[RunningRow, ...]:
    columns = [game.running_totals(side) for side in game.sides]
    counted = [hole.number for hole in game.holes if hole.confirmed and not hole.playoff]
    return tuple(RunningRow(hole, tuple(column[place] for column in columns)) for place, hole in enumerate(counted))


def file_name(kept: KeptGame, ending: str) -> str:
    """A name for a downloaded file that sorts by date and is safe everywhere: `golf-2026-11-21-friday.csv`."""
    title = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in kept.title.lower())
    words = [word for word in title.split("-") if word]
    return "-".join(["golf", f"{kept.created_at.astimezone():%Y-%m-%d}", *words])[:60].rstrip("-") + f".{ending}"
