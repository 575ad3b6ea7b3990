"""Worksheets: a few versions with the same types of questions, so that neighbors have different answers.

A code always gives the same worksheet. The store saves its questions, not just the code, so that a later release can't
change them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from scorekeeper.rules import Card, House, Layout, Rank, RuleError, format_layout, parse_layout, score
from scorekeeper.rules.scoring import VALUES
from scorekeeper.rules.wording import count_word, listing
from scorekeeper.school.exercises.codes import letter_of, version_of
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.items import Item
from scorekeeper.school.exercises.laying import lay_out
from scorekeeper.school.exercises.levels import check_exercises, level_of, levels_of
from scorekeeper.school.exercises.question import Answer, Question, Value, Verdict
from scorekeeper.school.exercises.questions import KINDS, Kind, from_data, to_data
from scorekeeper.school.exercises.questions.score import ScoreQuestion
from scorekeeper.school.exercises.set_layouts import SEPARATING, SetLayouts, ranks_of

MOST_QUESTIONS, MOST_VARIANTS = 30, 6
USUAL_SIZE, USUAL_VARIANTS = 6, 2

SCORE = ScoreQuestion.kind
HANDS = "hands"
"""Name of the box for hands that the teacher typed."""

NEIGHBORS = 3
"""Earlier versions with different answers to the same questions, for students next to, in front of and across."""

MOST_JUDGED = 2_000
"""Graded answers cached per version."""

ASKED = 30
"""Tries for another question of a kind before giving up."""


class BadSet(RuleError):
    """A worksheet that can't be made; ``reasons`` by the names of the choices."""

    code = "set.bad"

    def __init__(self, reasons: Mapping[str, str]) -> None:
        super().__init__(" ".join(reasons.values()))
        self.reasons = dict(reasons)


@dataclass(frozen=True)
class Sheet:
    """One version of a worksheet. ``own`` is an example answer to its last task, "Make a hand that scores …"."""

    variant: str  # A1, A2, ...
    questions: tuple[Question, ...]
    own: Layout

    @property
    def version(self) -> str:
        """Letter that people read: A, B, ..."""
        return version_of(self.variant)

    @property
    def lettered(self) -> tuple[tuple[str, Question], ...]:
        """All questions with their letters."""
        return tuple((letter_of(index), question) for index, question in enumerate(self.questions))

    @property
    def face_down(self) -> bool:
        """Whether any card was face down when the hole ended; the rules then say what it is worth."""
        return any(hand.layout.hidden for question in self.questions for hand in question.hands)

    @cached_property
    def items(self) -> tuple[tuple[str, Item], ...]:
        """All items to answer, with the letters of their questions."""
        return tuple((letter, item) for letter, question in self.lettered for item in question.items())

    @cached_property
    def _judged(self) -> dict[tuple[int, frozenset[tuple[str, Value]]], Verdict]:
        return {}

    def judge(self, index: int, answer: Answer) -> Verdict:
        """Verdict on an answer to the question at that index, cached because classes repeat answers."""
        key = index, frozenset(answer.items())
        verdict = self._judged.get(key)
        if verdict is None:
            verdict = self.questions[index].judge(answer)
            if len(self._judged) < MOST_JUDGED:  # beyond that, answers are judged without caching
                self._judged[key] = verdict
        return verdict


@dataclass(frozen=True)
class QuestionSet:
    """Versions with the same types of questions under one house, and the code printed on them."""

    code: str
    house: House
    level: int
    kinds: tuple[str, ...]
    sheets: tuple[Sheet, ...]

    @property
    def size(self) -> int:
        """Number of questions in each version."""
        return len(self.sheets[0].questions)

    @property
    def cards(self) -> int:
        """About how many cards its questions show."""
        return self.size * len(self.sheets) * self.house.grid.size

    @property
    def title(self) -> str:
        return f"Scoring {self.house.name}"

    def sheet(self, variant: str) -> Sheet | None:
        """The version with that variant."""
        return next((sheet for sheet in self.sheets if sheet.variant == variant), None)

    def own_total(self, sheet: Sheet) -> int:
        """Points of the hand that a student makes."""
        return score(sheet.own, self.house).total

    @property
    def kind_names(self) -> tuple[str, ...]:
        """Names of its question types."""
        return tuple(kind.name for kind in KINDS if kind.key in self.kinds)


