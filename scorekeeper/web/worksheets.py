"""Worksheets: make one, look at it, print it and check a student's answers.

The code on a worksheet never opens an answer.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from urllib.parse import urljoin

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse
from wtforms import SelectMultipleField, ValidationError

from scorekeeper.exports.drawing import Drawing
from scorekeeper.exports.formats import FORMATS
from scorekeeper.exports.paper import PAPERS
from scorekeeper.exports.set_items import SetToExport
from scorekeeper.exports.worksheet import (
    Printing,
    marking_strip_drawing,
    worksheet_drawing,
    worksheet_key_drawing,
    worksheet_key_text,
    worksheet_text,
)
from scorekeeper.exports.worksheet_style import LOOKS
from scorekeeper.houses import groups
from scorekeeper.rules import BadLayout, House, Layout, parse_layout
from scorekeeper.rules.problems import UnknownHouse
from scorekeeper.rules.typed_cards import plain_cards
from scorekeeper.rules.wording import listing, short
from scorekeeper.school.exercises.codes import read_code, version_of
from scorekeeper.school.exercises.kept_sets import (
    KeptSet,
    SetNotFound,
    create_redrawn,
    create_set,
    create_set_of_layouts,
    find_set,
    sets_of_device,
)
from scorekeeper.school.exercises.levels import HIGHEST, STEPS, word_of
from scorekeeper.school.exercises.questions import KINDS
from scorekeeper.school.exercises.sets import (
    MOST_QUESTIONS,
    MOST_VARIANTS,
    SCORE,
    USUAL_SIZE,
    USUAL_VARIANTS,
    BadSet,
    Sheet,
    unfit,
)
from scorekeeper.tally.kept_houses import houses_of_device
from scorekeeper.web import limits
from scorekeeper.web.addresses import find_house, house_address
from scorekeeper.web.db import device_id, new_write_id, store
from scorekeeper.web.delivery.made_files import made_file
from scorekeeper.web.forms import CodeField, Form, TextField, WholeNumberField, judged_by, sent_number, sent_write
from scorekeeper.web.invite import way_here
from scorekeeper.web.marking import mark
from scorekeeper.web.pdf_queue import made_pdf
from scorekeeper.web.phone_rules import house_played

bp = Blueprint("sets", __name__, url_prefix="/sets")


MOST_TOLD = 3
"""Problems shown per line, so that a forgotten slash doesn't list every card."""


class WorksheetForm(Form):
    """A worksheet to make: hands of a level, or those that the teacher typed."""

    house = TextField("Rules")
    level = WholeNumberField("Level")
    size = WholeNumberField("Questions")
    variants = WholeNumberField("Versions")
    kinds = SelectMultipleField("Question types", choices=[kind.key for kind in KINDS], validate_choice=False)
    hands = TextField("Or your own hands, one hand or one row per line", longest=None)

    rules: House | None = None
    layouts: tuple[Layout, ...] = ()

    def validate_house(self, house: TextField) -> None:
        try:
            self.rules = find_house(house.data)
        except UnknownHouse as unknown:
            raise ValidationError("Choose rules. There are none at this link.") from unknown

    def validate_hands(self, hands: TextField) -> None:
        self.layouts, reasons = read_hands(hands.data, self.rules)
        hands.errors.extend(reasons)


class OpenForm(Form):
    code = CodeField(
        "Code from the worksheet or its answer key",
        description="Like 7K2Q-M4XP.",
        validators=[judged_by(read_code)],
    )


def usual(house: str = "") -> WorksheetForm:
    """A new form: six hands at the highest level, in two versions."""
    house = house or house_address(house_played())
    return WorksheetForm(None, house=house, level=HIGHEST, size=USUAL_SIZE, variants=USUAL_VARIANTS, kinds=[SCORE])


_LABEL = re.compile(r"\(?\w{1,40}[).:]")
_STROKE = re.compile("[/;|]")
"""A line with one of these, or with more words than a row and its label, is a whole hand."""


def read_hands(text: str, house: House | None) -> tuple[tuple[Layout, ...], list[str]]:
    """Hands in a text, and everything wrong with it by line number.

    One hand per line, or one row per line; empty lines are skipped. Without a house nothing can be read.
    """
    if house is None:
        return (), []
    hands = list(_hands_in(text, house))
    found: list[tuple[int, Layout]] = []
    reasons: list[tuple[int, str]] = []
    for number, cards in hands[:MOST_QUESTIONS]:
        try:
            found.append((number, parse_layout(cards, house)))
        except BadLayout as bad:
            problems = " ".join(problem.message for problem in bad.problems[:MOST_TOLD])
            hand = short(" / ".join(cards.splitlines()), 40)
            reasons.append((number, f"Line {number}, “{hand}”: {short(problems, 300)}"))
    layouts = tuple(layout for _, layout in found)
    numbers = [number for number, _ in found]
    names = [f"Line {number}" for number in numbers]
    reasons += [(numbers[index], reason) for index, reason in unfit(house, layouts, names)]
    told = [reason for _, reason in sorted(reasons, key=lambda one: one[0])]
    if len(hands) > MOST_QUESTIONS:
        told.insert(0, f"Type 1 to {MOST_QUESTIONS} hands, not {len(hands)}.")
    return layouts, told


