"""The referee's own pages: links to its questions, and Can I ...?

A question and its answer share one address, so that a shared link shows both.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from importlib import resources
from typing import Any

from flask import Blueprint, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import houses
from scorekeeper.houses import HouseGroup
from scorekeeper.referee import QUESTIONS, Answer, OtherAnswer, other_answers
from scorekeeper.rules import House, Option
from scorekeeper.rules.problems import UnknownHouse
from scorekeeper.rules.wording import short
from scorekeeper.tally.game_errors import GameDeleted, GameNotFound, LinkRenewed
from scorekeeper.tally.kept_houses import houses_of_device
from scorekeeper.tally.values import KeptGame
from scorekeeper.web import limits
from scorekeeper.web.addresses import (
    NoCards,
    best_key,
    by_view_link,
    find_house,
    game_to_see,
    house_address,
    question_row,
)
from scorekeeper.web.db import device_id, store
from scorekeeper.web.phone_rules import game_under_way, house_played
from scorekeeper.web.turn_question import FACTS, Asked, read_asked, value_words

bp = Blueprint("referee", __name__, url_prefix="/referee")


@dataclass(frozen=True)
class Rules:
    """The house that answers; with ``errors`` (sentences by field name) the one that this phone plays."""

    house: House
    kept: KeptGame | None = None  # the game that is played by it
    scorecard: str = ""  # the key of the best link to that game that this device has
    errors: Mapping[str, list[str]] = field(default_factory=dict)

    @property
    def address(self) -> dict[str, str]:
        """The address parameters of these rules. A game is named by its view-only link."""
        return {"game": self.kept.view_key} if self.kept is not None else {"house": house_address(self.house)}

    @property
    def may_enter(self) -> bool:
        """Whether this device may enter cards in the game; the address itself never allows it."""
        return self.kept is not None and self.scorecard != self.kept.view_key

    def question_address(self, option: Option) -> str:
        """The page of the open question that an answer depends on, with the game's own answer if there is a game."""
        asked: dict[str, Any] = {"row": question_row(option), "_anchor": option.key, "game": self.address.get("game")}
        return url_for("questions.row", key=house_address(self.house), **asked)

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players of the current hole, in seating order; empty without a game."""
        if self.kept is None:
            return ()
        hole = self.kept.game.current_hole or self.kept.game.holes_planned
        return tuple(player.name for player in self.kept.game.at_table(hole))


def read_rules(asked: Mapping[str, str]) -> Rules:
    """Read `game` or `house` from an address; without both, the rules that this phone plays."""
    if key := asked.get("game", ""):
        try:
            kept = game_to_see(key)
        except LinkRenewed:
            return Rules(house_played(), errors={"game": ["This link was replaced. Ask for the new one."]})
        except GameDeleted:
            return Rules(
                house_played(), errors={"game": ["This game was deleted. You can bring it back from its link."]}
            )
        except GameNotFound:
            return Rules(house_played(), errors={"game": ["There’s no game at this link."]})
        if not kept.game.house.has_cards:
            return Rules(house_played(), errors={"game": [NoCards(kept.game.house).message]})
        return Rules(kept.game.house, kept, best_key(kept))
    if key := asked.get("house", ""):
        try:
            house = find_house(key)
        except UnknownHouse as unknown:
            return Rules(house_played(), errors={"house": [short(unknown.message, 300)]})
        return Rules(house) if house.has_cards else Rules(house_played(), errors={"house": [NoCards(house).message]})
    if (under_way := game_under_way()) is not None and under_way.game.house.has_cards:
        return Rules(under_way.game.house, under_way, under_way.key)
    return Rules(house_played())


def house_groups() -> tuple[HouseGroup, ...]:
    """Every house with cards to ask: those that come with Scorekeeper, and those made on this device."""
    made = tuple(kept.house for kept in houses_of_device(store(), device_id()) if kept.house.has_cards)
    return (*houses.groups(), *([HouseGroup("made", "Your rules", made)] if made else []))


WISHES: Mapping[str, Mapping[str, str]] = tomllib.loads(
    (resources.files(__package__) / "wishes.toml").read_text(encoding="utf-8")
)
"""Every question as a move to make, under headings."""


AFTER_THE_OPENING = FACTS["opened"].arises.keys() - {"first"}
"""Facts about play: they don't arise before the opening."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a fact, its address, and the answer with that value."""

    value: str
    text: str
    address: Mapping[str, str]
    chosen: bool
    answer: Answer | None


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact about the moment that the answer depends on."""

    name: str
    question: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class OtherMoment:
    """A moment in which a reading of the house would change the answer, though the fact alone doesn't."""

    fact: str  # its question and its value, in words
    address: Mapping[str, str]
    others: tuple[OtherAnswer, ...]


