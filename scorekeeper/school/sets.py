"""Sets of exercises for paper: a few sheets of the same kinds of questions, so that neighbors have other answers.

A set is found again by its code. Whoever keeps it keeps the facts of its questions, not the code alone: the sheet of an
old code stays the same when sheets are made in another way one day.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from scorekeeper.rules import Card, House, Layout, RuleError, format_layout, parse_layout, score
from scorekeeper.rules.scoring import VALUES
from scorekeeper.rules.wording import count_word, listing
from scorekeeper.school.codes import letter_of
from scorekeeper.school.dice import Dice
from scorekeeper.school.items import Item
from scorekeeper.school.laying import lay_out
from scorekeeper.school.levels import check_exercises, level_of, levels_of
from scorekeeper.school.question import Answer, Question, Value, Verdict
from scorekeeper.school.questions import KINDS, Kind, from_data, to_data
from scorekeeper.school.questions.score import ScoreQuestion
from scorekeeper.school.set_layouts import TELLING, Heap

MOST_QUESTIONS, MOST_VARIANTS = 30, 6
USUAL_SIZE, USUAL_VARIANTS = 5, 2

SCORE = ScoreQuestion.kind
HANDS = "hands"
"""What a reason goes by that is about layouts which somebody picked."""

NEIGHBORS = 3
"""So many sheets before it have other answers in the same places: whoever sits beside, before and across."""

MOST_JUDGED = 2_000
"""So many answers to a sheet are remembered with what is said to them."""

ASKED = 30
"""How often a kind is asked for another question before it has no more."""


class BadSet(RuleError):
    """A set that cannot be made: reasons by the names of what was chosen."""

    code = "set.bad"

    def __init__(self, reasons: Mapping[str, str]) -> None:
        super().__init__("; ".join(reasons.values()))
        self.reasons = dict(reasons)


@dataclass(frozen=True)
class Sheet:
    """One variant of a set. ``own`` is a layout that scores what a student is asked to lay in the last place."""

    variant: str  # A1, A2, ...
    questions: tuple[Question, ...]
    own: Layout

    @property
    def lettered(self) -> tuple[tuple[str, Question], ...]:
        """Every question with its letter."""
        return tuple((letter_of(place), question) for place, question in enumerate(self.questions))

    @property
    def face_down(self) -> bool:
        """Whether some card on it lay face down when the hole was over: what such a card counts has to be said."""
        return any(hand.layout.hidden for question in self.questions for hand in question.hands)

    @cached_property
    def items(self) -> tuple[tuple[str, Item], ...]:
        """Everything that is to be answered, with the letter of its question."""
        return tuple((letter, item) for letter, question in self.lettered for item in question.items())

    @cached_property
    def _judged(self) -> dict[tuple[int, frozenset[tuple[str, Value]]], Verdict]:
        return {}

    def judge(self, place: int, answer: Answer) -> Verdict:
        """What is said to an answer to the question of that place; a whole class often gives the same ones."""
        key = place, frozenset(answer.items())
        verdict = self._judged.get(key)
        if verdict is None:
            verdict = self.questions[place].judge(answer)
            if len(self._judged) < MOST_JUDGED:  # of thousands of numbers typed in each is judged, and not remembered
                self._judged[key] = verdict
        return verdict


@dataclass(frozen=True)
class QuestionSet:
    """Sheets of the same kinds of questions under one house, and the code that stands on them."""

    code: str
    house: House
    level: int
    kinds: tuple[str, ...]
    sheets: tuple[Sheet, ...]

    @property
    def size(self) -> int:
        """How many questions each sheet has."""
        return len(self.sheets[0].questions)

    @property
    def cards(self) -> int:
        """About how many its questions show."""
        return self.size * len(self.sheets) * self.house.grid.size

    @property
    def title(self) -> str:
        return f"Golf scoring, {self.house.name}"

    def sheet(self, variant: str) -> Sheet | None:
        """The sheet of that variant."""
        return next((sheet for sheet in self.sheets if sheet.variant == variant), None)

    def own_total(self, sheet: Sheet) -> int:
        """What the layout shall score that a student lays."""
        return score(sheet.own, self.house).total

    @property
    def kind_names(self) -> tuple[str, ...]:
        """What its kinds are called."""
        return tuple(kind.name for kind in KINDS if kind.key in self.kinds)


def make_set(
    house: House, level: int, size: int, variants: int, kinds: Sequence[str] = (SCORE,), code: str = ""
) -> QuestionSet:
    """A new set; the same for the same code and choices, as long as sheets are made in this way.

    The first five layouts to score of a sheet tell misreads apart as far as layouts of its level can. All of
    them are chosen from one heap of layouts, so six sheets take hardly longer than one. Raises BadSet and
    NotForExercises.
    """
    check_exercises(house)
    chosen = _chosen(house, level, size, variants, kinds)
    level = max(one.number for one in levels_of(house) if one.number <= level)
    drawn = [_drawn(chosen, house, level, size, Dice(f"{code} A{number}")) for number in range(1, variants + 1)]
    hands = [size - len(asked) for asked in drawn]
    heap = Heap(house, level, sum(hands) + variants, Dice(f"{code} layouts"))
    sheets: list[Sheet] = []
    for number, asked in enumerate(drawn, start=1):
        dice = Dice(f"{code} A{number} hands")
        layouts = heap.telling(hands[number - 1], dice)
        scored, before = [ScoreQuestion(house, layout) for layout in layouts], [one.questions for one in sheets]
        questions = _in_order(scored[:TELLING], before)
        questions += _in_order(scored[TELLING:], [one[TELLING:] for one in before])
        questions += asked
        sheets.append(Sheet(f"A{number}", tuple(questions), heap.another([_answer(one) for one in questions], dice)))
    return QuestionSet(code, house, level, tuple(kind.key for kind in chosen), tuple(sheets))


def set_of_layouts(house: House, layouts: Sequence[Layout], code: str = "") -> QuestionSet:
    """A set of one sheet that has these layouts to score, in this order; each of them must fit the house.

    Its level is the lowest of the house that has all of them. Raises BadSet.
    """
    check_exercises(house)
    names = [f"layout {number}" for number in range(1, len(layouts) + 1)]
    reasons = [reason for _, reason in unfit(house, layouts, names)]
    if not 1 <= len(layouts) <= MOST_QUESTIONS:
        reasons.append(f"a sheet has 1 to {MOST_QUESTIONS} questions")
    if reasons:
        raise BadSet({HANDS: "; ".join(reasons)})
    needed = max(level_of(layout, house) for layout in layouts)
    there = [one.number for one in levels_of(house)]
    level = next((number for number in there if number >= needed), there[-1])
    questions = tuple(ScoreQuestion(house, layout) for layout in layouts)
    heap = Heap(house, level, 1, Dice(f"{code} layouts"))
    own = heap.another([_answer(question) for question in questions], Dice(f"{code} A1 hands"))
    return QuestionSet(code, house, level, (SCORE,), (Sheet("A1", questions, own),))


def redrawn(made: QuestionSet, variant: str, place: int, code: str) -> QuestionSet:
    """The set under another code, with another hand in that place, as hard as the one there; all others stay.

    No sheet has it, nor its points in that place. Raises BadSet where no hand is to be scored there.
    """
    sheet = made.sheet(variant)
    old = sheet.questions[place] if sheet is not None and 0 <= place < len(sheet.questions) else None
    if sheet is None or not isinstance(old, ScoreQuestion):
        raise BadSet({HANDS: "no hand is to be scored there"})
    there = [question for one in made.sheets for question in one.questions]
    beside = [_answer(one.questions[place]) for one in made.sheets]
    dice, level = Dice(f"{code} {variant} {place}"), level_of(old.layout, made.house)
    tried = [ScoreQuestion(made.house, lay_out(made.house, level, dice)) for _ in range(ASKED)]
    fitting = [one for one in tried if one not in there and _answer(one) not in (*beside, made.own_total(sheet))]
    new = (fitting or tried)[0]
    questions = (*sheet.questions[:place], new, *sheet.questions[place + 1 :])
    sheets = tuple(replace(one, questions=questions) if one is sheet else one for one in made.sheets)
    return replace(made, code=code, sheets=sheets)


def unfit(house: House, layouts: Sequence[Layout], names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Why some of these layouts cannot be on one sheet: the place of each, from 0, and what is wrong, by its name.

    None may come twice. Suits that count for nothing make no other layout.
    """
    first: dict[Layout, int] = {}
    for place, layout in enumerate(layouts):
        rows = [[card if house.needs_suits else Card(card.rank) for card in row] for row in layout.rows]
        bare = Layout(tuple(map(tuple, rows)), layout.hidden)
        if first.setdefault(bare, place) != place:
            yield place, f"{names[place]} is the same as {names[first[bare]]}: a sheet asks none twice"


