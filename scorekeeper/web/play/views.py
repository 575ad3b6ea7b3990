"""The pages of a running game: the scorecard, entering a hole, its worked scores, and its history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from flask import flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules import DeckWarning, Entry, Game, Place, Player, PlayerResult, RuleError, Standing
from scorekeeper.rules.leading import comparison_sentence, lead_sentence
from scorekeeper.rules.wording import as_printed
from scorekeeper.store.errors import IdReused, StoreError
from scorekeeper.tally.changing import change, undo
from scorekeeper.tally.errors import Conflict, HoleConflict
from scorekeeper.tally.history import history, newest_change
from scorekeeper.tally.sharing import seat_of_device, seats_of_game
from scorekeeper.tally.values import KeptGame
from scorekeeper.web.addresses import HoleNotYet, game_to_change, game_to_see, hole_to_see
from scorekeeper.web.db import device_id, new_write, new_write_id, store
from scorekeeper.web.game_json import game_data, game_tag, told
from scorekeeper.web.invite import seat_choice
from scorekeeper.web.play import bp
from scorekeeper.web.play.entering import (
    HoleNotSettled,
    SentHole,
    confirm_hole,
    edits_of,
    entered,
    overtaken,
    read_hole_form,
    read_id,
)
from scorekeeper.web.play.telling import Phones, Rules, ToldChange, answers_questions, recounts, short_summary, tell


class CardCell(NamedTuple):
    """One player's place in one row of the scorecard."""

    player: Player
    result: PlayerResult | None  # None: missing, or not at the table
    at_table: bool
    is_ender: bool
    bare: bool  # a number was entered instead of cards
    is_marked: bool  # something stands beside the number
    wins: bool  # on a hole that is confirmed
    classes: str  # of its element
    anchor: str  # where its page of the hole tells how it was counted


@dataclass(frozen=True, slots=True)
class CardRow:
    """One hole of the scorecard."""

    number: int
    cells: tuple[CardCell, ...]
    begun: bool
    confirmed: bool
    playoff: bool
    warned: bool


@dataclass(frozen=True, slots=True)
class CardFoot:
    """One side's total below the holes: over how many columns, and how its cells look."""

    place: Place
    span: int | None  # None for a single player
    begins: str  # a class, or ""
    leads: str  # classes of the total


@dataclass(frozen=True, slots=True)
class Undoable:
    """What the undo button takes back: the id of the change, and its name in a few words."""

    id: int
    short: str


@dataclass(frozen=True)
class CardPage:
    """The scorecard."""

    kept: KeptGame
    places: tuple[Place, ...]  # of those ranked together, in seating order
    feet: tuple[CardFoot, ...]  # of the same
    rows: tuple[CardRow, ...]
    standings: Mapping[int, Standing]  # by player id
    lead: str  # who leads, in a sentence
    comparison: str  # what wins, and how totals are compared
    next_hole: int | None
    next_dealer: Player | None
    undoable: Undoable | None
    players: tuple[Player, ...]  # in seating order, but the people of a team side by side
    firsts: frozenset[int]  # ids: with whom a team begins, or somebody without one, beside another team

    @property
    def game(self) -> Game:
        return self.kept.game


def card_page(kept: KeptGame, undoable: Undoable | None = None) -> CardPage:
    """The scorecard of a game: played holes, the holes to come, and who leads."""
    game = kept.game
    numbers = sorted({hole.number for hole in game.holes} | set(range(1, game.holes_shown + 1)))
    places = tuple(sorted(game.places, key=lambda place: game.sides.index(place.side)))
    players = tuple(player for place in places for player in place.side.players)
    firsts = frozenset(place.side.players[0].id for place in places[1:]) if game.has_teams else frozenset()
    return CardPage(
        kept=kept,
        places=places,
        feet=tuple(_foot(place, firsts) for place in places),
        players=players,
        firsts=firsts,
        rows=tuple(_row(game, number, players, firsts) for number in numbers),
        standings={standing.player.id: standing for standing in game.standings},
        lead=lead_sentence(game),
        comparison=comparison_sentence(game),
        next_hole=game.current_hole,
        next_dealer=game.dealer(game.current_hole) if game.current_hole else None,
        undoable=undoable,
    )


