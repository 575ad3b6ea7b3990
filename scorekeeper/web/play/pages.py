"""The pages of a running game: scorecard, entering a hole, its scores explained, and history."""

from functools import cache

from flask import flash, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.rules import ByHand, RuleError, parse_points
from scorekeeper.store.errors import IdReused, StoreError
from scorekeeper.tally.changing import change, undo
from scorekeeper.tally.editing import LONGEST_REASON
from scorekeeper.tally.game_errors import ByHandConflict, Conflict, HoleConflict
from scorekeeper.tally.history import history
from scorekeeper.tally.sharing import seat_of_device, seats_of_game
from scorekeeper.tally.values import AddByHand, KeptGame
from scorekeeper.web.addresses import HoleAfterEnd, HoleNotYet, game_to_change, game_to_see, hole_to_see
from scorekeeper.web.db import device_id, new_write, new_write_id, store
from scorekeeper.web.drawn_macros import draw
from scorekeeper.web.forms import Form, TextField, WholeNumberField, errors_of, judged_by, sent_write, status_of
from scorekeeper.web.game_json import game_data, game_tag
from scorekeeper.web.play import bp
from scorekeeper.web.play.history_page import ICONS, history_page
from scorekeeper.web.play.history_words import HistoryWords
from scorekeeper.web.play.hole_form import (
    HoleNotSettled,
    confirm_hole,
    conflicting_hands,
    edits_of,
    read_hole_form,
    read_id,
    show_hole,
)
from scorekeeper.web.play.scorecard import card_page, seat_choice
from scorekeeper.web.play.worked_hole import worked_hole

MOST_CHANGES = 500
"""The most changes on a history page; a long evening makes fewer, a script thousands."""

_CHANGED_BY_ANOTHER = "Another phone changed this {word}. Your {cards} are saved. Check the {word}, then finish it."


@bp.get("")
def card(key: str) -> str:
    kept = game_to_see(key)
    own = seat_of_device(store(), device_id(), kept.id)
    return render_template(
        "play/card.html",
        kept=kept,
        page=card_page(kept),
        key=key,
        write_id=new_write_id(),
        data=game_data(kept, own.player),
        rematch=url_for("play.card", key=kept.rematch_key) if kept.rematch_key else "",
        seat=seat_choice(kept, own) if kept.may_edit else None,
    )


@bp.get("/hole/<int:hole>")
def hole(key: str, hole: int) -> str | Response:
    """The entry page of a hole; viewers are sent to its scores."""
    kept = game_to_see(key)
    if not kept.may_edit:
        return redirect(url_for("play.worked", key=key, hole=hole))
    try:
        return show_hole(kept, hole_to_see(kept, hole))
    except (HoleNotYet, HoleAfterEnd) as early:
        flash(early.message, "warning")
        return redirect(url_for("play.card", key=key))


@bp.post("/hole/<int:hole>")
def enter(key: str, hole: int) -> str | Response | tuple[str, int]:
    """The hole form without scripts: all cards at once, and perhaps the confirmation."""
    kept = game_to_change(key)
    word, cards = kept.game.house.round_word, kept.game.house.entered_word
    changed = _CHANGED_BY_ANOTHER.format(word=word, cards=cards)
    sent = read_hole_form(request.form, kept.game.at_table(hole))
    try:
        hole_to_see(kept, hole)
    except (HoleNotYet, HoleAfterEnd) as early:
        # Another phone was quicker: the typed cards stay, to be sent when that hole comes.
        why = (f"{early.message} Your {cards} aren’t saved yet.",)
        return show_hole(kept, hole, sent, refused=why, first=kept.game.current_hole), 422
    seen = sent.said.based_on in (None, kept.hole_version(hole))
    edits, problems = edits_of(sent, kept, hole)
    if problems:
        return show_hole(kept, hole, sent, problems=problems), 422
    try:
        if edits:
            kept = change(store(), key, edits, new_write(sent.write_id)).kept
    except Conflict:
        kept = game_to_change(key)
        return show_hole(kept, hole, sent, theirs=conflicting_hands(edits, kept)), 409
    except IdReused:
        again = f"You already sent this form with different {cards}. Nothing changed. Check the {cards} and save again."
        return show_hole(kept, hole, sent, refused=(again,)), 409
    if not sent.confirms:
        flash(f"{word.capitalize()} {hole} saved.", "good")
        return redirect(url_for("play.hole", key=key, hole=hole))
    if not seen:
        return show_hole(kept, hole, sent, refused=(changed,), saved=True), 409
    try:
        said = sent.said._replace(based_on=kept.hole_version(hole))
        kept = confirm_hole(kept, hole, said, new_write(sent.write_id, "confirm"))
    except HoleConflict:
        return show_hole(game_to_change(key), hole, sent, refused=(changed,), saved=True), 409
    except HoleNotSettled as refused:
        reasons = (
            f"{cards.capitalize()} saved. Before you finish the {word}:",
            *(one.message for one in refused.problems),
        )
        return show_hole(kept, hole, sent, refused=reasons, saved=True), 422
    return redirect(after_confirming(kept))


