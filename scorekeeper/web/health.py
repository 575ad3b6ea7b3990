"""Whether this server can do its work, for whatever watches it: a proxy, a container, a monitor."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from scorekeeper.store.errors import StoreUnusable
from scorekeeper.web.db import store

bp = Blueprint("health", __name__)


@bp.get("/health")
def health() -> Response:
    """200 while games can be read and written as far as anybody knows; else 503 and what visitors are told.

    The log says the rest, for anybody may ask this.
    """
    try:
        store().check()
    except StoreUnusable as error:
        answer = jsonify(status="failing", code=error.code, message=error.for_visitors)
        answer.status_code = 503
    else:
        answer = jsonify(status="ok")
    answer.headers["Cache-Control"] = "no-store"
    return answer
