"""Does the hole end with this move, and who still gets a turn?"""

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
from scorekeeper.school.diagnosis.diagnosis import Diagnosis
from scorekeeper.school.diagnosis.explaining import Wrong, brief
from scorekeeper.school.diagnosis.misreads import OpenReading, played_otherwise
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.items import Item
from scorekeeper.school.exercises.positions import Moment, moment_of, played
from scorekeeper.school.exercises.question import Answer, Choice, ChoiceField, Field, Question, Step, Verdict

GOES_ON, OVER, SEATS = "goes-on", "over", "seats-"
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
        """The choices."""

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
        """The open reading of the house under which the choice is right, if any."""
        read = ((reading, self._right_in(house)) for reading, house in played_otherwise(self.house))
        return next((reading for reading, right in read if right == chosen), None)

    @abstractmethod
    def _right_in(self, house: House) -> str | None:
        """The key of the right choice in that house; None where the move is not allowed there."""

    @property
    @abstractmethod
    def _why_right(self) -> str:
        """Feedback for the right choice."""

    @abstractmethod
    def _means(self, chosen: str) -> str:
        """Feedback for a wrong choice."""

    def facts(self) -> dict[str, Any]:
        return self.moment.data()

    def _one_item(self, right: str, otherwise: str) -> tuple[Item, ...]:
        texts = {choice.key: choice.text for choice in self.choices}
        wrong = (Wrong(texts[key], self.judge({self.field: key}).text) for key in texts if key != self.right)
        return (self.item(texts[self.right], wrong, otherwise, choices=tuple(texts.values()), right=right),)


@dataclass(frozen=True)
class EndingQuestion(MomentQuestion):
    """A moment of a hole and a legal move: what happens to the hole?"""

    kind = "ending"
    field, label, rule = "ending", "What happens to the hole?", RULE

    @cached_property
    def after(self) -> State:
        """The hole after the move."""
        return do(self.moment.state, self.moment.player, self.moment.action)

    @property
    def prompt(self) -> str:
        return f"You {self.moment.doing}. Does the hole end, and who still gets a turn?"

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        count, player = len(self.moment.state.seats), self.moment.player
        others = tuple((player + step) % count for step in range(1, count))
        right = _still_to_play(self.after)
        lists = {right, others, (*others, player), others * 2, others[:1]} - {()}
        return (
            Choice(GOES_ON, "It goes on"),
            Choice(OVER, "It ends at once"),
            *(Choice(_key(seats), self._last(seats)) for seats in sorted(lists, key=lambda seats: (len(seats), seats))),
        )

    def _last(self, seats: tuple[int, ...]) -> str:
        names = [self.moment.called(seat) for seat in seats]
        if len(names) > 1:
            return f"It ends after these turns: {listing(names)}"
        return "It ends after your turn" if names == ["you"] else f"It ends after {names[0]}’s turn"

    @cached_property
    def right(self) -> str:
        return outcome_of(self.after)

    @property
    def hints(self) -> tuple[str, ...]:
        return ("What ends a hole under these rules? Did that just happen?", *self._deciding)

    @cached_property
    def _deciding(self) -> tuple[str, ...]:
        """The rules that decide what this move does to the hole."""
        house, before, after = self.house, self.moment.state, self.after
        if before.ender is not None:
            return (f"Someone already ended the hole. {sentences.last_turns(house)}",)
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
        return brief(f"Right. {self.worked[-1].text} {self._rule_here}")

    def _right_in(self, house: House) -> str | None:
        moment = self.moment
        if moment.state.ender is not None:  # the ending has already decided who still plays
            return None
        try:
            return outcome_of(do(moment.state._replace(house=house), moment.player, moment.action))
        except NotAllowed:
            return None

    @property
    def _rule_here(self) -> str:
        return " ".join(self._deciding)

    def _means(self, chosen: str) -> str:
        already = self.moment.state.ender is not None
        if chosen == GOES_ON:
            said, here = "Only if nothing ended the hole.", "someone already did" if already else self._first_rule(0)
        elif self.right == GOES_ON:
            said, here = "Only if that ended the hole.", self._first_rule(-1)
        elif already:
            said, here = self._turns_left(chosen)
        else:
            they = "no one has" if chosen == OVER else "they still have"
            said, here = f"Only if {they} a turn left.", self._first_rule(-1)
        return f"{said} Here, {here}."

    def _first_rule(self, index: int) -> str:
        """The first sentence of one of the deciding rules, as a clause after "Here,"."""
        # The steps have all deciding rules, and the rule sheet has the sources.
        first = re.split(r"(?<=[.;]) ", re.sub(r" \([^)]*\)", "", self._deciding[index]))[0].rstrip(".;")
        return f"{first[:1].lower()}{first[1:]}".replace("everyone else then gets", "everyone else gets")

    def _turns_left(self, chosen: str) -> tuple[str, str]:
        """When a wrong choice would be right, and who still has a turn, once someone has ended the hole."""
        left = tuple(dict.fromkeys(_still_to_play(self.after)))
        if chosen == OVER:
            return "Only if no one has a turn left.", self._who("", left, " still")
        asked = {int(seat) for seat in chosen.removeprefix(SEATS).split("-")}
        if more := tuple(seat for seat in left if seat not in asked):
            return "Only if no one else has a turn left.", self._who("", more)
        they = "Only if they still have a turn left."
        return (they, self._who("only ", left)) if left else (they, "no one does")

    def _who(self, only: str, seats: tuple[int, ...], still: str = "") -> str:
        names = [self.moment.called(seat) for seat in seats]
        does = "does" if len(names) == 1 and names != ["you"] else "do"
        return f"{only}{listing(names)}{still} {does}"

    @classmethod
    def of_facts(cls, house: House, facts: Mapping[str, Any]) -> Self:
        moment = moment_of(house, facts)
        do(moment.state, moment.player, moment.action)  # raises if the move is not legal
        return cls(house, moment)

    def items(self) -> tuple[Item, ...]:
        return self._one_item("Right.", self._rule_here)


