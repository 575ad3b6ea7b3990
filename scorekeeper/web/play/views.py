"""The pages of a running game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules import Entry, Game, RuleError
from scorekeeper.store import (
    Conflict,
    EnterHand,
    KeptGame,
    NothingToUndo,
    change,
    history,
    undo,
)
from scorekeeper.web.db import store
from scorekeeper.web.device import device_id, new_write, new_write_id
from scorekeeper.web.page_rules import page_rules
from scorekeeper.web.play import bp
from scorekeeper.web.play.entering import HoleNotSettled, confirm_hole, read_hand
from scorekeeper.web.play.finding import game_to_change, game_to_see, hole_to_see
from scorekeeper.web.play.pages import HandField, HistoryPage, HolePage, WorkedPage, card_page
from scorekeeper.web.play.telling import summary, tell

NOBODY = "nobody"


@bp.get("")
def card(key: str) -> str:
    """The scorecard."""
    kept = game_to_see(key)
    can_undo = kept.may_edit and kept.version > 1
    return render_template("play/card.html", page=card_page(kept, can_undo), key=key, write_id=new_write_id())


@bp.get("/hole/<int:hole>")
def hole(key: str, hole: int) -> str | Response:
    """The entry page of a hole; who may only look is shown how it scored."""
    kept = game_to_see(key)
    if not kept.may_edit:
        return redirect(url_for("play.worked", key=key, hole=hole))
    return _show_hole(kept, hole_to_see(kept, hole), {})


@bp.post("/hole/<int:hole>")
def enter(key: str, hole: int) -> str | Response | tuple[str, int]:
    """The hole form without scripts: everybody's cards at once, and perhaps the confirmation."""
    kept = game_to_change(key)
    hole_to_see(kept, hole)
    typed = {player.id: request.form.get(f"hand-{player.id}", "") for player in kept.game.at_table(hole)}
    problems: dict[int, tuple[str, ...]] = {}
    edits = []
    for player_id, text in typed.items():
        try:
            entry = read_hand(text, kept.game.house)
        except RuleError as error:
            problems[player_id] = tuple(problem.message for problem in error.problems)
            continue
        if entry != _entered(kept, hole, player_id):
            edits.append(EnterHand(hole, player_id, entry, based_on=_number(request.form.get(f"based-{player_id}"))))
    if problems:
        return _show_hole(kept, hole, typed, problems=problems), 422
    write_id = request.form.get("write_id")
    try:
        if edits:
            kept = change(store(), key, edits, new_write(write_id)).kept
    except Conflict as conflict:
        kept = game_to_change(key)
        theirs = {conflict.player: str(conflict.theirs) if conflict.theirs else ""}
        return _show_hole(kept, hole, typed, theirs=theirs), 409
    if request.form.get("do") != "confirm":
        flash(f"Hole {hole} is saved.")
        return redirect(url_for("play.hole", key=key, hole=hole))
    said = request.form.get("ender")
    try:
        kept = confirm_hole(
            store(),
            kept,
            hole,
            new_write(f"{write_id}-confirm" if write_id else None),
            ender=None if said in (None, "", NOBODY) else _number(said),
            ender_known=said not in (None, ""),
            accept_warnings="accept_warnings" in request.form,
            accept_missing="accept_missing" in request.form,
        )
    except HoleNotSettled as refused:
        return _show_hole(kept, hole, typed, unsettled=refused.problems), 422
    return redirect(after_confirming(kept, hole))


def after_confirming(kept: KeptGame, number: int) -> str:
    """Where a table goes when a hole is done: to the result after the last one, else to the scorecard."""
    if kept.game.is_over:
        return url_for("end.index", key=kept.edit_key)
    return url_for("play.card", key=kept.edit_key, _anchor=f"hole-{number}")


def _entered(kept: KeptGame, number: int, player_id: int) -> Entry | None:
    hole = kept.game.hole(number)
    return None if hole is None else hole.entries.get(player_id)


def _number(text: str | None) -> int:
    return int(text) if text is not None and text.isascii() and text.isdecimal() and len(text) < 16 else 0


