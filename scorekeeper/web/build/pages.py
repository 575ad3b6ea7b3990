"""What the pages of the builder show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from scorekeeper.houses import built_in
from scorekeeper.rules import BadLayout, House, Score, parse_layout, score
from scorekeeper.rules.hole import HoleResult
from scorekeeper.rules.sheet import differences, fewest_examples
from scorekeeper.rules.sheet.holes import hole_examples
from scorekeeper.rules.wording import count_word, listing
from scorekeeper.store import KeptHouse
from scorekeeper.web.build.fields import EVERY_CARD, NUMBER_RANKS, Choices, Field, Section
from scorekeeper.web.build.filling import fresh_form, typed_of
from scorekeeper.web.build.naming import lines_in_use, with_names
from scorekeeper.web.build.reading import Errors, Typed, first, unused_cards
from scorekeeper.web.build.sections import SECTIONS

SHOWN_AT_THE_TOP = 40
"""Problems listed on top of the form; each stands at its field in any case."""


def field_id(name: str) -> str:
    """The id of a field in the page: its name without signs that addresses give another meaning."""
    return name.replace("*", "joker").replace("#", "number")


def remarks(typed: Typed) -> Mapping[str, str]:
    """What is worth a thought about a field though nothing is wrong with it, by the name of the field."""
    name = " ".join(first(typed, "name").split()).casefold()
    same = next((house for house in built_in() if house.name.casefold() == name), None)
    found = {}
    if same is not None:
        found["name"] = f"A house that comes with Scorekeeper is called {same.name}, too. Nobody could tell them apart."
    if unused := unused_words(typed):
        found["values"] = unused
    return found


def unused_words(typed: Typed) -> str:
    """What is said of cards that are filled in though the deck has none of them; empty for nothing."""
    cards = unused_cards(typed)
    if not cards:
        return ""
    deck = "The standard deck" if first(typed, "table.cards") == "standard" else "This deck"
    named = listing([rank.face.replace("-", "\N{MINUS SIGN}") for rank in cards])
    return f"{deck} has no {named}: what is filled in there is left out of the rules."


@dataclass(frozen=True)
class Preview:
    """What the rules count, or why they cannot count anything yet."""

    house: House | None
    start: House | None  # what it is compared with
    trial: str = ""  # a layout of the visitor's own
    called: str = ""  # what ``start`` is called where its name does not say it
    left_out: Sequence[str] = ()  # the questions that tables are no longer asked

    @cached_property
    def scores(self) -> tuple[Score, ...]:
        if self.house is None:
            return ()
        return tuple(example.score for example in fewest_examples(self.house))

    @cached_property
    def holes(self) -> tuple[HoleResult, ...]:
        return hole_examples(self.house) if self.house is not None else ()

    @cached_property
    def own(self) -> Score | None:
        """The visitor's own layout, where it can be counted."""
        if self.house is None or not self.trial.strip():
            return None
        try:
            return score(parse_layout(self.trial, self.house), self.house)
        except BadLayout:
            return None

    @cached_property
    def trial_errors(self) -> Sequence[str]:
        """What keeps the visitor's own layout from being counted."""
        if self.house is None or not self.trial.strip():
            return ()
        try:
            parse_layout(self.trial, self.house)
        except BadLayout as bad:
            return [problem.message for problem in bad.problems][:SHOWN_AT_THE_TOP]
        return ()

    @cached_property
    def changed(self) -> tuple[str, ...]:
        """The rules that differ from those of the house it began with, in words."""
        return differences(self.house, self.start) if self.house is not None and self.start is not None else ()

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(worked.total for worked in ((self.own,) if self.own else ()) + self.scores)


@dataclass(frozen=True)
class BuildPage:
    """The form as it was filled in, with what is wrong with it and what it counts."""

    typed: Typed
    preview: Preview
    write_id: str
    start: House  # what the form began with
    start_address: str
    errors: Errors = field(default_factory=dict)
    kept: KeptHouse | None = None  # the house that is changed; None for a new one
    more: str = ""  # the field of rows that shows one line more
    based_on: int = 0

    sections: Sequence[Section] = SECTIONS
    every_card = EVERY_CARD
    number_ranks = NUMBER_RANKS

    @cached_property
    def began(self) -> Typed:
        return typed_of(self.kept.house) if self.kept else fresh_form(self.start)

    def value(self, name: str) -> str:
        return first(self.typed, name)

    def remark(self, name: str) -> str:
        return remarks(self.typed).get(name, "")

    def ticked(self, name: str, value: str) -> bool:
        return value in self.typed.get(name, ())

    def hint(self, one: Field) -> str:
        """What is said under the name of a field, with what its lines cannot say of the house the form began with."""
        house = self.kept.house if self.kept else self.start
        asked = [count_word(players) for players, decks in house.table.decks.items() if decks == "ask"]
        if one.name != "table.decks" or not asked:
            return one.hint
        open_for = f"{house.name} leaves open how many decks {listing(asked)} players use"
        return f"{one.hint} {open_for}, and the table is asked; a line of their own answers it."

    def choices(self, one: Field) -> Choices:
        """The answers to tick: those that are ticked in their own order, then the others."""
        words = dict(one.choices)
        ticked = [value for value in self.typed.get(one.name, ()) if value in words]
        return tuple((value, words[value]) for value in dict.fromkeys([*ticked, *words]))

    def rows(self, one: Field) -> Sequence[int]:
        """The lines to show: those that were filled in, an empty one, and one more where that was asked for."""
        used = lines_in_use(one, self.typed)
        following = used[-1] + 1 if used else 0
        extra = [following, *([following + 1] if self.more == one.name else [])]
        return [*used, *extra][: one.most]

    def names(self, section: Section) -> Sequence[str]:
        """The beginnings of the names of a section's fields."""
        return [
            prefix
            for one in section.fields
            for prefix in ((one.name, "table.deck") if one.kind == "cards" else (one.name,))
        ]

    def wrong(self, section: Section) -> int:
        """How many fields of a section something is wrong with."""
        return sum(self._inside(name, section) for name in self.errors)

    def changed(self, section: Section) -> int:
        """How many fields of a section say something else than at the beginning."""
        both = {*self.typed, *self.began}
        return sum(
            self.typed.get(name) != self.began.get(name) and self._inside(name, section)
            for name in both
            if "".join(self.typed.get(name, ())) != "".join(self.began.get(name, ()))
        )

    def _inside(self, name: str, section: Section) -> bool:
        return any(name == one or name.startswith(f"{one}.") for one in self.names(section))

    @property
    def origin(self) -> str:
        """Where the house comes from, in a sentence: a file says so itself."""
        if self.kept is None or self.start.key != self.kept.house.key:
            return f"Begun from {self.start.name}."
        title = self.kept.house.source.title or "Brought in as a file"
        return title if title.endswith((".", "!", "?")) else f"{title}."

    @property
    def ids(self) -> Mapping[str, str]:
        """Where a message on top of the form leads."""
        return {name: field_id(name) for name in self.errors}

    @property
    def first_errors(self) -> Errors:
        """The problems to list, each with the name of its field."""
        return with_names(dict(list(self.errors.items())[:SHOWN_AT_THE_TOP]), self.typed)
