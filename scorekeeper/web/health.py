"""Whether this server can do its work, for whatever watches it: a proxy, a container, a monitor."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, current_app, jsonify, request

from scorekeeper.store.errors import NotAStore, StoreUnusable
from scorekeeper.web.db import store

bp = Blueprint("health", __name__)

_DAMAGE: Final = "scorekeeper_damage"
_Asked = tuple[str, str]


@bp.get("/health")
def health() -> Response:
    """200 while games can be read and written as far as anybody knows; else 503 and what visitors are told.

    The log says the rest, for anybody may ask this.
    """
    try:
        for _, error in current_app.extensions.get(_DAMAGE, ()):
            raise error
        store().check()
    except StoreUnusable as error:
        answer = jsonify(status="failing", code=error.code, message=error.for_visitors)
        answer.status_code = 503
    else:
        answer = jsonify(status="ok")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def remember_damage(error: StoreUnusable) -> None:
    """Whoever was just refused met a damaged place of the file. One read elsewhere would not find it again."""
    if isinstance(error, NotAStore):
        current_app.extensions[_DAMAGE] = [(_asked(), NotAStore(str(error)))]  # the last one tells as much as all


@bp.after_app_request
def forget_damage(answer: Response) -> Response:
    """Once the same request succeeds, the file was put in order after all."""
    for asked, _ in current_app.extensions.get(_DAMAGE, ()):
        if asked == _asked() and answer.status_code < 400:
            current_app.extensions[_DAMAGE] = []
    return answer


def _asked() -> _Asked:
    return request.method, request.path
