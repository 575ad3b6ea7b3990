"""Papers of a class: typed in by the teacher one after the other, looked at again, corrected and removed."""

from __future__ import annotations

from collections.abc import Mapping

from flask import abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.school.classes import KeptClass, find_class
from scorekeeper.school.papers import ClassFull, Paper, PaperChanged, next_paper, paper_of, remove_paper, save_paper
from scorekeeper.school.question import AnswersRefused
from scorekeeper.school.seats import seats_of
from scorekeeper.school.session import Pace, Seat, attempts_of
from scorekeeper.school.set_codes import letter_of
from scorekeeper.web.addresses import whole_number
from scorekeeper.web.classroom import bp
from scorekeeper.web.db import new_write, new_write_id, store
from scorekeeper.web.exercises import Errors
from scorekeeper.web.filters import capitalize_first
from scorekeeper.web.marking import LONGEST_TYPED, mark


@bp.get("/<key>/papers")
def papers(key: str) -> str:
    """An empty form for the next paper, and those that are there."""
    kept = _on_paper(key)
    return _page(kept, next_paper(store(), kept), request.args.get("sheet", ""), {})


@bp.get("/<key>/papers/<int:number>")
def paper(key: str, number: int) -> str:
    """A paper that is there already, with what it tells."""
    kept = _on_paper(key)
    seat = _seats(kept).get(number)
    if seat is None:
        abort(404)
    there = paper_of(seat)
    typed = {f"{letter_of(place)}.{name}": text for place, boxes in there.typed.items() for name, text in boxes.items()}
    return _page(kept, number, request.args.get("sheet", there.variant), typed)


@bp.post("/<key>/papers/<int:number>", endpoint="save_paper")
def save_paper_form(key: str, number: int) -> Response | tuple[str, int]:
    """Save a paper, or say beside each box what cannot be read; what was typed stays."""
    kept = _on_paper(key)
    typed = {name: value[: LONGEST_TYPED + 1] for name, value in request.form.items()}
    sheet = kept.session.questions.sheet(typed.get("sheet", ""))
    if sheet is None:
        abort(404)
    marking = mark(kept.session.questions, sheet, typed)
    if marking.errors:
        return _page(kept, number, sheet.variant, typed, marking.errors), 422
    answered = {
        place: {box.field.name: box.typed.strip() for box in one.boxes}
        for place, one in enumerate(marking.marked)
        if len(one.answered) == len(one.boxes)
    }
    based_on = whole_number(typed.get("based_on")) or 0
    write = new_write(request.form.get("write_id"))
    try:
        save_paper(store(), key, number, Paper(sheet.variant, answered), based_on, write)
    except PaperChanged as error:
        again = "Save again to put these answers in their place."
        if number not in _seats(kept) or not based_on:
            number = next_paper(store(), kept)
            again = f"These answers would be Paper {number} now: mind the number on it, and save again."
        return _page(kept, number, sheet.variant, typed, {"paper": [f"{error.message}. {again}"]}), 422
    except (AnswersRefused, ClassFull) as error:
        return _page(kept, number, sheet.variant, typed, {"paper": [f"{capitalize_first(error.message)}."]}), 422
    flash(f"Paper {number} is saved.", "good")
    partly = [one.letter for one in marking.marked if 0 < len(one.answered) < len(one.boxes)]
    if partly:
        flash(f"Not all boxes of {', '.join(partly)} were filled in: that counts as not answered.", "warning")
    return redirect(url_for("classroom.papers", key=key))


@bp.post("/<key>/papers/<int:number>/remove", endpoint="remove_paper")
def remove_paper_form(key: str, number: int) -> Response:
    """Remove a paper for good."""
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
    """The papers that are there, by their numbers."""
    return {one.seat.number: one.seat for one in seats_of(store(), kept)}


def _page(kept: KeptClass, number: int, variant: str, typed: Mapping[str, str], errors: Errors | None = None) -> str:
    """The form of a paper: the next one, or one that is there and is looked at again.

    Without another wish neighbours in the pile have different sheets.
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
