"""The pages of the builder: choose where to begin, change rules and see what they count, keep the house, share it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from flask import Response as FlaskResponse
from flask import flash, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import houses
from scorekeeper.houses import BadHouse
from scorekeeper.houses.file_text import NoText
from scorekeeper.houses.loading import LONGEST_FILE, check
from scorekeeper.houses.sheet import differences, fewest_examples
from scorekeeper.houses.sheet.worked_examples import hole_examples
from scorekeeper.houses.vocabulary import EVERY_CARD, NUMBER_RANKS, SECTIONS, Parameter, Section
from scorekeeper.houses.writing import house_toml, key_of_name
from scorekeeper.rules import BadLayout, House, Score, parse_layout, score
from scorekeeper.rules.hole import HoleResult
from scorekeeper.rules.problems import UnknownHouse
from scorekeeper.store.errors import IdReused
from scorekeeper.store.gone import NotTheBeginner
from scorekeeper.tally.kept_houses import (
    HouseChanged,
    KeptHouse,
    change_house,
    create_house,
    delete_house,
    erase_house,
    find_even_deleted,
    find_own_house,
    find_shared_house,
    houses_of_device,
    put_house_back,
    remember_house,
)
from scorekeeper.web import limits
from scorekeeper.web.addresses import OWN, chosen_in, find_house, house_address, house_or_missing
from scorekeeper.web.build import bp
from scorekeeper.web.build.form import Errors, Typed, filled_lines, first, fresh_form, label_of, read_typed, typed_of
from scorekeeper.web.build.own_house import house_of
from scorekeeper.web.db import device_id, is_write_id, new_write_id, store
from scorekeeper.web.deleted import way_back_of_house
from scorekeeper.web.forms import sent, sent_file, sent_number, sent_write
from scorekeeper.web.house_sheets import sheet_page
from scorekeeper.web.referee import house_groups

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
    start: House  # what it is compared with
    trial: str = ""  # a layout of the visitor's own
    own: Score | None = None  # what that counts
    trial_errors: Sequence[str] = ()  # or why it cannot be counted

    @cached_property
    def scores(self) -> tuple[Score, ...]:
        return tuple(example.score for example in fewest_examples(self.house)) if self.house else ()

    @cached_property
    def holes(self) -> tuple[HoleResult, ...]:
        return hole_examples(self.house) if self.house else ()

    @cached_property
    def changed(self) -> tuple[str, ...]:
        """The rules that differ from those of the house it began with, in words."""
        return differences(self.house, self.start) if self.house else ()

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(worked.total for worked in ((self.own,) if self.own else ()) + self.scores)


def _preview(house: House | None, start: House) -> Preview:
    """What the rules count, with the layout that the visitor tries."""
    trial = request.form.get("try", "")[:LONGEST_TRIAL]
    if house is None or not trial.strip():
        return Preview(house, start, trial)
    try:
        return Preview(house, start, trial, score(parse_layout(trial, house), house))
    except BadLayout as bad:
        causes = [problem.message for problem in bad.problems][:SHOWN_AT_THE_TOP]
        return Preview(house, start, trial, trial_errors=causes)


@dataclass(frozen=True)
class BuildPage:
    """The form as it was filled in, with what is wrong with it and what it counts."""

    typed: Typed
    start: House  # what it is compared with
    start_address: str
    kept: KeptHouse | None = None  # the house that is changed; None for a new one
    errors: Errors = field(default_factory=dict)
    more: str = ""  # the field of rows that shows one line more
    is_used: bool = False  # whether what the form was shown with has kept something already

    sections: Sequence[Section] = SECTIONS
    every_card = EVERY_CARD
    number_ranks = NUMBER_RANKS

    @cached_property
    def made(self) -> tuple[House | None, Errors]:
        """The house that the form says, or everything that is wrong.

        The questions and examples of the house that is changed stay as far as they fit. A new one is not the sheet that
        it began with.
        """
        fresh = replace(self.start, source=replace(self.start.source, sheet=""))
        return house_of(self.typed, self.kept.house if self.kept else fresh)

    @cached_property
    def preview(self) -> Preview:
        return _preview(self.made[0], self.start)

    @property
    def write_id(self) -> str:
        sent = request.form.get("write_id", "")
        return sent if is_write_id(sent) and not self.is_used else new_write_id()

    @property
    def based_on(self) -> int:
        """The version that the form was filled in with; what was told of a newer one has been seen."""
        return (None if self.is_used else sent_number("based_on")) or (self.kept.newest if self.kept else 0)

    def shown(self, errors: Errors | None = None, **changed: Any) -> str:
        page = replace(self, errors=errors or {}, **changed)
        return render_template("build/form.html", page=page, field_id=field_id)

    def only_shown(self) -> str | None:
        """The form shown again for one of its small buttons, which keep nothing."""
        verb, _, name = sent("do").partition("-")
        return self.shown(more=name) if verb == "add" else self.shown(self.made[1]) if verb == "show" else None

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
    if label.endswith("?"):
        return f"{label} {message[:1].upper()}{message[1:]}"
    return f"{label}: {message}" if label else message


# --- where to begin ---------------------------------------------------------------------------------------------------


@bp.get("/houses/build")
def begin() -> str:
    """The form filled in with the house of `?from=` and its readings as `?option.twos=plus`; else the choice of one."""
    address = request.args.get("from", "")
    if not address:
        return _choose()
    start = house_or_missing(address)
    chosen = houses.with_readings(start, chosen_in(request.args))
    return BuildPage(fresh_form(chosen, start), start, address).shown()


@bp.post("/houses/load")
@limits.ASKED_MUCH
@limits.MADE
def load() -> str | Response | tuple[str, int]:
    """Keep a house that somebody has as a file or as text, just as it is."""
    brought = sent_file(4 * LONGEST_FILE)
    if brought.is_missing:
        return _choose(["choose a file, or put its text below"]), 422
    try:
        kept = create_house(store(), check(brought.text, "the file"), sent_write())
    except NoText as refused:
        return _choose([refused.message], brought.shown), 422
    except BadHouse as bad:
        causes = [f"{problem.key}: {problem.cause}" if problem.key else problem.cause for problem in bad.found]
        return _choose(causes, brought.shown), 422
    except IdReused:
        already = "this form has already brought in a house; send it again to bring in another"
        return _choose([already], brought.shown), 409
    flash(f"{kept.house.name} is here, with every rule.", "good")
    return redirect(url_for("build.edit", owner_key=kept.owner_key), code=303)


def _choose(errors: list[str] | None = None, text: str = "") -> str:
    return render_template(
        "build/begin.html",
        groups=house_groups(),
        errors={"": (errors or [])[:MOST_PROBLEMS]} if errors else {},
        text=text[:LONGEST_FILE],
        write_id=new_write_id(),
    )


# --- the form ---------------------------------------------------------------------------------------------------------


@bp.post("/houses/build")
@limits.MADE
def make() -> str | Response | tuple[str, int]:
    """Keep a new house; or show the form again with what it counts, or with one more line."""
    address = sent("from")
    start = house_or_missing(address)
    page = BuildPage(read_typed(request.form), start, address)
    if shown := page.only_shown():
        return shown
    house, errors = page.made
    if house is None:
        return page.shown(errors), 422
    try:
        kept = create_house(store(), house, sent_write(), begun_from=house_address(start))
    except IdReused:
        already = "this form has already made a house, and was changed since; send it again to make another"
        return page.shown({"": [already]}, is_used=True), 409
    flash(f"{kept.house.name} is kept. Whoever has the link of this page can change it; the link below is for sharing.")
    return redirect(url_for("build.edit", owner_key=kept.owner_key), code=303)


@bp.get("/houses/build/<owner_key>")
def edit(owner_key: str) -> str:
    """The form filled in with a house that was made here, for whoever has its link."""
    kept = find_own_house(store(), owner_key)
    remember_house(store(), device_id(), kept)
    return BuildPage(typed_of(kept.house), *_began_from(kept), kept).shown()


@bp.post("/houses/build/<owner_key>")
@limits.MADE
def change(owner_key: str) -> str | Response | tuple[str, int]:
    """Give the house its next version. Games that were begun with an earlier one keep theirs."""
    kept = find_own_house(store(), owner_key)
    page = BuildPage(read_typed(request.form), *_began_from(kept), kept)
    if shown := page.only_shown():
        return shown
    house, errors = page.made
    if house is None:
        return page.shown(errors), 422
    try:
        changed = change_house(store(), owner_key, house, sent_write(), based_on=sent_number("based_on") or 0)
    except HouseChanged:
        theirs = find_own_house(store(), owner_key)
        meanwhile = (
            f"this house was changed meanwhile and is at version {theirs.newest} now. Nothing is lost: what you typed "
            "is still here, and below stands where it differs from theirs. Keep yours with the button below, or load "
            "this page again to go on with theirs"
        )
        return page.shown({"": [meanwhile]}, kept=theirs, start=theirs.house, is_used=True), 409
    except IdReused:
        already = "this form has already changed the house, and was changed since; send it again"
        return page.shown({"": [already]}, is_used=True), 409
    if changed.newest == kept.newest:
        flash("These are the rules that are kept already. Nothing was changed.")
    else:
        flash(
            f"Kept as version {changed.version}. Games that were begun before keep the rules they began with.", "good"
        )
    return redirect(url_for("build.edit", owner_key=owner_key), code=303)


@bp.post("/houses/build/<owner_key>/delete", endpoint="delete")
def delete_now(owner_key: str) -> Response:
    """The rules leave every list, and whoever has this link can put them back."""
    delete_house(store(), owner_key, sent_write())
    if find_even_deleted(store(), owner_key).deleted is None:  # the form came once more
        flash("The rules were put back meanwhile. Nothing was deleted.", "warning")
        return redirect(url_for("build.edit", owner_key=owner_key), code=303)
    flash("The rules are deleted. Below you can put them back.", "good")
    return redirect(url_for("houses.index"), code=303)


@bp.post("/houses/build/<owner_key>/put-back", endpoint="put_back")
def put_it_back(owner_key: str) -> Response:
    """Deleted rules are there again, as they were."""
    put_house_back(store(), owner_key, sent_write())
    flash("The rules are back.", "good")
    return redirect(url_for("build.edit", owner_key=owner_key), code=303)


@bp.get("/houses/build/<owner_key>/delete-for-good")
def ask_for_good(owner_key: str) -> str | Response:
    """The second question, which names the rules; for the device that made them."""
    kept = find_even_deleted(store(), owner_key)
    if kept.deleted is None:
        return redirect(url_for("build.edit", owner_key=owner_key))
    way = way_back_of_house(kept)
    if not way.for_good:
        raise NotTheBeginner
    return render_template("errors/for_good.html", way=way, write_id=new_write_id())


@bp.post("/houses/build/<owner_key>/delete-for-good")
def delete_for_good(owner_key: str) -> Response:
    """The rules go at once."""
    if not erase_house(store(), owner_key, sent_write()):
        flash("The rules were put back meanwhile. Nothing was deleted.", "warning")
        return redirect(url_for("build.edit", owner_key=owner_key), code=303)
    flash("The rules are gone for good.", "good")
    return redirect(url_for("houses.index"), code=303)


@bp.post("/houses/build/preview")
@limits.ASKED
def preview() -> FlaskResponse | tuple[FlaskResponse, int]:
    """What the form says as it is filled in now, for the page's script. Nothing is kept."""
    address = sent("from")
    page = BuildPage(read_typed(request.form), house_or_missing(address), address)
    errors, seen = page.made[1], page.preview
    panel = render_template("build/_preview.html", preview=seen, errors=_with_labels(errors), field_id=field_id)
    at_fields = {field_id(name): messages for name, messages in errors.items()}
    return jsonify({"errors": at_fields, "panel": panel, "totals": list(seen.totals)})


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
    house = house_or_missing(key)
    name = key_of_name(house.name) if key.startswith(OWN) else house.key
    # Under the key that the file is named after: links of this place mean nothing elsewhere.
    answer = FlaskResponse(house_toml(replace(house, key=name, version=1)), mimetype="application/toml")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.toml"'
    return answer
