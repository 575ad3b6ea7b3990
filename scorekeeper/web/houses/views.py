"""The pages of the houses."""

from __future__ import annotations

from flask import abort, render_template

from scorekeeper import houses
from scorekeeper.rules.errors import UnknownHouse
from scorekeeper.store import houses_of_device
from scorekeeper.web.db import store
from scorekeeper.web.device import device_id
from scorekeeper.web.finding import game_to_see
from scorekeeper.web.house_finding import find_house
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


@bp.get("/g/<key>/rules")
def of_game(key: str) -> str:
    """The rules that a game was begun with, whatever has become of that house since."""
    kept = game_to_see(key)
    return render_template("houses/sheet.html", page=sheet_page(kept.game.house), kept=kept, key=key)
