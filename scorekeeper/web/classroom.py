"""Classroom: a teacher starts a class, leads it, projects it and deletes it, with nothing but its link."""

from collections.abc import Mapping

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import BooleanField, RadioField

from scorekeeper.exports.class_csv import class_csv
from scorekeeper.houses import groups
from scorekeeper.rules.problems import UnknownHouse
from scorekeeper.rules.wording import listing
from scorekeeper.school.classes.class_session import ACTIONS, GOALS, Action, NotNow, Pace, Seat, attempts_of
from scorekeeper.school.classes.kept_classes import (
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
    set_goal,
    start_class,
)
from scorekeeper.school.classes.next_lesson import start_next_lesson
from scorekeeper.school.classes.papers import PaperChanged, next_paper, remove_paper, save_paper, typed_on
from scorekeeper.school.classes.seats import remove_seat, seats_of
from scorekeeper.school.exercises.codes import BadCode, letter_of, read_code
from scorekeeper.school.exercises.kept_sets import KeptSet, SetNotFound, create_set, find_set, sets_of_device
from scorekeeper.school.exercises.levels import HIGHEST
from scorekeeper.school.exercises.question import AnswersRefused
from scorekeeper.school.exercises.sets import SCORE, USUAL_SIZE, USUAL_VARIANTS, BadSet
from scorekeeper.school.practice.mastery import NAMES
from scorekeeper.store.gone import NotTheBeginner
from scorekeeper.web import limits
from scorekeeper.web.addresses import find_house, whole_number
from scorekeeper.web.class_board import PACES, PHASES, BoardPage, QuestionPage, last_seats, way_to_open
from scorekeeper.web.db import device_id, new_write_id, store
from scorekeeper.web.deleted import way_back_of_class
from scorekeeper.web.exercises import Errors
from scorekeeper.web.forms import CodeField, Form, TextField, sent, sent_number, sent_write
from scorekeeper.web.marking import LONGEST_TYPED, mark
from scorekeeper.web.phone_rules import phone_first
from scorekeeper.web.security import leave_no_copy
from scorekeeper.web.spreadsheets import CSV, by_language, separator

bp = Blueprint("classroom", __name__, url_prefix="/class")
bp.after_request(leave_no_copy)

# --- starting ---------------------------------------------------------------------------------------------------------


def _read_pace(typed: str) -> Pace:
    return next((pace for pace in Pace if pace == typed), Pace.PRACTICE)


class BeginForm(Form):
    own = TextField("Worksheet")
    code = CodeField("Worksheet code", description="Made on another device? Use its answer key’s code.")
    pace = RadioField("Mode", coerce=_read_pace, default=Pace.PRACTICE, validate_choice=False)
    sheets = RadioField("Versions", default="different", validate_choice=False)
    homework = BooleanField("Homework", description="Opens now. Students can join for 14 days.")
    label = TextField(
        "Class name (optional)",
        description="Like “Period 3”. Only you see it.",
        render_kw={"autocomplete": "off", "maxlength": LONGEST_LABEL},
    )

    @property
    def worksheet(self) -> TextField:
        """The field with the worksheet: a typed code takes precedence over the menu."""
        return self.code if self.code.data.strip() or not self.own.data else self.own


@bp.get("")
def index() -> str:
    """Choose a worksheet and a mode, or go back to a class of this device."""
    return _form(BeginForm(own=request.args.get("set", "")[:LONGEST_TYPED]))


@bp.post("")
@limits.MADE
def begin() -> Response | tuple[str, int]:
    """Start a class. Only its link opens the teacher's pages."""
    form = BeginForm()
    pace = form.pace.data
    try:
        made = _set_of_key(form.worksheet.data)
        every = [sheet.variant for sheet in made.questions.sheets]
        # Neighbors get different versions; in a live class everyone has the same one.
        is_many = pace is Pace.PAPER or (form.sheets.data != "same" and pace is not Pace.LIVE)
        kept = start_class(
            store(),
            made,
            sent_write(),
            pace=pace,
            variants=every if is_many else every[:1],
            homework=form.homework.data,
            label=form.label.data,
        )
    except (BadCode, SetNotFound) as error:
        form.refuse({form.worksheet.name: [error.message]})
    except BadSet as refused:
        form.refuse({name: [reason] for name, reason in refused.reasons.items()})
    else:
        return redirect(url_for("classroom.board", key=kept.key))
    return _form(form), 422