def after_confirming(kept: KeptGame) -> str:
    """The page after a finished hole: the results after the last one, the scorecard after any other."""
    if kept.game.is_over:
        return url_for("end.index", key=kept.edit_key)
    return url_for("play.card", key=kept.edit_key)


class ByHandForm(Form):
    player = WholeNumberField("Player")
    points = TextField(
        "Points",
        description="Use a minus to take points off.",
        validators=[judged_by(parse_points)],
        render_kw={"required": True, "maxlength": 20, "autocomplete": "off"},
    )
    reason = TextField("Reason", render_kw={"required": True, "maxlength": LONGEST_REASON, "autocomplete": "off"})
    do = TextField()


@bp.get("/hole/<int:hole>/worked")
def worked(key: str, hole: int) -> str:
    kept = game_to_see(key)
    hole_to_see(kept, hole)
    return _show_worked(kept, hole, ByHandForm(), _empty_fields())


@bp.post("/hole/<int:hole>/worked")
def add_by_hand(key: str, hole: int) -> Response | tuple[str, int]:
    """Add points by hand to a player's hole, or remove them."""
    kept = game_to_change(key)
    hole_to_see(kept, hole)
    form = ByHandForm()
    removed = read_id(form.do.data.removeprefix("remove-"))
    player = removed or form.player.data or 0
    if not removed and not form.validate_on_submit():
        return _show_worked(kept, hole, form), 422
    try:
        by_hand = None if removed else ByHand(parse_points(form.points.data), form.reason.data)
        edit = AddByHand(hole, player, by_hand, read_id(request.form.get(f"based-{player}")))
        change(store(), key, [edit], sent_write())
    except (RuleError, ByHandConflict, IdReused) as refused:
        form.refuse(errors_of(refused, {"": "player"}))
        return _show_worked(game_to_change(key), hole, form), status_of(refused)
    return redirect(url_for("play.worked", key=key, hole=hole, _anchor=f"player-{player}"))


@cache
def _empty_fields() -> Markup:
    """Drawn once, because WTForms takes as long as all players' cards."""
    return _fields(ByHandForm(MultiDict()))


def _fields(form: ByHandForm) -> Markup:
    return draw("play/_worked_parts.html", "by_hand", form)


def _show_worked(kept: KeptGame, hole: int, form: ByHandForm, fields: Markup | None = None) -> str:
    """The scores of a hole, with the form for points by hand."""
    return render_template(
        "play/worked.html",
        key=kept.key,
        tag=game_tag(kept),
        kept=kept,
        page=worked_hole(kept, hole),
        form=form,
        fields=fields or _fields(form),
        write_id=new_write_id(),
    )


@bp.get("/history", defaults={"hole": None}, endpoint="history")
@bp.get("/hole/<int:hole>/history", endpoint="hole_history")
def show_history(key: str, hole: int | None) -> str:
    kept = game_to_see(key)
    if hole is not None:
        hole_to_see(kept, hole)
    words = HistoryWords(kept.game.house, device_id(), seats_of_game(store(), key), hole)
    return render_template(
        "play/history.html",
        key=key,
        kept=kept,
        page=history_page(kept, history(store(), key, hole), words, MOST_CHANGES),
        icons=ICONS,
        write_id=new_write_id(),
    )


@bp.post("/undo", endpoint="undo")
def take_back(key: str) -> Response:
    """Undo the change that the page named: the newest one, or its undo."""
    kept = game_to_change(key)
    named = request.form.get("change")
    try:
        write = sent_write()
        undone = undo(store(), kept.edit_key, write, None if named is None else read_id(named)).change
    except (RuleError, StoreError) as refused:
        flash(str(refused), "warning")
    else:
        done = "Redone" if undone.kind == "undo" else "Undone"
        flash(f"{done}: {HistoryWords(kept.game.house).matter(undone)}.", "good")
    return redirect(url_for("play.card", key=key))