def make_set(
    house: House, level: int, size: int, variants: int, kinds: Sequence[str] = (SCORE,), code: str = ""
) -> QuestionSet:
    """Make a worksheet, the same for the same code and choices in this release.

    The first five hands of each version separate mistakes as far as hands of its level can. All versions choose from
    the same hands, so six take hardly longer than one. Raises BadSet and NotForExercises.
    """
    check_exercises(house)
    chosen = _chosen(house, level, size, variants, kinds)
    level = max(one.number for one in levels_of(house) if one.number <= level)
    drawn = [_drawn(chosen, house, level, size, Dice(f"{code} A{number}")) for number in range(1, variants + 1)]
    hands = [size - len(asked) for asked in drawn]
    pool = SetLayouts(house, level, Dice(f"{code} layouts"))
    sheets: list[Sheet] = []
    for number, asked in enumerate(drawn, start=1):
        dice = Dice(f"{code} A{number} hands")
        layouts = pool.pick_diagnostic(hands[number - 1], dice)
        scored, before = [ScoreQuestion(house, layout) for layout in layouts], [one.questions for one in sheets]
        questions = _in_order(scored[:SEPARATING], before)
        questions += _in_order(scored[SEPARATING:], [one[SEPARATING:] for one in before])
        questions += asked
        sheets.append(Sheet(f"A{number}", tuple(questions), pool.another([_answer(one) for one in questions], dice)))
    return QuestionSet(code, house, level, tuple(kind.key for kind in chosen), tuple(sheets))


def set_of_layouts(house: House, layouts: Sequence[Layout], code: str = "") -> QuestionSet:
    """Make a one-version worksheet of these hands, in this order; each must fit the house.

    Its level is the lowest that has all of them. Raises BadSet.
    """
    check_exercises(house)
    names = [f"Hand {number}" for number in range(1, len(layouts) + 1)]
    reasons = [reason for _, reason in unfit(house, layouts, names)]
    if not 1 <= len(layouts) <= MOST_QUESTIONS:
        reasons.append(f"Choose 1 to {MOST_QUESTIONS} questions.")
    if reasons:
        raise BadSet({HANDS: " ".join(reasons)})
    needed = max(level_of(layout, house) for layout in layouts)
    there = [one.number for one in levels_of(house)]
    level = next((number for number in there if number >= needed), there[-1])
    questions = tuple(ScoreQuestion(house, layout) for layout in layouts)
    pool = SetLayouts(house, level, Dice(f"{code} layouts"))
    own = pool.another([_answer(question) for question in questions], Dice(f"{code} A1 hands"))
    return QuestionSet(code, house, level, (SCORE,), (Sheet("A1", questions, own),))


def redrawn(made: QuestionSet, variant: str, index: int, code: str) -> QuestionSet:
    """Copy a worksheet under another code, with one hand replaced by an equally hard one.

    No version has that hand yet, nor its points at that index. Raises BadSet where there is no hand to score.
    """
    sheet = made.sheet(variant)
    old = sheet.questions[index] if sheet is not None and 0 <= index < len(sheet.questions) else None
    if sheet is None or not isinstance(old, ScoreQuestion):
        raise BadSet({HANDS: "There’s no hand to score there."})
    there = [question for one in made.sheets for question in one.questions]
    beside = [_answer(one.questions[index]) for one in made.sheets]
    dice, level = Dice(f"{code} {variant} {index}"), level_of(old.layout, made.house)
    tried = [ScoreQuestion(made.house, lay_out(made.house, level, dice)) for _ in range(ASKED)]
    fitting = [one for one in tried if one not in there and _answer(one) not in (*beside, made.own_total(sheet))]
    new = (fitting or tried)[0]
    questions = (*sheet.questions[:index], new, *sheet.questions[index + 1 :])
    sheets = tuple(replace(one, questions=questions) if one is sheet else one for one in made.sheets)
    return replace(made, code=code, sheets=sheets)


