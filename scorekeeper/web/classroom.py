"""Classroom: a teacher begins a session of a class, leads and projects it, and clears it away, by its link alone."""

from collections.abc import Mapping

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.exports.class_csv import class_csv
from scorekeeper.houses import groups
from scorekeeper.rules.problems import UnknownHouse
from scorekeeper.school.classes import (
    KEPT_FOR,
    LONGEST_LABEL,
    ClassMovedOn,
    KeptClass,
    classes_of_device,
    delete_class,
    deleted_classes_of_device,
    erase_class,
    find_class,
    find_even_deleted,
    forget_classes_and_sets,
    lead_class,
    put_class_back,
    start_class,
)
from scorekeeper.school.codes import BadCode, letter_of, read_code
from scorekeeper.school.kept_sets import KeptSet, SetNotFound, create_set, find_set, sets_of_device
from scorekeeper.school.levels import HIGHEST
from scorekeeper.school.mastery import NAMES
from scorekeeper.school.papers import PaperChanged, next_paper, remove_paper, save_paper, typed_on
from scorekeeper.school.question import AnswersRefused
from scorekeeper.school.seats import remove_seat, seats_of
from scorekeeper.school.session import ACTIONS, Action, NotNow, Pace, Seat, attempts_of
from scorekeeper.school.sets import SCORE, USUAL_SIZE, USUAL_VARIANTS, BadSet
from scorekeeper.store.gone import NotTheBeginner
from scorekeeper.web import limits
from scorekeeper.web.addresses import find_house, whole_number
from scorekeeper.web.class_board import PACES, PHASES, BoardPage, QuestionPage, way_to_open
from scorekeeper.web.db import device_id, new_write_id, store
from scorekeeper.web.deleted import way_back_of_class
from scorekeeper.web.exercises import Errors
from scorekeeper.web.filters import capitalize_first
from scorekeeper.web.forms import sent, sent_number, sent_write
from scorekeeper.web.marking import LONGEST_TYPED, mark
from scorekeeper.web.phone_rules import phone_first
from scorekeeper.web.security import leave_no_copy
from scorekeeper.web.spreadsheets import CSV, by_language, separator

bp = Blueprint("classroom", __name__, url_prefix="/class")
bp.after_request(leave_no_copy)

# --- beginning --------------------------------------------------------------------------------------------------------


@bp.get("")
def index() -> str:
    """Choose a set and how the class goes through it, or go back to a session that this device began."""
    return _form({"own": request.args.get("set", "")})


@bp.post("")
@limits.MADE
def begin() -> Response | tuple[str, int]:
    """A new session, on a page that only whoever has its link can open."""
    sent = request.form
    pace = next((pace for pace in Pace if pace == sent.get("pace")), Pace.PRACTICE)
    # A code that is typed goes before a set that is chosen.
    box = "code" if sent.get("code", "").strip() or not sent.get("own") else "own"
    try:
        made = _set_of_key(sent.get(box, "")[:LONGEST_TYPED])
        every = [sheet.variant for sheet in made.questions.sheets]
        # Neighbors get different sheets; everybody has the same one where the teacher leads.
        is_many = pace is Pace.PAPER or (sent.get("sheets") != "same" and pace is not Pace.LIVE)
        kept = start_class(
            store(),
            made,
            sent_write(),
            pace=pace,
            variants=every if is_many else every[:1],
            homework=sent.get("homework") == "on",
            label=sent.get("label", "")[:LONGEST_TYPED],
        )
    except (BadCode, SetNotFound) as error:
        return _form(sent, {box: [capitalize_first(error.message)]}), 422
    except BadSet as refused:
        return _form(sent, {name: [capitalize_first(reason)] for name, reason in refused.reasons.items()}), 422
    return redirect(url_for("classroom.board", key=kept.key))


