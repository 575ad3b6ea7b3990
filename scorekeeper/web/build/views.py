"""The pages of the builder: choose where to begin, change rules and see what they count, keep the house, share it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from flask import Response as FlaskResponse
from flask import flash, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import houses
from scorekeeper.houses import BadHouse
from scorekeeper.houses.loading import LONGEST_FILE, check
from scorekeeper.houses.sheet import differences, fewest_examples
from scorekeeper.houses.sheet.worked_holes import hole_examples
from scorekeeper.houses.vocabulary import EVERY_CARD, NUMBER_RANKS, SECTIONS, Parameter, Section
from scorekeeper.houses.writing import house_toml, key_of_name
from scorekeeper.rules import BadLayout, House, Score, parse_layout, score
from scorekeeper.rules.hole import HoleResult
from scorekeeper.rules.problems import UnknownHouse
from scorekeeper.store.errors import IdReused
from scorekeeper.tally.kept_houses import (
    HouseChanged,
    KeptHouse,
    change_house,
    create_house,
    find_own_house,
    find_shared_house,
    houses_of_device,
    remember_house,
)
from scorekeeper.web import limits
from scorekeeper.web.addresses import OWN, chosen_in, find_house, house_address, house_or_missing, whole_number
from scorekeeper.web.build import bp
from scorekeeper.web.build.form import Errors, Typed, filled_lines, first, fresh_form, label_of, read_typed, typed_of
from scorekeeper.web.build.own_house import house_of
from scorekeeper.web.db import device_id, is_write_id, new_write, new_write_id, store
from scorekeeper.web.houses import sheet_page

MOST_PROBLEMS = 200
"""Problems of a file that are listed; nobody reads more."""

LONGEST_TRIAL = 300
"""Characters of a visitor's own layout."""

SHOWN_AT_THE_TOP = 40
"""Problems listed on top of the form; each stands at its field in any case."""


# --- what the form shows ----------------------------------------------------------------------------------------------


def field_id(name: str) -> str:
    """The id of a field in the page: its name without signs that addresses give another meaning."""
    return name.replace("*", "joker").replace("#", "number")


@dataclass(frozen=True)
class Preview:
    """What the rules count, or why they cannot count anything yet."""

    house: House | None
    start: House | None  # what it is compared with
    trial: str = ""  # a layout of the visitor's own

    @cached_property
    def scores(self) -> tuple[Score, ...]:
        if self.house is None:
            return ()
        return tuple(example.score for example in fewest_examples(self.house))

    @cached_property
    def holes(self) -> tuple[HoleResult, ...]:
        return hole_examples(self.house) if self.house is not None else ()

    @cached_property
    def own(self) -> Score | None:
        """The visitor's own layout, where it can be counted."""
        return self._tried if isinstance(self._tried, Score) else None

    @property
    def trial_errors(self) -> Sequence[str]:
        """What keeps the visitor's own layout from being counted."""
        problems = self._tried.problems if isinstance(self._tried, BadLayout) else ()
        return [problem.message for problem in problems][:SHOWN_AT_THE_TOP]

    @cached_property
    def _tried(self) -> Score | BadLayout | None:
        if self.house is None or not self.trial.strip():
            return None
        try:
            return score(parse_layout(self.trial, self.house), self.house)
        except BadLayout as bad:
            return bad

    @cached_property
    def changed(self) -> tuple[str, ...]:
        """The rules that differ from those of the house it began with, in words."""
        return differences(self.house, self.start) if self.house is not None and self.start is not None else ()

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(worked.total for worked in ((self.own,) if self.own else ()) + self.scores)


@dataclass(frozen=True)
class BuildPage:
    """The form as it was filled in, with what is wrong with it and what it counts."""

    typed: Typed
    preview: Preview
    write_id: str
    start: House  # what the form began with
    start_address: str
    errors: Errors = field(default_factory=dict)
    kept: KeptHouse | None = None  # the house that is changed; None for a new one
    more: str = ""  # the field of rows that shows one line more
    based_on: int = 0

    sections: Sequence[Section] = SECTIONS
    every_card = EVERY_CARD
    number_ranks = NUMBER_RANKS

    def value(self, name: str) -> str:
        return first(self.typed, name)

    def ticked(self, name: str, value: str) -> bool:
        return value in self.typed.get(name, ())

    def rows(self, one: Parameter) -> Sequence[int]:
        """The lines to show: those that were filled in, an empty one, and one more where that was asked for."""
        used = [number for number, _ in filled_lines(one, self.typed)]
        following = used[-1] + 1 if used else 0
        extra = [following, *([following + 1] if self.more == one.key else [])]
        return [*used, *extra][: one.most]

    def wrong(self, section: Section) -> int:
        """How many fields of a section something is wrong with."""
        names = {one.key for one in section.parameters} | ({"table.deck"} if section.key == "values" else set())
        return sum(any(name == one or name.startswith(f"{one}.") for one in names) for name in self.errors)

    @property
    def origin(self) -> str:
        """Where the house comes from, in a sentence: a file says so itself."""
        if self.kept is None or self.start.key != self.kept.house.key:
            return f"Begun from {self.start.name}."
        title = self.kept.house.source.title or "Brought in as a file"
        return title if title.endswith((".", "!", "?")) else f"{title}."

    @property
    def ids(self) -> Mapping[str, str]:
        """Where a message on top of the form leads."""
        return {name: field_id(name) for name in self.errors}

    @property
    def first_errors(self) -> Errors:
        """The problems to list, each with the name of its field."""
        return _with_labels(dict(list(self.errors.items())[:SHOWN_AT_THE_TOP]))


