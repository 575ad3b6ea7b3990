"""The misread map: which rule the answers of a class fit a misread of, and at which question.

Everything here can be asked for as it may be projected, or (``own``) as only the teacher should see it. What is
projected tells nothing of fewer than three pupils, and nothing of a question whose answer pupils may not see yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorekeeper.classroom.agreeing import Agreeing, agreeing_in
from scorekeeper.classroom.answered import AtQuestion, Group, at_question, at_questions
from scorekeeper.classroom.fitting import Fit, mistakes, named
from scorekeeper.classroom.session import ClassSession
from scorekeeper.classroom.work import Seat
from scorekeeper.houses import freeze
from scorekeeper.quiz.practised import NAMES
from scorekeeper.quiz.question import Answer, Question, Step, answer_in_words
from scorekeeper.quiz.questions.columns import ColumnsQuestion
from scorekeeper.quiz.questions.score import ScoreQuestion, steps_of
from scorekeeper.rules import Layout, score
from scorekeeper.rules.wording import number


@dataclass(frozen=True)
class MapCell:
    """How many pupils' answers to a question fit a misread of a rule; None where the map is shared and they are too
    few to be shown, or none. ``seats`` are the numbers of those pupils, and empty where it is shared."""

    letter: str
    count: int | None
    seats: tuple[int, ...] = ()


@dataclass(frozen=True)
class MapRow:
    """A rule that can be practised. ``misreads`` says what those do whose answers fit, as `If {doing}` goes on; where
    the map is shared, only those that lead to an answer which may be shown by itself: perhaps none. ``agreeing`` are
    those whose answers fit at two questions or more."""

    rule: str
    name: str
    misreads: tuple[str, ...]
    cells: tuple[MapCell, ...]
    agreeing: tuple[Agreeing, ...] = ()


@dataclass(frozen=True)
class MisreadMap:
    """Rules by questions: only rules with something to show. ``letters`` head the columns.

    First come those that most pupils fit at two questions or more, as far as that is shown, and then those with most
    answers: many pupils at one question may all have come there by another way.

    There are no totals: with them, what is not shown could be worked out.
    """

    letters: tuple[str, ...]
    rows: tuple[MapRow, ...]


@dataclass(frozen=True)
class GivenAnswer:
    """An answer to the question of a sheet, in words, and how many gave it; ``seats`` as in a `MapCell`."""

    letter: str
    variant: str
    answer: str
    count: int
    right: bool = False
    reading: bool = False  # right by a reading that the house leaves open: no mistake
    doing: tuple[str, ...] = ()  # the misreads that lead to it, each as `If {doing}` goes on
    seats: tuple[int, ...] = ()


@dataclass(frozen=True)
class WorkedMisread:
    """A misread worked beside the right way, for the question of one sheet.

    ``theirs`` are the score lines of whoever reads it so, where they are those of a house; a slip in adding up leaves
    only its ``total``, and where nothing is added up (``total`` None) ``text`` says why it is not right. ``count`` is
    None where it is not to be shown, and then ``answer`` is one that this misread leads to, given or not.
    """

    letter: str
    variant: str
    question: Question
    key: str  # of the misread; "" where the answer points at the rule and at no misread of it
    doing: str
    answer: str
    right_answer: str
    right: tuple[Step, ...]
    theirs: tuple[Step, ...] = ()
    total: int | None = None
    text: str = ""
    count: int | None = None
    seats: tuple[int, ...] = ()


def misread_map(session: ClassSession, seats: Sequence[Seat], own: bool) -> MisreadMap:
    """Which counted answers fit which misreads. An answer that fits several of one rule counts once for it, and one
    that fits misreads of several rules counts for each."""
    asked = at_questions(session, seats, own)
    fits = [fit for one in asked for group in one.shown for fit in group.fitting.fits]
    agreeing = agreeing_in(asked, NAMES, own, session.phase == "ended")
    rows = []
    for rule, name in NAMES.items():
        cells = tuple(_cell(one, rule) for one in asked)
        if any(cell.count for cell in cells):
            doing = dict.fromkeys(fit.doing for fit in fits if fit.rule == rule and fit.doing)
            rows.append(MapRow(rule, name, tuple(doing), cells, agreeing[rule]))
    rows.sort(key=_size, reverse=True)
    return MisreadMap(tuple(one.letter for one in asked), tuple(rows))


def _cell(asked: AtQuestion, rule: str) -> MapCell:
    if asked.own:
        pupils = asked.cells.get(rule, frozenset())
        return MapCell(asked.letter, len(pupils), tuple(sorted(pupils)))
    return MapCell(asked.letter, len(asked.cells[rule]) if rule in asked.cells else None)


def _size(row: MapRow) -> tuple[int, int]:
    """How many pupils fit a row at two questions or more, and how many answers do, each as far as it is shown."""
    return sum(group.count for group in row.agreeing), sum(cell.count or 0 for cell in row.cells)


def unexplained(session: ClassSession, seats: Sequence[Seat], own: bool) -> tuple[GivenAnswer, ...]:
    """The wrong answers that no misread leads to and that point at no rule, commonest first."""
    groups = [(one.letter, group) for one in at_questions(session, seats, own) for group in one.shown]
    return _commonest_first([one for one in groups if one[1].fitting.mistaken and not one[1].fitting.fits], own)


def answers_given(session: ClassSession, seats: Sequence[Seat], letter: str, own: bool) -> tuple[GivenAnswer, ...]:
    """Every counted answer to one question, right or wrong, commonest first; none for a letter that there is not."""
    asked = at_question(session, seats, letter, own)
    return () if asked is None else _commonest_first([(letter, group) for group in asked.shown], own)


def _commonest_first(groups: Sequence[tuple[str, Group]], own: bool) -> tuple[GivenAnswer, ...]:
    given = [
        GivenAnswer(
            letter,
            group.variant,
            group.words,
            len(group.pupils),
            group.fitting.verdict.right,
            not group.fitting.verdict.right and not group.fitting.mistaken,
            tuple(fit.doing for fit in group.fitting.fits if fit.doing),
            tuple(sorted(group.pupils)) if own else (),
        )
        for letter, group in groups
    ]
    return tuple(sorted(given, key=lambda one: (-one.count, len(one.letter), one.letter, one.variant, one.answer)))


# --- what stands behind a cell ----------------------------------------------------------------------------------------


def worked_cell(
    session: ClassSession, seats: Sequence[Seat], letter: str, rule: str, own: bool
) -> tuple[WorkedMisread, ...]:
    """The misreads of a rule that answers to a question fit, worked, commonest first; none for a cell not to be shown.

    Where the answers are shared and none may be told by itself, though all together may: what misreads of the rule lead
    to there, whoever gave it.
    """
    asked = at_question(session, seats, letter, own)
    if asked is None or rule not in asked.cells:
        return ()
    found = [one for group in asked.shown for one in _worked_by(letter, group, rule, own)]
    found.sort(key=lambda one: (-(one.count or 0), one.variant, one.key))
    return tuple(found) or tuple(_possible(session, letter, rule))


def _worked_by(letter: str, group: Group, rule: str, own: bool) -> Iterator[WorkedMisread]:
    question, answer = group.fitting.question, group.fitting.answer
    for fit in group.fitting.fits:
        if fit.rule == rule:
            worked = _worked(letter, group.variant, question, fit, group.words, group.fitting.verdict.text, answer)
            yield replace(worked, count=len(group.pupils), seats=tuple(sorted(group.pupils)) if own else ())


def _possible(session: ClassSession, letter: str, rule: str) -> Iterator[WorkedMisread]:
    """What is known of wrong answers before anybody gives one, as the key to the sheets has it."""
    frozen = freeze(session.questions.house)
    for variant in session.variants:
        sheet = session.questions.sheet(variant)
        assert sheet is not None, f"the set has no sheet {variant}"
        question = dict(sheet.lettered)[letter]
        known, seen = named(frozen), set[str]()
        for wrong in (wrong for item in question.items() for wrong in item.wrong):
            for key in wrong.misreads:
                if key in known and known[key].rule == rule and key not in seen:
                    seen.add(key)
                    words = number(wrong.answer) if isinstance(wrong.answer, int) else wrong.answer
                    fit = Fit(rule, key, known[key].doing)
                    yield _worked(letter, variant, question, fit, words, wrong.text, question.solution)


def _worked(
    letter: str, variant: str, question: Question, fit: Fit, words: str, text: str, answer: Answer
) -> WorkedMisread:
    """A misread worked for a question; for one that has cards laid, for the cards of that answer."""
    counted = _layout_of(question, answer)
    belief = next((one for one in mistakes(freeze(question.house)) if one.key == fit.key), None)
    if counted is None or belief is None:
        right_answer = answer_in_words(question, question.solution)
        return WorkedMisread(
            letter, variant, question, fit.key, fit.doing, words, right_answer, question.worked, text=text
        )
    right = score(counted, question.house)
    theirs = () if belief.slip is not None else steps_of(score(counted, belief.house))
    return WorkedMisread(
        letter,
        variant,
        question,
        fit.key,
        fit.doing,
        words,
        number(right.total),
        steps_of(right),
        theirs,
        belief.total(counted),
    )


def _layout_of(question: Question, answer: Answer) -> Layout | None:
    """The layout whose points are what is asked for; None where something else is."""
    if not isinstance(question, ScoreQuestion | ColumnsQuestion):
        return None
    counted = question.counted_as(answer)
    return None if counted is None else counted[0]