@bp.post("/at-once")
@limits.SET_MADE
@limits.ASKED_MUCH
def begin_at_once() -> Response:
    """A new session of a new set that is as usual: five hands of a house, and neighbors with different ones."""
    try:
        house = find_house(sent("house"))
    except UnknownHouse:
        abort(400)
    pace = Pace.FIND if sent("find") else Pace.PRACTICE
    write = sent_write(f"{house.key} {pace}")
    made = create_set(store(), house, write, level=HIGHEST, size=USUAL_SIZE, variants=USUAL_VARIANTS, kinds=(SCORE,))
    every = [sheet.variant for sheet in made.questions.sheets]
    kept = start_class(store(), made, write, pace=pace, variants=every, at_once=True)
    return redirect(url_for("classroom.board", key=kept.key))


def _set_of_key(typed: str) -> KeptSet:
    """The set of a code that lets this device see its key. Raises BadCode and SetNotFound."""
    if not typed.strip():
        raise BadCode("choose one of your sets, or type its code")
    made = find_set(store(), read_code(typed), device_id())
    if not made.may_see_key:
        raise BadCode(
            "on this device, which did not make the set, the code of its sheets is not enough: type that of the key"
        )
    return made


def _form(sent: Mapping[str, str], errors: Errors | None = None) -> str:
    own = sets_of_device(store(), device_id())
    names = ("own", "code", "label", "pace", "sheets", "homework")
    typed = {name: sent.get(name, "")[:LONGEST_TYPED] for name in names}
    is_listed = any(one.key_code == typed["own"] for one in own)
    return render_template(
        "classroom/index.html",
        typed=typed,
        errors=errors or {},
        own=own,
        begun=classes_of_device(store(), device_id()),
        deleted=[way_back_of_class(kept) for kept in deleted_classes_of_device(store(), device_id())],
        houses=phone_first(groups()[0].houses),
        code_typed=typed["code"] or ("" if is_listed else typed["own"]),  # also one by which somebody came
        paces=PACES,
        phases=PHASES,
        kept_for=KEPT_FOR.days,
        longest_label=LONGEST_LABEL,
        write_id=new_write_id(),
    )


# --- leading ----------------------------------------------------------------------------------------------------------


@bp.get("/<key>")
def board(key: str) -> str:
    """The lobby, and then the board; `?view=own` with what is for the teacher alone."""
    page = _board(key)
    in_lobby = page.session.phase == "lobby"
    return render_template("classroom/lobby.html" if in_lobby else "classroom/board.html", page=page)


@bp.post("/<key>/lead")
def lead(key: str) -> Response:
    """What the teacher wants next. The same form again changes nothing, and neither does that of an older board."""
    wanted = sent("action")
    action: Action | None = next((action for action in ACTIONS if action == wanted), None)
    based_on = sent_number("based_on")
    if action is None or based_on is None:
        abort(400)
    try:
        lead_class(store(), key, action, based_on, sent_write())
    except ClassMovedOn as error:
        flash(f"{capitalize_first(error.message)}.", "warning")
    except NotNow as error:
        flash(f"Nothing was changed: {error.message}.", "warning")
    return redirect(url_for("classroom.board", key=key, view="own" if sent("view") == "own" else None))


@bp.get("/<key>/question/<letter>")
def question(key: str, letter: str) -> str:
    """A question for everybody to see: its hands, and once it may be told its worked steps and what was answered.

    404 where each student has hands of their own.
    """
    page = _question(key, letter)
    if page.session.finds:
        abort(404)
    return render_template("classroom/question.html", page=page)


@bp.get("/<key>/map/<letter>/<rule>")
def cell(key: str, letter: str, rule: str) -> str:
    """What stands behind a cell of the misread map: the hand, as it was misread and as it is right."""
    if rule not in NAMES:
        abort(404)
    return render_template("classroom/cell.html", page=_question(key, letter, rule), rule_name=NAMES[rule])


def _board(key: str) -> BoardPage:
    kept = find_class(store(), key)
    own = request.args.get("view") == "own"  # for the teacher alone, and not to be projected
    return BoardPage(kept.session, seats_of(store(), kept), own, kept, new_write_id())


