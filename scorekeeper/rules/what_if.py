"""What a game would be under another reading of its rules: which holes count differently, for whom, and who leads then.

Nothing is changed here. A table looks at this before it says that it plays by another reading from now on.
"""

from dataclasses import dataclass, replace
from functools import cached_property

from scorekeeper.rules.game import Game, Hole, Player
from scorekeeper.rules.hole import PlayerResult
from scorekeeper.rules.house import House
from scorekeeper.rules.notation import layout_problems
from scorekeeper.rules.problems import BadLayout, RuleError, SeveralProblems
from scorekeeper.rules.standings import Standing
from scorekeeper.rules.wording import listing


class HandsNotPlayable(SeveralProblems):
    """A game cannot go on by these rules: every hand that they could not count."""

    code = "reading.not_playable"


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """One player's score on a hole, before and after. Hole scores, the ender's penalty included."""

    player: Player
    before: PlayerResult
    after: PlayerResult

    @property
    def points(self) -> int:
        """What is added to this player's total by the change, if the hole counts."""
        return self.after.score - self.before.score


@dataclass(frozen=True, slots=True)
class HoleChange:
    """A hole that counts differently, and those whose score changes. Others may win it then, too."""

    number: int
    confirmed: bool
    playoff: bool
    scores: tuple[ScoreChange, ...]


@dataclass(frozen=True, slots=True)
class StandingChange:
    """One player's place and total, before and after."""

    before: Standing
    after: Standing

    @property
    def player(self) -> Player:
        return self.after.player

    @property
    def changes(self) -> bool:
        return (self.before.total, self.before.rank) != (self.after.total, self.after.rank)


@dataclass(frozen=True)
class Rereading:
    """A game as it is and as it would be, and where the two differ."""

    before: Game
    after: Game

    @cached_property
    def holes(self) -> tuple[HoleChange, ...]:
        """Every hole on which somebody's score changes, confirmed or still open, in playing order."""
        found = (self._hole(hole) for hole in self.before.holes)
        return tuple(hole for hole in found if hole.scores)

    def _hole(self, hole: Hole) -> HoleChange:
        scores = []
        for player in self.before.at_table(hole.number):
            was, becomes = (game.player_result(hole.number, player) for game in (self.before, self.after))
            if was is not None and becomes is not None and was.score != becomes.score:
                scores.append(ScoreChange(player, was, becomes))
        return HoleChange(hole.number, hole.confirmed, bool(hole.playoff), tuple(scores))

    @cached_property
    def standings(self) -> tuple[StandingChange, ...]:
        """Everybody, in the order of the standings after the change."""
        before = {standing.player.id: standing for standing in self.before.standings}
        return tuple(StandingChange(before[standing.player.id], standing) for standing in self.after.standings)

    @property
    def standings_change(self) -> bool:
        return any(standing.changes for standing in self.standings)

    @property
    def enders_unknown(self) -> tuple[int, ...]:
        """Confirmed holes of which nobody has said who ended them, although that would matter from now on."""
        if self.before.house.needs_ender or not self.after.house.needs_ender:
            return ()
        return tuple(hole.number for hole in self.before.holes if hole.confirmed and not hole.ender_known)

    @property
    def ends_game(self) -> bool | None:
        """True where the game would be over with this, False where it would go on after all, None for neither."""
        return None if self.before.is_over == self.after.is_over else self.after.is_over


def changes_by(game: Game, house: House) -> Rereading:
    """The game, and the same game under that house. Raises HandsNotPlayable, naming every hand it could not count."""
    check_playable(game, house)
    return Rereading(game, replace(game, house=house))


def check_playable(game: Game, house: House) -> None:
    """Raise HandsNotPlayable if that house could not count every layout which this game holds."""
    hands = [
        RuleError(f"{player.name}'s cards on hole {hole.number}: {BadLayout(problems)}", "reading.hand_not_playable")
        for hole in game.holes
        for player in game.players
        if (entry := hole.entries.get(player.id)) is not None and entry.layout is not None
        if (problems := layout_problems(entry.layout, house))
    ]
    if hands:
        raise HandsNotPlayable(hands)


def in_words(rereading: Rereading) -> str:
    """Which holes have other scores, in one sentence: `The scores of holes 1 and 2 change.`"""
    holes = rereading.holes
    if not holes:
        return "No score of a hole changes."
    numbers = listing([str(hole.number) for hole in holes])
    return f"The scores of hole{'s' if len(holes) > 1 else ''} {numbers} change."