@dataclass(frozen=True)
class TurnPage:
    """A question about a moment, with the referee's answer."""

    rules: Rules
    asked: Asked

    @property
    def house(self) -> House:
        return self.rules.house

    @property
    def question(self) -> str:
        """The question in words; empty while none is chosen."""
        return QUESTIONS.get(self.asked.ask, "")

    @cached_property
    def answer(self) -> Answer | None:
        return self.asked.answer()

    @property
    def wishes(self) -> Iterator[tuple[str, list[tuple[str, Asked]]]]:
        """Every question about this moment, under headings."""
        for heading, texts in WISHES.items():
            yield heading, [(text, self.asked.about(ask)) for ask, text in texts.items()]

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """Facts to ask: those the answer depends on, and those already given."""
        return tuple(fact for name in FACTS if (fact := self._fact(name)) is not None)

    def _fact(self, name: str) -> Fact | None:
        if self.asked.value("opened") == "no" and name in AFTER_THE_OPENING and name not in self.asked.told:
            return None
        choices = tuple(choice for value in FACTS[name].values if (choice := self._choice(name, value)) is not None)
        matters = any(
            one.answer is not None
            and self.answer is not None
            and (one.answer.allowed, one.answer.why) != (self.answer.allowed, self.answer.why)
            for one in choices
        )
        if len(choices) < 2 or not (matters or name in self.asked.told or not self.asked.ask):
            return None
        return Fact(name, FACTS[name].question, choices)

    def _choice(self, name: str, value: str) -> Choice | None:
        chosen = value == self.asked.value(name)
        asked = self.asked if chosen else self.asked.supposing(name, value)
        text = value_words(name, value)
        return None if asked is None else Choice(value, text, asked.address, chosen, asked.answer())

    # --- where the answer comes from ------------------------------------------------------------------------------

    @cached_property
    def option(self) -> Option | None:
        """The open question of the house that decides, if any."""
        passage = self.answer.citation.passage if self.answer else ""
        return next((option for option in self.house.options if passage.startswith(option.why)), None)

    @property
    def source(self) -> str:
        """The source with a colon: a rule sheet by its number, any other house by its name and origin."""
        if self.answer is None:
            return ""
        house, title = self.house, self.house.source.title.rstrip(".")
        of_house = f"{house.name}, {title}" if title else house.name
        return self.answer.citation.told_by(f"Rule sheet {house.source.sheet}" if house.source.sheet else of_house)

    @cached_property
    def other_readings(self) -> tuple[tuple[Option, tuple[OtherAnswer, ...]], ...]:
        """Readings that would give another verdict, by question; the deciding question comes first."""
        if self.answer is None:
            return ()
        found: dict[str, list[OtherAnswer]] = {} if self.option is None else {self.option.key: []}
        for other in other_answers(self.asked.situation, self.asked.ask):
            found.setdefault(other.option.key, []).append(other)
        return tuple((others[0].option, tuple(others)) for others in found.values() if others)

    @property
    def other_moments(self) -> tuple[OtherMoment, ...]:
        """Readings that would change the answer only if a fact that is not asked were different; each once."""
        if any(self.house is shipped for shipped in houses.built_in()):
            return _other_moments_of_shipped(self.house.key, self.asked.ask, tuple(self.asked.told.items()))
        return tuple(self.find_other_moments())

    def find_other_moments(self) -> Iterator[OtherMoment]:
        """Work out `other_moments`: a dozen readings in each moment that is one fact away."""
        known = {(other.option.key, other.reading.key) for _, others in self.other_readings for other in others}
        asked = {fact.name for fact in self.facts}
        every = [(name, value) for name, kind in FACTS.items() if name not in asked for value in kind.values]
        for name, value in every:
            there = self.asked.with_fact(name, value)
            if not self.answer or there.value(name) != value or there.told == self.asked.told or not there.is_possible:
                continue
            others = other_answers(there.situation, there.ask)
            new = {(other.option.key, other.reading.key): other for other in others}
            new = {reading: other for reading, other in new.items() if reading not in known}
            known |= new.keys()
            if new:
                words = f"{FACTS[name].question} {value_words(name, value)}."
                yield OtherMoment(words, there.address, tuple(new.values()))

    @cached_property
    def elsewhere(self) -> tuple[tuple[House, Answer], ...]:
        """Answers of the other houses: in this moment where it can happen, otherwise in their usual one."""
        ask, told = self.asked.ask, self.asked.told
        others = [house for house in houses.built_in() if ask and house.key != self.house.key]
        answers = [Asked(house, ask, told).answer() if told else usual_answer(house.key, ask) for house in others]
        return tuple((house, answer) for house, answer in zip(others, answers, strict=True) if answer is not None)

    @property
    def as_text(self) -> str:
        """Question and answer as text to share, with the facts that aren't as usual."""
        if self.answer is None:
            return ""
        firsts = {name: next(iter(kind.values)) for name, kind in FACTS.items()}
        names = [name for name in FACTS if name in self.asked.told or self.asked.value(name) != firsts[name]]
        lines = [
            f"{self.question} ({self.house.name})",
            *(f"{FACTS[name].question} {value_words(name, self.asked.value(name))}." for name in names),
            f"{self.answer.word}. {self.answer.why}",
            f"{self.source} {self.answer.citation.passage}",
        ]
        return "\n".join(lines)


