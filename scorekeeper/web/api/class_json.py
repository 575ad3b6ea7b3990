"""JSON of a class: whether its pages have changed, and the work of a student.

No response reveals what is right before the class may see it.
"""

from collections.abc import Sequence
from typing import Annotated

from flask import abort, jsonify, render_template, request, url_for
from flask.wrappers import Response
from pydantic import Field, StringConstraints

from scorekeeper.rules import RuleError
from scorekeeper.school.classes.class_session import Closed
from scorekeeper.school.classes.kept_classes import (
    ClassDeleted,
    ClassGone,
    ClassNotFound,
    board_topic_of,
    find_class,
    find_class_by_code,
    topic_of,
)
from scorekeeper.school.classes.seats import LONGEST_TOOK, SeatNotFound, keep_work
from scorekeeper.school.exercises.attempt import Did, Done
from scorekeeper.school.exercises.question import AnswersRefused
from scorekeeper.store.errors import StoreError
from scorekeeper.web import limits
from scorekeeper.web.api.game_api import Strict, api, sent_body
from scorekeeper.web.class_board import board_version
from scorekeeper.web.db import new_write_id, store
from scorekeeper.web.delivery.releases import release
from scorekeeper.web.error_pages import Problem, refusal
from scorekeeper.web.exercises import question_errors
from scorekeeper.web.live import listens_to
from scorekeeper.web.seat_cookie import token_of
from scorekeeper.web.student_questions import question_shown
from scorekeeper.web.students import index_of

Typed = Annotated[str, StringConstraints(max_length=200)]
FieldName = Annotated[str, StringConstraints(max_length=60)]


class WorkBody(Strict):
    """A student's work at a question: an answer or, in practice, a request for a hint or the solution."""

    letter: str = Field(max_length=4)
    did: Did
    typed: dict[FieldName, Typed] = Field(default_factory=dict, max_length=60)  # text of the fields, by name
    took: int | None = Field(None, ge=0, le=LONGEST_TOOK)  # milliseconds the question was on show


@api.get("/class/boards/<key>")
def read_board(key: str) -> Response:
    """Version of the board. With its ETag in If-None-Match the response is 304 until something changes."""
    try:
        kept = find_class(store(), key)
    except (ClassDeleted, ClassGone):
        raise
    except ClassNotFound:
        abort(404, "This class was deleted, or its link isn’t complete.")
    listens_to(board_topic_of(kept.id))
    return _state(board_version(kept), f"b{kept.id}")


@api.get("/class/<code>")
@limits.CODE
def read_class(code: str) -> Response:
    """Version of what the teacher did. With its ETag in If-None-Match the response is 304 until that changes.

    Other students don't count: each who joins would cost every phone a full response. 404 with `class.not_found`: no
    such class, or it is gone. 410 with `class.deleted`: it may come back.
    """
    try:
        kept = find_class_by_code(store(), code)
    except ClassNotFound as error:
        return _refused(410 if isinstance(error, ClassDeleted) else 404, error)
    listens_to(topic_of(kept.id))
    return _state(kept.version, f"c{kept.id}")


@api.post("/class/<code>/<int:number>/work")
@limits.CODE
@limits.WORK
def do_work(code: str, number: int) -> Response:
    """Take a student's work at a question; the response has the question as the page should show it now.

    The response has no question where another hand or the result comes next: the page then reloads.

    After `class.wait` the phone may send it again later; after `class.closed` it never counts. `class.seat_not_found`:
    another device opened that seat since, or the teacher removed it. `class.not_found`: the class is gone for good.
    `class.deleted`: the class may come back, so the phone may send it again later.
    """
    body = sent_body(WorkBody)
    try:
        kept = find_class_by_code(store(), code)
        index = index_of(kept.session, body.letter)
        done = Done(index, body.did, body.typed if body.did == "answer" else {}, body.took)
        kept, mine = keep_work(store(), kept.code, number, token_of(kept.code, number), done, body.write_id)
    except (ClassNotFound, SeatNotFound) as error:
        return _refused(410 if isinstance(error, ClassDeleted) else 404, error)
    except Closed as error:
        return _refused(409, error, "class.wait" if error.again else error.code)
    except AnswersRefused as refused:
        problems = [
            Problem(code=refused.code, message=reason, field=name)
            for name, reasons in question_errors(refused).items()
            for reason in reasons
        ]
        return _refused(422, refused, problems=problems)
    if kept.session.finds:
        return jsonify(write_id=body.write_id, question="")
    question = render_template(
        "students/_question.html",
        one=question_shown(kept.session, mine, index),
        here=url_for("students.work", code=kept.code, number=number),
        new_write_id=new_write_id,
    )
    return jsonify(write_id=body.write_id, question=question)


def _state(version: int, name: str) -> Response:
    response = jsonify(version=version)
    response.set_etag(f"{name}-{version}-{release().name}", weak=True)
    response.make_conditional(request)
    return response


def _refused(status: int, error: RuleError | StoreError, code: str = "", problems: Sequence[Problem] = ()) -> Response:
    return refusal(status, code or error.code, error.message, problems)