def to_facts(made: QuestionSet) -> list[dict[str, Any]]:
    """The sheets as JSON values; whoever keeps them keeps house, level and kinds beside them."""
    return [
        {
            "variant": sheet.variant,
            "questions": [to_data(question) for question in sheet.questions],
            "own": format_layout(sheet.own),
        }
        for sheet in made.sheets
    ]


def sheets_of_facts(house: House, facts: Sequence[Mapping[str, Any]]) -> tuple[Sheet, ...]:
    """The sheets that `to_facts` wrote. Raises UnknownQuestion."""
    return tuple(
        Sheet(
            sheet["variant"],
            tuple(from_data(house, data) for data in sheet["questions"]),
            parse_layout(sheet["own"], house),
        )
        for sheet in facts
    )


# --- what is asked for ------------------------------------------------------------------------------------------------


def _chosen(house: House, level: int, size: int, variants: int, kinds: Sequence[str]) -> list[Kind]:
    """The kinds, in the order in which they are offered. Raises BadSet with everything that is wrong."""
    reasons: dict[str, str] = {}
    if not 1 <= size <= MOST_QUESTIONS:
        reasons["size"] = f"a sheet has 1 to {MOST_QUESTIONS} questions"
    if not 1 <= variants <= MOST_VARIANTS:
        reasons["variants"] = f"a set has 1 to {MOST_VARIANTS} different sheets"
    if not any(one.number <= level for one in levels_of(house)):
        reasons["level"] = "choose a level"
    chosen = [kind for kind in KINDS if kind.key in kinds]
    missing = [kind.name for kind in chosen if not kind.about(house)]
    if missing:
        reasons["kinds"] = f"{house.name} has no questions of this kind: {listing(missing)}"
    elif not chosen:
        reasons["kinds"] = "choose what is to be asked"
    elif size < len(chosen):
        reasons["size"] = f"{count_word(len(chosen))} kinds need {count_word(len(chosen))} questions or more"
    if reasons:
        raise BadSet(reasons)
    return chosen


