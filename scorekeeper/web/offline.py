"""Service worker, manifest and offline shell of the app, and the health check for monitors."""

import json
from urllib.parse import urlsplit

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import houses
from scorekeeper.rules import LONGEST_GAME
from scorekeeper.rules.names import LONGEST_NAME
from scorekeeper.store.errors import StoreUnusable
from scorekeeper.web.db import store
from scorekeeper.web.delivery import page_files
from scorekeeper.web.delivery.releases import release
from scorekeeper.web.network import only_this_machine
from scorekeeper.web.request_log import tell_trouble

bp = Blueprint("offline", __name__)
health_bp = Blueprint("health", __name__)


FELT = "#1d5742"
"""The green of static/css/app.css, for the app's frame and splash screen."""

ICONS = (
    ("icons/favicon.svg", "any", "image/svg+xml", "any"),
    ("icons/app-192.png", "192x192", "image/png", "any"),
    ("icons/app-512.png", "512x512", "image/png", "any"),
    ("icons/app-maskable-512.png", "512x512", "image/png", "maskable"),
)


SCREENSHOTS = (
    ("icons/screen-narrow.png", "720x1480", "narrow", "Tap in everyone’s cards"),
    ("icons/screen-wide.png", "1280x720", "wide", "The scorecard on a big screen"),
)
"""What a phone or a computer shows before it installs the app; `make pictures` takes them."""

SHORTCUTS = (("Go on", "start.go_on"), ("New game", "new_game.choose_house"), ("Referee", "referee.index"))
"""Where a long press on the app's icon leads."""

SIGNATURE = "Scorekeeper-Release"
"""The header that distinguishes our answers from those of a Wi-Fi sign-in."""


@bp.after_app_request
def _sign(answer: Response) -> Response:
    answer.headers[SIGNATURE] = release().name
    return answer


@bp.app_template_global("over_plain_http")
def over_plain_http() -> bool:
    """Whether browsers refuse to install this page as an app: without https and not from this machine."""
    return not request.is_secure and not only_this_machine(urlsplit(request.host_url).hostname or "")


@bp.get("/sign-in-to-network")
def sign_in_to_network() -> BaseResponse:
    """Redirect a phone that has signed in to the Wi-Fi. The worker skips this address, so sign-in pages can appear."""
    return redirect(url_for("start.index"))


@bp.get("/offline")
def shell() -> Response:
    """The page for offline use. It has no private data and no token, so caches can share it."""
    page_files.link_files()
    answer = make_response(render_template("offline/index.html", longest_game=LONGEST_GAME, longest_name=LONGEST_NAME))
    answer.headers["Cache-Control"] = "public, no-cache"
    return answer


@bp.get("/sw.js")
def worker() -> Response:
    """The service worker: a few lines that differ in each release, so that browsers update it."""
    now, script = release(), url_for("static", filename="js/shell/worker.js")
    told = {
        "release": now.name,
        "base": script.removesuffix("js/shell/worker.js"),
        "files": now.files,
        "shell": url_for("offline.shell"),
        "pages": [
            url_for("houses.index"),
            *(url_for("houses.sheet", key=house.key) for house in houses.built_in()),
            *(url_for("went_wrong.of_house", house=house.key) for house in houses.built_in()),
            url_for("practice_hole.index"),
            *(url_for("practice_hole.play", house=house.key) for house in houses.built_in()),
            *(url_for("learn.start_here", house=house.key) for house in houses.built_in()),
            url_for("api.read_houses"),
        ],
    }
    lines = f"import {{ work }} from {json.dumps(script)};\nwork({json.dumps(told)});\n"
    answer = Response(lines, content_type="text/javascript; charset=utf-8")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """The app on a phone: its name, icons, pictures and shortcuts."""
    told = {
        "id": "/",
        "name": "Scorekeeper for Golf, the card game",
        "short_name": "Scorekeeper",
        "description": "Tap in everyone’s cards after each hole. Scorekeeper adds them up by your rules.",
        "lang": "en",
        "start_url": url_for("start.index"),
        "scope": "/",
        "display": "standalone",
        "theme_color": FELT,
        "background_color": FELT,
        "icons": [
            {"src": url_for("static", filename=name), "sizes": sizes, "type": kind, "purpose": purpose}
            for name, sizes, kind, purpose in ICONS
        ],
        "screenshots": [
            {"src": url_for("static", filename=name), "sizes": sizes, "type": "image/png", "form_factor": form}
            | {"label": label}
            for name, sizes, form, label in SCREENSHOTS
        ],
        "shortcuts": [{"name": name, "url": url_for(endpoint)} for name, endpoint in SHORTCUTS],
    }
    answer = Response(json.dumps(told), content_type="application/manifest+json")
    answer.headers["Cache-Control"] = "public, no-cache"
    return answer


@health_bp.get("/health")
def health() -> Response:
    """200 while games can be read and written, or 503 with the message for visitors.

    Only the log has the cause, because anyone can ask this.
    """
    try:
        store().check()
    except StoreUnusable as error:
        tell_trouble(error)
        answer = jsonify(status="failing", code=error.code, message=error.for_visitors)
        answer.status_code = 503
    else:
        answer = jsonify(status="ok")
    answer.headers["Cache-Control"] = "no-store"
    return answer
