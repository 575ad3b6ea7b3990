"""The steps of a store's tables, for tests: their names, and one more."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlite_utils import Migrations

from scorekeeper.store import migrations, soundness, sqlite

NAMES = [step.name for step in migrations.all_steps()]


def add_step(monkeypatch: pytest.MonkeyPatch, name: str, step: Callable[[Any], None]) -> None:
    """A release with one more step, in place of any that was added before."""
    more = Migrations(migrations.SET)
    for known in migrations.all_steps()[: len(NAMES)]:
        more(name=known.name, transactional=known.transactional)(known.fn)
    more(name=name)(step)
    for module in (migrations, soundness, sqlite):
        monkeypatch.setattr(module, "migrations", more)
