"""The web app: pages and JSON. Turns requests into calls of the store and the rules, and answers into text."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from jinja2 import StrictUndefined
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper import paths
from scorekeeper.web import (
    addresses,
    build,
    classroom,
    db,
    delivery,
    end,
    error_pages,
    exercises,
    filters,
    house_sheets,
    invite,
    limits,
    logs,
    new_game,
    offline,
    play,
    practice,
    practice_hole,
    pupils,
    question_pages,
    readings,
    referee,
    security,
    settle,
    start,
    studio,
    table,
    went_wrong,
    worksheets,
)
from scorekeeper.web import config as settings
from scorekeeper.web.api import api
from scorekeeper.web.held_templates import HeldTemplates
from scorekeeper.web.unchanged import Unchanged


def create_app(config: Mapping[str, Any] | None = None, instance_path: str | None = None) -> Flask:
    """The app, ready to serve.

    ``config`` goes before the environment, ``instance_path`` before SCOREKEEPER_INSTANCE.

    :raises scorekeeper.web.config.BadSetting: when the environment says something that means nothing.
    """
    app = Flask(
        "scorekeeper",
        static_folder=None,  # delivery.py sends them
        template_folder=None,  # held_templates.py has them
        instance_path=instance_path or paths.instance_path(),
    )
    instance = Path(app.instance_path)
    instance.mkdir(parents=True, exist_ok=True)

    app.config.from_mapping(settings.FIXED)
    app.config.from_mapping(settings.from_environment())
    app.config.from_mapping(config or {})
    if not app.config["SECRET_KEY"]:
        app.config["SECRET_KEY"] = settings.kept_secret_key(instance)

    app.jinja_loader = HeldTemplates(paths.asset_root() / "templates")
    app.ensure_sync = lambda func: func  # type: ignore[method-assign]  # none is a coroutine; Flask would look at each
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True

    delivery.init_app(app, paths.asset_root() / "static")
    security.init_app(app)
    limits.init_app(app)
    error_pages.init_app(app)
    register_areas(app)
    logs.init_app(app)  # last, so that no answer is changed or fails after it
    with app.app_context():
        # Flask's own way to put something before itself; mypy takes it for a method that is replaced.
        unchanged = Unchanged(app.wsgi_app, db.store(), delivery.release().name)
        app.wsgi_app = security.Guarded(unchanged)  # type: ignore[method-assign]
        if proxies := app.config["PROXIES"]:  # before all others, who are to know how a browser asked
            app.wsgi_app = ProxyFix(app.wsgi_app, proxies, proxies, proxies)  # type: ignore[method-assign]
    return app


def register_areas(app: Flask) -> None:
    """Everything a visitor can reach: one blueprint for each area, and what they share."""
    db.init_app(app)
    addresses.init_app(app)
    studio.init_app(app)
    filters.init_app(app)
    exercises.init_app(app)
    for area in (
        *(start.bp, start.imports_bp, house_sheets.bp, question_pages.bp, build.bp, settle.bp, referee.bp),
        went_wrong.bp,
        *(practice.bp, practice_hole.bp, new_game.bp, play.bp, readings.bp, table.bp, end.bp, invite.bp),
        *(invite.screen_bp, offline.bp, offline.health_bp, worksheets.bp, classroom.bp, pupils.bp, api),
    ):
        app.register_blueprint(area)
