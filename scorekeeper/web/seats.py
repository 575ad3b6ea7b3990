"""Whose phone this is: what a page shows of it, and what it asks."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules import Player
from scorekeeper.store.sharing import DeviceSeat
from scorekeeper.store.values import KeptGame


@dataclass(frozen=True)
class SeatChoice:
    """Whose phone this is, and whose it could be."""

    players: tuple[Player, ...]  # those still at the table, in seating order, and whoever it belongs to
    chosen: Player | None  # None: it only looks on, or nobody has said
    said: bool
    asks: bool  # a phone that came by the link and has not said: the scorecard asks it


def seat_choice(kept: KeptGame, own: DeviceSeat) -> SeatChoice:
    """The choice of the device whose seat this is."""
    chosen = kept.game.player(own.player or 0)
    return SeatChoice(
        players=tuple(player for player in kept.game.players if player.left is None or player == chosen),
        chosen=chosen,
        said=own.said,
        # One phone in the middle of the table keeps the score for everybody: whoever began the game is not asked.
        asks=not own.said and not own.began,
    )