def unfit(house: House, layouts: Sequence[Layout], names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Errors of hands that can't share a worksheet: the index of each, from 0, and the error with its name.

    No hand may appear twice. Suits only matter if the house uses them.
    """
    first: dict[Layout, int] = {}
    for index, layout in enumerate(layouts):
        rows = [[card if house.needs_suits else Card(card.rank) for card in row] for row in layout.rows]
        bare = Layout(tuple(map(tuple, rows)), layout.hidden)
        if first.setdefault(bare, index) != index:
            yield index, f"{names[index]} is the same as {names[first[bare]].lower()}."


def to_facts(made: QuestionSet) -> list[dict[str, Any]]:
    """The versions as JSON values; the caller stores house, level and kinds with them."""
    return [
        {
            "variant": sheet.variant,
            "questions": [to_data(question) for question in sheet.questions],
            "own": format_layout(sheet.own),
        }
        for sheet in made.sheets
    ]


def sheets_of_facts(house: House, facts: Sequence[Mapping[str, Any]]) -> tuple[Sheet, ...]:
    """The versions that `to_facts` wrote. Raises UnknownQuestion."""
    return tuple(
        Sheet(
            sheet["variant"],
            tuple(from_data(house, data) for data in sheet["questions"]),
            parse_layout(sheet["own"], house),
        )
        for sheet in facts
    )


# --- choices ----------------------------------------------------------------------------------------------------------


def _chosen(house: House, level: int, size: int, variants: int, kinds: Sequence[str]) -> list[Kind]:
    """The chosen kinds, in the order of the form. Raises BadSet with all errors."""
    reasons: dict[str, str] = {}
    if not 1 <= size <= MOST_QUESTIONS:
        reasons["size"] = f"Choose 1 to {MOST_QUESTIONS} questions."
    if not 1 <= variants <= MOST_VARIANTS:
        reasons["variants"] = f"Choose 1 to {MOST_VARIANTS} versions."
    if not any(one.number <= level for one in levels_of(house)):
        reasons["level"] = "Choose a level."
    chosen = [kind for kind in KINDS if kind.key in kinds]
    missing = [kind.name for kind in chosen if not kind.about(house)]
    if missing:
        these = "this type" if len(missing) == 1 else "these types"
        reasons["kinds"] = f"These rules have no questions of {these}: {listing(missing)}."
    elif not chosen:
        reasons["kinds"] = "Choose at least one question type."
    elif size < len(chosen):
        count = count_word(len(chosen))
        reasons["size"] = f"{count.capitalize()} question types need at least {count} questions."
    if reasons:
        raise BadSet(reasons)
    return chosen


def _drawn(chosen: Sequence[Kind], house: House, level: int, size: int, dice: Dice) -> list[Question]:
    """Questions of one version except the hands to score, which fill up where a kind has too few questions.

    No question appears twice. Raises BadSet; without hands to score, also for too few questions.
    """
    # The same number of each kind; the first kinds get the remainder.
    each, more = divmod(size, len(chosen))
    shares = {kind.key: each + (index < more) for index, kind in enumerate(chosen)}
    found: list[Question] = []
    for kind in (kind for kind in chosen if kind.key != SCORE):
        asked = _asked(kind, house, level, dice, shares[kind.key], found)
        if len(asked) < (1 if SCORE in shares else shares[kind.key]):
            there = "there’s" if len(asked) == 1 else "there are"
            count = f"only {count_word(len(asked))}" if asked else "no"
            questions = f"“{kind.name}” question{'' if len(asked) == 1 else 's'}"
            raise BadSet({"kinds": f"At this level, {there} {count} {questions} for these rules."})
        found += asked
    return found


def _asked(kind: Kind, house: House, level: int, dice: Dice, count: int, before: Sequence[Question]) -> list[Question]:
    """Up to ``count`` different questions of a kind, none with a hand that looks like one ``before``."""
    found: list[Question] = []
    looks = {look for question in before for look in _looks(question)}
    for _ in range(ASKED + 2 * count):
        question = kind.ask(house, level, dice)
        if question is not None and question not in found and looks.isdisjoint(_looks(question)):
            found.append(question)
            looks.update(_looks(question))
            if len(found) == count:
                break
    return found


def _looks(question: Question) -> set[tuple[Rank, ...]]:
    return {ranks_of(hand.layout) for hand in question.hands}


# --- order ------------------------------------------------------------------------------------------------------------


def _in_order(questions: list[ScoreQuestion], before: Sequence[Sequence[Question]]) -> list[Question]:
    """The easiest first, unless a neighbor's version has the same answer at that index."""
    order: list[Question] = [*sorted(questions, key=_ease)]
    taken = [{_answer(sheet[index]) for sheet in before[-NEIGHBORS:]} for index in range(len(order))]
    for index in range(len(order)):
        if _answer(order[index]) not in taken[index]:
            continue
        for other in sorted(range(len(order)), key=lambda other: abs(other - index)):
            if _answer(order[index]) not in taken[other] and _answer(order[other]) not in taken[index]:
                order[index], order[other] = order[other], order[index]
                break
    return order


def _ease(question: ScoreQuestion) -> tuple[int, int, int]:
    lines = question.score.lines
    special = sum(line.rule != VALUES for line in lines)
    return level_of(question.layout, question.house), special, abs(question.score.total)


def _answer(question: Question) -> object:
    return question.solution.get("points")
