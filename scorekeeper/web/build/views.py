"""The pages of the builder: choose where to begin, change rules and see what they count, keep the house, share it."""

from __future__ import annotations

from dataclasses import replace

from flask import Response as FlaskResponse
from flask import abort, flash, jsonify, redirect, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from werkzeug.wrappers import Response

from scorekeeper import houses
from scorekeeper.houses import BadHouse
from scorekeeper.houses.checking import check
from scorekeeper.houses.loading import LONGEST_FILE
from scorekeeper.houses.writing import house_toml, key_of_name
from scorekeeper.rules import House
from scorekeeper.rules.errors import UnknownHouse
from scorekeeper.store import (
    HouseChanged,
    IdReused,
    KeptHouse,
    TooManyVersions,
    change_house,
    create_house,
    find_own_house,
    find_shared_house,
    houses_of_device,
    remember_house,
)
from scorekeeper.web import limits
from scorekeeper.web.build import bp
from scorekeeper.web.build.filling import fresh_form, typed_of
from scorekeeper.web.build.making import house_of, left_out
from scorekeeper.web.build.naming import with_names
from scorekeeper.web.build.pages import BuildPage, Preview, field_id, remarks, unused_words
from scorekeeper.web.build.reading import Errors, Typed, read_typed
from scorekeeper.web.db import store
from scorekeeper.web.device import device_id, new_write, new_write_id
from scorekeeper.web.house_finding import OWN, find_house, house_address
from scorekeeper.web.houses.pages import sheet_page
from scorekeeper.web.option_fields import chosen_in
from scorekeeper.web.security import csrf

MOST_PROBLEMS = 200
"""Problems of a file that are listed; nobody reads more."""

_TRIAL = "try"
_LONGEST_TRIAL = 300


# --- where to begin ---------------------------------------------------------------------------------------------------


@bp.get("/houses/build")
def begin() -> str:
    """The form filled in with the house of `?from=` and its readings as `?option.twos=plus`; else the choice of one."""
    address = request.args.get("from", "")
    if not address:
        return _choose()
    start = _start(address)
    chosen = houses.with_readings(start, chosen_in(request.args))
    return _show(fresh_form(chosen, start), start, address)


@bp.post("/houses/load")
@limits.ASKED_MUCH
@limits.MADE
def load() -> str | Response | tuple[str, int]:
    """Keep a house that somebody has as a file or as text, just as it is."""
    pasted = request.form.get("text", "")
    sent = request.files.get("file")
    errors: list[str] = []
    text = pasted
    if sent is not None and sent.filename:
        try:
            text = sent.read(4 * LONGEST_FILE).decode("utf-8-sig")
        except UnicodeDecodeError:
            errors = ["this file is no text; a house is a TOML file"]
    if not errors and not text.strip():
        errors = ["choose a file, or put its text below"]
    if errors:
        return _choose(errors, pasted), 422
    try:
        house = check(text, "the file")
    except BadHouse as bad:
        errors = [f"{problem.key}: {problem.cause}" if problem.key else problem.cause for problem in bad.found]
    if errors:
        return _choose(errors, text), 422
    try:
        kept = create_house(store(), house, new_write(request.form.get("write_id")))
    except IdReused:
        return _choose(["this form has already brought in a house; send it again to bring in another"], text), 409
    flash(f"{kept.house.name} is here, with every rule.", "good")
    return redirect(url_for("build.edit", owner_key=kept.owner_key), code=303)


def _choose(errors: list[str] | None = None, text: str = "") -> str:
    return render_template(
        "build/begin.html",
        groups=houses.groups(),
        made=houses_of_device(store(), device_id()),
        errors={"": (errors or [])[:MOST_PROBLEMS]} if errors else {},
        text=text[:LONGEST_FILE],
        write_id=new_write_id(),
    )


# --- the form ---------------------------------------------------------------------------------------------------------


