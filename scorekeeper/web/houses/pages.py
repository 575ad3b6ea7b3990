"""What the pages of the houses show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.houses import HouseGroup
from scorekeeper.rules import House, Option
from scorekeeper.rules.sheet import SheetSection, differences, in_short, rule_sheet
from scorekeeper.rules.sheet.sections import left_open


@dataclass(frozen=True)
class HouseInShort:
    """One house in the list: its facts in a few words each."""

    house: House
    facts: tuple[str, ...]


@dataclass(frozen=True)
class SheetPage:
    """The whole rule sheet of a house. ``others`` is empty for the sheet of a game, which is nobody's to compare."""

    house: House
    sections: tuple[SheetSection, ...]
    others: tuple[tuple[House, tuple[str, ...]], ...] = ()

    @property
    def facts(self) -> tuple[str, ...]:
        return in_short(self.house)

    @property
    def told(self) -> tuple[Option, ...]:
        """The questions that stand on the sheet. All of them have a page of their own."""
        return tuple(left_open(self.house))

    @property
    def open(self) -> bool:
        """Whether the table has yet to answer a question, so that paper must ask it."""
        return any(self.house.taken(option) is None for option in self.told)


@dataclass(frozen=True)
class ListedGroup:
    """Houses under one heading of the list."""

    key: str
    title: str
    houses: tuple[HouseInShort, ...]


def in_list(groups: Sequence[HouseGroup]) -> tuple[ListedGroup, ...]:
    """Every house with its facts, under the headings of the list."""
    return tuple(
        ListedGroup(group.key, group.title, tuple(HouseInShort(house, in_short(house)) for house in group.houses))
        for group in groups
    )


def sheet_page(house: House, others: Sequence[House] = ()) -> SheetPage:
    """The sheet of this house, and where each of the others plays differently."""
    return SheetPage(
        house=house,
        # The readings stand on the page as questions with all their answers, not as a table of those taken.
        sections=tuple(section for section in rule_sheet(house) if section.key != "readings"),
        others=tuple((other, differences(house, other)) for other in others if other.key != house.key),
    )