@lru_cache(maxsize=256)
def _other_moments_of_shipped(key: str, ask: str, told: tuple[tuple[str, str], ...]) -> tuple[OtherMoment, ...]:
    house = houses.get(key)
    return tuple(TurnPage(Rules(house), Asked(house, ask, dict(told))).find_other_moments())


@cache
def usual_answer(key: str, ask: str) -> Answer | None:
    """The answer of a built-in house in the usual moment."""
    return Asked(houses.get(key), ask).answer()


@bp.before_request
def name_a_game_by_its_view_link() -> Response | None:
    """Addresses of these pages are shared, so none may carry the link for entering cards."""
    # Only parameters of these pages: `url_for` would obey any others. A game stands in for the house.
    asked = {name: request.args[name] for name in ("game", "ask", "players", *FACTS) if name in request.args}
    return by_view_link(read_rules(request.args).kept if request.args.get("game") else None, **asked)


@bp.get("")
def index() -> tuple[str, int]:
    """The front door: what do you disagree about?"""
    rules = read_rules(request.args)
    return _shown("referee/index.html", rules, rules.errors)


@bp.get("/turn")
@limits.ASKED
def turn() -> tuple[str, int]:
    """Can I ...? The rules, the moment, the move and the answer."""
    rules = read_rules(request.args)
    asked = read_asked(request.args, rules.house)
    page = TurnPage(rules, asked)
    return _shown("referee/turn.html", rules, {**rules.errors, **asked.errors}, page=page)


def _shown(template: str, rules: Rules, errors: Mapping[str, list[str]], **more: object) -> tuple[str, int]:
    shown = render_template(template, rules=rules, errors=errors, groups=house_groups(), **more)
    return shown, 422 if errors else 200