def _question(key: str, letter: str, rule: str = "") -> QuestionPage:
    """The question of that letter, on the sheet that the address names or the first; 404 where there is no such one."""
    page = _board(key)
    variant = request.args.get("sheet", page.session.variants[0])
    letters = [letter_of(place) for place in range(page.session.size)]
    if variant not in page.session.variants or letter not in letters:
        abort(404)
    place = letters.index(letter)
    return QuestionPage(page.session, page.seats, page.own, page.kept, place=place, variant=variant, rule=rule)


# --- for the teacher alone --------------------------------------------------------------------------------------------


@bp.get("/<key>/elsewhere")
def elsewhere(key: str) -> str:
    """The own view on another device: the link is the whole class, so only the own view leads here."""
    kept = find_class(store(), key)
    there = way_to_open(url_for("classroom.board", key=kept.key, view="own"))
    return render_template("classroom/elsewhere.html", kept=kept, there=there)


@bp.get("/<key>/roster")
def roster(key: str) -> str:
    """The students with their codes: to remove one, or to print and write real names on, which are saved nowhere."""
    kept = find_class(store(), key)
    return render_template("classroom/roster.html", kept=kept, seats=seats_of(store(), kept))


@bp.get("/<key>/results.csv")
def results(key: str) -> Response:
    """Every answer as a table for spreadsheets."""
    kept = find_class(store(), key)
    content = class_csv(kept.session, kept.code, seats_of(store(), kept), separator())
    name = f"golf-{kept.session.questions.code}-{kept.made_at:%Y%m%dT%H%M}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return by_language(Response(content, content_type=CSV, headers=headers))


@bp.post("/<key>/remove")
def remove_student(key: str) -> Response:
    remove_seat(store(), key, sent_number("number") or 0)
    flash("The student was removed.", "good")
    return redirect(url_for("classroom.roster", key=key))


@bp.post("/<key>/delete")
def delete_now(key: str) -> Response:
    """The class is closed to everybody, and its teacher can put it back."""
    try:
        delete_class(store(), key, sent_write(), sent_number("based_on"))
    except ClassMovedOn as error:
        flash(f"{capitalize_first(error.message)}.", "warning")
        return redirect(url_for("classroom.board", key=key, view="own"))
    if find_even_deleted(store(), key).deleted is None:  # the form came once more
        flash("The class was put back meanwhile. Nothing was deleted.", "warning")
        return redirect(url_for("classroom.board", key=key))
    flash("The class is deleted. Below you can put it back.", "good")
    return redirect(url_for("classroom.index"))


@bp.post("/<key>/put-back", endpoint="put_back")
def put_it_back(key: str) -> Response:
    """A deleted class is there again, as it was."""
    put_class_back(store(), key, sent_write())
    flash("The class is back.", "good")
    return redirect(url_for("classroom.board", key=key))


@bp.get("/<key>/delete-for-good")
def ask_for_good(key: str) -> Response | str:
    """The second question, which names the class; for the device that began it."""
    kept = find_even_deleted(store(), key)
    if kept.deleted is None:
        return redirect(url_for("classroom.board", key=key))
    way = way_back_of_class(kept)
    if not way.for_good:
        raise NotTheBeginner
    return render_template("errors/for_good.html", way=way, write_id=new_write_id())


@bp.post("/<key>/delete-for-good")
def delete_for_good(key: str) -> Response:
    """The class goes at once, with everything that its students did."""
    if not erase_class(store(), key, sent_write()):
        flash("The class was put back meanwhile. Nothing was deleted.", "warning")
        return redirect(url_for("classroom.board", key=key))
    flash("The class is gone for good, with everything that its students did.", "good")
    return redirect(url_for("classroom.index"))


@bp.post("/forget")
def forget_all() -> Response:
    """Take all classes and sets off the lists of this device."""
    forget_classes_and_sets(store(), device_id())
    flash("This device knows of no class and no set any more. Their links and codes go on working.", "good")
    return redirect(url_for("classroom.index"))


# --- papers -----------------------------------------------------------------------------------------------------------


