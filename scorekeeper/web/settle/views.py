"""The page that settles a score."""

from __future__ import annotations

from flask import render_template, request

from scorekeeper.store import find_game, games_of_device, houses_of_device
from scorekeeper.web import limits
from scorekeeper.web.db import store
from scorekeeper.web.device import device_id
from scorekeeper.web.settle import bp
from scorekeeper.web.settle.forms import Dispute, read_question
from scorekeeper.web.settle.pages import SettlePage
from scorekeeper.web.whole_numbers import whole_number


@bp.get("/score")
@limits.ASKED
def index() -> tuple[str, int]:
    """Question and answer share one address, so that whoever is sent the link sees both."""
    dispute = _dispute()
    made = tuple(kept.house for kept in houses_of_device(store(), device_id()))
    page = SettlePage(read_question(request.args, dispute), _edit_key(dispute), made)
    return render_template("settle/index.html", page=page), 422 if page.question.errors else 200


def _dispute() -> Dispute | None:
    """The game that the address names, if any. Raises GameNotFound. Asking lists no game on anybody's device."""
    key = request.args.get("game")
    if not key:
        return None
    kept = find_game(store(), key)
    hole, player = (whole_number(request.args.get(name, "")) for name in ("hole", "player"))
    return Dispute(kept, hole, None if player is None else kept.game.player(player))


def _edit_key(dispute: Dispute | None) -> str:
    """The key by which this device may change that game; empty where it may not."""
    if dispute is None:
        return ""
    if dispute.kept.may_edit:
        return dispute.kept.edit_key
    known = games_of_device(store(), device_id())
    return next((game.key for game in known if game.id == dispute.kept.id and game.may_edit), "")