def _with_labels(errors: Errors) -> Errors:
    """The same problems, each beginning with what the page calls its field, for a list that stands elsewhere."""
    return {name: [_said(label_of(name), message) for message in found] for name, found in errors.items()}


def _said(label: str, message: str) -> str:
    if not label:
        return message
    return f"{label} {message[:1].upper()}{message[1:]}" if label.endswith("?") else f"{label}: {message}"


# --- where to begin ---------------------------------------------------------------------------------------------------


@bp.get("/houses/build")
def begin() -> str:
    """The form filled in with the house of `?from=` and its readings as `?option.twos=plus`; else the choice of one."""
    address = request.args.get("from", "")
    if not address:
        return _choose()
    start = house_or_missing(address)
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
    start = house_or_missing(address)
    typed = read_typed(request.form)
    if shown := _only_shown(typed, start, address, None):
        return shown
    house, errors = house_of(typed, _base(start, None))
    if house is None:
        return _show(typed, start, address, errors), 422
    try:
        kept = create_house(store(), house, new_write(request.form.get("write_id")), begun_from=house_address(start))
    except IdReused:
        already = "this form has already made a house, and was changed since; send it again to make another"
        return _show(typed, start, address, {"": [already]}, new_id=True), 409
    flash(f"{kept.house.name} is kept. Whoever has the link of this page can change it; the link below is for sharing.")
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
    typed = read_typed(request.form)
    if shown := _only_shown(typed, start, address, kept):
        return shown
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
    return redirect(url_for("build.edit", owner_key=owner_key), code=303)


@bp.post("/houses/build/preview")
@limits.ASKED
def preview() -> FlaskResponse | tuple[FlaskResponse, int]:
    """What the form says as it is filled in now, for the page's script. Nothing is kept."""
    typed = read_typed(request.form)
    start = house_or_missing(request.form.get("from", ""))
    house, errors = house_of(typed, _base(start, None))
    seen = Preview(house, start, _trial())
    panel = render_template("build/_preview.html", preview=seen, errors=_with_labels(errors), field_id=field_id)
    at_fields = {field_id(name): messages for name, messages in errors.items()}
    return jsonify({"errors": at_fields, "panel": panel, "totals": list(seen.totals)})


def _only_shown(typed: Typed, start: House, address: str, kept: KeptHouse | None) -> str | None:
    """The form shown again for one of its small buttons, which keep nothing."""
    verb, _, name = request.form.get("do", "").partition("-")
    if verb == "add":
        return _show(typed, start, address, kept=kept, more=name)
    return _show(typed, start, address, house_of(typed)[1], kept=kept) if verb == "show" else None


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
    house, _ = house_of(typed, _base(start, kept))
    page = BuildPage(
        typed=typed,
        preview=Preview(house, start, _trial()),
        write_id=sent if is_write_id(sent) and not new_id else new_write_id(),
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


def _based_on() -> int:
    """The version that the form was filled in with; 0, which no house has, where the form does not say."""
    return whole_number(request.form.get("based_on")) or 0


def _trial() -> str:
    return request.form.get("try", "")[:LONGEST_TRIAL]


def _began_from(kept: KeptHouse) -> tuple[House, str]:
    """The house that another was begun from, and its address; itself where it came as a file."""
    try:
        return find_house(kept.begun_from), kept.begun_from
    except UnknownHouse:
        return kept.house, house_address(kept.house)


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
    house = house_or_missing(key)
    name = key_of_name(house.name) if key.startswith(OWN) else house.key
    # Under the key that the file is named after: links of this place mean nothing elsewhere.
    answer = FlaskResponse(house_toml(replace(house, key=name, version=1)), mimetype="application/toml")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.toml"'
    return answer
