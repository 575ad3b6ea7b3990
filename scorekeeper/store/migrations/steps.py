"""The one list of steps; each module of an era adds its own, in the order in which this package imports them."""

from __future__ import annotations

from sqlite_utils import Migrations

SET = "scorekeeper"

migrations = Migrations(SET)
