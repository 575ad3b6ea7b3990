"""Does the hole end with this move, and who still plays?"""

import re
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Self

from scorekeeper.houses.sheet import sentences
from scorekeeper.referee import NotAllowed, State, do
from scorekeeper.rules import House
from scorekeeper.rules.wording import listing
from scorekeeper.school.diagnosis import Diagnosis
from scorekeeper.school.dice import Dice
from scorekeeper.school.items import Item, Wrong
from scorekeeper.school.misreads import OpenReading, played_otherwise
from scorekeeper.school.positions import Moment, moment_of, played
from scorekeeper.school.question import Answer, Choice, ChoiceField, Field, Question, Step, Verdict

GOES_ON, OVER = "goes-on", "over"
RULE = "ending"


@dataclass(frozen=True)
class MomentQuestion(Question):
    """An exercise about a move at a moment of a hole: one choice, about one practiced rule."""

    moment: Moment

    field: ClassVar[str]
    label: ClassVar[str]
    rule: ClassVar[str]

    @property
    def told(self) -> tuple[str, ...]:
        return self.moment.told

    @property
    @abstractmethod
    def choices(self) -> tuple[Choice, ...]:
        """What there is to choose from."""

    @property
    def fields(self) -> tuple[Field, ...]:
        return (ChoiceField(self.field, self.label, self.choices),)

    @property
    @abstractmethod
    def right(self) -> str:
        """The key of the right choice."""

    @property
    def solution(self) -> Answer:
        return {self.field: self.right}

    @property
    def rules(self) -> frozenset[str]:
        return frozenset({self.rule})

    def judge(self, answer: Answer, diagnosis: Diagnosis | None = None) -> Verdict:
        chosen = str(answer[self.field])
        if chosen == self.right:
            return Verdict(True, self._why_right)
        reading = self._read_so(chosen)
        if reading is not None:
            return Verdict(False, reading.right(), frozenset({self.field}), reading=True)
        return Verdict(False, self._means(chosen), frozenset({self.field}), rule=self.rule)

    def _read_so(self, chosen: str) -> OpenReading | None:
        """The reading by which that choice is right, where the house leaves it open."""
        read = ((reading, self._right_in(house)) for reading, house in played_otherwise(self.house))
        return next((reading for reading, right in read if right == chosen), None)

    @abstractmethod
    def _right_in(self, house: House) -> str | None:
        """The key of what would be right by that house; None where the move cannot be made there."""

    @property
    @abstractmethod
    def _why_right(self) -> str:
        """What is said to the right choice."""

    @abstractmethod
    def _means(self, chosen: str) -> str:
        """What a wrong choice means."""

    def facts(self) -> dict[str, Any]:
        return self.moment.data()

    def _one_item(self, right: str, otherwise: str) -> tuple[Item, ...]:
        texts = {choice.key: choice.text for choice in self.choices}
        wrong = (Wrong(texts[key], self.judge({self.field: key}).text) for key in texts if key != self.right)
        return (self.item(texts[self.right], wrong, otherwise, choices=tuple(texts.values()), right=right),)