class AtOnceForm(Form):
    house = TextField()
    find = BooleanField()


@bp.post("/at-once")
@limits.SET_MADE
@limits.ASKED_MUCH
def begin_at_once() -> Response:
    """Start a class with a new worksheet of six hands, different for neighbors."""
    form = AtOnceForm()
    try:
        house = find_house(form.house.data)
    except UnknownHouse:
        abort(400)
    pace = Pace.FIND if form.find.data else Pace.PRACTICE
    write = sent_write(f"{house.key} {pace}")
    made = create_set(store(), house, write, level=HIGHEST, size=USUAL_SIZE, variants=USUAL_VARIANTS, kinds=(SCORE,))
    every = [sheet.variant for sheet in made.questions.sheets]
    kept = start_class(store(), made, write, pace=pace, variants=every, at_once=True)
    return redirect(url_for("classroom.board", key=kept.key))


def _set_of_key(typed: str) -> KeptSet:
    """The worksheet of a code with which this device may see the answer key. Raises BadCode and SetNotFound."""
    if not typed.strip():
        raise BadCode("Choose one of your worksheets or type a code.")
    made = find_set(store(), read_code(typed), device_id())
    if not made.may_see_key:
        raise BadCode("This worksheet wasn’t made on this device. Type the code on its answer key.")
    return made


def _form(form: BeginForm) -> str:
    own = sets_of_device(store(), device_id())
    is_listed = any(one.key_code == form.own.data for one in own)
    if not is_listed and not form.code.data:
        form.code.data = form.own.data  # also a code of the page's link
    return render_template(
        "classroom/index.html",
        form=form,
        own=own,
        begun=classes_of_device(store(), device_id()),
        deleted=[way_back_of_class(kept) for kept in deleted_classes_of_device(store(), device_id())],
        houses=phone_first(groups()[0].houses),
        paces=PACES,
        phases=PHASES,
        kept_for=KEPT_FOR.days,
        write_id=new_write_id(),
    )


# --- leading ----------------------------------------------------------------------------------------------------------


@bp.get("/<key>")
def board(key: str) -> str:
    """The lobby, then the board; `?view=own` is Teacher view."""
    page = _board(key)
    in_lobby = page.session.phase == "lobby"
    return render_template("classroom/lobby.html" if in_lobby else "classroom/board.html", page=page)


@bp.post("/<key>/lead")
def lead(key: str) -> Response:
    """Do what the teacher wants next. A repeated form changes nothing, nor does the form of an older board."""
    wanted = sent("action")
    action: Action | None = next((action for action in ACTIONS if action == wanted), None)
    based_on = sent_number("based_on")
    if action is None or based_on is None:
        abort(400)
    try:
        lead_class(store(), key, action, based_on, sent_write())
    except ClassMovedOn as error:
        flash(error.message, "warning")
    except NotNow as error:
        flash(f"Nothing changed. {error.message}", "warning")
    return redirect(url_for("classroom.board", key=key, view="own" if sent("view") == "own" else None))


@bp.post("/<key>/goal")
def change_goal(key: str) -> Response:
    """Set the right answers that the class wants to reach together; 0 for none."""
    wanted, based_on = sent_number("goal"), sent_number("based_on")
    if wanted not in (0, *GOALS) or based_on is None:
        abort(400)
    try:
        set_goal(store(), key, wanted, based_on, sent_write())
    except ClassMovedOn as error:
        flash(error.message, "warning")
    return redirect(url_for("classroom.board", key=key, view="own" if sent("view") == "own" else None))


@bp.post("/<key>/next")
@limits.SET_MADE
@limits.ASKED_MUCH
def next_lesson(key: str) -> Response:
    """Start the next lesson of an ended class, or homework."""
    try:
        kept = start_next_lesson(store(), key, sent_write(), homework=sent("do") == "homework")
    except NotNow as error:
        flash(f"Nothing changed. {error.message}", "warning")
        return redirect(url_for("classroom.board", key=key))
    return redirect(url_for("classroom.board", key=kept.key))


