"""A game under another reading of its rules: which scores change, and who leads then.

Nothing is changed here. A table looks at this before it adopts another reading.
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
    """The hands of a game that other rules cannot score."""

    code = "reading.not_playable"


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """One player's score on a hole, before and after. Hole scores, the ender's penalty included."""

    player: Player
    before: PlayerResult
    after: PlayerResult

    @property
    def points(self) -> int:
        """The change of this player's total, if the hole is final."""
        return self.after.score - self.before.score


@dataclass(frozen=True, slots=True)
class HoleChange:
    """A hole with changed scores. Its winners may change too."""

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
        """Every hole with a changed score, confirmed or open, in playing order."""
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
        """Every player, in the order of the standings after the change."""
        before = {standing.player.id: standing for standing in self.before.standings}
        return tuple(StandingChange(before[standing.player.id], standing) for standing in self.after.standings)

    @property
    def standings_change(self) -> bool:
        return any(standing.changes for standing in self.standings)

    @property
    def enders_unknown(self) -> tuple[int, ...]:
        """Confirmed holes without a known ender, where the ender matters from now on."""
        if self.before.house.needs_ender or not self.after.house.needs_ender:
            return ()
        return tuple(hole.number for hole in self.before.holes if hole.confirmed and not hole.ender_known)

    @property
    def ends_game(self) -> bool | None:
        """True where the change ends the game, False where it reopens it, None for neither."""
        return None if self.before.is_over == self.after.is_over else self.after.is_over


def changes_by(game: Game, house: House) -> Rereading:
    """The game, and the same game under that house. Raises HandsNotPlayable with every hand that it cannot score."""
    check_playable(game, house)
    return Rereading(game, replace(game, house=house))


def check_playable(game: Game, house: House) -> None:
    """Raise HandsNotPlayable if that house cannot score every layout of this game."""
    hands = [
        RuleError(
            f"{player.name}’s cards on hole {hole.number} don’t fit these rules. {BadLayout(problems)}",
            "reading.hand_not_playable",
        )
        for hole in game.holes
        for player in game.players
        if (entry := hole.entries.get(player.id)) is not None and entry.layout is not None
        if (problems := layout_problems(entry.layout, house))
    ]
    if hands:
        raise HandsNotPlayable(hands)


def in_words(rereading: Rereading) -> str:
    """The holes with changed scores, in one sentence: `The scores of holes 1 and 2 change.`"""
    holes = rereading.holes
    if not holes:
        return "No scores change."
    numbers = listing([str(hole.number) for hole in holes])
    word = rereading.after.house.round_word
    return f"The scores of {word}{'s' if len(holes) > 1 else ''} {numbers} change."
