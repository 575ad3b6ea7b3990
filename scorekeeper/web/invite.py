"""Letting others in: the links to play along and to watch, renewing them, whose phone this is, and the big screen."""

from dataclasses import dataclass
from typing import Literal
from urllib.parse import urljoin, urlsplit

import segno
from flask import Blueprint, abort, current_app, flash, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.tally.sharing import choose_seat, renew_link, seat_of_device
from scorekeeper.web import limits
from scorekeeper.web.addresses import game_to_change, game_to_see
from scorekeeper.web.db import device_id, new_write_id, store
from scorekeeper.web.forms import sent, sent_number, sent_write
from scorekeeper.web.game_json import game_tag
from scorekeeper.web.network import only_this_machine, reachable_host
from scorekeeper.web.play.scorecard import CardRow, card_page, seat_choice

bp = Blueprint("invite", __name__, url_prefix="/g/<key>")
screen_bp = Blueprint("screen", __name__, url_prefix="/g/<key>/screen")


@dataclass(frozen=True)
class WayIn:
    """The start of every link that is shown, and what is to be said of it."""

    base: str
    only_here: str = ""  # the host that this page was opened by, if it means nothing to other phones
    works: bool = True  # whether other phones can open ``base``


def way_in(root: str, port: int | None) -> WayIn:
    """What links begin with, given how this page was reached and at which port this server listens.

    ``127.0.0.1`` on another phone is that phone: where this machine answers at an address of the local network, that
    one is shown.
    """
    asked = urlsplit(root)
    host = asked.hostname or ""
    if not only_this_machine(host):
        return WayIn(root)
    there = None if port is None else reachable_host(port)
    if there is None:
        return WayIn(root, asked.netloc, works=False)
    return WayIn(asked._replace(netloc=f"{there}:{port}").geturl(), asked.netloc)


def way_here() -> WayIn:
    """That of the request under way. A browser or a proxy may have been told another port than the server's own."""
    port = str(request.environ.get("werkzeug.proxy_fix.orig", request.environ).get("SERVER_PORT", ""))
    return way_in(request.url_root, int(port) if port.isdecimal() else None)


def qr_svg(link: str) -> Markup:
    """A QR code as an SVG of its own colors: dark on light, also in the dark."""
    code = segno.make(link, micro=False, error="m")
    return Markup(code.svg_inline(border=4, omitsize=True, dark="#000", light="#fff", svgclass=None, lineclass=None))


_RENEWED = {
    "edit": "The link to play along is new, and the old one opens nothing any more. Let the others scan this one.",
    "view": "The link to watch is new, and the old one opens nothing any more.",
}


@bp.get("/invite")
def index(key: str) -> str:
    """The links as codes to scan and as text to send."""
    kept = game_to_see(key)
    way = way_here()
    return render_template(
        "invite/index.html",
        kept=kept,
        key=key,
        way=way,
        card_at=lambda key: urljoin(way.base, url_for("play.card", key=key)),
        screen=urljoin(way.base, url_for("screen.index", key=kept.view_key)),
        door=f"http://{urlsplit(way.base).hostname}:{current_app.config['DOOR']}/",
        qr_svg=qr_svg,
        seat=seat_choice(kept, seat_of_device(store(), device_id(), kept.id)) if kept.may_edit else None,
        write_id=new_write_id(),
    )


@bp.post("/invite/renew", endpoint="renew")
@limits.MADE
def renew(key: str) -> Response:
    """Shut a link out and go on with the new one."""
    which: Literal["edit", "view"] = "edit" if sent("link") == "edit" else "view"
    if sent("link") != which:
        abort(400)
    # The store finds the game itself: a second tap comes by a link that the first one has just shut out.
    kept = renew_link(store(), key, which, sent_write(which))
    flash(_RENEWED[which], "good")
    return redirect(url_for("invite.index", key=kept.edit_key))


@bp.post("/seat", endpoint="seat")
def sit(key: str) -> Response:
    kept = game_to_change(key)
    player = kept.game.player(sent_number("player") or 0)
    if sent("player") and player is None:
        abort(422)
    choose_seat(store(), device_id(), kept.edit_key, player.id if player else None)
    flash(f"This phone is {player.name}'s." if player else "This phone looks on.", "good")
    back = "invite.index" if sent("back") == "invite" else "play.card"
    return redirect(url_for(back, key=key))


# --- the big screen ---------------------------------------------------------------------------------------------------

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


@screen_bp.get("", endpoint="index")
def screen(key: str) -> str | Response:
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
