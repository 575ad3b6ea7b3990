"""The result as files: a table, the whole game, a text, and the chart. Browsers keep them until the game changes."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from flask import Response, request

from scorekeeper import __version__
from scorekeeper.exports import CHART_POLICY, game_csv, game_json, game_text, running_totals_chart
from scorekeeper.store import KeptGame
from scorekeeper.web.end import bp
from scorekeeper.web.end.pages import file_name
from scorekeeper.web.finding import game_to_see


@bp.get("/card.csv", endpoint="csv")
def as_csv(key: str) -> Response:
    """The scorecard for a spreadsheet."""
    kept = game_to_see(key)
    return _answer(kept, "csv", "text/csv; charset=utf-8", lambda: game_csv(kept.game))


@bp.get("/card.json", endpoint="json")
def as_json(key: str) -> Response:
    """The whole game, to be read back by `/import` (docs/game-json.md). It holds neither of the game's links."""
    kept = game_to_see(key)
    return _answer(kept, "json", "application/json", lambda: game_json(kept.game, kept.title))


@bp.get("/card.txt", endpoint="txt")
def as_text(key: str) -> Response:
    """The result for a chat."""
    kept = game_to_see(key)
    return _answer(kept, "txt", "text/plain; charset=utf-8", lambda: f"{game_text(kept.game, kept.title)}\n".encode())


@bp.get("/chart.svg")
def chart(key: str) -> Response:
    """The running totals as a drawing, which may use its own colours and nothing else."""
    kept = game_to_see(key)
    response = _answer(kept, "svg", "image/svg+xml; charset=utf-8", lambda: running_totals_chart(kept.game, kept.title))
    response.headers["Content-Security-Policy"] = CHART_POLICY
    response.headers.remove("Content-Disposition")
    return response


def _answer(kept: KeptGame, ending: str, content_type: str, make: Callable[[], bytes]) -> Response:
    """The file, or 304 where the browser has this very version of the game; it is then not even made."""
    response = Response(content_type=content_type)
    # Two games may be at the same version, and a new release may write files in another way.
    response.set_etag(sha256(f"{__version__} {kept.id} {kept.version} {ending}".encode()).hexdigest()[:24])
    response.cache_control.private = True
    response.cache_control.no_cache = True  # keep it, and ask each time whether it still holds
    response.headers["Content-Disposition"] = f'attachment; filename="{file_name(kept, ending)}"'
    response.make_conditional(request)
    if response.status_code == 200:
        response.set_data(make())
    return response
