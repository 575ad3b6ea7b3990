"""Beginning a session of a class, leading it, and clearing it away. Only the teacher's link opens any of it."""

from __future__ import annotations

from collections.abc import Mapping

from flask import abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.classroom import ACTIONS, LONGEST_LABEL, Action, BadLabel, NotNow
from scorekeeper.exports.class_csv import class_csv, class_csv_name
from scorekeeper.quiz.sets import BadSet
from scorekeeper.store.classes import (
    ClassMovedOn,
    ClassNotFound,
    KeptClass,
    classes_of_device,
    find_class,
    lead_class,
    name_class,
    start_class,
)
from scorekeeper.store.devices import forget_classes_and_sets
from scorekeeper.store.seats import SeatNotFound, remove_seat, renew_return_code, seats_of
from scorekeeper.store.sets import sets_of_device
from scorekeeper.web import forgetting, limits
from scorekeeper.web.classroom import bp
from scorekeeper.web.classroom.forms import LONGEST_TYPED, Wanted, read_wanted, usual
from scorekeeper.web.classroom.pages import BeginPage, BoardPage, elsewhere_page
from scorekeeper.web.db import store
from scorekeeper.web.device import device_id, new_write, new_write_id
from scorekeeper.web.filters import capitalize_first
from scorekeeper.web.whole_numbers import whole_number

_FIELDS = {"variants": "sheets"}
"""What the store calls a choice, where the form calls it something else."""


@bp.get("")
def index() -> str:
    """Choose a set and how the class goes through it, or go back to a session that this device began."""
    return _form(usual(request.args.get("set", "")[:LONGEST_TYPED]))


@bp.post("", endpoint="begin")
@limits.MADE
def begin() -> Response | tuple[str, int]:
    """A new session, on a page that only whoever has its link can open."""
    wanted = read_wanted(request.form, store())
    if wanted.questions is None or wanted.errors:
        return _form(wanted, wanted.errors), 422
    try:
        kept = start_class(
            store(),
            wanted.questions,
            new_write(request.form.get("write_id")),
            pace=wanted.pace,
            variants=wanted.variants,
            homework=wanted.homework,
            label=wanted.label,
        )
    except BadSet as refused:
        return _form(wanted, {_FIELDS.get(name, name): [reason] for name, reason in refused.reasons.items()}), 422
    return redirect(url_for("classroom.board", key=kept.key))


@bp.get("/<key>")
def board(key: str) -> str:
    """The lobby, and then the board; `?view=own` with what is for the teacher alone."""
    kept = class_to_lead(key)
    page = BoardPage(kept, seats_of(store(), kept), sees_own(), new_write_id())
    in_lobby = kept.session.phase == "lobby"
    return render_template("classroom/lobby.html" if in_lobby else "classroom/board.html", page=page)


@bp.post("/<key>/lead", endpoint="lead")
def lead(key: str) -> Response:
    """What the teacher wants next. The same form again changes nothing, and neither does that of an older board."""
    wanted = request.form.get("action", "")
    action: Action | None = next((action for action in ACTIONS if action == wanted), None)
    based_on = whole_number(request.form.get("based_on"))
    if action is None or based_on is None:
        abort(400)
    try:
        lead_class(store(), key, action, based_on, new_write(request.form.get("write_id")))
    except ClassNotFound:
        abort(404)
    except ClassMovedOn as error:
        flash(f"{capitalize_first(error.message)}.", "warning")
    except NotNow as error:
        flash(f"Nothing was changed: {error.message}.", "warning")
    return redirect(url_for("classroom.board", key=key, view="own" if request.form.get("view") == "own" else None))


@bp.get("/<key>/label")
def label(key: str) -> str:
    """What the teacher calls the class, for the teacher alone."""
    kept = class_to_lead(key)
    return _label_page(kept, kept.label)


@bp.post("/<key>/label", endpoint="change_label")
def change_label(key: str) -> Response | tuple[str, int]:
    """Call the class something else, or nothing."""
    kept = class_to_lead(key)
    typed = request.form.get("label", "")[:LONGEST_TYPED]
    try:
        name_class(store(), key, typed)
    except BadLabel as error:
        return _label_page(kept, typed, {"label": [capitalize_first(error.message)]}), 422
    return redirect(url_for("classroom.board", key=key, view="own"))


def _label_page(kept: KeptClass, typed: str, errors: Mapping[str, list[str]] | None = None) -> str:
    return render_template(
        "classroom/label.html", kept=kept, typed=typed, errors=errors or {}, longest_label=LONGEST_LABEL
    )


