"""The pages of the builder: choose rules to start from, change them, see examples, save and share."""

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
from scorekeeper.houses.vocabulary import EVERY_CARD, NUMBER_RANKS, PARAMETERS, SECTIONS, Parameter, Section
from scorekeeper.houses.writing import house_toml, key_of_name
from scorekeeper.rules import House
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
from scorekeeper.web.addresses import (
    OWN,
    card_house_or_missing,
    chosen_in,
    find_house,
    house_address,
    house_or_missing,
    with_cards,
)
from scorekeeper.web.build import bp
from scorekeeper.web.build.form import (
    RulesForm,
    Typed,
    filled_lines,
    first,
    fresh_form,
    read_typed,
    typed_of,
    with_labels,
)
from scorekeeper.web.build.own_house import house_of
from scorekeeper.web.build.previews import SHOWN_AT_THE_TOP, Preview, preview_of
from scorekeeper.web.db import device_id, is_write_id, new_write_id, store
from scorekeeper.web.deleted import way_back_of_house
from scorekeeper.web.forms import Errors, FileForm, sent_write
from scorekeeper.web.house_sheets import sheet_page
from scorekeeper.web.referee import house_groups

MOST_PROBLEMS = 200
"""Problems of a file that are listed."""

FIRST_CARDS = tuple(rank for rank in EVERY_CARD if rank.value in ("A", "J", "Q", "K", "*"))
"""The cards whose values differ most between tables."""

FIRST_ASKED = (
    "table.jokers_per_deck",
    "cancelling.is",
    "cancelling.counts",
    "four_of_a_kind.is",
    "four_of_a_kind.points",
    "ending.trigger",
    "penalty.kind",
    "penalty.points",
)
"""The rules that differ most between tables, after the card values: the form asks for them before all others."""

NAME = "name"
"""Asked above everything else."""


# --- what the form shows ----------------------------------------------------------------------------------------------


def field_id(name: str) -> str:
    """The id of a field: its name without the special characters of addresses."""
    return name.replace("*", "joker").replace("#", "number")


@dataclass(frozen=True)
class BuildPage:
    """The form as filled in, with its errors and its examples."""

    typed: Typed
    form: RulesForm
    start: House  # the house that it is compared with
    start_address: str
    kept: KeptHouse | None = None  # the house being changed; None for a new one
    errors: Errors = field(default_factory=dict)
    more: str = ""  # the field of rows that shows an extra line
    is_used: bool = False  # whether the write id of the form has saved something already

    number_ranks = NUMBER_RANKS
    first_cards = FIRST_CARDS
    other_cards = tuple(rank for rank in EVERY_CARD if rank not in FIRST_CARDS)

    @property
    def name(self) -> Parameter:
        return PARAMETERS[NAME]

    @property
    def values(self) -> Parameter:
        return PARAMETERS["values"]

    @property
    def first_asked(self) -> Sequence[Parameter]:
        return [PARAMETERS[key] for key in FIRST_ASKED]

    @property
    def sections(self) -> Sequence[Section]:
        """All other rules by topic."""
        return [
            replace(section, parameters=tuple(one for one in section.parameters if one.key not in (NAME, *FIRST_ASKED)))
            for section in SECTIONS
        ]

    def is_open(self, section: Section) -> bool:
        """Whether a topic is unfolded: something in it is wrong, or a line was added to it."""
        return self.wrong(section) > 0 or any(one.key == self.more for one in section.parameters)

    @property
    def has_open(self) -> bool:
        return any(map(self.is_open, self.sections))

    @cached_property
    def made(self) -> tuple[House | None, Errors]:
        """The house of the form, or all its errors.

        Questions and examples of the changed house stay as far as they fit. A new house loses the number of the rule
        sheet that it is based on.
        """
        fresh = replace(self.start, source=replace(self.start.source, sheet=""))
        return house_of(self.typed, self.kept.house if self.kept else fresh)

    @cached_property
    def preview(self) -> Preview:
        return preview_of(self.made[0], self.start, self.form.trial.data)

    @property
    def write_id(self) -> str:
        sent: str = self.form.write_id.data
        return sent if is_write_id(sent) and not self.is_used else new_write_id()

    @property
    def based_on(self) -> int:
        """The version that the form is based on, or the newest one once the page has shown it."""
        return (not self.is_used and self.form.based_on.data) or (self.kept.newest if self.kept else 0)

    def shown(self, errors: Errors | None = None, **changed: Any) -> str:
        page = replace(self, errors=errors or {}, **changed)
        return render_template("build/form.html", page=page, field_id=field_id)

    def only_shown(self) -> str | None:
        """The form shown again for a small button that saves nothing."""
        verb, _, name = self.form.do.data.partition("-")
        return self.shown(more=name) if verb == "add" else self.shown(self.made[1]) if verb == "show" else None

    def value(self, name: str) -> str:
        return first(self.typed, name)

    def ticked(self, name: str, value: str) -> bool:
        return value in self.typed.get(name, ())

    def rows(self, one: Parameter) -> Sequence[int]:
        """The lines to show: the filled ones, an empty one, and one more if asked for."""
        used = [number for number, _ in filled_lines(one, self.typed)]
        following = used[-1] + 1 if used else 0
        extra = [following, *([following + 1] if self.more == one.key else [])]
        return [*used, *extra][: one.most]

    def wrong(self, section: Section) -> int:
        """The number of fields with errors in a section."""
        names = {one.key for one in section.parameters} | ({"table.deck"} if section.key == "values" else set())
        elsewhere = {f"values.{rank.value}" for rank in FIRST_CARDS}
        wrong = [name for name in self.errors if name not in elsewhere]
        return sum(any(name == one or name.startswith(f"{one}.") for one in names) for name in wrong)

    @property
    def ids(self) -> Mapping[str, str]:
        """The ids of the fields with errors."""
        return {name: field_id(name) for name in self.errors}

    @property
    def first_errors(self) -> Errors:
        """The errors to list, each with the label of its field."""
        return with_labels(dict(list(self.errors.items())[:SHOWN_AT_THE_TOP]))


