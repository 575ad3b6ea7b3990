"""How many decks does a table of so many need? Never asked where the sheet leaves it to the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorekeeper.houses import as_chosen
from scorekeeper.quiz.deck_tables import NOT_SO_MANY, answer_of, decks_as_read, tables_to_ask
from scorekeeper.quiz.diagnosis import Diagnosis
from scorekeeper.quiz.dice import Dice
from scorekeeper.quiz.items import Item, Wrong
from scorekeeper.quiz.misreads import OF_OTHER_HOUSES, OpenReading
from scorekeeper.quiz.question import Answer, Choice, ChoiceField, Field, Question, Step, Verdict
from scorekeeper.referee import deck_advice
from scorekeeper.rules import MOST_SEATS, House
from scorekeeper.rules.sheet.playing import deck_ranges
from scorekeeper.rules.wording import count_word

DECKS = "decks"
RULE = "decks"


@dataclass(frozen=True)
class DecksQuestion(Question):
    """So many people at the table; one choice."""

    players: int

    kind = "decks"

    def __post_init__(self) -> None:
        if not 1 <= self.players <= MOST_SEATS or answer_of(self.house, self.players) is None:
            raise ValueError(f"these rules do not say how many decks {self.players} players use")

    @property
    def prompt(self) -> str:
        return f"{count_word(self.players).capitalize()} people want to play. How many decks do they need?"

    @property
    def _choices(self) -> tuple[Choice, ...]:
        known = [decks for decks in self.house.table.decks.values() if decks != "ask"]
        counts = range(1, max(3, *known, 0) + 1)
        decks = [Choice(str(count), f"{count_word(count)} {'deck' if count == 1 else 'decks'}") for count in counts]
        return (*decks, Choice(NOT_SO_MANY, "these rules are not for that many"))

    @property
    def fields(self) -> tuple[Field, ...]:
        return (ChoiceField(DECKS, "How many decks?", self._choices),)

    @cached_property
    def right(self) -> str:
        """The key of the right choice."""
        found = answer_of(self.house, self.players)
        assert found is not None
        return found

    @property
    def solution(self) -> Answer:
        return {DECKS: self.right}

    @property
    def hints(self) -> tuple[str, ...]:
        return (
            f"Each player is dealt {count_word(self.house.grid.size)} cards, and a stock must be left to draw from.",
            "First see for how many players these rules are written, and then from how many on a further deck is used.",
        )

    @property
    def worked(self) -> tuple[Step, ...]:
        if self.right == NOT_SO_MANY:
            return (Step(self._who_may_play),)
        advice = deck_advice(self.house, self.players)
        return (Step(self._who_may_play), *(Step(sentence) for sentence in advice.sentences[:1]))

    @property
    def _who_may_play(self) -> str:
        """For how many these rules are, and whether so many are among them."""
        this = "may play"
        if self.right == NOT_SO_MANY:
            this = f"are too {'few' if self.players < self.house.table.players_min else 'many'}"
        return f"{_seats(self.house).rstrip('.')}, so {count_word(self.players)} {this}."

    @property
    def rules(self) -> frozenset[str]:
        return frozenset({RULE})

    def judge(self, answer: Answer, diagnosis: Diagnosis | None = None) -> Verdict:
        chosen = str(answer[DECKS])
        if chosen == self.right:
            return Verdict(True, f"Right. {' '.join(step.text for step in self.worked)}")
        read_so = bool(self._read_so(chosen))
        return Verdict(False, self._means(chosen), frozenset({DECKS}), rule="" if read_so else RULE, reading=read_so)

    def _means(self, chosen: str) -> str:
        """What a wrong choice means."""
        reading = self._read_so(chosen)
        if reading:
            return f"That is right where {reading}. As these rules are played here it is not."
        if chosen == NOT_SO_MANY:
            return self._who_may_play
        if self.right == NOT_SO_MANY:
            return _seats(self.house)
        there = [(first, last) for first, last, decks in deck_ranges(self.house) if str(decks) == chosen]
        decks = f"{count_word(int(chosen))} deck{'' if chosen == '1' else 's'}"
        if not there:
            return f"By these rules {count_word(self.players)} players never use {decks}."
        tables = ", or ".join(f"{first} to {last}" if first < last else str(first) for first, last in there)
        return f"Here {decks} {'is' if chosen == '1' else 'are'} for {tables} players."

    def _read_so(self, chosen: str) -> str:
        """Where a reading is played by which that choice is right; empty where there is none."""
        for option in self.house.options:
            if option.row == OF_OTHER_HOUSES or option.key in self.house.readings or option.asked == "explained":
                continue
            for reading in option.readings:
                if any(path.startswith("table.") for path in reading.sets):
                    house = as_chosen(self.house, {option.key: reading.key})
                    if decks_as_read(house, self.players) == chosen:
                        return OpenReading(option, reading).told
        return ""

    def facts(self) -> dict[str, Any]:
        return {"players": self.players}

    @classmethod
    def of_facts(cls, house: House, facts: Mapping[str, Any]) -> DecksQuestion:
        return cls(house, int(facts["players"]))

    def items(self) -> tuple[Item, ...]:
        texts = {choice.key: choice.text for choice in self._choices}
        return (
            Item(
                part="",
                prompt=self.prompt,
                hands=(),
                told=(),
                answer=texts[self.right],
                choices=tuple(texts.values()),
                wrong=tuple(Wrong(texts[key], self._means(key)) for key in texts if key != self.right),
                right="Right.",
                otherwise=_seats(self.house),
                worked=tuple(step.text for step in self.worked),
                hints=self.hints,
                rules=(RULE,),
            ),
        )


def _seats(house: House) -> str:
    fewest, most = house.table.players_min, house.most_players
    if fewest == most:
        return f"These rules are for {count_word(fewest)} players."
    return f"These rules are for {count_word(fewest)} to {count_word(most)} players."


# --- asking -----------------------------------------------------------------------------------------------------------


def about(house: House) -> frozenset[str]:
    """The decks, in every house that says something about them."""
    return frozenset({RULE}) if tables_to_ask(house) else frozenset()


def ask(
    house: House, level: int, dice: Dice, rule: str | None = None, diagnosis: Diagnosis | None = None
) -> DecksQuestion | None:
    """A table of so many. None where the table must say for every number of players."""
    by_answer: dict[str, list[int]] = {}
    for players in tables_to_ask(house):
        by_answer.setdefault(str(answer_of(house, players)), []).append(players)
    if not by_answer:
        return None
    # Each answer as likely as the others, so that none can be guessed.
    return DecksQuestion(house, dice.pick(by_answer[dice.pick(sorted(by_answer))]))
