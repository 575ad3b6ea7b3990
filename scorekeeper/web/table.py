"""Who sits at the table of a running game, in which order, and for how many holes: one form, saved as one change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules import LONGEST_GAME, Game, Option, Player, RuleError
from scorekeeper.rules.game import LONGEST_NAME
from scorekeeper.store.errors import StoreError
from scorekeeper.tally.changing import change
from scorekeeper.tally.values import KeptGame
from scorekeeper.web.addresses import chosen_in, game_to_change, whole_number
from scorekeeper.web.db import new_write, new_write_id, store
from scorekeeper.web.seating import BACK, LEAVES, REMOVED, STAYS, SeatWish, TableNow, TableWish, settle

bp = Blueprint("table", __name__, url_prefix="/g/<key>")


@dataclass(frozen=True)
class Way:
    """Something that a player may do, in words."""

    value: str
    text: str


@dataclass(frozen=True)
class SeatRow:
    """One player's seat in the form."""

    player: Player
    typed_name: str
    stay: str
    team: str  # its number; empty for none
    ways: tuple[Way, ...]
    deals: bool

    @property
    def is_gone(self) -> bool:
        return self.player.left is not None


@dataclass(frozen=True)
class TablePage:
    """The game as it is, with a wish as it was typed."""

    now: TableNow
    wish: TableWish
    write_id: str
    errors: Mapping[str, Sequence[str]] = field(default_factory=dict)
    moved: bool = False  # the order was changed and not saved yet
    overtaken: bool = False

    most_holes: int = LONGEST_GAME

    @property
    def kept(self) -> KeptGame:
        return self.now.kept

    @property
    def game(self) -> Game:
        return self.now.game

    @cached_property
    def seats(self) -> tuple[SeatRow, ...]:
        wished = {seat.id: seat for seat in self.wish.seats}
        known = [player for seat_id in wished if (player := self.game.player(seat_id)) is not None]
        players = [*known, *(player for player in self.game.players if player.id not in wished)]
        return tuple(_row(self.now, player, wished.get(player.id)) for player in players)

    @property
    def order(self) -> str:
        """The ids, as the form sends them."""
        return ",".join(str(seat.player.id) for seat in self.seats)

    @property
    def unchecked(self) -> tuple[int, ...]:
        """With so many players nothing is known of the decks, so nothing is called impossible."""
        holes = range(1, self.game.holes_planned + 1)
        numbers = {sum(player.plays(hole) for player in self.game.players) for hole in holes}
        return tuple(number for number in sorted(numbers - {0}) if self.game.house.decks(number) is None)

    @property
    def full(self) -> str:
        """The house's own reason why there is no seat for one more; empty while somebody can join."""
        here = sum(player.left is None for player in self.game.players)
        try:
            self.game.house.check_players(here + 1)
        except ValueError as error:
            return str(error) if here >= self.game.house.most_players else ""
        return ""

    def chosen(self, option: Option) -> str:
        """The reading that is marked; empty for none."""
        return self.wish.readings.get(option.key, "")

    @property
    def comparison(self) -> str:
        """How a late joiner's few holes are compared with everybody's many."""
        if self.game.house.match.winner == "most-holes":
            return "This table counts holes won, so a late joiner can only win those still to come."
        return "Totals would not be fair then: places go by points per hole, and the page says so."


def wish_of(now: TableNow) -> TableWish:
    """What the form says before anybody typed: the table as it is."""
    return TableWish(
        seats=tuple(SeatWish(player.id, player.name) for player in now.game.players),
        holes_planned=str(now.game.holes_planned),
        title=now.kept.title,
        dealer=None if now.dealer is None else now.dealer.id,
        newcomer_hole=next(iter(now.joining_holes), None),
    )


def _row(now: TableNow, player: Player, wish: SeatWish | None) -> SeatRow:
    ways = now.ways(player)
    return SeatRow(
        player=player,
        typed_name=player.name if wish is None else wish.name,
        stay=STAYS if wish is None or wish.stay not in ways else wish.stay,
        team=wish.team if wish is not None and wish.team else str(player.team or ""),
        ways=tuple(Way(way, _words(way, now, player)) for way in ways),
        deals=player == now.dealer,
    )


