"""Who sits at the table of a running game, in which order, and for how many holes: one form, saved as one change.

What was typed is kept as text and made the tally's edits; what cannot be is said by the tally, at its field.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules import LONGEST_GAME, Game, Option, Player, RuleError
from scorekeeper.rules.dealing import next_clockwise
from scorekeeper.rules.teams import smallest_team
from scorekeeper.store.errors import StoreError
from scorekeeper.tally.changing import change
from scorekeeper.tally.editing import must_stay
from scorekeeper.tally.values import (
    UNCHANGED,
    ChooseReadings,
    Edit,
    KeptGame,
    PlanGame,
    SeatedPlayer,
    SeatPlayers,
    SettleHole,
)
from scorekeeper.web.addresses import chosen_in, game_to_change, whole_number
from scorekeeper.web.db import new_write_id, store
from scorekeeper.web.forms import Errors, errors_of, sent, sent_number, sent_write, status_of

bp = Blueprint("table", __name__, url_prefix="/g/<key>")

NEWCOMER = -1
"""Stands for the id that somebody new is given by the tally."""

STAYS = "stays"
LEAVES = "leaves"
REMOVED = "removed"
BACK = "back"


# --- the table as it is -----------------------------------------------------------------------------------------------


class TableNow:
    """The table as it is, and what its people can do."""

    def __init__(self, kept: KeptGame) -> None:
        self.kept = kept
        self.game: Game = kept.game
        self._ordinary = [hole for hole in self.game.holes if not hole.playoff]

    @property
    def has_extra_holes(self) -> bool:
        return any(hole.playoff for hole in self.game.holes)

    @property
    def hole_now(self) -> int | None:
        """The hole now being played; None when all are done, or while a tie is being broken."""
        current = self.game.current_hole
        hole = None if current is None else self.game.hole(current)
        return None if hole is not None and hole.playoff else current

    @property
    def joining_holes(self) -> tuple[int, ...]:
        """Where somebody new can come in: at the hole now being played, or at the next."""
        now = self.hole_now
        return () if now is None else tuple(hole for hole in (now, now + 1) if hole <= self.game.holes_planned)

    @property
    def fewest_holes(self) -> int:
        """A game cannot be planned shorter than what was played of it."""
        played = [hole.number for hole in self._ordinary if hole.confirmed or hole.entries]
        return max(played, default=1)

    def last_played(self, player: Player) -> int:
        """The last hole that has something entered for the player; the one before they joined if there is none."""
        played = [hole.number for hole in self._ordinary if player.id in hole.entries]
        return max(played, default=player.joined - 1)

    def ways(self, player: Player) -> dict[str, str]:
        """What the player may do, each in words; the present state first."""
        ways = {STAYS: f"Plays from hole {player.joined} on" if player.joined > 1 else "Plays"}
        last, now = self.last_played(player), self.hole_now
        stays = must_stay(self.game, player) is not None
        if player.left is not None:
            ways[STAYS] = f"Left after hole {player.left}" if player.left else "Left before playing"
            ways[BACK] = f"Comes back at hole {now}" if now else "Never left"
        elif now is not None and stays:
            ways[LEAVES] = f"Leaves after hole {last}" if last else "Leaves"
        if not stays:
            ways[REMOVED] = "Take out of the game"
        return ways

    @property
    def teams(self) -> tuple[int, ...]:
        """The teams that somebody can be in: one for each, and one for somebody new; none in a house without teams."""
        if self.game.house.match.teams == "none":
            return ()
        most = max([len(self.game.players), *(player.team or 0 for player in self.game.players)])
        return tuple(range(1, most + 2))

    @property
    def dealers(self) -> tuple[Player, ...]:
        """Who could deal the hole now being played."""
        return () if self.hole_now is None else self.game.at_table(self.hole_now)

    @property
    def dealer(self) -> Player | None:
        return None if self.hole_now is None else self.game.dealer(self.hole_now)

    @property
    def fingerprint(self) -> str:
        """Changes whenever anything on the page of the table does."""
        shown = (
            [(player.id, player.name, player.joined, player.left, player.team) for player in self.game.players],
            (self.game.holes_planned, self.kept.title, self.hole_now, _id(self.dealer)),
            [option.key for option in self.game.open_options],
        )
        return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


def _id(player: Player | None) -> int | None:
    return None if player is None else player.id


# --- the table as it is wished ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SeatWish:
    """One player as the table wants them: the name, whether they stay, and with whom they play."""

    id: int
    name: str
    stay: str = STAYS
    team: str = ""  # its number; empty for the one that they are in


@dataclass(frozen=True)
class TableWish:
    """Everything that the page of the table says, as typed."""

    seats: tuple[SeatWish, ...]  # in seating order
    holes_planned: str
    title: str
    dealer: int | None  # of the hole that is now played; None where nobody said
    newcomer: str = ""
    newcomer_hole: int | None = None
    newcomer_team: str = ""  # its number; empty for the smallest
    seen: str = ""  # the fingerprint of what the page showed
    readings: Mapping[str, str] = field(default_factory=dict)  # by option: answers to what the sheet leaves open


def wish_of(now: TableNow) -> TableWish:
    """What the form says before anybody typed: the table as it is."""
    return TableWish(
        seats=tuple(SeatWish(player.id, player.name) for player in now.game.players),
        holes_planned=str(now.game.holes_planned),
        title=now.kept.title,
        dealer=_id(now.dealer),
        newcomer_hole=next(iter(now.joining_holes), None),
    )


def read_wish(now: TableNow) -> TableWish:
    """What was typed; where a field was not sent at all, what the game has."""
    names = {player.id: player.name for player in now.game.players}
    order = dict.fromkeys(whole_number(part) for part in sent("order").split(",")) if sent("order") else names
    return TableWish(
        seats=tuple(
            SeatWish(one, sent(f"name-{one}", names[one]), sent(f"stay-{one}", STAYS), sent(f"team-{one}"))
            for one in order
            if one is not None and one in names
        ),
        holes_planned=sent("holes_planned", str(now.game.holes_planned)),
        title=sent("title", now.kept.title),
        dealer=sent_number("dealer"),
        newcomer=sent("newcomer"),
        newcomer_hole=sent_number("newcomer_hole"),
        newcomer_team=sent("newcomer_team"),
        seen=sent("seen"),
        readings=chosen_in(request.form),
    )


def moved(seats: Sequence[SeatWish], wanted: str) -> tuple[SeatWish, ...]:
    """The seats after one of the buttons `up-3` or `down-3`; as they were for anything else."""
    direction, _, seat_id = wanted.partition("-")
    step = {"up": -1, "down": 1}.get(direction)
    at = next((place for place, seat in enumerate(seats) if str(seat.id) == seat_id), None)
    order = list(seats)
    if step is not None and at is not None and 0 <= at + step < len(order):
        order[at], order[at + step] = order[at + step], order[at]
    return tuple(order)


def read_edits(now: TableNow, wish: TableWish) -> tuple[list[Edit], Errors]:
    """What to change so that the table is as wished, in an order in which each can be done; and what cannot be read."""
    errors: Errors = {}
    holes = whole_number(wish.holes_planned.strip())
    if holes is None:
        errors["holes_planned"] = ["the number of holes is a number, such as 9 or 18"]
    players = _seats(now, wish)
    if not now.joining_holes and any(player.id == NEWCOMER for player in players):
        errors["newcomer"] = ["nobody can join any more: every hole is played"]
    if holes is None or errors:
        return [], errors

    dealer = _dealer(now, replace(now.game, players=players), wish)
    begins = now.hole_now == 1 and now.game.hole(1) is None and dealer is not None
    wanted = replace(
        now.game,
        players=players,
        holes_planned=holes,
        first_dealer=dealer if begins and dealer is not None else now.game.first_dealer,
    )
    title = " ".join(wish.title.split())
    plan = PlanGame(
        title=UNCHANGED if title == now.kept.title else title,
        holes_planned=UNCHANGED if wanted.holes_planned == now.game.holes_planned else wanted.holes_planned,
        first_dealer=UNCHANGED if wanted.first_dealer == now.game.first_dealer else wanted.first_dealer,
    )
    edits: list[Edit] = [plan] if plan != PlanGame() else []
    if _seated(players) != _seated(now.game.players):
        edits.append(SeatPlayers(_seated(players)))
    if now.hole_now is not None and dealer is not None and _id(wanted.dealer(now.hole_now)) != dealer:
        edits.append(SettleHole(now.hole_now, dealer=dealer))
    # Of readings only the questions that the house must ask are on this page.
    asked = {option.key for option in now.game.house.options if option.must_ask}
    answers = {key: at for key, at in wish.readings.items() if key in asked}
    if any(now.game.house.readings.get(key) != at for key, at in answers.items()):
        edits.append(ChooseReadings(answers))
    return edits, {}


def _seats(now: TableNow, wish: TableWish) -> tuple[Player, ...]:
    players: list[Player] = []
    for seat in wish.seats:
        player = now.game.player(seat.id)
        if player is None or seat.stay == REMOVED:
            continue
        if seat.stay == LEAVES and LEAVES in now.ways(player):
            player = replace(player, left=now.last_played(player))
        elif seat.stay == BACK:
            player = replace(player, left=None)
        players.append(replace(_teamed(player, seat.team, now), name=" ".join(seat.name.split())))
    listed = {seat.id for seat in wish.seats}
    players += (player for player in now.game.players if player.id not in listed)
    # Of a form that is sent twice the newcomer sits there already.
    name = " ".join(wish.newcomer.split())
    known = {player.name.casefold() for player in players if player.id not in listed}
    return (*players, _newcomer(name, now, wish, players)) if name and name.casefold() not in known else tuple(players)


def _teamed(player: Player, typed: str, now: TableNow) -> Player:
    team = next((team for team in now.teams if str(team) == typed), player.team)
    return replace(player, team=team)


def _newcomer(name: str, now: TableNow, wish: TableWish, players: Sequence[Player]) -> Player:
    """Somebody new at the table of those players, who are as wished: a team is small once people left it."""
    holes = now.joining_holes or (1,)
    hole = wish.newcomer_hole if wish.newcomer_hole in holes else holes[0]
    here, gone = ([player.team for player in players if (player.left is None) is stays] for stays in (True, False))
    team = smallest_team(here, gone) if now.teams else None
    return _teamed(Player(NEWCOMER, name, joined=hole, team=team), wish.newcomer_team, now)


def _dealer(now: TableNow, game: Game, wish: TableWish) -> int | None:
    """Who deals the hole now being played: as wished, or the next clockwise if that player goes."""
    if now.hole_now is None:
        return None
    at_table = {player.id for player in game.at_table(now.hole_now)} - {NEWCOMER}
    wanted = _id(now.dealer) if wish.dealer is None or now.game.player(wish.dealer) is None else wish.dealer
    if wanted is None or not at_table:
        return None
    return wanted if wanted in at_table else next_clockwise(now.game.seats, wanted, at_table)


def _seated(players: Sequence[Player]) -> tuple[SeatedPlayer, ...]:
    return tuple(
        SeatedPlayer(None if player.id == NEWCOMER else player.id, player.name, player.joined, player.left, player.team)
        for player in players
    )


# --- the page ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SeatRow:
    """One player's seat in the form."""

    player: Player
    typed_name: str
    stay: str
    team: str  # its number; empty for none
    ways: Mapping[str, str]  # what they may do, in words
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
    errors: Errors = field(default_factory=dict)
    moved: bool = False  # the order was changed and not saved yet
    overtaken: bool = False  # somebody changed the table meanwhile, and this would undo their work

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
        return tuple(self._row(player, wished.get(player.id, SeatWish(player.id, player.name))) for player in players)

    def _row(self, player: Player, wish: SeatWish) -> SeatRow:
        ways = self.now.ways(player)
        stay = wish.stay if wish.stay in ways else STAYS
        return SeatRow(player, wish.name, stay, wish.team or str(player.team or ""), ways, player == self.now.dealer)

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
        except RuleError as error:
            return error.message if here >= self.game.house.most_players else ""
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
    page = TablePage(now, wish, new_write_id())
    if "move" in request.form:
        wish = replace(wish, seats=moved(wish.seats, sent("move")))
        return _show(replace(page, wish=wish, moved=True))
    edits, errors = read_edits(now, wish)
    if errors:
        return _show(replace(page, errors=errors)), 422
    if not edits:  # done already, perhaps by the same form a moment ago
        return redirect(url_for("play.card", key=key))
    if wish.seen not in ("", now.fingerprint):
        return _show(replace(page, overtaken=True)), 409
    try:
        changed = change(store(), now.kept.edit_key, edits, sent_write())
    except (RuleError, StoreError) as refused:
        return _show(replace(page, errors=errors_of(refused, _fields(edits)))), status_of(refused)
    if any(option not in now.game.open_options for option in changed.kept.game.open_options):
        flash("Saved. With so many players the sheet leaves a question open: please answer it below.")
        return redirect(url_for("table.index", key=key))
    flash("Saved. Undo on the scorecard takes it back.")
    return redirect(url_for("play.card", key=key))


def _fields(edits: Sequence[Edit]) -> dict[str, str]:
    """Where the page shows what the tally says of one player, or of their number."""
    seated = next((edit.players for edit in edits if isinstance(edit, SeatPlayers)), ())
    names = {f"players.{place}": f"name-{player.id}" for place, player in enumerate(seated) if player.id is not None}
    return {"players": "seats", f"players.{len(seated) - 1}": "newcomer", **names}


def _show(page: TablePage) -> str:
    return render_template("table/index.html", page=page, key=page.kept.edit_key)