# --- where to start ---------------------------------------------------------------------------------------------------


@bp.get("/houses/build")
def begin() -> str:
    """The form with the house of `?from=` and readings as `?option.twos=plus`; without them, the choice of a house."""
    address = request.args.get("from", "")
    if not address:
        return _choose()
    start = card_house_or_missing(address)
    chosen = houses.with_readings(start, chosen_in(request.args))
    return BuildPage(fresh_form(chosen, start), RulesForm(), start, address).shown()


@bp.post("/houses/load")
@limits.ASKED_MUCH
@limits.MADE
def load() -> str | Response | tuple[str, int]:
    """Save a house from a file or pasted text, unchanged."""
    form = FileForm()
    if not form.validate_on_submit():
        return _choose(form.text.errors), 422
    brought = form.content(4 * LONGEST_FILE)
    try:
        kept = create_house(store(), check(brought.text, "the file"), sent_write())
    except NoText as refused:
        return _choose([refused.message], brought.shown), 422
    except BadHouse as bad:
        causes = [f"{problem.key}: {problem.cause}" if problem.key else problem.cause for problem in bad.found]
        return _choose(causes, brought.shown), 422
    except IdReused:
        already = "This form has already imported rules. Import again to add another set."
        return _choose([already], brought.shown), 409
    flash(f"{kept.house.name} imported.", "good")
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
    """Save a new house, or show the form again with its examples or an extra line."""
    form = RulesForm()
    start = card_house_or_missing(form.begun_from.data)
    page = BuildPage(read_typed(request.form), form, start, form.begun_from.data)
    if shown := page.only_shown():
        return shown
    house, errors = page.made
    if house is None:
        return page.shown(errors), 422
    try:
        kept = create_house(store(), house, sent_write(), begun_from=house_address(start))
    except IdReused:
        already = "This form has already saved rules, and you changed it since. Save again to make another set."
        return page.shown({"": [already]}, is_used=True), 409
    flash(f"{kept.house.name} saved. Anyone with this page’s link can edit it. Share the link below instead.")
    return redirect(url_for("build.edit", owner_key=kept.owner_key), code=303)


@bp.get("/houses/build/<owner_key>")
def edit(owner_key: str) -> str | Response:
    """The form with a custom house, for users who have its owner link."""
    kept = find_own_house(store(), owner_key)
    remember_house(store(), device_id(), kept)
    if not kept.house.has_cards:  # which has another form
        return redirect(url_for("another_game.edit", owner_key=owner_key))
    return BuildPage(typed_of(kept.house), RulesForm(), *_began_from(kept), kept).shown()