@bp.get("/<key>/question/<letter>")
def question(key: str, letter: str) -> str:
    """A question for the whole class; its solution and answers once students may see them.

    404 where each student has hands of their own.
    """
    page = _question(key, letter)
    if page.is_chosen:
        abort(404)
    return render_template("classroom/question.html", page=page)


@bp.get("/<key>/map/<letter>/<rule>")
def cell(key: str, letter: str, rule: str) -> str:
    """The answers behind a cell of the mistake map, each scored with the mistake and correctly."""
    if rule not in NAMES:
        abort(404)
    return render_template("classroom/cell.html", page=_question(key, letter, rule), rule_name=NAMES[rule])


def _board(key: str) -> BoardPage:
    kept = find_class(store(), key)
    own = request.args.get("view") == "own"  # Teacher view, not to be projected
    return BoardPage(kept.session, seats_of(store(), kept), own, kept, new_write_id())


def _question(key: str, letter: str, rule: str = "") -> QuestionPage:
    """The question with that letter, of the version in the address or the first; 404 for unknown ones."""
    page = _board(key)
    variant = request.args.get("sheet", page.session.variants[0])
    letters = [letter_of(index) for index in range(page.session.size)]
    if variant not in page.session.variants or letter not in letters:
        abort(404)
    index = letters.index(letter)
    return QuestionPage(page.session, page.seats, page.own, page.kept, index=index, variant=variant, rule=rule)


# --- Teacher view -----------------------------------------------------------------------------------------------------


@bp.get("/<key>/elsewhere")
def elsewhere(key: str) -> str:
    """Open Teacher view on another device. Only Teacher view links here, because this link runs the class."""
    kept = find_class(store(), key)
    there = way_to_open(url_for("classroom.board", key=kept.key, view="own"))
    return render_template("classroom/elsewhere.html", kept=kept, there=there)


@bp.get("/<key>/roster")
def roster(key: str) -> str:
    """Students and their codes, to remove one or to print for real names. The server never gets those."""
    kept = find_class(store(), key)
    seats = seats_of(store(), kept)
    return render_template("classroom/roster.html", kept=kept, seats=seats, last_seats=last_seats(kept))


@bp.get("/<key>/results.csv")
def results(key: str) -> Response:
    """All answers as a table for spreadsheets."""
    kept = find_class(store(), key)
    content = class_csv(kept.session, kept.code, seats_of(store(), kept), separator())
    name = f"golf-{kept.session.questions.code}-{kept.made_at:%Y%m%dT%H%M}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return by_language(Response(content, content_type=CSV, headers=headers))


@bp.post("/<key>/remove")
def remove_student(key: str) -> Response:
    remove_seat(store(), key, sent_number("number") or 0)
    flash("Student removed.", "good")
    return redirect(url_for("classroom.roster", key=key))


@bp.post("/<key>/delete")
def delete_now(key: str) -> Response:
    """Delete the class for everyone; its teacher can restore it."""
    try:
        delete_class(store(), key, sent_write(), sent_number("based_on"))
    except ClassMovedOn as error:
        flash(error.message, "warning")
        return redirect(url_for("classroom.board", key=key, view="own"))
    if find_even_deleted(store(), key).deleted is None:  # the form was sent again
        flash("The class was already restored. Nothing was deleted.", "warning")
        return redirect(url_for("classroom.board", key=key))
    flash("Class deleted. You can restore it below.", "good")
    return redirect(url_for("classroom.index"))


@bp.post("/<key>/put-back", endpoint="put_back")
def put_it_back(key: str) -> Response:
    """Put a deleted class back, as it was."""
    put_class_back(store(), key, sent_write())
    flash("Class restored.", "good")
    return redirect(url_for("classroom.board", key=key))


@bp.get("/<key>/delete-for-good")
def ask_for_good(key: str) -> Response | str:
    """Ask again, naming the class. Only for the device that started it."""
    kept = find_even_deleted(store(), key)
    if kept.deleted is None:
        return redirect(url_for("classroom.board", key=key))
    way = way_back_of_class(kept)
    if not way.for_good:
        raise NotTheBeginner
    return render_template("errors/for_good.html", way=way, write_id=new_write_id())