def _foot(place: Place, firsts: Set[int]) -> CardFoot:
    side = place.side
    begins = "begins-team" if side.players[0].id in firsts else ""
    return CardFoot(
        place,
        span=len(side.players) if side.is_team else None,
        begins=begins,
        leads=f"is-leader {begins}".rstrip() if place.rank == 1 else begins,
    )


def _row(game: Game, number: int, players: Sequence[Player], firsts: Set[int]) -> CardRow:
    hole = game.hole(number)
    found = game.result(number)
    results = {result.name: result for result in found.players} if found else {}
    at_table = players if len(results) == len(players) else game.at_table(number)
    cells = []
    confirmed, ender = (hole.confirmed, hole.ender) if hole else (False, None)
    for player in players:
        result = results.get(player.name)
        wins = confirmed and result is not None and result.wins
        begins = "begins-team" if player.id in firsts else ""
        bare = result is not None and result.worked is None
        cells.append(
            CardCell(
                player=player,
                result=result,
                at_table=player in at_table,
                is_ender=ender == player.id,
                bare=bare,
                is_marked=bare or ender == player.id or (result is not None and result.adjustment.points != 0),
                wins=wins,
                classes=f"wins {begins}".rstrip() if wins else begins,
                anchor=f"#player-{player.id}",
            )
        )
    playoff = hole is not None and bool(hole.playoff)
    return CardRow(
        number=number,
        cells=tuple(cells),
        begun=hole is not None,
        confirmed=confirmed,
        playoff=playoff,
        warned=bool(game.warnings(number)) and hole is not None and not hole.warnings_accepted,
    )


@dataclass(frozen=True)
class HandField:
    """One player's part of the hole form."""

    player: Player
    typed: str  # as it stands in the form: kept as typed when it was refused
    based_on: int  # the version of the hand that the form was made from
    entry: Entry | None
    result: PlayerResult | None
    problems: tuple[str, ...] = ()
    theirs: str | None = None  # what somebody else entered meanwhile

    @property
    def state(self) -> str:
        """missing, complete or bare."""
        if self.entry is None:
            return "missing"
        return "complete" if self.entry.layout is not None else "bare"


@dataclass(frozen=True)
class HolePage:
    """The entry page of a hole."""

    kept: KeptGame
    number: int
    hands: tuple[HandField, ...]
    dealer: Player | None
    ender: int | None
    ender_known: bool
    confirmed: bool
    warnings: tuple[DeckWarning, ...]
    warnings_accepted: bool
    write_id: str
    playoff: bool
    based_on: int  # the version of the hole that a confirmation will be based on
    refused: tuple[str, ...] = ()  # why what was sent was not taken, a sentence and perhaps its reasons
    seat: int | None = None  # id of the player whose phone this is

    @property
    def game(self) -> Game:
        return self.kept.game


@dataclass(frozen=True)
class WorkedPage:
    """Every score of a hole, explained."""

    kept: KeptGame
    number: int
    players: tuple[PlayerResult, ...]
    entries: Mapping[str, Entry]
    missing: tuple[Player, ...]
    ender: Player | None
    ender_known: bool
    warnings: tuple[DeckWarning, ...]
    confirmed: bool
    playoff: bool
    previous: int | None
    following: int | None


@dataclass(frozen=True)
class HistoryPage:
    """What was changed, newest first: a part of it, where it is long."""

    kept: KeptGame
    number: int | None
    changes: tuple[ToldChange, ...]
    undoable: ToldChange | None
    write_id: str
    is_newest: bool  # nothing was changed since the first of them
    earlier: int | None  # the id of the change before which there are more


MOST_CHANGES = 200
"""Changes on one page of a history; a long evening with teams makes fewer, a script thousands."""

_CHANGED_MEANWHILE = (
    "Another phone changed this hole meanwhile. The cards are saved, but the hole is not confirmed: "
    "look at it as it is now, then confirm."
)


@bp.get("")
def card(key: str) -> str:
    """The scorecard."""
    kept = game_to_see(key)
    own = seat_of_device(store(), device_id(), kept.id)
    newest = newest_change(store(), kept.id) if kept.may_edit else None
    return render_template(
        "play/card.html",
        page=card_page(kept, Undoable(newest.id, short_summary(newest, Rules(kept.game.house))) if newest else None),
        key=key,
        write_id=new_write_id(),
        data=game_data(kept, own.player),
        rematch=told(kept).answer["rematch"],
        seat=seat_choice(kept, own) if kept.may_edit else None,
    )