@bp.post("/houses/build/<owner_key>")
@limits.MADE
def change(owner_key: str) -> str | Response | tuple[str, int]:
    """Save the next version of the house. Games that started with an earlier one keep it."""
    kept = with_cards(find_own_house(store(), owner_key))
    page = BuildPage(read_typed(request.form), RulesForm(), *_began_from(kept), kept)
    if shown := page.only_shown():
        return shown
    house, errors = page.made
    if house is None:
        return page.shown(errors), 422
    try:
        changed = change_house(store(), owner_key, house, sent_write(), based_on=page.form.based_on.data or 0)
    except HouseChanged:
        theirs = find_own_house(store(), owner_key)
        message = (
            f"Someone saved version {theirs.newest} while you were editing. Your changes are still here, and the "
            "differences are below. Save yours, or reload to use theirs."
        )
        return page.shown({"": [message]}, kept=theirs, start=theirs.house, is_used=True), 409
    except IdReused:
        already = "This form has already saved these rules, and you changed it since. Save again."
        return page.shown({"": [already]}, is_used=True), 409
    if changed.newest == kept.newest:
        flash("No changes to save.")
    else:
        flash(f"Saved as version {changed.version}. Games already started keep their rules.", "good")
    return redirect(url_for("build.edit", owner_key=owner_key), code=303)


@bp.post("/houses/build/<owner_key>/delete", endpoint="delete")
def delete_now(owner_key: str) -> Response:
    """Take the rules off every list. Users with this link can restore them."""
    delete_house(store(), owner_key, sent_write())
    if find_even_deleted(store(), owner_key).deleted is None:  # the form was sent again
        flash("Someone restored the rules. Nothing was deleted.", "warning")
        return redirect(url_for("build.edit", owner_key=owner_key), code=303)
    flash("Rules deleted. You can restore them below.", "good")
    return redirect(url_for("houses.index"), code=303)


@bp.post("/houses/build/<owner_key>/put-back", endpoint="put_back")
def put_it_back(owner_key: str) -> Response:
    """Restore deleted rules, unchanged."""
    put_house_back(store(), owner_key, sent_write())
    flash("Rules restored.", "good")
    return redirect(url_for("build.edit", owner_key=owner_key), code=303)


@bp.get("/houses/build/<owner_key>/delete-for-good")
def ask_for_good(owner_key: str) -> str | Response:
    """Ask again, with the name of the rules; for the device that made them."""
    kept = find_even_deleted(store(), owner_key)
    if kept.deleted is None:
        return redirect(url_for("build.edit", owner_key=owner_key))
    way = way_back_of_house(kept)
    if not way.for_good:
        raise NotTheBeginner
    return render_template("errors/for_good.html", way=way, write_id=new_write_id())


@bp.post("/houses/build/<owner_key>/delete-for-good")
def delete_for_good(owner_key: str) -> Response:
    """Erase the rules at once."""
    if not erase_house(store(), owner_key, sent_write()):
        flash("Someone restored the rules. Nothing was deleted.", "warning")
        return redirect(url_for("build.edit", owner_key=owner_key), code=303)
    flash("Rules deleted for good.", "good")
    return redirect(url_for("houses.index"), code=303)


@bp.post("/houses/build/preview")
@limits.ASKED
def preview() -> FlaskResponse | tuple[FlaskResponse, int]:
    """Errors and examples of the form as filled in now, for the page's script. Saves nothing."""
    form = RulesForm()
    address = form.begun_from.data
    page = BuildPage(read_typed(request.form), form, card_house_or_missing(address), address)
    errors, seen = page.made[1], page.preview
    panel = render_template("build/_preview.html", preview=seen, errors=with_labels(errors), field_id=field_id)
    at_fields = {field_id(name): messages for name, messages in errors.items()}
    return jsonify({"errors": at_fields, "panel": panel, "totals": list(seen.totals)})


def _began_from(kept: KeptHouse) -> tuple[House, str]:
    """The house that this one is based on, and its address; itself if it was imported."""
    try:
        return find_house(kept.begun_from), kept.begun_from
    except UnknownHouse:
        return kept.house, house_address(kept.house)


# --- sharing ----------------------------------------------------------------------------------------------------------


@bp.get("/h/<share_key>")
def shared(share_key: str) -> str:
    """The newest version of a custom house, for users who were sent the link."""
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
    # The file's name becomes the key: links of this server mean nothing elsewhere.
    answer = FlaskResponse(house_toml(replace(house, key=name, version=1)), mimetype="application/toml")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.toml"'
    return answer