def _words(way: str, now: TableNow, player: Player) -> str:
    if way == STAYS:
        if player.left is not None:
            return f"Left after hole {player.left}" if player.left else "Left before playing"
        return f"Plays from hole {player.joined} on" if player.joined > 1 else "Plays"
    last = now.last_played(player)
    return {
        LEAVES: f"Leaves after hole {last}" if last else "Leaves",
        BACK: f"Comes back at hole {now.hole_now}" if now.hole_now else "Never left",
        REMOVED: "Take out of the game",
    }[way]


LONGEST_FIELD = 20 * LONGEST_NAME
"""Characters of a field that are looked at and shown again; beyond that it is no name and no title."""


def read_wish(now: TableNow) -> TableWish:
    """What was typed; where a field was not sent at all, what the game has."""
    return TableWish(
        seats=_read_seats(now),
        holes_planned=_text("holes_planned", str(now.game.holes_planned)),
        title=_text("title", now.kept.title),
        dealer=whole_number(_text("dealer")),
        newcomer=_text("newcomer"),
        newcomer_hole=whole_number(_text("newcomer_hole")),
        newcomer_team=_text("newcomer_team"),
        seen=_text("seen"),
        readings={key: reading[:LONGEST_FIELD] for key, reading in chosen_in(request.form).items()},
    )


def _read_seats(now: TableNow) -> tuple[SeatWish, ...]:
    """Each player in the order that was sent, or in that of the game where none was."""
    sent = _text("order")
    names = {player.id: player.name for player in now.game.players}
    order = [whole_number(part) or 0 for part in sent.split(",")[: 2 * len(names) + 2]] if sent else list(names)
    return tuple(
        SeatWish(
            player_id,
            _text(f"name-{player_id}", names.get(player_id, "")),
            _text(f"stay-{player_id}", STAYS),
            _text(f"team-{player_id}"),
        )
        for player_id in order
    )


def _text(field: str, absent: str = "") -> str:
    return request.form.get(field, absent)[:LONGEST_FIELD]


def moved(order: list[SeatWish], wanted: str) -> list[SeatWish]:
    """The seats after one of the buttons `up-3` or `down-3`; as they were for anything else."""
    direction, _, seat_id = wanted.partition("-")
    step = {"up": -1, "down": 1}.get(direction)
    at = next((place for place, seat in enumerate(order) if str(seat.id) == seat_id), None)
    if step is None or at is None or not 0 <= at + step < len(order):
        return order
    seats = list(order)
    seats[at], seats[at + step] = seats[at + step], seats[at]
    return seats


_FIELDS = {"game.title": "title", "game.length": "holes_planned", "player.bad_team": "teams"}
"""Where the page shows what the store refused, by the error's code; anything else stands on top."""


@bp.get("/table")
def index(key: str) -> str:
    """Who plays, in which order, and for how long."""
    now = TableNow(game_to_change(key))
    return _show(TablePage(now, wish_of(now), new_write_id()))


@bp.post("/table")
def save(key: str) -> str | Response | tuple[str, int]:
    """One of the buttons that move a seat, which keep everything as typed, or all changes at once."""
    now = TableNow(game_to_change(key))
    wish = read_wish(now)
    if "move" in request.form:
        wish = replace(wish, seats=tuple(moved(list(wish.seats), request.form["move"])))
        return _show(TablePage(now, wish, new_write_id(), moved=True))
    settled = settle(now, wish)
    if settled.problems:
        return _show(TablePage(now, wish, new_write_id(), errors=settled.problems)), 422
    if settled.overtaken:
        return _show(TablePage(now, wish, new_write_id(), overtaken=True)), 409
    if settled.edits:
        try:
            changed = change(store(), now.kept.edit_key, settled.edits, new_write(request.form.get("write_id")))
        except RuleError as error:
            errors = {_FIELDS.get(error.code, ""): [problem.message for problem in error.problems]}
            return _show(TablePage(now, wish, new_write_id(), errors=errors)), 422
        except StoreError as error:
            return _show(TablePage(now, wish, new_write_id(), errors={"": [error.message]})), 409
        if any(option not in now.game.open_options for option in changed.kept.game.open_options):
            flash("Saved. With so many players the sheet leaves a question open: please answer it below.")
            return redirect(url_for("table.index", key=key))
        flash("Saved. Undo on the scorecard takes it back.")
    return redirect(url_for("play.card", key=key))


def _show(page: TablePage) -> str:
    return render_template("table/index.html", page=page, key=page.kept.edit_key)