@bp.get("/hole/<int:hole>")
def hole(key: str, hole: int) -> str | Response:
    """The entry page of a hole; who may only look is shown how it scored."""
    kept = game_to_see(key)
    if not kept.may_edit:
        return redirect(url_for("play.worked", key=key, hole=hole))
    try:
        return _show_hole(kept, hole_to_see(kept, hole))
    except HoleNotYet as early:
        flash(f"{early.message}.".capitalize(), "warning")
        return redirect(url_for("play.card", key=key))


@bp.post("/hole/<int:hole>")
def enter(key: str, hole: int) -> str | Response | tuple[str, int]:
    """The hole form without scripts: everybody's cards at once, and perhaps the confirmation."""
    kept = game_to_change(key)
    hole_to_see(kept, hole)
    sent = read_hole_form(request.form, kept.game.at_table(hole))
    seen = sent.based_on in (None, kept.hole_version(hole))
    edits, problems = edits_of(sent, kept, hole)
    if problems:
        return _show_hole(kept, hole, sent, problems=problems), 422
    try:
        if edits:
            kept = change(store(), key, edits, new_write(sent.write_id)).kept
    except Conflict:
        kept = game_to_change(key)
        return _show_hole(kept, hole, sent, theirs=overtaken(edits, kept)), 409
    except IdReused:
        again = ("This form was sent before with other cards. Nothing was changed now; look, and save once more.",)
        return _show_hole(kept, hole, sent, refused=again), 409
    if not sent.confirms:
        flash(f"Hole {hole} is saved.", "good")
        return redirect(url_for("play.hole", key=key, hole=hole))
    if not seen:
        return _show_hole(kept, hole, sent, refused=(_CHANGED_MEANWHILE,), saved=True), 409
    try:
        kept = confirm_hole(
            store(),
            kept,
            hole,
            new_write(sent.write_id, "confirm"),
            ender=sent.ender,
            ender_known=sent.ender_known,
            accept_warnings=sent.accept_warnings,
            accept_missing=sent.accept_missing,
            based_on=kept.hole_version(hole),
        )
    except HoleConflict:
        return _show_hole(game_to_change(key), hole, sent, refused=(_CHANGED_MEANWHILE,), saved=True), 409
    except HoleNotSettled as refused:
        reasons = (
            "The cards are saved, but the hole is not confirmed yet:",
            *(one.message for one in refused.problems),
        )
        return _show_hole(kept, hole, sent, refused=reasons, saved=True), 422
    return redirect(after_confirming(kept))


def after_confirming(kept: KeptGame) -> str:
    """Where a table goes when a hole is done: to the result after the last one, else to who leads and the scorecard."""
    if kept.game.is_over:
        return url_for("end.index", key=kept.edit_key)
    return url_for("play.card", key=kept.edit_key)


def _printed(entry: Entry | None) -> str:
    return "" if entry is None else as_printed(str(entry))


def _show_hole(
    kept: KeptGame,
    number: int,
    sent: SentHole | None = None,
    *,
    problems: Mapping[int, tuple[str, ...]] | None = None,
    theirs: Mapping[int, Entry | None] | None = None,
    refused: tuple[str, ...] = (),
    saved: bool = False,
) -> str:
    """The entry page. What was sent stays as typed, and based on what its sender had seen: only a hand whose other
    entry is shown beside it, or that was just saved, is based on what is kept now."""
    game = kept.game
    found = game.hole(number)
    seat = seat_of_device(store(), device_id(), kept.id).player
    hands = []
    for player in game.at_table(number):
        entry = entered(kept, number, player.id)
        now = kept.hand_versions.get((number, player.id), 0)
        hand = sent.hands.get(player.id) if sent else None
        shows_both = theirs is not None and player.id in theirs
        hands.append(
            HandField(
                player=player,
                typed=hand.typed if hand else _printed(entry),
                based_on=hand.based_on if hand and not saved and not shows_both else now,
                entry=entry,
                result=game.player_result(number, player),
                problems=(problems or {}).get(player.id, ()),
                theirs=_printed(theirs[player.id]) if theirs is not None and shows_both else None,
            )
        )
    page = HolePage(
        kept=kept,
        number=number,
        hands=tuple(hands),
        dealer=game.dealer(number),
        ender=sent.ender if sent and sent.ender_known else found.ender if found else None,
        ender_known=(sent is not None and sent.ender_known) or (found is not None and found.ender_known),
        confirmed=found is not None and found.confirmed,
        warnings=game.warnings(number),
        warnings_accepted=found is not None and found.warnings_accepted,
        write_id=new_write_id(),
        playoff=found is not None and bool(found.playoff),
        refused=refused,
        seat=seat,
        based_on=sent.based_on
        if sent and sent.based_on is not None and not saved and not theirs
        else kept.hole_version(number),
    )
    return render_template("play/hole.html", page=page, key=kept.edit_key, data=game_data(kept, seat))


