"""Where the games of this machine are kept, told without opening them: for whoever must know before there is an app."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Flask

from scorekeeper import paths
from scorekeeper.web.config import from_environment

STORE_FILE = "scorekeeper.sqlite3"


@dataclass(frozen=True)
class Places:
    """The folder that belongs to one server, and the file with its games, which may lie elsewhere."""

    instance: Path
    store: Path


def places() -> Places:
    """As the environment says, just as the app finds them.

    :raises scorekeeper.web.config.BadSetting: when the environment says something that means nothing.
    """
    # For an installed package it is Flask that knows.
    instance = Path(paths.instance_path() or Flask("scorekeeper").instance_path)
    return Places(instance, store_path(instance, from_environment()))


def store_path(instance: Path, config: Mapping[str, Any]) -> Path:
    """The file of an app with these settings."""
    return Path(config.get("STORE") or instance / STORE_FILE)