@bp.post("/<key>/delete-for-good")
def delete_for_good(key: str) -> Response:
    """Delete the class and all its answers at once."""
    if not erase_class(store(), key, sent_write()):
        flash("The class was already restored. Nothing was deleted.", "warning")
        return redirect(url_for("classroom.board", key=key))
    flash("Class deleted for good, with all its answers.", "good")
    return redirect(url_for("classroom.index"))


@bp.post("/forget")
def forget_all() -> Response:
    """Clear this device's lists of classes and worksheets."""
    forget_classes_and_sets(store(), device_id())
    flash("Lists cleared. Links and codes still work.", "good")
    return redirect(url_for("classroom.index"))


# --- papers -----------------------------------------------------------------------------------------------------------


@bp.get("/<key>/papers")
def papers(key: str) -> str:
    """An empty form for the next paper, with the saved ones below."""
    kept = _on_paper(key)
    return _paper_form(kept, next_paper(store(), kept), request.args.get("sheet", ""), {})


@bp.get("/<key>/papers/<int:number>")
def paper(key: str, number: int) -> str:
    """A saved paper with its likely mistakes."""
    kept = _on_paper(key)
    there = _seats(kept).get(number)
    if there is None:
        abort(404)
    answers = typed_on(there).items()
    typed = {f"{letter_of(index)}.{name}": text for index, boxes in answers for name, text in boxes.items()}
    return _paper_form(kept, number, request.args.get("sheet", there.variant), typed)


@bp.post("/<key>/papers/<int:number>", endpoint="save_paper")
def save_paper_form(key: str, number: int) -> Response | tuple[str, int]:
    """Save a paper, or say next to each box what is wrong with it. The form keeps what was typed."""
    kept = _on_paper(key)
    typed = {name: value[: LONGEST_TYPED + 1] for name, value in request.form.items()}
    sheet = kept.session.questions.sheet(typed.get("sheet", ""))
    if sheet is None:
        abort(404)
    marking = mark(kept.session.questions, sheet, typed)
    errors: Errors = marking.errors
    answered = {
        index: {box.field.name: box.typed.strip() for box in one.boxes}
        for index, one in enumerate(marking.marked)
        if len(one.answered) == len(one.boxes)
    }
    based_on = whole_number(typed.get("based_on")) or 0
    try:
        if not errors:
            save_paper(store(), key, number, sheet.variant, answered, based_on, sent_write())
    except PaperChanged as error:
        again = "Save again to replace them."
        if number not in _seats(kept) or not based_on:
            number = next_paper(store(), kept)
            again = f"This would now be Paper {number}. Check the number on the paper and save again."
        errors = {"paper": [f"{error.message} {again}"]}
    except AnswersRefused as error:
        errors = {"paper": [error.message]}
    if errors:
        return _paper_form(kept, number, sheet.variant, typed, errors), 422
    flash(f"Paper {number} saved.", "good")
    partly = [one.letter for one in marking.marked if 0 < len(one.answered) < len(one.boxes)]
    if partly:
        has, they = ("has", "it counts") if len(partly) == 1 else ("have", "they count")
        flash(f"{listing(partly)} {has} empty boxes, so {they} as not answered.", "warning")
    return redirect(url_for("classroom.papers", key=key))


@bp.post("/<key>/papers/<int:number>/remove", endpoint="remove_paper")
def remove_paper_form(key: str, number: int) -> Response:
    _on_paper(key)
    remove_paper(store(), key, number)
    flash(f"Paper {number} removed.", "good")
    return redirect(url_for("classroom.papers", key=key))


def _on_paper(key: str) -> KeptClass:
    """The class of a teacher's link; 404 unless it works on paper."""
    kept = find_class(store(), key)
    if kept.session.pace is not Pace.PAPER:
        abort(404)
    return kept


def _seats(kept: KeptClass) -> dict[int, Seat]:
    return {one.number: one for one in seats_of(store(), kept)}


def _paper_form(
    kept: KeptClass, number: int, variant: str, typed: Mapping[str, str], errors: Errors | None = None
) -> str:
    """The form of the next paper or of a saved one. By default neighbors in the pile get different versions."""
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
