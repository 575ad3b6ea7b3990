"""The sections of the builder's form in their order: every parameter of a house, under the key of the house file."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.web.build.fields import Field
from scorekeeper.web.build.playing_fields import ENDING, GRID, NAME, TABLE, TURN
from scorekeeper.web.build.scoring_fields import BONUSES, EQUAL, FOUR, VALUES
from scorekeeper.web.build.winning_fields import ENDER, MATCH

SECTIONS = (NAME, TABLE, GRID, TURN, ENDING, VALUES, EQUAL, FOUR, BONUSES, ENDER, MATCH)


def every_field() -> Iterator[Field]:
    """The fields of all sections, without the columns of rows."""
    for section in SECTIONS:
        yield from section.fields
