"""Entering what a class wrote on paper, one paper after the other; correcting and removing what was entered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.school.classes import ClassNotFound, KeptClass
from scorekeeper.school.papers import (
    ClassFull,
    Paper,
    PaperChanged,
    PaperNotFound,
    next_paper,
    paper_of,
    remove_paper,
    save_paper,
)
from scorekeeper.school.question import AnswersRefused
from scorekeeper.school.seats import TooMuchWork, seats_of
from scorekeeper.school.session import ClassSession, Pace
from scorekeeper.school.sets import Sheet
from scorekeeper.school.work import Seat, work_of
from scorekeeper.web.addresses import whole_number
from scorekeeper.web.classroom import bp
from scorekeeper.web.classroom.views import class_to_lead
from scorekeeper.web.db import new_write, new_write_id, store
from scorekeeper.web.filters import capitalize_first
from scorekeeper.web.marking import LONGEST_TYPED, Marking, mark


@dataclass(frozen=True)
class PaperPage:
    """A paper as it is typed in: the next one, or one that is there already (``seat``) and is looked at again."""

    kept: KeptClass
    number: int
    seat: Seat | None
    marking: Marking
    write_id: str
    errors: Mapping[str, list[str]]

    @property
    def session(self) -> ClassSession:
        return self.kept.session

    @property
    def based_on(self) -> int:
        return len(self.seat.done) if self.seat is not None else 0

    @property
    def saved(self) -> tuple[tuple[Seat, int, int], ...]:
        """The papers that are there, each with how many questions are right and how many are answered."""
        answered = [(seat, [one for one in work_of(self.session, seat) if one.given]) for seat in _seats(self.kept)]
        return tuple((seat, sum(one.right for one in done), len(done)) for seat, done in answered)


@bp.get("/<key>/papers", endpoint="papers")
def papers(key: str) -> str:
    """An empty form for the next paper, and those that are there."""
    kept = _on_paper(key)
    return _page(kept, next_paper(store(), kept), request.args.get("sheet", ""), {})


@bp.get("/<key>/papers/<int:number>", endpoint="paper")
def paper(key: str, number: int) -> str:
    """A paper that is there already, with what it tells."""
    kept = _on_paper(key)
    seat = _seat(kept, number)
    if seat is None:
        abort(404)
    there = paper_of(seat)
    sheet = _sheet(kept, there.variant)
    letters = [letter for letter, _ in sheet.lettered]
    typed = {f"{letters[place]}.{name}": text for place, boxes in there.typed.items() for name, text in boxes.items()}
    return _page(kept, number, request.args.get("sheet", there.variant), typed)


@bp.post("/<key>/papers/<int:number>", endpoint="save_paper")
def save(key: str, number: int) -> Response | tuple[str, int]:
    """Save a paper, or say beside each box what cannot be read; what was typed stays."""
    kept = _on_paper(key)
    typed = {name: value[: LONGEST_TYPED + 1] for name, value in request.form.items()}
    sheet = _sheet(kept, typed.get("sheet", ""))
    marking = mark(kept.session.questions, sheet, typed)
    if marking.errors:
        return _page(kept, number, sheet.variant, typed, marking.errors), 422
    based_on = whole_number(typed.get("based_on")) or 0
    found = Paper(sheet.variant, _answered(marking))
    try:
        save_paper(store(), key, number, found, based_on, new_write(request.form.get("write_id")))
    except (ClassNotFound, PaperNotFound):
        abort(404)
    except PaperChanged as error:
        again = "Save again to put these answers in their place."
        if not based_on or _seat(kept, number) is None:
            number = next_paper(store(), kept)
            again = f"These answers would be Paper {number} now: mind the number on it, and save again."
        return _page(kept, number, sheet.variant, typed, {"paper": [f"{error.message}. {again}"]}), 422
    except (AnswersRefused, ClassFull, TooMuchWork) as error:
        return _page(kept, number, sheet.variant, typed, {"paper": [f"{capitalize_first(error.message)}."]}), 422
    flash(f"Paper {number} is saved.", "good")
    partly = [one.letter for one in marking.marked if 0 < len(one.answered) < len(one.boxes)]
    if partly:
        flash(f"Not all boxes of {', '.join(partly)} were filled in: that counts as not answered.", "warning")
    return redirect(url_for("classroom.papers", key=key))


@bp.post("/<key>/papers/<int:number>/remove", endpoint="remove_paper")
def remove(key: str, number: int) -> Response:
    """Remove a paper for good."""
    _on_paper(key)
    try:
        remove_paper(store(), key, number)
    except (ClassNotFound, PaperNotFound):
        abort(404)
    flash(f"Paper {number} is removed.", "good")
    return redirect(url_for("classroom.papers", key=key))


def _on_paper(key: str) -> KeptClass:
    """The class of a teacher's link, if it answered on paper."""
    kept = class_to_lead(key)
    if kept.session.pace is not Pace.PAPER:
        abort(404)
    return kept


def _seats(kept: KeptClass) -> tuple[Seat, ...]:
    return tuple(one.seat for one in seats_of(store(), kept))


def _seat(kept: KeptClass, number: int) -> Seat | None:
    return next((seat for seat in _seats(kept) if seat.number == number), None)


def _sheet(kept: KeptClass, variant: str) -> Sheet:
    """The sheet of that name; 404 where the set has none."""
    sheet = kept.session.questions.sheet(variant)
    if sheet is None:
        abort(404)
    return sheet


def _answered(marking: Marking) -> dict[int, dict[str, str]]:
    """What stands in the boxes of each question of which all are filled in, by its place."""
    return {
        place: {box.field.name: box.typed.strip() for box in one.boxes}
        for place, one in enumerate(marking.marked)
        if len(one.answered) == len(one.boxes)
    }


def _page(
    kept: KeptClass,
    number: int,
    variant: str,
    typed: Mapping[str, str],
    errors: Mapping[str, list[str]] | None = None,
) -> str:
    """The form of a paper. Without another wish neighbours in the pile have different sheets."""
    sheet = _sheet(kept, variant or kept.session.variant_for(number))
    marking = mark(kept.session.questions, sheet, typed)
    page = PaperPage(kept, number, _seat(kept, number), marking, new_write_id(), errors or {})
    return render_template("classroom/paper.html", page=page)