def _show_hole(
    kept: KeptGame,
    number: int,
    typed: Mapping[int, str],
    *,
    problems: Mapping[int, tuple[str, ...]] | None = None,
    theirs: Mapping[int, str] | None = None,
    unsettled: tuple[RuleError, ...] = (),
) -> str:
    game = kept.game
    found = game.hole(number)
    hands = []
    for player in game.at_table(number):
        entry = _entered(kept, number, player.id)
        hands.append(
            HandField(
                player=player,
                typed=typed.get(player.id, "" if entry is None else str(entry)),
                based_on=kept.hand_versions.get((number, player.id), 0),
                entry=entry,
                result=game.player_result(number, player),
                problems=(problems or {}).get(player.id, ()),
                theirs=(theirs or {}).get(player.id),
            )
        )
    said = request.form.get("ender")
    page = HolePage(
        kept=kept,
        number=number,
        hands=tuple(hands),
        dealer=game.dealer(number),
        starter=game.starter(number),
        ender=_number(said) if said and said != NOBODY else found.ender if found else None,
        ender_known=bool(said) or (found is not None and found.ender_known),
        confirmed=found is not None and found.confirmed,
        warnings=game.warnings(number),
        warnings_accepted=found is not None and found.warnings_accepted,
        write_id=new_write_id(),
        playoff=found is not None and bool(found.playoff),
        problems=tuple(problem.message for problem in unsettled),
    )
    return render_template("play/hole.html", page=page, key=kept.edit_key, data=_hole_data(page))


def _hole_data(page: HolePage) -> dict[str, Any]:
    """What the entry element works with; see static/js/elements/hole-entry.js."""
    key, number = page.kept.edit_key, page.number
    return {
        "game": key,
        "hole": number,
        "rules": page_rules(page.game.house),
        "players": [
            {
                "id": hand.player.id,
                "name": hand.player.name,
                "version": hand.based_on,
                "cards": str(hand.entry.layout) if hand.entry and hand.entry.layout else None,
                "points": hand.entry.points if hand.entry else None,
            }
            for hand in page.hands
        ],
        "ender": page.ender,
        "enderKnown": page.ender_known,
        "needsEnder": page.game.house.needs_ender,
        "confirmed": page.confirmed,
        "warnings": warnings_told(page.game, page.number),
        "urls": {
            "hands": url_for("api.enter_hand", key=key, hole=number, player=0).removesuffix("0"),
            "confirm": url_for("api.confirm", key=key, hole=number),
            "worked": url_for("play.worked", key=key, hole=number),
        },
    }


def warnings_told(game: Game, number: int) -> list[dict[str, Any]]:
    """The impossible cards of a hole as plain values: code, message, and the ids of those who hold them."""
    ids = {player.name: player.id for player in game.players}
    return [
        {
            "code": warning.code,
            "message": warning.message,
            "players": [ids[name] for name, _ in warning.holders],
        }
        for warning in game.warnings(number)
    ]


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
    return render_template("play/worked.html", page=page, key=key)


@bp.get("/history", defaults={"hole": None}, endpoint="history")
@bp.get("/hole/<int:hole>/history", endpoint="hole_history")
def show_history(key: str, hole: int | None) -> str:
    """What was changed in the game, or in one hole."""
    kept = game_to_see(key)
    everything = {change.id: change for change in history(store(), key)}
    page = HistoryPage(
        kept=kept,
        number=hole,
        changes=tuple(tell(change, everything) for change in history(store(), key, hole=hole)),
        device=device_id(),
        write_id=new_write_id(),
    )
    return render_template("play/history.html", page=page, key=key)


@bp.post("/undo", endpoint="undo")
def take_back(key: str) -> Response:
    """Take back the newest change that still stands."""
    kept = game_to_change(key)
    seen = request.form.get("seen")
    if seen is not None and _number(seen) != kept.version:
        flash("Something was changed meanwhile, so nothing was undone. Look again, then undo.")
        return redirect(url_for("play.card", key=key))
    try:
        undone = undo(store(), kept.edit_key, new_write(request.form.get("write_id")))
    except NothingToUndo:
        flash("There is nothing to undo.")
    except RuleError as error:
        flash(error.message)
    else:
        flash(f"Undone: {summary(undone.change)}.")
    return redirect(url_for("play.card", key=key))