@bp.get("/forget")
def forget() -> str:
    """What this device forgets of classes and sets when it is told to, and what stays."""
    device = device_id()
    return render_template(
        "classroom/forget.html", begun=classes_of_device(store(), device), own=sets_of_device(store(), device)
    )


@bp.post("/forget", endpoint="forget_all")
def forget_all() -> Response:
    """Take all classes and sets off the lists of this device."""
    forget_classes_and_sets(store(), device_id())
    flash("This device knows of no class and no set any more. Their links and codes go on working.", "good")
    return redirect(url_for("classroom.index"))


@bp.get("/<key>/results.csv")
def results(key: str) -> Response:
    """Every answer as a table for spreadsheets."""
    kept = class_to_lead(key)
    seats = [seat.seat for seat in seats_of(store(), kept)]
    response = Response(class_csv(kept.session, kept.code, seats), content_type="text/csv; charset=utf-8")
    name = class_csv_name(kept.session, kept.made_at)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@bp.get("/<key>/roster")
def roster(key: str) -> str:
    """A list to print and write real names on: that is the only place where both stand together."""
    kept = class_to_lead(key)
    return render_template("classroom/roster.html", page=BoardPage(kept, seats_of(store(), kept), own=True))


@bp.get("/<key>/elsewhere")
def elsewhere(key: str) -> str:
    """The own view on another device: the link is the whole class, so only the own view leads here."""
    return render_template("classroom/elsewhere.html", page=elsewhere_page(class_to_lead(key)))


@bp.get("/<key>/seat/<int:number>")
def seat(key: str, number: int) -> str:
    """A pupil's code for another device, and what only the teacher does: another code, or removing the pupil."""
    kept = class_to_lead(key)
    mine = next((one for one in seats_of(store(), kept) if one.seat.number == number and one.return_code), None)
    if mine is None:
        abort(404)
    return render_template("classroom/seat.html", kept=kept, mine=mine)


@bp.post("/<key>/seat/<int:number>", endpoint="renew_code")
def renew_code(key: str, number: int) -> Response:
    """Another code for that pupil, without which no device opens the seat any more."""
    try:
        mine = renew_return_code(store(), key, number)
    except (ClassNotFound, SeatNotFound):
        abort(404)
    flash(f"{mine.seat.name} has another code.", "good")
    return redirect(url_for("classroom.seat", key=key, number=number))


@bp.post("/<key>/seat/<int:number>/remove", endpoint="remove_pupil")
def remove_pupil(key: str, number: int) -> Response:
    """Take a pupil out of the class, with all answers."""
    try:
        remove_seat(store(), key, number)
    except (ClassNotFound, SeatNotFound):
        abort(404)
    flash("The pupil was removed.", "good")
    return redirect(url_for("classroom.board", key=key, view="own"))


@bp.get("/<key>/delete")
def delete(key: str) -> str:
    """What goes when the session is deleted, and what stays."""
    kept = class_to_lead(key)
    return render_template("classroom/delete.html", kept=kept)


@bp.post("/<key>/delete", endpoint="delete_now")
def delete_now(key: str) -> Response:
    """Delete the session and everything of its pupils."""
    try:
        forgetting.delete_now(key)
    except ClassNotFound:
        abort(404)
    flash("The class is deleted, with everything that its pupils did.", "good")
    return redirect(url_for("classroom.index"))


@bp.after_request
def _leave_no_copy(response: Response) -> Response:
    """When a class is deleted, no page with its pupils stays behind in the teacher's browser; nor do lists of classes
    that were forgotten, for whoever goes back."""
    response.headers["Cache-Control"] = "no-store"
    return response


def class_to_lead(key: str) -> KeptClass:
    """The session of a teacher's link; 404 for anything else."""
    try:
        return find_class(store(), key)
    except ClassNotFound:
        abort(404)


def sees_own() -> bool:
    """Whether the page is for the teacher alone, and not to be projected."""
    return request.args.get("view") == "own"


def _form(wanted: Wanted, errors: Mapping[str, list[str]] | None = None) -> str:
    told = {name: [capitalize_first(reason) for reason in reasons] for name, reasons in (errors or {}).items()}
    device = device_id()
    page = BeginPage(wanted, sets_of_device(store(), device), classes_of_device(store(), device), new_write_id(), told)
    return render_template("classroom/index.html", page=page)