@bp.post("/houses/build")
@limits.MADE
def make() -> str | Response | tuple[str, int]:
    """Keep a new house; or show the form again with what it counts, or with one more line."""
    address = request.form.get("from", "")
    start = _start(address)
    typed, errors = read_typed(request.form)
    refused = _not_kept(typed, errors, start, address, None)
    if refused is not None:
        return refused
    base = _base(start, None)
    house, errors = house_of(typed, base)
    if house is None:
        return _show(typed, start, address, errors), 422
    try:
        kept = create_house(store(), house, new_write(request.form.get("write_id")), begun_from=house_address(start))
    except IdReused:
        already = "this form has already made a house, and was changed since; send it again to make another"
        return _show(typed, start, address, {"": [already]}, new_id=True), 409
    flash(f"{kept.house.name} is kept. Whoever has the link of this page can change it; the link below is for sharing.")
    _tell_left_out(house, base, typed)
    return redirect(url_for("build.edit", owner_key=kept.owner_key), code=303)


@bp.get("/houses/build/<owner_key>")
def edit(owner_key: str) -> str:
    """The form filled in with a house that was made here, for whoever has its link."""
    kept = find_own_house(store(), owner_key)
    remember_house(store(), device_id(), kept)
    start, address = _began_from(kept)
    return _show(typed_of(kept.house), start, address, kept=kept)


@bp.post("/houses/build/<owner_key>")
@limits.MADE
def change(owner_key: str) -> str | Response | tuple[str, int]:
    """Give the house its next version. Games that were begun with an earlier one keep theirs."""
    kept = find_own_house(store(), owner_key)
    start, address = _began_from(kept)
    typed, errors = read_typed(request.form)
    refused = _not_kept(typed, errors, start, address, kept)
    if refused is not None:
        return refused
    house, errors = house_of(typed, kept.house)
    if house is None:
        return _show(typed, start, address, errors, kept=kept), 422
    try:
        changed = change_house(store(), owner_key, house, new_write(request.form.get("write_id")), based_on=_based_on())
    except HouseChanged:
        kept = find_own_house(store(), owner_key)
        meanwhile = (
            f"this house was changed meanwhile and is at version {kept.newest} now. Nothing is lost: what you typed is "
            "still here, and below stands where it differs from theirs. Keep yours with the button below, or load this "
            "page again to go on with theirs"
        )
        return _show(typed, kept.house, address, {"": [meanwhile]}, kept=kept, new_id=True), 409
    except TooManyVersions as full:
        return _show(typed, start, address, {"": [full.message]}, kept=kept), 409
    except IdReused:
        already = "this form has already changed the house, and was changed since; send it again"
        return _show(typed, start, address, {"": [already]}, kept=kept, new_id=True), 409
    if changed.newest == kept.newest:
        limits.note_nothing_made()
        flash("These are the rules that are kept already. Nothing was changed.")
    else:
        flash(
            f"Kept as version {changed.version}. Games that were begun before keep the rules they began with.", "good"
        )
        _tell_left_out(house, kept.house, typed)
    return redirect(url_for("build.edit", owner_key=owner_key), code=303)


@bp.post("/houses/build/preview")
@limits.ASKED
def preview() -> FlaskResponse | tuple[FlaskResponse, int]:
    """What the form says as it is filled in now, for the page's script. Nothing is kept."""
    typed, errors = read_typed(request.form)
    start = _start(request.form.get("from", ""))
    house, wrong = house_of(typed, _base(start, None))
    errors = {**wrong, **errors}
    seen = Preview(house, start, _trial(), left_out=left_out(house, _base(start, None)) if house else ())
    return jsonify(
        {
            "errors": {field_id(name): messages for name, messages in errors.items()},
            "remarks": remarks(typed),
            "panel": render_template(
                "build/_preview.html", preview=seen, errors=with_names(errors, typed), field_id=field_id
            ),
            "totals": list(seen.totals),
        }
    )


# Guarded inside, where what was typed can still be shown.
csrf.exempt(make)
csrf.exempt(change)


