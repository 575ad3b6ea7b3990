"""Where does a drawn card lower the score most? All cards are face up, and discarding it is a choice too."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from scorekeeper.houses import freeze
from scorekeeper.rules import Card, Cell, House, Layout, Rank, Score, parse_card, parse_layout, score
from scorekeeper.rules.cards import article
from scorekeeper.rules.scoring import PAIR
from scorekeeper.rules.wording import number
from scorekeeper.school.diagnosis.beliefs import Belief, believers, readings, singles
from scorekeeper.school.diagnosis.diagnosis import Diagnosis
from scorekeeper.school.diagnosis.explaining import Wrong
from scorekeeper.school.diagnosis.misreads import Misread, by_house
from scorekeeper.school.diagnosis.score_cards import ended, sums_of
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.items import Item, cell_key, cell_of
from scorekeeper.school.exercises.laying import as_left, cards_for, cards_leave, laid, with_cards
from scorekeeper.school.exercises.levels import HIGHEST, level_of, scaled_to_cost
from scorekeeper.school.exercises.question import Answer, Choice, ChoiceField, Field, LayoutQuestion, Step, Verdict
from scorekeeper.school.exercises.questions.score import about as counted_rules

SWAP, DISCARD = "swap", "discard"
OPEN = "All your cards are face up. You can also discard the card."
ALIKE = "You can’t swap a face-up card for one of the same rank."

EQUAL_DRAWN, OBVIOUS = 0.5, 0.3
"""How often the drawn card matches a card of the hand, and how often its best cell may be the highest card."""

TRIES, TRIES_OF_RULE = 60, 300
"""Layouts to lay in search of any decision, or of one that depends on a given rule."""

LOOKED_AT, OFTEN_ENOUGH = 40, 2
"""Layouts to lay in search of possible rules, and how many of them a rule must decide."""


@dataclass(frozen=True, slots=True)
class SwapCell:
    """A card of the layout. ``key`` is the key of its choice; "" where the player may not swap it."""

    key: str
    cell: Cell
    card: Card


@dataclass(frozen=True)
class SwapQuestion(LayoutQuestion):
    """A layout and a drawn card. Every cell, or discarding, that leaves the fewest points is right."""

    drawn: Card

    kind = "swap"
    hints = (
        "Try every spot, not just your highest card.",
        "A swap removes points, adds points and can make or break a pair.",
    )

    def __post_init__(self) -> None:
        if self.layout.hidden or len(set(self._left.values())) < 2:
            raise ValueError(f"there is nothing to decide about {self.drawn} at {self.layout}")

    @cached_property
    def cells(self) -> tuple[SwapCell, ...]:
        """Every card of the layout in reading order, with the key of its choice."""
        open_cells = replaceable(self.house, self.layout, self.drawn)
        return tuple(
            SwapCell(cell_key(cell) if cell in open_cells else "", cell, self.layout[cell])
            for cell in self.layout.grid.cells()
        )

    @property
    def prompt(self) -> str:
        drawn = f"the {self.drawn.word}" if self.drawn.suit else article(self.drawn.word)
        return f"You draw {drawn}. What gives you the lowest score?"

    @property
    def told(self) -> tuple[str, ...]:
        return (OPEN, *((ALIKE,) if not self.house.turn.swap_equal else ()))

    @property
    def fields(self) -> tuple[Field, ...]:
        return (ChoiceField(SWAP, "The card you drew", tuple(Choice(key, self._name(key)) for key in self._left)),)

    @property
    def solution(self) -> Answer:
        return {SWAP: self.best[0]}

    @cached_property
    def best(self) -> tuple[str, ...]:
        """The keys of all best choices. They are the answer: do not show them before."""
        return best_of(self._left)

    @property
    def worked(self) -> tuple[Step, ...]:
        return tuple(
            Step(f"{self._name(key)}: {ended(sums_of(worked.lines))}", worked.total)
            for key, worked in self._scores.items()
        )

    @cached_property
    def rules(self) -> frozenset[str]:
        return frozenset(misread.rule for misread, left in self._misread if not set(best_of(left)) & set(self.best))

    @property
    def leaves_no_doubt(self) -> bool:
        """Whether all open readings of the house have the same best choices."""
        return all(best_of(left) == self.best for _, left in self._left_by(readings(self.house)))

    def judge(self, answer: Answer, diagnosis: Diagnosis | None = None) -> Verdict:
        key = str(answer[SWAP])
        points, least = self._left[key], self._left[self.best[0]]
        left = f"that leaves {number(points)}."
        if key in self.best:
            as_good = "Another choice is just as good." if len(self.best) > 1 else ""
            return Verdict(True, f"Right: {left} {self._there(key)}{as_good}".strip())
        best = f"The best choice leaves {number(least)}."
        leading = [misread for misread, left in self._misread if best_of(left) == (key,)]
        if len(leading) != 1:
            return Verdict(False, f"{left.capitalize()} {self._there(key)}{best}", frozenset({SWAP}))
        text = f"{left.capitalize()} {best} If {leading[0].doing}, this one is best."
        return Verdict(False, text, frozenset({SWAP}), (leading[0].key,), leading[0].rule)

    def facts(self) -> dict[str, Any]:
        return {**super().facts(), "drawn": str(self.drawn)}

    @classmethod
    def of_facts(cls, house: House, facts: Mapping[str, Any]) -> Self:
        return cls(house, parse_layout(facts["layout"], house), parse_card(facts["drawn"]))

    def items(self) -> tuple[Item, ...]:
        """One item, of which several choices may be right."""
        first, *others = self.best
        verdicts = {key: self.judge({SWAP: key}) for key in self._left}
        as_good = f"Right: that leaves {number(self._left[first])}. Another choice is just as good."
        return (
            self.item(
                self._name(first),
                (Wrong(self._name(key), one.text, one.misreads) for key, one in verdicts.items() if not one.right),
                "Try every spot.",
                choices=tuple(map(self._name, self._left)),
                also=tuple(map(self._name, others)),
                right=as_good if others else verdicts[first].text,
                worked=tuple(
                    f"{step.text.removesuffix('.')}. Total: {number(step.points or 0)}" for step in self.worked
                ),
            ),
        )

    # --- what each choice leaves ----------------------------------------------------------------------------------

    @cached_property
    def _left(self) -> dict[str, int]:
        return {key: worked.total for key, worked in self._scores.items()}

    @cached_property
    def _scores(self) -> dict[str, Score]:
        return {key: score(layout, self.house) for key, layout in self._layouts.items()}

    @cached_property
    def _layouts(self) -> dict[str, Layout]:
        """The layout after each choice by key, with discarding last."""
        swapped = {
            cell_key(cell): with_cards(self.layout, {cell: self.drawn})
            for cell in replaceable(self.house, self.layout, self.drawn)
        }
        return {**swapped, DISCARD: self.layout}

    @cached_property
    def _misread(self) -> tuple[tuple[Misread, dict[str, int]], ...]:
        """The points after each choice under every misread, without open readings."""
        found = self._left_by(singles(self.house))
        return tuple((belief.misreads[0], left) for belief, left in found if belief.misreads[0].reading is None)

    def _left_by(self, found: tuple[Belief, ...]) -> Iterator[tuple[Belief, dict[str, int]]]:
        """The points after each choice under beliefs that can score all of them."""
        totals = [believers(found).totals(layout) for layout in self._layouts.values()]
        for belief, points in zip(found, zip(*totals, strict=True), strict=True):
            left = {key: one for key, one in zip(self._layouts, points, strict=True) if one is not None}
            if len(left) == len(self._layouts):
                yield belief, left

    def _name(self, key: str) -> str:
        if key == DISCARD:
            return "Discard it"
        cell = cell_of(key)
        return f"Swap the {self.layout[cell].word} in {cell}"

    def _there(self, key: str) -> str:
        """The score lines at the swapped card, as a sentence with a space; "" for discarding."""
        if key == DISCARD:
            return ""
        lines = [line for line in self._scores[key].lines if cell_of(key) in line.cells]
        cells = {cell for line in lines for cell in line.cells}
        whole = len({cell.column for cell in cells}) == 1 and len(cells) == self.house.grid.rows
        there = "column" if whole else "card" if len(cells) == 1 else "group"
        return f"New {there}: {sums_of(lines)}. "


def replaceable(house: House, layout: Layout, drawn: Card) -> tuple[Cell, ...]:
    """The cells that the drawn card may go to. Empty cells never count; the house decides about matching cards.

    Canceled cards that leave the layout cannot be swapped.
    """
    cells = [cell for cell in layout.grid.cells() if layout[cell].rank is not Rank.GONE]
    if house.cancelling is not None and house.cancelling.leave:
        left = {cell for line in score(layout, house).lines if line.rule == PAIR for cell in line.cells}
        cells = [cell for cell in cells if cell not in left]
    if not house.turn.swap_open:
        return ()
    return tuple(cell for cell in cells if house.turn.swap_equal or layout[cell].rank is not drawn.rank)


def best_of(left: Mapping[str, int]) -> tuple[str, ...]:
    """The choices with the fewest points."""
    least = min(left.values())
    return tuple(key for key, points in left.items() if points == least)


# --- asking -------------------------------------------------------------------------------------------------------


def ask(house: House, level: int, dice: Dice, rule: str | None = None) -> SwapQuestion | None:
    """A drawn card, rarely best at the highest card; with a rule, a swap that depends on it.

    None where none is found.
    """
    if rule is not None and rule not in about(house):
        return None
    for highest in (level, HIGHEST):
        for _ in range(TRIES if rule is None else TRIES_OF_RULE):
            question = _drawn(house, highest, dice)
            if question is None:
                continue
            if (rule in question.rules) if rule else (not _is_obvious(question) or dice.chance(OBVIOUS)):
                return question
    return None


@by_house
def about(house: House) -> frozenset[str]:
    """The rules that can decide a swap."""
    dice, wanted, times = Dice(freeze(house)), counted_rules(house), Counter[str]()
    for _ in range(scaled_to_cost(LOOKED_AT, house, power=1)):
        question = _drawn(house, HIGHEST, dice)
        times.update(() if question is None else question.rules)
        if all(times[rule] >= OFTEN_ENOUGH for rule in wanted):
            break
    return frozenset(rule for rule, count in times.items() if count >= OFTEN_ENOUGH)


def _drawn(house: House, level: int, dice: Dice) -> SwapQuestion | None:
    """A question with a layout up to this level and a card from the rest of the decks.

    None if there is nothing to decide, too many answers are right, or open readings disagree.
    """
    layout = laid(house, level, dice)
    if cards_leave(house):  # too many of its layouts have a card face down
        layout = as_left(replace(layout, hidden=frozenset()), house)
    if layout.hidden or level_of(layout, house) > level:
        return None
    rest = list(cards_for(house, level))
    for card in layout.cards():
        if card in rest:
            rest.remove(card)
    ranks = {card.rank for card in layout.cards()}
    equal = [card for card in rest if card.rank in ranks]
    drawn = dice.pick(equal if equal and dice.chance(EQUAL_DRAWN) else rest)
    try:
        question = SwapQuestion(house, layout, drawn)
    except ValueError:
        return None
    return question if len(question.best) <= 2 and question.leaves_no_doubt else None


def _is_obvious(question: SwapQuestion) -> bool:
    """Whether the best swap is the card with the highest value."""
    there = [one for one in question.cells if one.key]
    highest = max(there, key=lambda one: question.house.value(one.card)).key if there else DISCARD
    return question.best[0] == highest
