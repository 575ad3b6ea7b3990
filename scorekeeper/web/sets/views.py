"""The pages of sets. Whoever opens one by the code on its sheets is never shown an answer."""

from __future__ import annotations

from collections.abc import Mapping

from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.quiz.set_codes import BadCode, read_code
from scorekeeper.quiz.sets import BadSet, Sheet
from scorekeeper.rules import House
from scorekeeper.rules.wording import listing, short
from scorekeeper.store.houses import houses_of_device
from scorekeeper.store.sets import KeptSet, SetNotFound, create_set, create_set_of_layouts, find_set, sets_of_device
from scorekeeper.store.values import Write
from scorekeeper.web import limits
from scorekeeper.web.db import store
from scorekeeper.web.device import device_id, new_write, new_write_id
from scorekeeper.web.filters import capitalize_first
from scorekeeper.web.sets import bp
from scorekeeper.web.sets.forms import Wanted, read_wanted, usual
from scorekeeper.web.sets.marking import mark
from scorekeeper.web.sets.pages import MakePage, SetPage, address_of


@bp.get("")
@limits.TYPED_CODE
def index() -> str | Response | tuple[str, int]:
    """Make a set, or open one by its code."""
    typed = request.args.get("code")
    if typed is None:
        return _form(usual(request.args.get("house", "")[:80]))
    try:
        return redirect(url_for("sets.look", code=find_set(store(), read_code(typed)).seen_by))
    except (BadCode, SetNotFound) as error:
        return _form(usual(), typed[:40], {"code": [error.message]}), 422


@bp.post("", endpoint="make")
@limits.SET_MADE
@limits.ASKED_MUCH
def make() -> Response | tuple[str, int]:
    """A new set, on a page that only whoever knows the code of its key can open."""
    wanted = read_wanted(request.form)
    if wanted.house is None or wanted.errors:
        return _form(wanted, errors=wanted.errors), 422
    try:
        kept = _created(wanted, wanted.house, new_write(request.form.get("write_id")))
    except BadSet as refused:
        return _form(wanted, errors={name: [reason] for name, reason in refused.reasons.items()}), 422
    return redirect(url_for("sets.look", code=kept.key_code))


def _created(wanted: Wanted, house: House, write: Write) -> KeptSet:
    if wanted.layouts:
        return create_set_of_layouts(store(), house, write, wanted.layouts)
    return create_set(
        store(),
        house,
        write,
        level=wanted.level,
        size=wanted.size,
        variants=wanted.variants,
        kinds=wanted.kinds,
    )


@bp.get("/<code>")
@limits.CODE
def look(code: str) -> str:
    """A sheet on the screen, and everything that it can be had as."""
    kept = set_to_see(code)
    page = SetPage(kept, sheet_asked_for(kept))
    return render_template("sets/look.html", page=page, address=address_of(kept.questions.code))


@bp.get("/<code>/answers")
@limits.CODE
def answers(code: str) -> tuple[str, int]:
    """What a pupil wrote, and what it tells. The answers stand in the address and are kept nowhere."""
    kept = set_to_see(code)
    if not kept.may_see_key:
        abort(404)
    marking = mark(kept.questions, sheet_asked_for(kept), request.args)
    shown = render_template("sets/answers.html", kept=kept, marking=marking, errors=marking.errors)
    return shown, 422 if marking.errors else 200


def set_to_see(code: str) -> KeptSet:
    """The set of a code; 404 where there is none."""
    try:
        return find_set(store(), code)
    except SetNotFound:
        abort(404)


def sheet_asked_for(kept: KeptSet) -> Sheet:
    """The sheet that the address names, or the first where it names none; 404 where there is no such sheet."""
    variant = variant_asked_for(kept)
    return next(sheet for sheet in kept.questions.sheets if variant in ("", sheet.variant))


def variant_asked_for(kept: KeptSet) -> str:
    """The variant that the address names, as it is written on the sheet, or nothing; 404 where there is no such one.

    Another sheet in its place would have a pupil marked by answers that are not theirs.
    """
    typed = request.args.get("variant", "").strip()
    there = [sheet.variant for sheet in kept.questions.sheets]
    if typed.upper() not in ("", *there):
        abort(404, f"This set has no sheet {short(typed, 10)}. It has {listing(there)}.")
    return typed.upper()


def _form(wanted: Wanted, code: str = "", errors: Mapping[str, list[str]] | None = None) -> str:
    made = tuple(kept.house for kept in houses_of_device(store(), device_id()))
    told = {name: [capitalize_first(reason) for reason in reasons] for name, reasons in (errors or {}).items()}
    page = MakePage(wanted, made, sets_of_device(store(), device_id()), new_write_id(), code, told)
    return render_template("sets/index.html", page=page)
