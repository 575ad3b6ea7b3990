"""The big screen: a game on a television or a projector, read from across the room."""

from __future__ import annotations

from typing import Literal
from urllib.parse import urljoin

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.web.addresses import game_to_see
from scorekeeper.web.game_json import game_tag
from scorekeeper.web.invite import qr_svg, way_here
from scorekeeper.web.play.scorecard import CardRow, card_page

bp = Blueprint("screen", __name__, url_prefix="/g/<key>/screen")


MOST_HOLES = 18
"""Columns that can be read from a sofa. Of a longer game the last so many are shown up to the hole under way."""


def shown(rows: tuple[CardRow, ...], current: int | None) -> tuple[CardRow, ...]:
    """At most MOST_HOLES: the first, or as many as end with the hole under way or the last where that comes later."""
    last = max(MOST_HOLES, len(rows) if current is None else current)
    return tuple(row for row in rows if last - MOST_HOLES < row.number <= last)


def size_of(players: int, holes: int) -> Literal["roomy", "full", "crowded"]:
    """Four players and nine holes are roomy; eight and eighteen fill the screen; more is crowded."""
    if players <= 4 and holes <= 10:
        return "roomy"
    return "full" if players <= 8 else "crowded"


@bp.get("")
def index(key: str) -> str | Response:
    """The game for a room. Its address is on the screen for all to read, so it is always that of the link to watch."""
    kept = game_to_see(key)
    if kept.may_edit:
        return redirect(url_for("screen.index", key=kept.view_key))
    card, way = card_page(kept), way_here()
    return render_template(
        "screen/index.html",
        kept=kept,
        key=key,
        tag=game_tag(kept),
        card=card,
        holes=shown(card.rows, card.next_hole),
        size=size_of(len(kept.game.players), len(card.rows)),
        waiting=kept.game.missing(card.next_hole) if card.next_hole else (),
        watch=urljoin(way.base, url_for("play.card", key=kept.view_key)) if way.works else "",
        qr_svg=qr_svg,
    )