def _not_kept(
    typed: Typed, errors: Errors, start: House, address: str, kept: KeptHouse | None
) -> str | tuple[str, int] | None:
    """The form shown again for what keeps nothing: a page that was open for long, a small button, a foreign field."""
    try:
        csrf.protect()
    except CSRFError:
        late = "this page was open for very long; everything is still here, send it again"
        return _show(typed, start, address, {"": [late]}, kept=kept), 400
    if errors:
        _, others = house_of(typed)
        return _show(typed, start, address, {**others, **errors}, kept=kept), 422
    verb, _, name = request.form.get("do", "").partition("-")
    if verb == "add":
        return _show(typed, start, address, kept=kept, more=name)
    if verb == "show":
        return _show(typed, start, address, house_of(typed)[1], kept=kept)
    return None


def _show(
    typed: Typed,
    start: House,
    address: str,
    errors: Errors | None = None,
    *,
    kept: KeptHouse | None = None,
    more: str = "",
    new_id: bool = False,
) -> str:
    sent = request.form.get("write_id", "")
    # Its own earlier version: one that came as a file began with nothing else.
    itself = kept is not None and start.key == kept.house.key
    base = _base(start, kept)
    house, _ = house_of(typed, base)
    page = BuildPage(
        typed=typed,
        preview=Preview(
            house,
            start,
            _trial(),
            f"version {start.version}" if itself else "",
            left_out(house, base) if house else (),
        ),
        write_id=sent if 8 <= len(sent) <= 64 and sent.isprintable() and not new_id else new_write_id(),
        start=_began_from(kept)[0] if kept else start,
        start_address=address,
        errors=errors or {},
        kept=kept,
        more=more,
        based_on=(_based_on() or kept.newest) if kept and not new_id else kept.newest if kept else 0,
    )
    return render_template("build/form.html", page=page, field_id=field_id)


def _base(start: House, kept: KeptHouse | None) -> House:
    """The house whose questions and examples stay as far as they fit; a new house is not the sheet it began with."""
    return kept.house if kept else replace(start, source=replace(start.source, sheet=""))


def _tell_left_out(house: House, base: House, typed: Typed) -> None:
    if unused := unused_words(typed):
        flash(unused)
    questions = left_out(house, base)
    if questions:
        flash(f"Left out, for these rules answer them or no longer fit them: {' '.join(questions)}")


def _based_on() -> int:
    """The version that the form was filled in with; 0, which no house has, where the form does not say."""
    text = request.form.get("based_on", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else 0


def _trial() -> str:
    return request.form.get(_TRIAL, "")[:_LONGEST_TRIAL]


def _start(address: str) -> House:
    try:
        return find_house(address)
    except UnknownHouse:
        abort(404)


def _began_from(kept: KeptHouse) -> tuple[House, str]:
    """The house that another was begun from, and its address; itself, as it first was, where it came as a file."""
    try:
        return find_house(kept.begun_from), kept.begun_from
    except UnknownHouse:
        first = find_shared_house(store(), kept.share_key, 1).house
        return first, house_address(first)


# --- sharing ----------------------------------------------------------------------------------------------------------


@bp.get("/h/<share_key>")
def shared(share_key: str) -> str:
    """The rules of a house that somebody made, in their newest version, for whoever was sent the link."""
    kept = find_shared_house(store(), share_key)
    remember_house(store(), device_id(), kept)
    known = (one for one in houses_of_device(store(), device_id()) if one.id == kept.id)
    owner_key = next((one.owner_key for one in known), "")
    page = sheet_page(kept.house, houses.built_in())
    return render_template("houses/sheet.html", page=page, kept=None, key=None, owner_key=owner_key)


@bp.get("/houses/<key>/house.toml")
def download(key: str) -> FlaskResponse:
    """A house as a file that can be loaded elsewhere."""
    house = _start(key)
    name = key_of_name(house.name) if key.startswith(OWN) else house.key
    # Under the key that the file is named after: links of this place mean nothing elsewhere.
    answer = FlaskResponse(house_toml(replace(house, key=name, version=1)), mimetype="application/toml")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.toml"'
    return answer
