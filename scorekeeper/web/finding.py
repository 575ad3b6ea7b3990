"""Finding the game that an address names.

A wrong key, a view key where an edit key is needed, and a game that never was all look alike. Only a link that was
renewed says so: whoever has it knew the game.
"""

from __future__ import annotations

from flask import abort, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules import RuleError
from scorekeeper.store.devices import games_of_device, remember_game
from scorekeeper.store.errors import GameNotFound
from scorekeeper.store.values import KeptGame
from scorekeeper.web.db import store
from scorekeeper.web.device import device_id


def game_to_see(key: str) -> KeptGame:
    """The game behind an edit or view key, noted among this device's games.

    Raises GameNotFound, which is answered by 404, or as LinkRenewed by 410.
    """
    return remember_game(store(), device_id(), key)


def game_to_change(key: str) -> KeptGame:
    """The game behind an edit key. Raises GameNotFound or LinkRenewed for anything else."""
    kept = game_to_see(key)
    if not kept.may_edit:
        raise GameNotFound
    return kept


class HoleNotYet(RuleError):
    """That hole comes later: one before it is not finished, perhaps because its confirmation was taken back."""

    code = "hole.not_yet"


def hole_to_see(kept: KeptGame, number: int) -> int:
    """The number of a hole that was begun or comes next.

    Raises HoleNotYet for a planned one that comes later; aborts with 404 for any other.
    """
    game = kept.game
    if game.hole(number) is None and number != game.current_hole:
        if game.current_hole is None or not game.current_hole < number <= game.holes_planned:
            abort(404)
        raise HoleNotYet(f"hole {game.current_hole} is not finished yet, and hole {number} comes after it")
    return number


def by_view_link(kept: KeptGame | None, **asked: object) -> Response | None:
    """Go on to the same page with the game named by the link that changes nothing, if it is named by the other one.

    For pages whose addresses are sent around. ``asked`` is whatever else the address says.
    """
    if kept is None or not kept.may_edit or request.endpoint is None:
        return None
    return redirect(url_for(request.endpoint, **{**asked, "game": kept.view_key}))  # type: ignore[arg-type]


def best_key(kept: KeptGame) -> str:
    """Whoever may enter cards in this game goes back to where they may, though the address has the other link."""
    known = next((game.key for game in games_of_device(store(), device_id()) if game.id == kept.id), "")
    return known or kept.view_key
