"""Whose phone this is: what a page shows of it, and what it asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules import Player
from scorekeeper.store import Change, KeptGame, history, seats_of_game
from scorekeeper.web.db import store
from scorekeeper.web.device import device_id


@dataclass(frozen=True)
class SeatChoice:
    """Whose phone this is, and whose it could be."""

    players: tuple[Player, ...]  # those still at the table, in seating order, and whoever it belongs to
    chosen: Player | None  # None: it only looks on, or nobody has said
    said: bool
    asks: bool  # a phone that came by the link and has not said: the scorecard asks it


def seat_choice(kept: KeptGame, changes: Sequence[Change] | None = None) -> SeatChoice:
    """The choice of this device; ``changes`` is the game's history where the page has it already."""
    device = device_id()
    seats = seats_of_game(store(), kept.key)
    said = device in seats
    chosen = kept.game.player(seats.get(device) or 0)
    if changes is None:
        changes = history(store(), kept.key)
    # One phone in the middle of the table keeps the score for everybody: whoever began the game is not asked.
    began = any(change.kind == "created" and change.device == device for change in changes)
    return SeatChoice(
        players=tuple(player for player in kept.game.players if player.left is None or player == chosen),
        chosen=chosen,
        said=said,
        asks=not said and not began,
    )
