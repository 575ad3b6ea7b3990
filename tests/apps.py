"""The app in this process, for tests: on games of its own each time, and made in a fraction of the time."""

import secrets
from functools import cache
from pathlib import Path
from types import CodeType
from unittest.mock import patch

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Map, RuleFactory

from scorekeeper.web import delivery
from scorekeeper.web.app import create_app
from scorekeeper.web.db import store
from scorekeeper.web.delivery.static_files import StaticFiles
from tests.store.empty import put_empty_store

STORE = "scorekeeper.sqlite3"
SECRET_KEY = secrets.token_hex(32)


class CompiledTemplates(BytecodeCache):
    """Templates that were compiled once in this process: every test has an app of its own, with the same pages."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._known.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self._known[bucket.key, bucket.checksum] = bucket.code


TEMPLATES = CompiledTemplates()


class KnownRoutes(Map):
    """The routes of all apps without others: compiling a hundred of them is most of what making an app takes."""

    def __init__(self) -> None:
        super().__init__()
        self._known: set[tuple[str, str]] = set()
        self.complete = False

    def add(self, rulefactory: RuleFactory) -> None:
        for rule in rulefactory.get_rules(self):
            if (rule.rule, rule.endpoint) not in self._known:
                assert not self.complete, "an app with routes of its own needs @pytest.mark.own_routes"
                self._known.add((rule.rule, rule.endpoint))
                super().add(rule)


ROUTES = KnownRoutes()

static_files = cache(StaticFiles)
"""The files of static/, read and compressed once per process, because tests never change them."""


def make_app(instance: Path, *, own_routes: bool = False, **config: object) -> Flask:
    """An app as it is served, with these settings, on a new store; the caller closes the store."""
    instance.mkdir(parents=True, exist_ok=True)
    put_empty_store(instance / STORE)
    key = instance / "secret_key"  # one is made otherwise, which waits for the disk
    key.touch(0o600)
    key.write_text(SECRET_KEY, encoding="ascii")
    routes = Flask.url_map_class if own_routes else staticmethod(lambda **_: ROUTES)
    with patch.object(delivery, "StaticFiles", static_files), patch.object(Flask, "url_map_class", routes):
        app = create_app({"TESTING": True, **config}, instance_path=str(instance))
    ROUTES.complete |= not own_routes
    app.jinja_env.bytecode_cache = TEMPLATES
    return app


def close(app: Flask) -> None:
    with app.app_context():
        store().close()
