"""The list of rules, and each rule sheet: of a house or of a game. A sheet prints on one page."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Final

from flask import Blueprint, render_template
from markupsafe import Markup, escape

from scorekeeper import houses
from scorekeeper.houses.sheet import Glance, SheetSection, at_a_glance, differences, legend_of, rule_sheet
from scorekeeper.houses.sheet.phrases import SIGNS, legend, sign_of
from scorekeeper.houses.sheet.sections import left_open
from scorekeeper.houses.writing import key_of_name
from scorekeeper.rules import House, Option
from scorekeeper.tally.kept_houses import houses_of_device
from scorekeeper.web.addresses import game_to_see, house_or_missing
from scorekeeper.web.db import device_id, new_write_id, store
from scorekeeper.web.deleted import way_back_of_house
from scorekeeper.web.drawn_macros import draw

bp = Blueprint("houses", __name__)
bp.add_app_template_filter(sign_of)

_PARTS: Final = "houses/_sheet_parts.html"
_SIGN: Final = re.compile(f"([{''.join(SIGNS.values())}])")
_WORDS: Final = legend(SIGNS.values())
_MARKS: Final = {sign: mark for mark, sign in SIGNS.items()}


@bp.app_template_filter()
def with_signs(text: str) -> Markup:
    """A sentence of a rule sheet with its signs set small, and in words for screen readers."""
    return Markup().join(_shown(part) for part in _SIGN.split(text))


def _shown(part: str) -> Markup:
    if part not in _WORDS:
        return escape(part)
    hidden = Markup('<span class="visually-hidden">, {}</span>').format(_WORDS[part])
    shown = Markup('<span class="rule-sign" data-basis="{}"><span aria-hidden="true">{}</span>{}</span>')
    return shown.format(_MARKS[part], part, hidden)


_QUESTIONS: Final = (
    ("What are cards worth?", ("values", "equal", "four", "bonuses")),
    ("How do you set up?", ("table", "deal")),
    ("How does a turn go?", ("turn",)),
    ("How does a hole end?", ("end", "ender", "places")),
    ("Who wins?", ("match", "aim")),
    ("Example hands", ("examples", "hole")),
)
"""What a reader asks, and the sections of the sheet that answer it."""


@dataclass(frozen=True)
class SheetQuestion:
    """A folded part of the page: sections of the sheet under the question that they answer."""

    title: str
    note: str
    sections: tuple[SheetSection, ...]


@dataclass(frozen=True)
class SheetPage:
    """The whole rule sheet of a house. ``others`` is empty for the sheet of a game."""

    house: House
    glance: Glance | None  # None for a game without cards
    questions: tuple[SheetQuestion, ...] = ()
    plain: tuple[SheetSection, ...] = ()  # sections in sight, of a game without cards
    others: tuple[tuple[House, tuple[str, ...]], ...] = ()
    legend: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def told(self) -> tuple[Option, ...]:
        """The questions on the sheet. Each has a page of its own."""
        return tuple(left_open(self.house))

    @cached_property
    def open(self) -> bool:
        """Whether a question is unanswered, so that the printed sheet must ask it."""
        return any(self.house.taken(option) is None for option in self.told)

    # --- what is drawn once a house -----------------------------------------------------------------------------------

    @cached_property
    def glance_shown(self) -> Markup:
        return draw(_PARTS, "glance_of", self.glance, self.legend, self.house)

    @cached_property
    def questions_shown(self) -> Markup:
        return draw(_PARTS, "questions_of", self.questions, self.house)

    @cached_property
    def others_shown(self) -> Markup:
        return draw(_PARTS, "others_of", self.others)

    def answers_shown(self, game: str | None) -> Markup:
        """The answers to the questions, with links from the game of this key."""
        return _answers(self.house, game)


@lru_cache(256)
def _answers(house: House, game: str | None) -> Markup:
    """Rare questions that this table did not answer itself are folded."""
    usual: list[Option] = []
    rare: list[Option] = []
    for option in left_open(house):
        (usual if option.asked == "usual" or option.key in house.readings else rare).append(option)
    return draw(_PARTS, "answers_of", usual, rare, house, game)


@lru_cache(64)
def sheet_page(house: House, others: tuple[House, ...] = ()) -> SheetPage:
    """The sheet of this house, and its differences from each of the others."""
    sections = rule_sheet(house)
    if not house.has_cards:
        return SheetPage(house, None, plain=sections, legend=legend_of(sections))
    glance = at_a_glance(house)
    return SheetPage(
        house=house,
        glance=glance,
        questions=tuple(_questions({section.key: section for section in sections}, glance.table)),
        legend=legend_of(sections),
        others=tuple((other, differences(house, other)) for other in others if other.key != house.key),
    )


def _questions(sections: Mapping[str, SheetSection], table: str) -> Iterator[SheetQuestion]:
    """The folds of the page. It lists the readings as questions with links, not as the section's table."""
    for title, keys in _QUESTIONS:
        if answers := tuple(sections[key] for key in keys if key in sections):
            yield SheetQuestion(title, table if "table" in keys else "", answers)


@bp.get("/houses")
def index() -> str:
    made, deleted = (houses_of_device(store(), device_id(), deleted=gone) for gone in (False, True))
    return render_template(
        "houses/index.html",
        groups=houses.groups(),
        made=made,
        deleted=[way_back_of_house(kept) for kept in deleted if kept.may_edit],
        write_id=new_write_id() if deleted else "",
    )


@bp.get("/houses/<key>")
def sheet(key: str) -> str:
    house = house_or_missing(key)
    namesakes = [other for other in houses.named(key) if other is not house]
    looked_for = next((name for other in namesakes for name in other.also if key_of_name(name) == key), "")
    more = {"namesakes": namesakes, "looked_for": looked_for}
    return render_template("houses/sheet.html", page=sheet_page(house, houses.built_in()), kept=None, key=None, **more)


@bp.get("/g/<key>/rules")
def of_game(key: str) -> str:
    """The rules that a game started with, even if that house has changed since."""
    kept = game_to_see(key)
    page = _sheet_of_length(kept.game.house, kept.game.full_length)
    return render_template("houses/sheet.html", page=page, kept=kept, key=key)


@lru_cache(64)
def _sheet_of_length(house: House, holes: int) -> SheetPage:
    return replace(sheet_page(replace(house, match=replace(house.match, holes=(holes,)))), house=house)
