"""The built-in houses as lists show them: the rule sheets first, and apart from them what others publish."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.houses.loading import built_in
from scorekeeper.rules import House


@dataclass(frozen=True)
class HouseGroup:
    """Houses under one heading. ``key`` is made for addresses and stays when the title is improved."""

    key: str
    title: str
    houses: tuple[House, ...]


def groups() -> tuple[HouseGroup, ...]:
    """Every built-in house in one group each, in the order of ``built_in``; a group without houses is left out."""
    sheets = tuple(house for house in built_in() if house.source.sheet)
    published = tuple(house for house in built_in() if not house.source.sheet)
    found = (
        HouseGroup("sheets", "The five rule sheets", sheets),
        HouseGroup("published", "Other published rules", published),
    )
    return tuple(group for group in found if group.houses)
