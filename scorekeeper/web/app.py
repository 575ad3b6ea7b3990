"""The app: every area of pages and JSON, and their shared parts."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from jinja2 import StrictUndefined
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper import paths
from scorekeeper.web import (
    addresses,
    another_game,
    build,
    classroom,
    db,
    delivery,
    end,
    error_pages,
    exercises,
    filters,
    house_sheets,
    imports,
    invite,
    learn,
    limits,
    new_game,
    offline,
    pdf_queue,
    play,
    practice,
    practice_hole,
    question_pages,
    readings,
    referee,
    request_log,
    security,
    settle,
    start,
    students,
    table,
    went_wrong,
    worksheets,
)
from scorekeeper.web import config as settings
from scorekeeper.web.api import api
from scorekeeper.web.delivery import releases
from scorekeeper.web.held_templates import HeldTemplates, compiled_templates
from scorekeeper.web.poll_not_modified import PollNotModified


class Scorekeeper(Flask):
    """The app. It logs mistakes without addresses or texts."""

    def log_exception(self, exc_info: Any) -> None:
        request_log.note_mistake(exc_info)


def create_app(config: Mapping[str, Any] | None = None, instance_path: str | None = None) -> Flask:
    """Make the app.

    ``config`` overrides the environment, ``instance_path`` overrides SCOREKEEPER_INSTANCE.

    :raises scorekeeper.web.config.BadSetting: for an invalid setting.
    """
    app = Scorekeeper(
        "scorekeeper",
        static_folder=None,  # delivery/ sends files
        template_folder=None,  # held_templates.py loads them
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
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True

    delivery.init_app(app, paths.asset_root() / "static")
    security.init_app(app)
    limits.init_app(app)
    error_pages.init_app(app)
    register_areas(app)
    request_log.init_app(app)  # last, so that no later step changes an answer or fails
    with app.app_context():
        app.jinja_env.bytecode_cache = compiled_templates(releases.release().name)
        # Flask's documented way to wrap itself; mypy sees a replaced method.
        polled = PollNotModified(app.wsgi_app, db.store(), releases.release().name)
        app.wsgi_app = security.Guarded(polled)  # type: ignore[method-assign]
        if proxies := app.config["PROXIES"]:  # outermost, so that the others see the browser's request
            app.wsgi_app = ProxyFix(app.wsgi_app, proxies, proxies, proxies)  # type: ignore[method-assign]
    return app


def register_areas(app: Flask) -> None:
    """Register the blueprint of each area, and their shared parts."""
    db.init_app(app)
    addresses.init_app(app)
    pdf_queue.init_app(app)
    filters.init_app(app)
    exercises.init_app(app)
    for area in (
        *(start.bp, imports.bp, house_sheets.bp, question_pages.bp, build.bp, settle.bp, referee.bp),
        *(went_wrong.bp, another_game.bp),
        *(practice.bp, practice_hole.bp, learn.bp, new_game.bp, play.bp, readings.bp, table.bp, end.bp, invite.bp),
        *(invite.screen_bp, offline.bp, offline.health_bp, worksheets.bp, classroom.bp, students.bp, api),
    ):
        app.register_blueprint(area)
