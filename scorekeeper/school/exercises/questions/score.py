"""What is this hand worth? The exercise of the classroom sheet."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from scorekeeper.rules import Card, House, Layout, Line, Score, score
from scorekeeper.rules.cards import article
from scorekeeper.rules.scoring import GONE, VALUES
from scorekeeper.rules.wording import count_word, listing
from scorekeeper.school.diagnosis.beliefs import Belief, beliefs, believers, singles
from scorekeeper.school.diagnosis.diagnosis import Diagnosis
from scorekeeper.school.diagnosis.explaining import Meaning, explain, wrong_answers
from scorekeeper.school.diagnosis.misreads import Misread, misreads
from scorekeeper.school.diagnosis.score_cards import addition, tally
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.items import Item
from scorekeeper.school.exercises.laying import laid, lay_out
from scorekeeper.school.exercises.levels import HIGHEST, counts_its_face, level_of, scaled_to_cost
from scorekeeper.school.exercises.question import Answer, LayoutQuestion, NumberField, Step, Verdict

POINTS = "points"
UNTOLD = "Work out each column first, then add them all up."
SHOWN, TRIES = 3, 120
"""Layouts compared for showing a rule, and how many to lay in search of them."""


@dataclass(frozen=True)
class ScoreQuestion(LayoutQuestion):
    """One layout, one number."""

    kind = "score"
    prompt = "What is this hand worth?"
    fields = (NumberField(POINTS, "Points"),)

    @property
    def solution(self) -> Answer:
        return {POINTS: self.score.total}

    @property
    def hints(self) -> tuple[str, ...]:
        return hints_of(self.score, self.house)

    @property
    def worked(self) -> tuple[Step, ...]:
        return steps_of(self.score)

    def worked_beside(self, verdict: Verdict, answer: Answer) -> tuple[Step, ...]:
        believed = next((one for one in singles(self.house) if (one.key,) == verdict.misreads), None)
        theirs = None if believed is None else tally(self.layout, believed)
        lines = self.score.lines
        if theirs is None:
            return self.worked
        # In a column of two lines, either may be the wrong one.
        columns = [{cell.column for cell in line.cells} for line in lines]
        return tuple(
            replace(step, instead=theirs.columns[min(own)])
            if len(own) == 1 == columns.count(own) and theirs.columns[min(own)] != line.points
            else step
            for step, line, own in zip(self.worked, lines, columns, strict=True)
        )

    @cached_property
    def rules(self) -> frozenset[str]:
        return rules_shown(self.house, self.layout)

    def judge(self, answer: Answer, diagnosis: Diagnosis | None = None) -> Verdict:
        found = explain(self.house, self.layout, int(answer[POINTS]), diagnosis)
        if found.meaning is Meaning.RIGHT:
            return Verdict(True, f"Right: {addition(self.score)}.")
        told = found.beliefs if found.meaning is Meaning.MISREAD else ()
        misread = next((misread for belief in told for misread in belief.mistakes), None)
        return Verdict(
            False,
            found.text,
            frozenset({POINTS}),
            tuple(belief.mistaken for belief in told),
            "" if misread is None else misread.rule,
            reading=found.meaning is Meaning.READING,
            slip=found.meaning is Meaning.SLIP,
        )

    def items(self) -> tuple[Item, ...]:
        return (self.item(self.score.total, wrong_answers(self.house, self.layout), UNTOLD),)

    def counted_as(self, answer: Answer) -> tuple[Layout, int] | None:
        return self.layout, int(answer[POINTS])


def ask(house: House, level: int, dice: Dice, rule: str | None = None) -> ScoreQuestion:
    """A layout to score, or one that shows a misread of the rule."""
    return ScoreQuestion(house, lay_out(house, level, dice) if rule is None else showing(house, rule, level, dice))


def about(house: House) -> frozenset[str]:
    """The scoring rules of this house that can be misread."""
    return frozenset(misread.rule for misread in misreads(house) if misread.reading is None)


def showing(house: House, rule: str, level: int, dice: Dice) -> Layout:
    """The simplest layout found, up to this level, where a misread of the rule gives another number.

    Falls back to any level, then to any layout of this level.
    """
    for highest in (level, HIGHEST):
        found: list[Layout] = []
        for _ in range(scaled_to_cost(TRIES, house)):
            layout = laid(house, highest, dice)
            if level_of(layout, house) <= highest and rule in rules_shown(house, layout):
                found.append(layout)
                if len(found) == SHOWN:
                    break
        if found:
            return min(found, key=lambda layout: (level_of(layout, house), len(score(layout, house).lines)))
    return lay_out(house, level, dice)


def showing_misread(house: House, misread: Misread, dice: Dice) -> Layout:
    """The simplest layout found that this misread scores wrongly; if none, any."""
    believes = Belief((misread,), misread.house)
    some = [laid(house, HIGHEST, dice) for _ in range(scaled_to_cost(TRIES, house))]
    found = [layout for layout in some if believes.total(layout) not in (None, score(layout, house).total)]
    return min(found[:SHOWN] or some, key=lambda layout: level_of(layout, house))


def rules_shown(house: House, layout: Layout) -> frozenset[str]:
    """The rules that this layout lets be misread, which a right answer supports."""
    found = (beliefs(house)[0], *singles(house))
    right, *others = believers(found).totals(layout)
    return frozenset(
        belief.misreads[0].rule
        for belief, total in zip(found[1:], others, strict=True)
        if belief.misreads[0].reading is None and total not in (None, right)
    )


def steps_of(worked: Score) -> tuple[Step, ...]:
    """The lines of a score as steps, with their points."""
    return tuple(Step(line.text, line.points) for line in worked.lines)


def hints_of(worked: Score, house: House) -> tuple[str, ...]:
    """The columns or row to look at first, and their cards; never the points."""

    def easy(line: Line) -> tuple[bool, bool, int, int, int]:
        """In this order: lines that say more than what cards add up to, by cards; those with cards that surprise."""
        values = [house.value(worked.layout[cell]) for cell in line.cells if line.rule == VALUES]
        odd = [cell for cell in line.cells if line.rule == VALUES and not counts_its_face(worked.layout[cell], house)]
        return line.rule == GONE, line.rule == VALUES, -sum(value <= 0 for value in values), -len(odd), -len(line.cells)

    line = min(worked.lines, key=easy)
    columns = [str(column + 1) for column in sorted({cell.column for cell in line.cells})]
    where = f"column{'s' if len(columns) > 1 else ''} {listing(columns)}"
    if len({cell.row for cell in line.cells}) == 1 < len(columns):
        where = f"row {line.cells[0].row + 1}"
    held = "They have" if where.startswith("columns") else "It has"
    return (f"Look at {where} first.", rules_about([worked.layout[cell] for cell in line.cells], held))


def rules_about(cards: Sequence[Card], held: str = "It has") -> str:
    """A hint about the cards of columns or a row."""
    ranks = Counter(card.rank for card in cards)
    words = listing(
        [article(rank.word) if count == 1 else f"{count_word(count)} {rank.plural}" for rank, count in ranks.items()]
    )
    return f"{held} {words}. What do the rules say about {'that' if len(cards) == 1 else 'those'}?"
