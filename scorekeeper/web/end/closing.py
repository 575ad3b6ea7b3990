"""What can be done about the end of a game: breaking a tie, or stopping before the last hole. Pure."""

from __future__ import annotations

from scorekeeper.rules import Game, Hole, RuleError
from scorekeeper.rules.dealing import next_clockwise
from scorekeeper.store.values import Edit, EnterHand, KeptGame, PlanGame, SettleHole


class NoTie(RuleError):
    """An extra hole is played only when a finished game has several winners."""

    code = "end.no_tie"


class CannotFinish(RuleError):
    """The game cannot be finished after that hole."""

    code = "end.cannot_finish"


def open_extra_hole(game: Game) -> Hole | None:
    """The extra hole now being played, if there is one."""
    return next((hole for hole in game.holes if hole.playoff and not hole.confirmed), None)


def extra_hole(game: Game) -> SettleHole:
    """The next extra hole, among those tied. Raises NoTie."""
    if not game.tied:
        raise NoTie("there is no tie to break")
    number = max([game.holes_planned, *(hole.number for hole in game.holes)]) + 1
    seated = [player for place in game.tied for player in place.side.players if player.left is None]
    playoff = tuple(player.id for player in game.players if player in seated)
    last = max(game.holes, key=lambda hole: hole.number)
    dealer = next_clockwise(game.seats, last.dealer, playoff)
    return SettleHole(number, dealer=playoff[0] if dealer is None else dealer, playoff=playoff)


def early_end(game: Game) -> int | None:
    """The hole after which the game could be finished now; None when nothing would be finished by it."""
    if game.is_over or any(hole.playoff for hole in game.holes):
        return None
    confirmed = max((hole.number for hole in game.holes if hole.confirmed), default=0)
    unsettled = [number for number in range(1, confirmed + 1) if (hole := game.hole(number)) and not hole.confirmed]
    return confirmed if confirmed and not unsettled else None


def half_entered(game: Game) -> tuple[Hole, ...]:
    """Holes that were begun after the last confirmed one: finishing early gives them up."""
    last = early_end(game)
    return () if last is None else tuple(hole for hole in game.holes if hole.number > last and hole.entries)


def finish(kept: KeptGame, after: int) -> list[Edit]:
    """What ends the game after that hole: nothing is planned beyond it, and what was begun there is taken away.

    Raises CannotFinish, also when more was played than the sender had seen.
    """
    last = early_end(kept.game)
    if last is None:
        raise CannotFinish("the game cannot be finished now" if not kept.game.is_over else "the game is over already")
    if last != after:
        raise CannotFinish(f"hole {last} is played by now: look at the result once more")
    cleared: list[Edit] = [
        EnterHand(hole.number, player, None, kept.hand_versions.get((hole.number, player), 0))
        for hole in half_entered(kept.game)
        for player in hole.entries
    ]
    return [*cleared, PlanGame(holes_planned=last)]
