"""The big screen: a game on a television or a projector, read from across the room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules import Player
from scorekeeper.tally.values import KeptGame
from scorekeeper.web.addresses import game_to_see
from scorekeeper.web.game_json import game_tag
from scorekeeper.web.invite import InvitePage, invite_page
from scorekeeper.web.play.scorecard import CardPage, CardRow, card_page

bp = Blueprint("screen", __name__, url_prefix="/g/<key>/screen")


MOST_HOLES = 18
"""Columns that can be read from a sofa. Of a longer game the last so many are shown up to the hole under way."""


@dataclass(frozen=True)
class ScreenPage:
    """A game as a room sees it: players below each other, holes side by side."""

    kept: KeptGame
    card: CardPage
    holes: tuple[CardRow, ...]  # those shown
    size: Literal["roomy", "full", "crowded"]  # how large the figures can be
    waiting: tuple[Player, ...]  # whose cards of the hole under way are missing
    invite: InvitePage


def screen_page(kept: KeptGame) -> ScreenPage:
    """The page of a game that was found by its link to watch."""
    card = card_page(kept)
    game, current = kept.game, card.next_hole
    missing = game.missing(current) if current else ()
    return ScreenPage(
        kept=kept,
        card=card,
        holes=shown(card.rows, current),
        size=size_of(len(game.players), len(card.rows)),
        waiting=missing,
        invite=invite_page(kept, ""),
    )


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
    return render_template("screen/index.html", page=screen_page(kept), key=key, tag=game_tag(kept))
