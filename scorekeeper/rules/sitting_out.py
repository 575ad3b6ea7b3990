"""Who plays no more: players who are out, and the player who has reached the end while the others have a last turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scorekeeper.rules.game import Hole, Player
    from scorekeeper.rules.standings import Standings


@dataclass(frozen=True, slots=True)
class Course:
    """How a game stands after a hole: the totals so far, by player id."""

    totals: Mapping[int, int] = field(default_factory=dict)
    out: Mapping[int, int] = field(default_factory=dict)  # the hole after which a player was out
    reached: tuple[int, int] | None = None  # who came first to the end of the game, and the hole


def course_before(game: Standings, number: int) -> Course:
    """How the game stood before that hole. Each hole is worked out once."""
    found = Course()
    for hole in game.counting:
        if hole.number >= number:
            break
        known = game.courses.get(hole.number)
        if known is None:
            known = game.courses[hole.number] = _after(game, hole, found)
        found = known
    return found


def sitting_out(game: Standings, number: int) -> frozenset[int]:
    """The players who do not play that hole because of their points."""
    found = course_before(game, number)
    gone = set(found.out)
    if game.house.match.after_until == "others-once-more" and found.reached and number == found.reached[1] + 1:
        gone.add(found.reached[0])
    return frozenset(gone)


def out_after(game: Standings, player: Player) -> int | None:
    """The hole after which a player was out; None for a player who still plays."""
    return course_before(game, game.holes_planned + 1).out.get(player.id)


def one_is_left(game: Standings) -> bool:
    """Whether all players but one are out."""
    out = course_before(game, game.holes_planned + 1).out
    return bool(out) and sum(player.left is None and player.id not in out for player in game.players) < 2


def last_turns(game: Standings) -> int:
    """The hole on which the others have their last turns, once a player has reached the end; 0 for none."""
    if game.house.match.after_until == "round-ends":
        return 0
    found = course_before(game, game.holes_planned + 1).reached
    return found[1] + 1 if found else 0


def _after(game: Standings, hole: Hole, before: Course) -> Course:
    rules, totals, out = game.house.match, dict(before.totals), dict(before.out)
    playing = game.at_table(hole.number)
    for player in playing:
        result = game.player_result(hole.number, player)
        if result is not None:
            total = totals.get(player.id, rules.start_points) + result.score
            totals[player.id] = rules.exact.get(total, total)
            if rules.out_at is not None and _is_out(game, totals[player.id], rules.out_at):
                out[player.id] = hole.number
    reached = before.reached
    if reached is None and rules.until is not None:
        until = rules.until
        there = (player.id for player in _in_turn(game, hole, playing) if player.id in totals)
        first = next((player for player in there if rules.is_at(totals[player], until)), None)
        reached = None if first is None else (first, hole.number)
    return Course(totals, out, reached)


def _is_out(game: Standings, total: int, limit: int) -> bool:
    rules = game.house.match
    return rules.is_at(total, limit) and (rules.out_when == "reached" or total != limit)


def _in_turn(game: Standings, hole: Hole, playing: Iterable[Player]) -> list[Player]:
    """The players in the order in which they had their turns on that hole."""
    found = list(playing)
    first = game.starter(hole.number)
    start = found.index(first) if first in found else 0
    return found[start:] + found[:start]
