"""The app in this process, for tests: on games of its own each time, and made in half the time."""

from __future__ import annotations

import shutil
import tempfile
from functools import cache
from pathlib import Path
from types import CodeType

from flask_openapi3.openapi import OpenAPI
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from scorekeeper.store import Store
from scorekeeper.web import create_app

STORE = "scorekeeper.sqlite3"


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


def make_app(instance: Path) -> OpenAPI:
    """An app as it is served, on a store that was made just now; whoever asks closes the store."""
    instance.mkdir(parents=True, exist_ok=True)
    (instance / STORE).write_bytes(_empty_store())
    app = create_app({"TESTING": True}, instance_path=str(instance))
    app.jinja_env.bytecode_cache = TEMPLATES
    return app


@cache
def _empty_store() -> bytes:
    """A store with all its tables and nothing in them: making one takes longer than most tests."""
    folder = Path(tempfile.mkdtemp())
    try:
        Store.open(folder / STORE).close()
        assert [file.name for file in folder.iterdir()] == [STORE], "all of it is in the file itself"
        return (folder / STORE).read_bytes()
    finally:
        shutil.rmtree(folder)
