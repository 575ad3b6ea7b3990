"""The form for the players, seats and length of a running game, saved as one change.

The form becomes edits of the tally, whose errors appear at their fields.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import ValidationError

from scorekeeper.rules import LONGEST_GAME, Game, Option, Player, RuleError
from scorekeeper.rules.dealing import next_clockwise, smallest_team
from scorekeeper.rules.names import cleaned, name_key
from scorekeeper.store.errors import StoreError
from scorekeeper.tally.changing import change
from scorekeeper.tally.editing import LONGEST_TITLE, must_stay
from scorekeeper.tally.values import (
    NEWCOMER,
    UNCHANGED,
    ChooseReadings,
    Edit,
    KeptGame,
    PlanGame,
    SeatPlayers,
    SettleHole,
)
from scorekeeper.web.addresses import chosen_in, game_to_change, whole_number
from scorekeeper.web.db import new_write_id, store
from scorekeeper.web.forms import (
    Errors,
    Form,
    TextField,
    WholeNumberField,
    errors_of,
    length_wanted,
    sent,
    sent_number,
    sent_write,
    status_of,
)
from scorekeeper.web.stand_in_names import is_stand_in

bp = Blueprint("table", __name__, url_prefix="/g/<key>")

STAYS, LEAVES, REMOVED, BACK = "stays", "leaves", "removed", "back"


class SettingsForm(Form):
    """The game's own settings, below its players."""

    round_word = "hole"
    holes_planned = WholeNumberField()
    title = TextField("Game name (optional)", render_kw={"maxlength": LONGEST_TITLE, "autocomplete": "off"})

    def validate_holes_planned(self, holes: WholeNumberField) -> None:
        if holes.data is None:
            raise ValidationError(length_wanted(self.round_word))


class SeatRow(NamedTuple):
    """A player's row in the form, as typed."""

    player: Player
    name: str
    stay: str
    team: str  # its number; empty for none

    @property
    def stand_in(self) -> str:
        """The stand-in name for an empty field; "" for a player with a typed name."""
        return self.player.name if is_stand_in(self.player.name) else ""


@dataclass(frozen=True)
class Typed:
    """The players of the form as filled in, right or wrong."""

    order: Sequence[int]  # ids of players
    rows: Mapping[int, SeatRow]
    newcomer: str
    newcomer_hole: int | None
    newcomer_team: str
    dealer: int | None
    readings: Mapping[str, str]
    seen: str  # the fingerprint of the page that it was typed on


def read_form(game: Game) -> Typed:
    """The players as sent, or as they are where nothing was sent."""
    ids = dict.fromkeys(map(whole_number, sent("order").split(",")))
    rows = {
        player.id: SeatRow(
            player,
            sent(f"name-{player.id}", "" if is_stand_in(player.name) else player.name),
            sent(f"stay-{player.id}", STAYS),
            sent(f"team-{player.id}") or str(player.team or ""),
        )
        for player in game.players
    }
    return Typed(
        order=[one for one in ids if one in game.seats] if sent("order") else game.seats,
        rows=rows,
        newcomer=sent("newcomer"),
        newcomer_hole=sent_number("newcomer_hole"),
        newcomer_team=sent("newcomer_team"),
        dealer=sent_number("dealer"),
        readings=chosen_in(request.form),
        seen=sent("seen"),
    )