def _still_to_play(after: State) -> tuple[int, ...]:
    """The seats with a turn left after the ending, in order; none while the hole goes on or is over."""
    if not after.in_last_turns or after.player is None:
        return ()
    return after.player, *after.last_turns


def _key(seats: tuple[int, ...]) -> str:
    return SEATS + "-".join(str(seat) for seat in seats)


def outcome_of(after: State) -> str:
    """The key of the outcome: the hole goes on, is over, or these seats still play."""
    if after.over:
        return OVER
    still = _still_to_play(after)
    return _key(still) if still else GOES_ON


# --- asking -----------------------------------------------------------------------------------------------------------


def ask(house: House, dice: Dice) -> EndingQuestion | None:
    """A question about a move near the end of a hole played by dice."""
    found: dict[str, list[EndingQuestion]] = {}
    for kind, question in _near_the_end(house, dice):
        found.setdefault(kind, []).append(question)
    return dice.pick(found[dice.pick(sorted(found))]) if found else None


def _near_the_end(house: House, dice: Dice) -> Iterator[tuple[str, EndingQuestion]]:
    """Yield finished turns that may seem to end the hole, by outcome."""
    hole = played(house, dice)
    for number, (state, player, action) in enumerate(hole):
        after = do(state, player, action)
        if (after.player == player and not after.over) or state.player is None:
            continue  # the turn is not finished, or none has started
        question = EndingQuestion(house, Moment.of(state, player, action))
        if after.over:
            yield (OVER if state.ender is None else "the last turn"), question
        elif after.ender is not None:
            yield ("ended" if state.ender is None else "last turns"), question
        elif after.seats[player].face_down <= 1 or 3 * number > 2 * len(hole):
            yield GOES_ON, question
