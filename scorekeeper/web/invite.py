"""Inviting others: the game's two links, replacing them, whose phone this is, and the big screen."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urljoin, urlsplit

import segno
from flask import Blueprint, abort, current_app, flash, jsonify, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.tally.game_row import topic_of
from scorekeeper.tally.sharing import choose_seat, renew_link, seat_of_device, seats_of_game
from scorekeeper.tally.values import KeptGame
from scorekeeper.web import limits
from scorekeeper.web.addresses import game_to_change, game_to_see
from scorekeeper.web.db import device_id, new_write_id, store
from scorekeeper.web.forms import sent, sent_number, sent_write
from scorekeeper.web.game_json import game_tag
from scorekeeper.web.live import listens_to
from scorekeeper.web.network import only_this_machine, reachable_host
from scorekeeper.web.play.scorecard import CardRow, card_page, seat_choice

bp = Blueprint("invite", __name__, url_prefix="/g/<key>")
screen_bp = Blueprint("screen", __name__, url_prefix="/g/<key>/screen")


@dataclass(frozen=True)
class WayIn:
    """The base of every link on the page, and whether other phones can open it."""

    base: str
    only_here: str = ""  # the host in this page's address, if other phones cannot use it
    works: bool = True  # whether other phones can open ``base``


def way_in(root: str, port: int | None) -> WayIn:
    """The base of links, from this page's own address and the server's port.

    ``127.0.0.1`` means another machine on another phone. So links have this machine's address in the local network
    where there is one.
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
    """The way in for this request. A browser or a proxy may know another port than the server's own."""
    port = str(request.environ.get("werkzeug.proxy_fix.orig", request.environ).get("SERVER_PORT", ""))
    return way_in(request.url_root, int(port) if port.isdecimal() else None)


def qr_svg(link: str) -> Markup:
    """A QR code as an SVG, always dark on light."""
    code = segno.make(link, micro=False, error="m")
    return Markup(code.svg_inline(border=4, omitsize=True, dark="#000", light="#fff", svgclass=None, lineclass=None))


@dataclass(frozen=True)
class Link:
    """One of the game's two links, as the page offers it."""

    which: Literal["edit", "view"]
    address: str
    name: str  # the choice that shows it
    allows: str  # what people with it may do
    warning: str  # what replacing it breaks

    @property
    def label(self) -> str:
        return f"{self.name} link"


def links_of(kept: KeptGame, base: str) -> tuple[Link, ...]:
    """The links that this visitor may pass on: both, or only the one for watching."""

    def at(key: str) -> str:
        return urljoin(base, url_for("play.card", key=key))

    view = Link(
        "view",
        at(kept.view_key),
        "View-only",
        "They can watch but not change anything.",
        "The old link stops working, even on the big screen.",
    )
    if not kept.may_edit:
        return (view,)
    edit = Link(
        "edit",
        at(kept.edit_key),
        "Join",
        "They can enter and change scores.",
        "The old link stops working on every other phone. Let the others send their entries first. "
        "The view-only link keeps working.",
    )
    return edit, view


def joined(kept: KeptGame) -> list[str]:
    """The names of the players whose own phones have joined, other than this one."""
    seats = seats_of_game(store(), kept.edit_key)
    others = {player for device, player in seats.items() if device != device_id()}
    return [player.name for player in kept.game.players if player.id in others]


def joined_version(kept: KeptGame, names: Collection[str]) -> int:
    """A bit for each player who has joined, so that it changes with the list."""
    return sum(1 << seat for seat, player in enumerate(kept.game.players) if player.name in names)


_RENEWED = {
    "edit": "New join link. Have the others scan it.",
    "view": "New view-only link. The old one no longer works.",
}


@bp.get("/invite")
def index(key: str) -> str:
    """The links as QR codes and as text to send."""
    kept = game_to_see(key)
    port = current_app.config["TRUST_PAGE_PORT"]
    way, own = way_here(), seat_of_device(store(), device_id(), kept.id)
    names = joined(kept) if kept.may_edit else []
    return render_template(
        "invite/index.html",
        kept=kept,
        key=key,
        way=way,
        links=links_of(kept, way.base),
        joined=names,
        joined_version=joined_version(kept, names),
        screen=urljoin(way.base, url_for("screen.index", key=kept.view_key)),
        trust_page=f"http://{urlsplit(way.base).hostname}:{port}/" if port else None,
        qr_svg=qr_svg,
        seat=replace(seat_choice(kept, own), asks=False) if kept.may_edit else None,  # the scorecard asks
        write_id=new_write_id(),
    )


@bp.get("/invite/joined.json", endpoint="joined")
def read_joined(key: str) -> Response:
    """The answer to the poll of the open page."""
    kept = game_to_change(key)
    listens_to(topic_of(kept.id))
    return jsonify(version=joined_version(kept, joined(kept)))


@bp.post("/invite/renew", endpoint="renew")
@limits.MADE
def renew(key: str) -> Response:
    """Replace a link with a new one."""
    which: Literal["edit", "view"] = "edit" if sent("link") == "edit" else "view"
    if sent("link") != which:
        abort(400)
    # The store finds the game itself: a second tap comes by the link that the first one has just replaced.
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
    flash(f"This is {player.name}’s phone." if player else "This phone is just watching.", "good")
    back = "invite.index" if sent("back") == "invite" else "play.card"
    return redirect(url_for(back, key=key))


# --- the big screen ---------------------------------------------------------------------------------------------------

MOST_HOLES = 18
"""Columns that people can read from a sofa. A longer game shows its last 18 up to the current hole."""


def shown(rows: tuple[CardRow, ...], current: int | None) -> tuple[CardRow, ...]:
    """At most MOST_HOLES rows: the first ones, or those up to the current or last hole."""
    last = max(MOST_HOLES, len(rows) if current is None else current)
    return tuple(row for row in rows if last - MOST_HOLES < row.number <= last)


def size_of(players: int, holes: int) -> Literal["roomy", "full", "crowded"]:
    """The layout by size: four players with nine holes are roomy, eight with eighteen fill the screen."""
    if players <= 4 and holes <= 10:
        return "roomy"
    return "full" if players <= 8 else "crowded"


def lead_size(lead: str) -> Literal["short", "long", "longest"]:
    """The size of the headline: a longer one is smaller, so that all of it is on the screen."""
    return "short" if len(lead) <= 80 else "long" if len(lead) <= 120 else "longest"


@screen_bp.get("", endpoint="index")
def screen(key: str) -> str | Response:
    """The game for a room, always by its view-only link: everyone can read the address on the screen."""
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
        lead_size=lead_size(card.lead),
        size=size_of(len(kept.game.players), len(card.rows)),
        waiting=kept.game.missing(card.next_hole) if card.next_hole else (),
        watch=urljoin(way.base, url_for("play.card", key=kept.view_key)) if way.works else "",
        qr_svg=qr_svg,
    )
