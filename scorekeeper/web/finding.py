"""Finding the game that an address names.

A wrong key, a view key where an edit key is needed, and a game that never was all look alike. Only a link that was
renewed says so: whoever has it knew the game.
"""

from __future__ import annotations

from flask import abort

from scorekeeper.store import GameNotFound, KeptGame, find_game, remember_game
from scorekeeper.web.db import store
from scorekeeper.web.device import device_id


def game_to_see(key: str) -> KeptGame:
    """The game behind an edit or view key, noted among this device's games.

    Raises GameNotFound, which is answered by 404, or as LinkRenewed by 410.
    """
    kept = find_game(store(), key)
    remember_game(store(), device_id(), key)
    return kept


def game_to_change(key: str) -> KeptGame:
    """The game behind an edit key. Raises GameNotFound or LinkRenewed for anything else."""
    kept = game_to_see(key)
    if not kept.may_edit:
        raise GameNotFound
    return kept


def hole_to_see(kept: KeptGame, number: int) -> int:
    """The number of a hole that was begun or comes next. Aborts with 404 for any other."""
    if kept.game.hole(number) is None and number != kept.game.current_hole:
        abort(404)
    return number