@bp.get("/<key>/papers")
def papers(key: str) -> str:
    """An empty form for the next paper, and those that are there."""
    kept = _on_paper(key)
    return _paper_form(kept, next_paper(store(), kept), request.args.get("sheet", ""), {})


@bp.get("/<key>/papers/<int:number>")
def paper(key: str, number: int) -> str:
    """A paper that is there already, with what it tells."""
    kept = _on_paper(key)
    there = _seats(kept).get(number)
    if there is None:
        abort(404)
    answers = typed_on(there).items()
    typed = {f"{letter_of(place)}.{name}": text for place, boxes in answers for name, text in boxes.items()}
    return _paper_form(kept, number, request.args.get("sheet", there.variant), typed)


@bp.post("/<key>/papers/<int:number>", endpoint="save_paper")
def save_paper_form(key: str, number: int) -> Response | tuple[str, int]:
    """Save a paper, or say beside each box what cannot be read; what was typed stays."""
    kept = _on_paper(key)
    typed = {name: value[: LONGEST_TYPED + 1] for name, value in request.form.items()}
    sheet = kept.session.questions.sheet(typed.get("sheet", ""))
    if sheet is None:
        abort(404)
    marking = mark(kept.session.questions, sheet, typed)
    errors: Errors = marking.errors
    answered = {
        place: {box.field.name: box.typed.strip() for box in one.boxes}
        for place, one in enumerate(marking.marked)
        if len(one.answered) == len(one.boxes)
    }
    based_on = whole_number(typed.get("based_on")) or 0
    try:
        if not errors:
            save_paper(store(), key, number, sheet.variant, answered, based_on, sent_write())
    except PaperChanged as error:
        again = "Save again to put these answers in their place."
        if number not in _seats(kept) or not based_on:
            number = next_paper(store(), kept)
            again = f"These answers would be Paper {number} now: mind the number on it, and save again."
        errors = {"paper": [f"{error.message}. {again}"]}
    except AnswersRefused as error:
        errors = {"paper": [f"{capitalize_first(error.message)}."]}
    if errors:
        return _paper_form(kept, number, sheet.variant, typed, errors), 422
    flash(f"Paper {number} is saved.", "good")
    partly = [one.letter for one in marking.marked if 0 < len(one.answered) < len(one.boxes)]
    if partly:
        flash(f"Not all boxes of {', '.join(partly)} were filled in: that counts as not answered.", "warning")
    return redirect(url_for("classroom.papers", key=key))


@bp.post("/<key>/papers/<int:number>/remove", endpoint="remove_paper")
def remove_paper_form(key: str, number: int) -> Response:
    _on_paper(key)
    remove_paper(store(), key, number)
    flash(f"Paper {number} is removed.", "good")
    return redirect(url_for("classroom.papers", key=key))


def _on_paper(key: str) -> KeptClass:
    """The class of a teacher's link, if it answered on paper."""
    kept = find_class(store(), key)
    if kept.session.pace is not Pace.PAPER:
        abort(404)
    return kept


def _seats(kept: KeptClass) -> dict[int, Seat]:
    return {one.number: one for one in seats_of(store(), kept)}


def _paper_form(
    kept: KeptClass, number: int, variant: str, typed: Mapping[str, str], errors: Errors | None = None
) -> str:
    """The form of a paper: the next one, or one that is there and is looked at again.

    Without another wish neighbors in the pile have different sheets.
    """
    sheet = kept.session.questions.sheet(variant or kept.session.variant_for(number))
    if sheet is None:
        abort(404)
    seats = _seats(kept)
    done = {at: [one for one in attempts_of(kept.session, seat) if one.given] for at, seat in seats.items()}
    return render_template(
        "classroom/paper.html",
        kept=kept,
        number=number,
        seat=seats.get(number),
        based_on=len(seats[number].done) if number in seats else 0,
        saved=[(seats[at], sum(one.right for one in answered), len(answered)) for at, answered in done.items()],
        marking=mark(kept.session.questions, sheet, typed),
        errors=errors or {},
        write_id=new_write_id(),
    )