def _hands_in(text: str, house: House) -> Iterator[tuple[int, str]]:
    """Cards of each hand, with the number of its first line."""
    # A separator at the end of a line is ignored, and a label alone isn't a hand.
    lines = [(number, line.strip().rstrip(" /;|")) for number, line in enumerate(text.splitlines(), start=1)]
    lines = [(number, line) for number, line in lines if not _LABEL.fullmatch(line)]
    for is_empty, block in groupby(lines, key=lambda line: not line[1]):
        if is_empty:
            continue
        hands = list(block)
        plain = [plain_cards(line) for _, line in hands]
        whole = any(_STROKE.search(line) or len(line.split()) > house.grid.columns + 1 for line in plain)
        rows = 1 if whole else house.grid.rows
        for first in range(0, len(hands), rows):
            yield hands[first][0], "\n".join(line for _, line in hands[first : first + rows])


def address_of(code: str) -> str:
    """Address of a worksheet for other devices, also in its QR code."""
    return urljoin(way_here().base, url_for("sets.look", code=code))


@bp.get("")
@limits.TYPED_CODE
def index() -> str | AnyResponse | tuple[str, int]:
    """Make a worksheet, or open one by its code."""
    opening = OpenForm(request.args)
    if "code" not in request.args:
        return _form(usual(request.args.get("house", "")), opening)
    if opening.validate():
        try:
            return redirect(url_for("sets.look", code=find_set(store(), opening.code.data, device_id()).seen_by))
        except SetNotFound as error:
            opening.refuse({"code": [error.message]})
    return _form(usual(), opening), 422


@bp.post("", endpoint="make")
@limits.SET_MADE
@limits.ASKED_MUCH
def make() -> AnyResponse | tuple[str, int]:
    """Make a worksheet. Only its answer key's code opens the page."""
    form = WorksheetForm()
    if not form.validate_on_submit() or form.rules is None:
        return _form(form, OpenForm(MultiDict())), 422
    write = sent_write()
    try:
        if form.layouts:
            kept = create_set_of_layouts(store(), form.rules, write, form.layouts)
        else:
            numbers = {one.name: one.data or 0 for one in (form.level, form.size, form.variants)}
            kept = create_set(store(), form.rules, write, kinds=tuple(form.kinds.data), **numbers)
    except BadSet as refused:
        form.refuse({name: [reason] for name, reason in refused.reasons.items()})
        return _form(form, OpenForm(MultiDict())), 422
    return redirect(url_for("sets.look", code=kept.key_code))


@bp.get("/<code>")
@limits.CODE
def look(code: str) -> str:
    """One version on the screen, with all formats to print and export."""
    kept = find_set(store(), code)
    made, way = kept.questions, way_here()
    one_sheet = [(sheet.variant, f"Only {version_of(sheet.variant)}") for sheet in made.sheets]
    return render_template(
        "sets/look.html",
        kept=kept,
        made=made,
        sheet=sheet_asked_for(kept),
        only_hands=made.kinds == (SCORE,),
        level=word_of(made.level),
        variant_choices=[("", "All"), *one_sheet] if len(one_sheet) > 1 else [("", version_of(made.sheets[0].variant))],
        only_here="" if way.works else way.only_here,
        formats=tuple(FORMATS.values()) if kept.may_see_key else (),  # exports contain the answers
        write_id=new_write_id(),
    )


@bp.get("/<code>/answers")
@limits.CODE
def answers(code: str) -> tuple[str, int]:
    """Grade a student's answers. They are part of the address and never saved."""
    kept = _with_key(code)
    marking = mark(kept.questions, sheet_asked_for(kept), request.args)
    shown = render_template("sets/answers.html", kept=kept, marking=marking, errors=marking.errors)
    return shown, 422 if marking.errors else 200


@bp.post("/<code>/redraw")
@limits.CODE
@limits.MADE
def redraw(code: str) -> AnyResponse:
    """Replace a hand. This makes another worksheet, because a printed one never changes."""
    kept, index = _with_key(code), sent_number("place")
    if index is None:
        abort(400)
    sheet = sheet_asked_for(kept)
    try:
        made = create_redrawn(store(), kept, sent_write(f"{sheet.variant}-{index}"), sheet.variant, index)
    except BadSet:
        abort(400)
    anchor = f"hand-{index}"
    return redirect(url_for("sets.look", code=made.key_code, variant=sheet.variant, _anchor=anchor))


