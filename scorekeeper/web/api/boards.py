"""The JSON by which an open board learns that something is new: the page itself is then asked for again."""

from __future__ import annotations

from flask import abort, jsonify, request
from flask.wrappers import Response
from pydantic import BaseModel, Field

from scorekeeper.classroom import Phase
from scorekeeper.store.classes import ClassNotFound, find_class
from scorekeeper.web.api.views import api
from scorekeeper.web.db import store
from scorekeeper.web.delivery import release


class BoardPath(BaseModel):
    """The teacher's link."""

    key: str = Field(description="The key in the teacher's link.")


class BoardAnswer(BaseModel):
    """How far a class is. Nothing of any pupil is in it."""

    version: int = Field(description="Grows with everything that the teacher or a pupil does.")
    phase: Phase
    at: int = Field(description="The place of the question that the class is at, from 0, where the teacher leads.")
    revealed: bool = Field(description="Whether its answer is shown.")
    joined: int = Field(description="How many pupils there are.")


@api.get(
    "/class/boards/<key>",
    responses={
        200: BoardAnswer,
        304: {"description": "Nothing changed since the answer with the ETag that was sent."},
    },
    summary="How far a class is, for its board",
)
def read_board(path: BoardPath) -> Response:
    """How far a class is. Asked again with the ETag in If-None-Match it is 304 until it changes."""
    try:
        kept = find_class(store(), path.key)
    except ClassNotFound:
        abort(404, "This class is gone: it was deleted, or its link is not complete.")
    session = kept.session
    answer = BoardAnswer(
        version=kept.version + kept.work,
        phase=session.phase,
        at=session.at,
        revealed=session.revealed,
        joined=kept.pupils,
    )
    response = jsonify(answer.model_dump())
    response.set_etag(f"b{kept.id}-{kept.version}-{kept.work}-{release().name}", weak=True)
    response.make_conditional(request)
    return response
