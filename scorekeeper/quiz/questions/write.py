"""Lay a layout that counts exactly so much: the other way round, and with more right answers than anybody can copy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorekeeper.quiz.demands import demand
from scorekeeper.quiz.diagnosis import Diagnosis
from scorekeeper.quiz.dice import Dice
from scorekeeper.quiz.explaining import Meaning, explain
from scorekeeper.quiz.items import Item
from scorekeeper.quiz.laying import cards_for, lay_out
from scorekeeper.quiz.levels import HIGHEST
from scorekeeper.quiz.question import Answer, AnswersRefused, CardsField, Field, Question, Step, Verdict
from scorekeeper.quiz.questions import score as scoring
from scorekeeper.rules import House, Layout, Score, format_layout, parse_layout, score
from scorekeeper.rules.wording import count_word, number

CARDS = "cards"
FACE_DOWN = "lay every card face up"
NOT_ASKED = frozenset({"adding", "hidden-cards"})
"""Rules that cannot be demanded: nearly every layout has to be added up, and cards are laid face up."""


@dataclass(frozen=True)
class WriteQuestion(Question):
    """A total to be reached, by any layout of cards that the decks hold.

    ``example`` is one that counts it: the target follows from it, and it is an answer, never to be shown before. With
    a ``rule`` somebody who misreads that one must get another number for what is laid.
    """

    example: Layout
    rule: str = ""

    kind = "write"

    def __post_init__(self) -> None:
        if self.example.hidden or impossible(self.example, self.house):
            raise ValueError(f"{self.example} cannot be laid")
        if self.rule and self.rule not in self._shown(self.example):
            raise ValueError(f"{self.example} shows nothing of {self.rule!r}")

    @cached_property
    def target(self) -> int:
        """The points that the layout is to count."""
        return score(self.example, self.house).total

    @property
    def prompt(self) -> str:
        return f"Lay a layout that counts exactly {number(self.target)}."

    @property
    def told(self) -> tuple[str, ...]:
        shape = (
            f"The layout has {self.house.grid}: {self.house.grid.size} cards of the decks that these rules play with."
        )
        return (shape, demand(self.rule, self.house)) if self.rule else (shape,)

    @property
    def fields(self) -> tuple[Field, ...]:
        return (CardsField(CARDS, "Cards"),)

    @property
    def solution(self) -> Answer:
        return {CARDS: self.example}

    @property
    def hints(self) -> tuple[str, ...]:
        return (
            "Begin with cards that count nothing, and then add what is missing, column by column.",
            "Cards that cancel, and cards below 0 if there are any, take too many points away again.",
        )

    @property
    def worked(self) -> tuple[Step, ...]:
        worked = score(self.example, self.house)
        return (Step(f"One of many: {self.example.shown}"), *scoring.steps_of(worked))

    @property
    def rules(self) -> frozenset[str]:
        return frozenset({self.rule} if self.rule else ())

    def read(self, typed: Mapping[str, str]) -> Answer:
        """The layout that was typed. Raises AnswersRefused for cards that the decks do not hold as well."""
        answer = super().read(typed)
        layout = _layout(answer)
        reasons = (FACE_DOWN,) if layout.hidden else impossible(layout, self.house)
        if reasons:
            raise AnswersRefused({CARDS: "; ".join(reasons)})
        return answer

    def judge(self, answer: Answer, diagnosis: Diagnosis | None = None) -> Verdict:
        layout = _layout(answer)
        worked = score(layout, self.house)
        counts = f"{number(worked.total)}: {_lines(worked)}."
        if worked.total == self.target:
            if not self.rule or self.rule in self._shown(layout):
                return Verdict(True, f"Right: it counts {counts}")
            text = f"It counts {counts} That was not all that was asked for. {demand(self.rule, self.house)}"
            return Verdict(False, text, frozenset({CARDS}), (), self.rule)
        text = f"It counts {counts}"
        found = explain(self.house, layout, self.target, diagnosis)
        if found.meaning is Meaning.READING:
            return Verdict(False, f"{text} {found.text}", frozenset({CARDS}), reading=True)
        if found.meaning is not Meaning.MISREAD:
            return Verdict(False, text, frozenset({CARDS}))
        (belief,) = found.beliefs
        rules = {misread.rule for misread in belief.mistakes}
        return Verdict(
            False,
            f"{text} {found.text}",
            frozenset({CARDS}),
            (belief.mistaken,),
            rules.pop() if len(rules) == 1 else "",
        )

    def facts(self) -> dict[str, Any]:
        return {"example": format_layout(self.example), "rule": self.rule}

    @classmethod
    def of_facts(cls, house: House, facts: Mapping[str, Any]) -> WriteQuestion:
        return cls(house, parse_layout(facts["example"], house), facts["rule"])

    def items(self) -> tuple[Item, ...]:
        """None: no other program can mark a layout, and one right answer on paper would be a wrong key."""
        return ()

    def counted_as(self, answer: Answer) -> tuple[Layout, int] | None:
        """Whoever lays it takes it to count the target."""
        return _layout(answer), self.target

    def _shown(self, layout: Layout) -> frozenset[str]:
        return scoring.rules_shown(self.house, layout)


def ask(
    house: House, level: int, dice: Dice, rule: str | None = None, diagnosis: Diagnosis | None = None
) -> WriteQuestion | None:
    """The total of a layout of that level; with a rule, of one on which it can be misread, to be laid so again."""
    if rule is not None and rule not in about(house):
        return None
    for _ in range(scoring.TRIES):
        example = lay_out(house, level, dice) if rule is None else scoring.showing(house, rule, level, dice)
        example = Layout(example.rows)
        fits = rule is None or rule in scoring.rules_shown(house, example)
        if fits and not impossible(example, house):
            return WriteQuestion(house, example, rule or "")
    return None


def about(house: House) -> frozenset[str]:
    """The rules of counting that can be demanded of a layout."""
    return scoring.about(house) - NOT_ASKED


def impossible(layout: Layout, house: House) -> tuple[str, ...]:
    """Why the decks that layouts are laid from do not hold those cards, in sentences; none where they do.

    They are those of four players, as many as exercises are dealt from everywhere (`laying`).
    """
    there = cards_for(house, HIGHEST)
    reasons = []
    ranks, in_decks = Counter(card.rank for card in layout.cards()), Counter(card.rank for card in there)
    for rank, count in ranks.items():
        if rank in house.values and count > in_decks[rank]:
            cards = rank.word if count == 1 else rank.plural
            reasons.append(f"{count_word(count)} {cards} cannot lie there: the decks hold {count_word(in_decks[rank])}")
    suited = Counter(card for card in layout.cards() if card.suit is not None)
    for card, count in suited.items():
        if count > there.count(card):
            held = there.count(card)
            reasons.append(
                f"the {card.word} cannot lie there {count_word(count)} times: the decks hold {count_word(held)}"
            )
    return tuple(reasons)


def _layout(answer: Answer) -> Layout:
    layout = answer[CARDS]
    assert isinstance(layout, Layout)
    return layout


def _lines(worked: Score) -> str:
    return "; ".join(line.text for line in worked.lines)