def sheet_asked_for(kept: KeptSet) -> Sheet:
    """The version in the address, or the first where it has none; 404 for an unknown one."""
    variant = variant_asked_for(kept)
    return next(sheet for sheet in kept.questions.sheets if variant in ("", sheet.variant))


def variant_asked_for(kept: KeptSet) -> str:
    """The variant in the address, or nothing; 404 for an unknown one.

    Falling back to another version would grade a student by the wrong answers.
    """
    typed = request.args.get("variant", "").strip().upper()
    there = {version_of(sheet.variant): sheet.variant for sheet in kept.questions.sheets}
    if typed not in ("", *there, *there.values()):
        abort(404, f"There’s no such version of this worksheet. It has {listing(list(there))}.")
    return there.get(typed, typed)


def _form(form: WorksheetForm, opening: OpenForm) -> str:
    """The form for a new worksheet, the code box, and this device's worksheets."""
    made = tuple(kept.house for kept in houses_of_device(store(), device_id()))
    first, others = (
        {house_address(house): house for house in houses}
        for houses in (groups()[0].houses, (*groups()[1].houses, *made))
    )
    choices = {**first, **others}
    chosen = form.rules or choices.get(form.house.data) or house_played()
    return render_template(
        "sets/index.html",
        form=form,
        opening=opening,
        house=chosen,
        houses=first,
        other_houses={house_address(chosen): chosen, **others} if house_address(chosen) not in first else others,
        levels=STEPS,
        kinds=KINDS,
        most_questions=MOST_QUESTIONS,
        most_variants=MOST_VARIANTS,
        own=sets_of_device(store(), device_id()),
        own_hands="own" in request.args or bool(form.hands.data.strip()),
        write_id=new_write_id(),
    )


@bp.get("/<code>/sheet.<any(pdf, txt):kind>")
@limits.CODE
@limits.DRAWN
def sheet(code: str, kind: str) -> AnyResponse:
    """The worksheet as PDF or plain text; `?paper=Letter`, `?look=large`, `?variant=A2`, `?rules=no`."""
    kept = find_set(store(), code)
    made, how, address = kept.questions, _printing(kept), address_of(kept.questions.code)
    text, drawing = partial(worksheet_text, made, how, address), partial(worksheet_drawing, made, how, address)
    return _file(kept, how, f"sheet.{kind}", text, drawing)


@bp.get("/<code>/key.<any(pdf, txt):kind>")
@limits.CODE
@limits.DRAWN
def key(code: str, kind: str) -> AnyResponse:
    kept = _with_key(code)
    of = (kept.questions, how := _printing(kept), address_of(kept.key_code), kept.key_code)
    return _file(kept, how, f"key.{kind}", partial(worksheet_key_text, *of), partial(worksheet_key_drawing, *of))


@bp.get("/<code>/strip.pdf")
@limits.CODE
@limits.DRAWN
def strip(code: str) -> AnyResponse:
    """Answers only, to lay next to a paper."""
    kept = _with_key(code)
    how = _printing(kept)
    return _file(kept, how, "strip.pdf", str, partial(marking_strip_drawing, kept.questions, how))


@bp.get("/<code>/files/<name>", endpoint="export")
@limits.CODE
def export(code: str, name: str) -> Response:
    """One version for another program, with answers."""
    kept = _with_key(code)
    if name not in FORMATS:
        abort(404)
    made, sheet = kept.questions, sheet_asked_for(kept)
    # Items of two versions need different names, because a course may import both.
    code = made.code if len(made.sheets) == 1 else f"{made.code}-{sheet.variant}"
    exported = SetToExport(code, made.title, made.house, sheet.items)
    format_ = FORMATS[name]
    response = Response(format_.build(exported), content_type=format_.mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{format_.file_name(exported)}"'
    response.cache_control.private = True
    response.cache_control.no_cache = True
    return response


def _with_key(code: str) -> KeptSet:
    kept = find_set(store(), code)
    if not kept.may_see_key:
        abort(404)
    return kept


def _printing(kept: KeptSet) -> Printing:
    asked = request.args
    paper = next((paper for paper in PAPERS if paper.lower() == asked.get("paper", "").lower()), PAPERS[0])
    look = next((look for look in LOOKS if look == asked.get("look")), LOOKS[0])
    return Printing(paper, look, asked.get("rules") != "no", variant_asked_for(kept))


def _file(
    kept: KeptSet, how: Printing, name: str, text: Callable[[], str], drawing: Callable[[], Drawing]
) -> AnyResponse:
    variant = f"-{how.variant}" if how.variant else ""
    of = f"{kept.seen_by} {how} {name} {address_of(kept.seen_by)}"
    name = f"golf-{kept.questions.code}{variant}-{name}"
    if name.endswith(".txt"):
        return made_file(name, "text/plain; charset=utf-8", of, lambda: text().encode())
    return made_pdf(name, of, drawing, url_for("sets.look", code=kept.seen_by))
