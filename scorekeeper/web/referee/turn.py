"""What the page shows that says what may be done now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from scorekeeper import houses
from scorekeeper.referee import QUESTIONS, Answer, OtherAnswer, other_answers
from scorekeeper.rules import House, Option
from scorekeeper.web.referee.asking import Rules, source_of
from scorekeeper.web.referee.moment import COUNTS, FACTS, FIRST_ASKED, SUPPOSED, Asked, value_words

WISHES: tuple[tuple[str, Mapping[str, str]], ...] = (
    (
        "Before the play",
        {
            "next-hole": "Who begins the next hole?",
            "opening-cards": "Which cards first?",
            "one-column": "First two in one column",
        },
    ),
    (
        "Drawing",
        {
            "draw-stock": "Draw from the stock",
            "take-discard": "Take the top discard",
            "put-back": "Put the taken discard straight back",
            "throw-away": "Throw away the stock card",
        },
    ),
    (
        "My cards",
        {
            "replace-open": "Replace a card that lies open",
            "replace-hidden": "Replace a face-down card",
            "place-face-up": "Put the drawn card face up",
            "place-face-down": "Put the drawn card face down",
            "look": "Look at a face-down card first",
            "turn-up": "Turn a card up without replacing it",
            "turn-up-after": "Turn one up after discarding",
            "refuse-turn-up": "Refuse to turn one up after discarding",
            "rearrange": "Exchange two cards of my grid",
        },
    ),
    (
        "The others’ cards",
        {"see-drawn": "See a card that another drew", "see-others": "Look at another’s face-down card"},
    ),
    (
        "The end",
        {
            "pass": "Pass",
            "end-hole": "End the hole",
            "play-after-end": "Play after somebody ended it",
            "ender-again": "One more turn for the ender",
            "change-after-count": "Change a card once the count began",
        },
    ),
)
"""Every question as what somebody wants to do."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Something that somebody wants to do, and whether they may."""

    ask: str
    text: str
    address: Mapping[str, str]
    answer: Answer | None
    chosen: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a fact, the address in which it is so, and what the answer would then be."""

    value: str
    text: str
    address: Mapping[str, str]
    chosen: bool
    answer: Answer | None


@dataclass(frozen=True, slots=True)
class Fact:
    """Something about the moment that is asked because the answer depends on it."""

    name: str
    question: str
    choices: tuple[Choice, ...]
    told: bool


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What another house says to the same question."""

    house: House
    answer: Answer


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

    @cached_property
    def wishes(self) -> tuple[tuple[str, tuple[Wish, ...]], ...]:
        """Everything that could be asked of this moment, with the answers, under headings."""
        return tuple(
            (heading, tuple(self._wish(ask, text) for ask, text in texts.items())) for heading, texts in WISHES
        )

    def _wish(self, ask: str, text: str) -> Wish:
        asked = self.asked.about(ask)
        return Wish(ask, text, asked.address, asked.answer(), ask == self.asked.ask)

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """What is asked about the moment: what the answer depends on, and what was told before."""
        names = FACTS if self.asked.ask else FIRST_ASKED
        return tuple(fact for name in names if (fact := self._fact(name)) is not None)

    @property
    def first_facts(self) -> tuple[Fact, ...]:
        return tuple(fact for fact in self.facts if fact.name in FIRST_ASKED)

    @property
    def more_facts(self) -> tuple[Fact, ...]:
        return tuple(fact for fact in self.facts if fact.name not in FIRST_ASKED)

    def _fact(self, name: str) -> Fact | None:
        current = self.asked.value(name)
        values = dict.fromkeys((*FACTS[name].values, current))
        if name in COUNTS and current.isdigit() and int(current) > 1:
            values.pop("")  # the number itself says more than one
        choices = tuple(choice for value in values if (choice := self._choice(name, value)) is not None)
        matters = any(
            choice.answer is not None and self.answer is not None and _told_apart(choice.answer, self.answer)
            for choice in choices
        )
        told = name in self.asked.told
        if len(choices) < 2 or not (matters or told or (not self.asked.ask and self._arises(name))):
            return None
        return Fact(name, FACTS[name].question, choices, told)

    def _arises(self, name: str) -> bool:
        """Whether a table that has not asked anything yet may want to tell this fact."""
        ended = self.asked.value("ended")
        return {"last": ended == "other" and self.house.ending.last_turns > 0, "first": False}.get(name, True)

    def _choice(self, name: str, value: str) -> Choice | None:
        chosen = value == self.asked.value(name)
        asked = self.asked if chosen else self.asked.supposing(name, value)
        if asked is None:
            return None
        return Choice(value, value_words(name, value), asked.address, chosen, self.answer if chosen else asked.answer())

    # --- where the answer comes from ------------------------------------------------------------------------------

    @cached_property
    def option(self) -> Option | None:
        """The open question of the house that decides, if one does."""
        passage = self.answer.citation.passage if self.answer else ""
        return next((option for option in self.house.options if passage.startswith(option.why)), None)

    @property
    def source(self) -> str:
        """Who says so, with a colon."""
        return "" if self.answer is None else self.answer.citation.told_by(source_of(self.house))

    @cached_property
    def other_readings(self) -> tuple[tuple[Option, tuple[OtherAnswer, ...]], ...]:
        """Every reading that would give another verdict, by its question; the one that decides comes first."""
        if self.answer is None:
            return ()
        found: dict[str, list[OtherAnswer]] = {} if self.option is None else {self.option.key: []}
        for other in other_answers(self.asked.situation, self.asked.ask):
            found.setdefault(other.option.key, []).append(other)
        return tuple((others[0].option, tuple(others)) for others in found.values() if others)

    @cached_property
    def elsewhere(self) -> tuple[Elsewhere, ...]:
        """What the other houses say to this question, each in its usual moment, or in this one where it can be."""
        found = []
        for house in houses.built_in():
            if house.key == self.house.key or not self.asked.ask:
                continue
            asked = Asked(house, self.asked.ask, self.asked.told)
            answer = asked.answer() if self.asked.told else usual_answer(house.key, self.asked.ask)
            if answer is not None:
                found.append(Elsewhere(house, answer))
        return tuple(found)

    # --- addresses ------------------------------------------------------------------------------------------------

    @property
    def address(self) -> dict[str, str]:
        return self.rules.address | self.asked.address

    @property
    def moment_words(self) -> tuple[str, ...]:
        """What was told of the moment, or what the question supposes, question by question."""
        names = [name for name in FACTS if name in self.asked.told or name in SUPPOSED.get(self.asked.ask, {})]
        return tuple(f"{FACTS[name].question} {value_words(name, self.asked.value(name))}." for name in names)

    @property
    def as_text(self) -> str:
        """Question and answer, to be sent to whoever doubts them."""
        if self.answer is None:
            return ""
        lines = [
            f"{self.question} ({self.house.name})",
            *self.moment_words,
            f"{self.answer.word}. {self.answer.why}",
            f"{self.source} {self.answer.citation.passage}",
        ]
        return "\n".join(lines)


def _told_apart(one: Answer, other: Answer) -> bool:
    return (one.allowed, one.why) != (other.allowed, other.why)


@cache
def usual_answer(key: str, ask: str) -> Answer | None:
    """What a built-in house says to a question in the usual moment."""
    return Asked(houses.get(key), ask).answer()