@bp.get("/hole/<int:hole>/worked")
def worked(key: str, hole: int) -> str:
    """Every score of a hole, line by line."""
    kept = game_to_see(key)
    game = kept.game
    hole_to_see(kept, hole)
    found = game.hole(hole)
    result = game.result(hole)
    numbers = [other.number for other in game.holes]
    page = WorkedPage(
        kept=kept,
        number=hole,
        players=tuple(result.players) if result else (),
        entries={}
        if found is None
        else {player.name: found.entries[player.id] for player in game.at_table(hole) if player.id in found.entries},
        missing=game.missing(hole),
        ender=game.player(found.ender) if found and found.ender is not None else None,
        ender_known=found is not None and found.ender_known,
        warnings=game.warnings(hole),
        confirmed=found is not None and found.confirmed,
        playoff=found is not None and bool(found.playoff),
        previous=max((number for number in numbers if number < hole), default=None),
        following=min((number for number in numbers if number > hole), default=None),
    )
    return render_template("play/worked.html", page=page, key=key, tag=game_tag(kept))


@bp.get("/history", defaults={"hole": None}, endpoint="history")
@bp.get("/hole/<int:hole>/history", endpoint="hole_history")
def show_history(key: str, hole: int | None) -> str:
    """What was changed in the game, or in one hole; `?before=` goes on with what was changed before that change."""
    kept = game_to_see(key)
    if hole is not None:
        hole_to_see(kept, hole)
    everything = history(store(), key)
    # Which answers to questions of the house changed a hole is only worked out for what a page shows.
    asked_for = [one for one in everything if hole is None or one.touches(hole) or answers_questions(one)]
    before = request.args.get("before", "")
    start = next((place for place, one in enumerate(asked_for, 1) if str(one.id) == before), 0)
    looked_at = asked_for[start : start + MOST_CHANGES]
    newest = newest_change(store(), kept.id)
    phones = Phones(device_id(), seats_of_game(store(), key))
    rules = Rules(kept.game.house, recounts(kept, everything, looked_at))
    by_id = {change.id: change for change in everything}
    page = HistoryPage(
        kept=kept,
        number=hole,
        changes=tuple(
            tell(change, rules, by_id, phones)
            for change in looked_at
            if hole is None or change.touches(hole) or rules.changes(change, hole)
        ),
        undoable=tell(newest, rules) if newest else None,
        write_id=new_write_id(),
        is_newest=start == 0,
        earlier=looked_at[-1].id if start + MOST_CHANGES < len(asked_for) else None,
    )
    return render_template("play/history.html", page=page, key=key)


@bp.post("/undo", endpoint="undo")
def take_back(key: str) -> Response:
    """Take back the change that the page named: the newest that still stood."""
    kept = game_to_change(key)
    named = request.form.get("change")
    try:
        undone = undo(
            store(),
            kept.edit_key,
            new_write(request.form.get("write_id")),
            change=None if named is None else read_id(named),
        )
    except (RuleError, StoreError) as refused:
        flash(str(refused)[:1].upper() + str(refused)[1:] + ".", "warning")
    else:
        flash(f"Undone: {short_summary(undone.change, Rules(kept.game.house))}.", "good")
    return redirect(url_for("play.card", key=key))