@dataclass(frozen=True)
class TablePage:
    """The table now, and the table that the form asks for."""

    kept: KeptGame
    typed: Typed
    settings: SettingsForm
    seat_errors: Errors = field(default_factory=dict)
    notice: str = ""  # `moved`: the order is not saved yet; `overtaken`: saving would undo another phone's change
    write_id: str = field(default_factory=new_write_id)

    most_holes = LONGEST_GAME

    @property
    def game(self) -> Game:
        return self.kept.game

    @property
    def round_word(self) -> str:
        return self.game.house.round_word

    @property
    def errors(self) -> Errors:
        return {**self.settings.errors, **self.seat_errors}

    # --- as it is -----------------------------------------------------------------------------------------------------

    @property
    def has_extra_holes(self) -> bool:
        return any(hole.playoff for hole in self.game.holes)

    @cached_property
    def hole_now(self) -> int | None:
        """The hole now being played; None when all are done, or while a tie is being broken."""
        current = self.game.current_hole
        hole = None if current is None else self.game.hole(current)
        return None if hole is not None and hole.playoff else current

    @property
    def joining_holes(self) -> tuple[int, ...]:
        """The holes at which a new player can join: the current one and the next."""
        now = self.hole_now
        return () if now is None else tuple(hole for hole in (now, now + 1) if hole <= self.game.holes_planned)

    @property
    def joining_choices(self) -> list[tuple[int, str]]:
        return [(hole, f"{self.round_word.capitalize()} {hole}") for hole in self.joining_holes]

    @property
    def joins_late(self) -> bool:
        """Whether a new player has fewer holes than the others."""
        return bool(self.joining_holes) and self.joining_holes[-1] > 1

    @property
    def may_join(self) -> bool:
        """Whether to show the field for a new player: while someone can join, or to show what was typed."""
        return bool(self.joining_holes and not self.full) or bool(self.typed.newcomer)

    @property
    def fewest_holes(self) -> int:
        """The fewest holes that can be planned: those already played."""
        played = [hole.number for hole in self.game.holes if not hole.playoff and (hole.confirmed or hole.entries)]
        return max(played, default=1)

    def last_played(self, player: Player) -> int:
        """The last hole with an entry for the player; without one, the hole before they joined."""
        played = [hole.number for hole in self.game.holes if not hole.playoff and player.id in hole.entries]
        return max(played, default=player.joined - 1)

    def ways(self, player: Player) -> dict[str, str]:
        """The player's choices in words, the present state first."""
        word, last, now = self.round_word, self.last_played(player), self.hole_now
        ways = {STAYS: f"Playing since {word} {player.joined}" if player.joined > 1 else "Playing"}
        stays = must_stay(self.game, player) is not None
        if player.left is not None:
            ways[STAYS] = f"Left after {word} {player.left}" if player.left else "Left before playing"
            ways[BACK] = f"Back at {word} {now}" if now else "Undo leaving"
        elif now is not None and stays:
            ways[LEAVES] = f"Leaves after {word} {last}" if last else "Leaves"
        if not stays:
            ways[REMOVED] = "Remove"
        return ways

    @property
    def teams(self) -> tuple[int, ...]:
        """The teams to choose from: one per player and one for a newcomer; none where the rules have no teams."""
        if self.game.house.match.teams == "none":
            return ()
        most = max([len(self.game.players), *(player.team or 0 for player in self.game.players)])
        return tuple(range(1, most + 2))

    @property
    def dealers(self) -> tuple[Player, ...]:
        """Who could deal the hole now being played."""
        return self.game.at_table(self.hole_now) if self.hole_now and self.game.house.words.dealer else ()

    @cached_property
    def dealer(self) -> int | None:
        return None if self.hole_now is None else _dealer_of(self.game, self.hole_now)

    @property
    def fingerprint(self) -> str:
        """A hash of what the page shows, new after every change."""
        shown = (
            [(player.id, player.name, player.joined, player.left, player.team) for player in self.game.players],
            (self.game.holes_planned, self.kept.title, self.hole_now, self.dealer),
            [option.key for option in self.game.open_options],
        )
        return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]

    @property
    def full(self) -> str:
        """The reason why no one else can join; "" while someone can."""
        here = sum(player.left is None for player in self.game.players)
        try:
            self.game.house.check_players(here + 1)
        except RuleError as error:
            return error.message if here >= self.game.house.most_players else ""
        return ""

    @property
    def comparison(self) -> str:
        """How the game ranks late joiners, who have fewer holes."""
        if self.game.house.match.winner == "most-holes":
            return f"Late joiners can only win the {self.round_word}s left to play."
        return f"Then the {self.game.house.match.best_word} average wins."

    # --- as the form wants it -----------------------------------------------------------------------------------------

    @cached_property
    def seats(self) -> tuple[SeatRow, ...]:
        """All players in the form's order; those that it leaves out come last."""
        rows = self.typed.rows
        return tuple(rows[player_id] for player_id in dict.fromkeys([*self.typed.order, *rows]))

    @property
    def newcomer_hole(self) -> int:
        holes = self.joining_holes or (1,)
        wanted = self.typed.newcomer_hole
        return wanted if wanted in holes else holes[0]

    @property
    def wanted_dealer(self) -> int | None:
        """The id of the player chosen to deal the current hole."""
        wanted = self.typed.dealer
        return self.dealer if wanted is None or self.game.player(wanted) is None else wanted

    def chosen(self, option: Option) -> str:
        return self.typed.readings.get(option.key, "")

    @property
    def players(self) -> tuple[Player, ...]:
        """All players as the form wants them."""
        players = [self._wished(seat) for seat in self.seats if seat.stay != REMOVED]
        name = cleaned(self.typed.newcomer)
        # When the form is sent twice, the newcomer is already there.
        there = {name_key(player.name) for player in self.game.players if player.id not in self.typed.order}
        if name and name_key(name) not in there:
            # Players who left make their team smaller.
            here, gone = ([one.team for one in players if (one.left is None) is stays] for stays in (True, False))
            team = smallest_team(here, gone) if self.teams else None
            team = self._team(self.typed.newcomer_team, team)
            players.append(Player(NEWCOMER, name, self.newcomer_hole, team=team))
        return tuple(players)

    def _wished(self, seat: SeatRow) -> Player:
        player, left = seat.player, seat.player.left
        if seat.stay == BACK:
            left = None
        elif seat.stay == LEAVES and LEAVES in self.ways(player):
            left = self.last_played(player)
        return replace(
            player,
            name=cleaned(seat.name) or seat.stand_in,
            left=left,
            team=self._team(seat.team, player.team),
        )

    def _team(self, typed: str, usual: int | None) -> int | None:
        return next((team for team in self.teams if str(team) == typed), usual)

    @property
    def wrong_seats(self) -> Errors:
        """Errors of the players that the page can find; the tally finds the others."""
        if not self.joining_holes and any(player.id == NEWCOMER for player in self.players):
            return {"newcomer": [f"No one can join now. All {self.round_word}s have been played."]}
        return {}

    def edits(self) -> list[Edit]:
        """The edits that the valid form asks for, in an order that works."""
        game, players, holes = self.game, self.players, self.settings.holes_planned.data
        dealer = self._next_dealer(replace(game, players=players))
        begins = self.hole_now == 1 and game.hole(1) is None and dealer is not None
        first_dealer = dealer if begins and dealer is not None else game.first_dealer
        title = cleaned(self.settings.title.data)
        plan = PlanGame(
            title=UNCHANGED if title == self.kept.title else title,
            holes_planned=UNCHANGED if holes == game.holes_planned else holes,
            first_dealer=UNCHANGED if first_dealer == game.first_dealer else first_dealer,
        )
        edits: list[Edit] = [plan] if plan != PlanGame() else []
        if players != game.players:
            edits.append(SeatPlayers(players))
        wanted = replace(game, players=players, holes_planned=holes, first_dealer=first_dealer)
        if self.hole_now is not None and dealer is not None and _dealer_of(wanted, self.hole_now) != dealer:
            edits.append(SettleHole(self.hole_now, dealer=dealer))
        # This page only has the questions that the rules leave open.
        asked = {option.key for option in game.house.options if option.must_ask}
        answers = {key: at for key, at in self.typed.readings.items() if key in asked}
        if any(game.house.readings.get(key) != at for key, at in answers.items()):
            edits.append(ChooseReadings(answers))
        return edits

    def refused(self, errors: Errors) -> "TablePage":
        """The same page with errors of the tally."""
        settings = {name: told for name, told in errors.items() if name in self.settings}
        self.settings.refuse(settings)
        return replace(self, seat_errors={name: told for name, told in errors.items() if name not in settings})

    def _next_dealer(self, wished: Game) -> int | None:
        """The dealer of the current hole: as chosen, or the next clockwise if that player leaves."""
        if self.hole_now is None or self.wanted_dealer is None:
            return None
        at_table = {player.id for player in wished.at_table(self.hole_now)} - {NEWCOMER}
        if not at_table or self.wanted_dealer in at_table:
            return self.wanted_dealer if at_table else None
        return next_clockwise(self.game.seats, self.wanted_dealer, at_table)