def _drawn(chosen: Sequence[Kind], house: House, level: int, size: int, dice: Dice) -> list[Question]:
    """The questions of a sheet beside the hands to be scored, which take the places of what a kind has too few of.

    No question comes twice. Raises BadSet, where no hands are to be scored also for too few questions.
    """
    # As many of each kind as of the others, of the first ones one more where that does not go up.
    each, more = divmod(size, len(chosen))
    shares = {kind.key: each + (place < more) for place, kind in enumerate(chosen)}
    found: list[Question] = []
    for kind in (kind for kind in chosen if kind.key != SCORE):
        asked = _asked(kind, house, level, dice, shares[kind.key])
        if len(asked) < (1 if SCORE in shares else shares[kind.key]):
            count = "only " + count_word(len(asked)) if asked else "no"
            raise BadSet({"kinds": f"{house.name} has {count} questions of this kind at this level: {kind.name}"})
        found += asked
    return found


def _asked(kind: Kind, house: House, level: int, dice: Dice, count: int) -> list[Question]:
    """So many questions of a kind, or as many as it has: none twice."""
    found: list[Question] = []
    for _ in range(ASKED + 2 * count):
        question = kind.ask(house, level, dice)
        if question is not None and question not in found:
            found.append(question)
            if len(found) == count:
                break
    return found


# --- the order of a sheet ---------------------------------------------------------------------------------------------


def _in_order(questions: list[ScoreQuestion], before: Sequence[Sequence[Question]]) -> list[Question]:
    """The easiest first, as far as nobody has the answer of a neighbor with another sheet in the same place."""
    order: list[Question] = [*sorted(questions, key=_ease)]
    taken = [{_answer(sheet[place]) for sheet in before[-NEIGHBORS:]} for place in range(len(order))]
    for place in range(len(order)):
        if _answer(order[place]) not in taken[place]:
            continue
        for other in sorted(range(len(order)), key=lambda other: abs(other - place)):
            if _answer(order[place]) not in taken[other] and _answer(order[other]) not in taken[place]:
                order[place], order[other] = order[other], order[place]
                break
    return order


def _ease(question: ScoreQuestion) -> tuple[int, int, int]:
    lines = question.score.lines
    special = sum(line.rule != VALUES for line in lines)
    return level_of(question.layout, question.house), special, abs(question.score.total)


def _answer(question: Question) -> object:
    return question.solution.get("points")
