"""The app in this process, for tests: on games of its own each time, and made in a fraction of the time."""

import secrets
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import CodeType
from unittest.mock import patch

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

from scorekeeper.web import create_app, delivery
from scorekeeper.web.db import store
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
COMPILED: dict[tuple[str, bool], Callable[..., tuple[str, str]]] = {}


class AddressesWrittenOnce(Rule):
    """A route whose function that writes its address was compiled once in this process.

    Compiling a hundred of them is most of what an app takes to be made. The function belongs to no rule: it is given
    the rule whose converters it asks. What is overridden is no promise of Werkzeug's; where that gets another name,
    every app compiles its own again, and nothing else changes.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        if self.defaults or self.subdomain or self.host or not self.merge_slashes:  # of which we have none
            return super()._compile_builder(append_unknown)
        if (self.rule, append_unknown) not in COMPILED:
            COMPILED[self.rule, append_unknown] = super()._compile_builder(append_unknown)
        return COMPILED[self.rule, append_unknown]


Flask.url_rule_class = AddressesWrittenOnce

static_files = cache(delivery.StaticFiles)
"""The files of static/, read and compressed once per process, because tests never change them."""


def make_app(instance: Path, **config: object) -> Flask:
    """An app as it is served, with these settings, on a new store; the caller closes the store."""
    instance.mkdir(parents=True, exist_ok=True)
    put_empty_store(instance / STORE)
    key = instance / "secret_key"  # one is made otherwise, which waits for the disk
    key.touch(0o600)
    key.write_text(SECRET_KEY, encoding="ascii")
    with patch.object(delivery, "StaticFiles", static_files):
        app = create_app({"TESTING": True, **config}, instance_path=str(instance))
    app.jinja_env.bytecode_cache = TEMPLATES
    return app


def close(app: Flask) -> None:
    with app.app_context():
        store().close()