def _dealer_of(game: Game, hole: int) -> int | None:
    dealer = game.dealer(hole)
    return None if dealer is None else dealer.id


def moved(order: Sequence[int], wanted: str) -> list[int]:
    """The order after one of the buttons `up-3` or `down-3`; unchanged for any other."""
    direction, _, seat = wanted.partition("-")
    step, one, found = {"up": -1, "down": 1}.get(direction), whole_number(seat), list(order)
    if step is not None and one in found and 0 <= found.index(one) + step < len(found):
        at = found.index(one)
        found[at], found[at + step] = found[at + step], found[at]
    return found


@bp.get("/table")
def index(key: str) -> str:
    return _show(_read_page(key))


@bp.post("/table")
def save(key: str) -> str | Response | tuple[str, int]:
    """Save all changes at once, or move a seat and keep the rest as typed."""
    page = _read_page(key)
    kept, typed = page.kept, page.typed
    if "move" in request.form:
        order = moved(typed.order, sent("move"))
        return _show(replace(page, typed=replace(typed, order=order), notice="moved"))
    wrong = page.wrong_seats
    if not page.settings.validate_on_submit() or wrong:
        return _show(page.refused(wrong)), 422
    edits = page.edits()
    if not edits:  # already done, perhaps by the same form a moment ago
        return redirect(url_for("play.card", key=key))
    if typed.seen not in ("", page.fingerprint):
        return _show(replace(page, notice="overtaken")), 409
    try:
        changed = change(store(), kept.edit_key, edits, sent_write())
    except (RuleError, StoreError) as refused:
        return _show(page.refused(errors_of(refused, _fields(edits)))), status_of(refused)
    if any(option not in kept.game.open_options for option in changed.kept.game.open_options):
        flash("Saved. With this many players, the rules ask one more question. Please answer it below.")
        return redirect(url_for("table.index", key=key))
    flash("Saved. You can undo this below.")
    return redirect(url_for("play.card", key=key))


def _read_page(key: str) -> TablePage:
    kept = game_to_change(key)
    settings = SettingsForm(title=kept.title, holes_planned=kept.game.holes_planned)
    settings.round_word = kept.game.house.round_word
    return TablePage(kept, read_form(kept.game), settings)


def _fields(edits: Sequence[Edit]) -> Mapping[str, str]:
    """The page's fields for the tally's fields of players."""
    seated = next((edit.players for edit in edits if isinstance(edit, SeatPlayers)), ())
    names = {f"players.{index}": f"name-{player.id}" for index, player in enumerate(seated) if player.id != NEWCOMER}
    return {"players": "seats", f"players.{len(seated) - 1}": "newcomer", **names}


def _show(page: TablePage) -> str:
    return render_template("table/index.html", page=page, kept=page.kept, key=page.kept.edit_key)
