"""The pages of the houses."""

from __future__ import annotations

from flask import abort, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper import houses
from scorekeeper.rules.errors import UnknownHouse
from scorekeeper.store import KeptHouse, forget_house, houses_of_device
from scorekeeper.web.db import store
from scorekeeper.web.device import device_id
from scorekeeper.web.finding import game_to_see
from scorekeeper.web.house_finding import OWN, find_house, find_made_house
from scorekeeper.web.houses import bp
from scorekeeper.web.houses.pages import in_list, sheet_page


@bp.get("/houses")
def index() -> str:
    """Every house that there is."""
    made = houses_of_device(store(), device_id())
    return render_template("houses/index.html", groups=in_list(houses.groups()), made=made)


@bp.get("/houses/<key>")
def sheet(key: str) -> str:
    """One house's rules, whole, printable on a page."""
    try:
        house = find_house(key)
    except UnknownHouse:
        abort(404)
    return render_template("houses/sheet.html", page=sheet_page(house, houses.built_in()), kept=None, key=None)


@bp.get("/houses/<key>/forget")
def forget(key: str) -> str | Response:
    """Asks once more before a house that somebody made leaves this device's list."""
    made = _made(key)
    listed = next((one for one in houses_of_device(store(), device_id()) if one.id == made.id), None)
    if listed is None:
        return redirect(url_for("houses.index"))
    return render_template("houses/forget.html", kept=listed, key=f"{OWN}{listed.share_key}")


@bp.post("/houses/<key>/forget", endpoint="take_off")
def take_off(key: str) -> Response:
    """Take it off the list. The house stays, and so do its links: whoever opens one of them has it again."""
    made = _made(key)
    forget_house(store(), device_id(), made)
    flash(f"{made.house.name} is off this device's list. Its links go on working.")
    return redirect(url_for("houses.index"), code=303)


def _made(key: str) -> KeptHouse:
    if not key.startswith(OWN):
        abort(404)
    try:
        return find_made_house(key)
    except UnknownHouse:
        abort(404)


@bp.get("/g/<key>/rules")
def of_game(key: str) -> str:
    """The rules that a game was begun with, whatever has become of that house since."""
    kept = game_to_see(key)
    return render_template("houses/sheet.html", page=sheet_page(kept.game.house), kept=kept, key=key)