@dataclass(frozen=True)
class EndingQuestion(MomentQuestion):
    """A moment of a hole and a legal move; what becomes of the hole by it."""

    kind = "ending"
    field, label, rule = "ending", "What becomes of the hole?", RULE

    @cached_property
    def after(self) -> State:
        """The hole after the move."""
        return do(self.moment.state, self.moment.player, self.moment.action)

    @property
    def prompt(self) -> str:
        return f"You {self.moment.doing}. Does the hole end by that, and who still plays?"

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        count, player = len(self.moment.state.seats), self.moment.player
        others = tuple((player + step) % count for step in range(1, count))
        right = _still_to_play(self.after)
        lists = {right, others, (*others, player), others * 2, others[:1]} - {()}
        return (
            Choice(GOES_ON, "The hole goes on: nobody has ended it"),
            Choice(OVER, "The hole is over at once"),
            *(Choice(_key(seats), self._last(seats)) for seats in sorted(lists, key=lambda seats: (len(seats), seats))),
        )

    def _last(self, seats: tuple[int, ...]) -> str:
        return f"It is ended; still to play, in this order: {listing([self.moment.called(seat) for seat in seats])}"

    @cached_property
    def right(self) -> str:
        return outcome_of(self.after)

    @property
    def hints(self) -> tuple[str, ...]:
        return ("What ends a hole in this house, and has it just happened?", *self._deciding)

    @cached_property
    def _deciding(self) -> tuple[str, ...]:
        """The passages of the rules that decide what becomes of the hole by this move."""
        house, before, after = self.house, self.moment.state, self.after
        if before.ender is not None:
            return (f"The hole was ended already. {sentences.last_turns(house)}",)
        if after.over and after.ender is None and house.somebody_ends:
            return (list(sentences.ending(house))[-1],)  # the stock has run out
        ends = " ".join(sentences.what_ends_it(house))
        return (ends,) if after.ender is None else (ends, sentences.last_turns(house))

    @property
    def worked(self) -> tuple[Step, ...]:
        text = next(choice.text for choice in self.choices if choice.key == self.right)
        return (*(Step(sentence) for sentence in self._deciding), Step(f"{text}."))

    @property
    def _why_right(self) -> str:
        return f"Right. {self.worked[-1].text} {self._rule_here}"

    def _right_in(self, house: House) -> str | None:
        moment = self.moment
        if moment.state.ender is not None:  # who still plays was settled when the hole was ended
            return None
        try:
            return outcome_of(do(moment.state._replace(house=house), moment.player, moment.action))
        except NotAllowed:
            return None

    @property
    def _rule_here(self) -> str:
        return " ".join(self._deciding)

    def _means(self, chosen: str) -> str:
        said = {
            GOES_ON: "That is so only if nothing ended the hole.",
            OVER: "That is so only if nobody has a turn left.",
        }.get(chosen, "That is so only if these still have their turns.")
        rule = self._deciding[0 if chosen == GOES_ON else -1]
        # All that decides stands among the steps; where the sheet says it is for the rules.
        first = re.split(r"(?<=[.;]) ", re.sub(r" \([^)]*\)", "", rule))[0]
        return f"{said} {first.rstrip('.;')}."

    @classmethod
    def of_facts(cls, house: House, facts: Mapping[str, Any]) -> Self:
        moment = moment_of(house, facts)
        do(moment.state, moment.player, moment.action)  # raises where it is not legal
        return cls(house, moment)

    def items(self) -> tuple[Item, ...]:
        return self._one_item("Right.", self._rule_here)


def _still_to_play(after: State) -> tuple[int, ...]:
    """The seats that still have a turn once the hole is ended, in order; none while it goes on or is over."""
    if not after.in_last_turns or after.player is None:
        return ()
    return after.player, *after.last_turns


def _key(seats: tuple[int, ...]) -> str:
    return "seats-" + "-".join(str(seat) for seat in seats)


def outcome_of(after: State) -> str:
    """The key of what becomes of the hole: it goes on, it is over, or who still plays."""
    if after.over:
        return OVER
    still = _still_to_play(after)
    return _key(still) if still else GOES_ON


# --- asking -----------------------------------------------------------------------------------------------------------


def ask(house: House, dice: Dice) -> EndingQuestion | None:
    """A move near the end of a hole that was played by dice."""
    found: dict[str, list[EndingQuestion]] = {}
    for kind, question in _near_the_end(house, dice):
        found.setdefault(kind, []).append(question)
    return dice.pick(found[dice.pick(sorted(found))]) if found else None


def _near_the_end(house: House, dice: Dice) -> Iterator[tuple[str, EndingQuestion]]:
    """Finished turns of which somebody may think that they end the hole, by what becomes of it."""
    hole = played(house, dice)
    for number, (state, player, action) in enumerate(hole):
        after = do(state, player, action)
        if (after.player == player and not after.over) or state.player is None:
            continue  # the turn is not finished, or none has begun
        question = EndingQuestion(house, Moment.of(state, player, action))
        if after.over:
            yield (OVER if state.ender is None else "the last turn"), question
        elif after.ender is not None:
            yield ("ended" if state.ender is None else "last turns"), question
        elif after.seats[player].face_down <= 1 or 3 * number > 2 * len(hole):
            yield GOES_ON, question
