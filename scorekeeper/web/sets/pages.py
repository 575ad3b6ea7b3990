"""What the pages of sets show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urljoin

from flask import request, url_for

from scorekeeper import houses
from scorekeeper.exports import FORMATS, Format
from scorekeeper.quiz.levels import LEVELS, Level, levels_of
from scorekeeper.quiz.questions import KINDS, Kind
from scorekeeper.quiz.sets import MOST_QUESTIONS, MOST_VARIANTS, SCORE, QuestionSet, Sheet
from scorekeeper.rules import House
from scorekeeper.store.sets import KeptSet, SetSummary
from scorekeeper.web.house_finding import house_address
from scorekeeper.web.invite import own_port, way_in
from scorekeeper.web.sets.forms import Wanted


@dataclass(frozen=True)
class MakePage:
    """The form of a new set, the box for a code, and the sets that this device made."""

    wanted: Wanted
    made_houses: Sequence[House]
    own: Sequence[SetSummary]
    write_id: str
    code: str = ""
    errors: Mapping[str, list[str]] = field(default_factory=dict)

    most_questions = MOST_QUESTIONS
    most_variants = MOST_VARIANTS

    @property
    def house_choices(self) -> tuple[tuple[str, str], ...]:
        """Addresses and names."""
        found = [(house_address(house), house.name) for house in (*houses.built_in(), *self.made_houses)]
        chosen = self.wanted.typed["house"]
        if self.wanted.house is not None and chosen not in dict(found):
            found.insert(0, (chosen, self.wanted.house.name))
        return tuple(found)

    @property
    def house(self) -> House:
        """The one that is chosen, for the hint how its cards are typed; the first where none is."""
        chosen = self.wanted.typed["house"]
        there = (*houses.built_in(), *self.made_houses)
        return self.wanted.house or next((one for one in there if house_address(one) == chosen), there[0])

    @property
    def levels(self) -> tuple[Level, ...]:
        return LEVELS

    @property
    def kinds(self) -> tuple[Kind, ...]:
        return KINDS


@dataclass(frozen=True)
class SetPage:
    """A set on the screen: one of its sheets, and what it can be had as."""

    kept: KeptSet
    sheet: Sheet

    @property
    def made(self) -> QuestionSet:
        return self.kept.questions

    @property
    def code(self) -> str:
        """The code that it was opened by, for the links of this page."""
        return self.kept.seen_by

    @property
    def only_hands(self) -> bool:
        return self.made.kinds == (SCORE,)

    @property
    def level(self) -> Level:
        return next(level for level in (*levels_of(self.made.house), *LEVELS) if level.number == self.made.level)

    @property
    def variant_choices(self) -> tuple[tuple[str, str], ...]:
        """The sheets that can be printed: all of them, or one."""
        each = tuple((sheet.variant, f"Only {sheet.variant}") for sheet in self.made.sheets)
        return (("", "All of them"), *each) if len(each) > 1 else (("", each[0][0]),)

    @property
    def only_here(self) -> str:
        """The host in the QR codes, if it means nothing to other devices; else nothing."""
        way = way_in(request.url_root, own_port(request.environ))
        return "" if way.works else way.only_here

    @property
    def formats(self) -> tuple[Format, ...]:
        """The files for other programs; they hold the answers."""
        return tuple(FORMATS.values()) if self.kept.may_see_key else ()


def address_of(code: str) -> str:
    """Where a set is found from other devices: what its QR code says."""
    return urljoin(way_in(request.url_root, own_port(request.environ)).base, url_for("sets.look", code=code))
