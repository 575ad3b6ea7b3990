"""What a class answered, question by question: who gave the same answer, what it fits, and what of it may be shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from scorekeeper.classroom.fitting import Fitting, fitting
from scorekeeper.classroom.session import ClassSession, Pace
from scorekeeper.classroom.showing import SMALLEST, Moment, Pupils, Shown, Told, to_show
from scorekeeper.classroom.work import Seat, Work, work_at, work_of
from scorekeeper.houses import freeze
from scorekeeper.quiz.question import ChoiceField, answer_in_words
from scorekeeper.quiz.set_codes import letter_of

_CELL, _ANSWER = "cell", "answer"


@dataclass(frozen=True)
class Group:
    """Everybody who gave one answer to one question of one sheet; ``words`` are the answer as they gave it."""

    variant: str
    words: str
    fitting: Fitting
    pupils: Pupils

    @property
    def given(self) -> tuple[str, str]:
        """What no other group has: the sheet and the answer."""
        return self.variant, self.words


@dataclass(frozen=True)
class AtQuestion:
    """What was answered to the questions of one letter, one on each sheet. ``own``: nothing of it is held back.

    ``moments`` are whose answers were in each time that what is shown may have moved, last the latest: `_moments`.
    """

    letter: str
    groups: tuple[Group, ...]
    own: bool
    moments: tuple[Pupils, ...]

    @cached_property
    def cells(self) -> Mapping[str, Pupils]:
        """Whose answers fit some misread of each rule, as far as that may be shown."""
        if self.own:
            return self._cells
        shown = self._shown.numbers
        return {rule: shown[_CELL, rule] for rule in self._cells if (_CELL, rule) in shown}

    @cached_property
    def shown(self) -> tuple[Group, ...]:
        """The answers that may be shown by themselves."""
        if self.own:
            return self.groups
        shown = ((group, self._shown.numbers.get((_ANSWER, *group.given))) for group in self.groups)
        return tuple(replace(group, pupils=pupils) for group, pupils in shown if pupils is not None)

    @property
    def told(self) -> Told:
        """What can be worked out of everything that is shown."""
        return self._shown.told

    @cached_property
    def _cells(self) -> dict[str, Pupils]:
        rules = dict.fromkeys(rule for group in self.groups for rule in group.fitting.rules)
        return {rule: _all(group.pupils for group in self.groups if rule in group.fitting.rules) for rule in rules}

    @cached_property
    def _shown(self) -> Shown:
        return to_show(tuple(self._at(moment) for moment in self.moments))

    def _at(self, moment: Pupils) -> Moment:
        """The cells of the map come first, for they say most, and of each kind the largest."""
        cells = [((_CELL, rule), pupils & moment) for rule, pupils in self._cells.items()]
        answers = [((_ANSWER, *group.given), group.pupils & moment) for group in self.groups]
        return Moment(tuple(self._seen(moment)), (*_largest_first(cells), *_largest_first(answers)))

    def _seen(self, moment: Pupils) -> Iterator[Pupils]:
        """Of what the rows of the board tell the numbers: who is right, by an open reading too, and who is not.

        How many are not right says something only where everybody knows all answers that there can be.
        """
        by_sign: dict[str, set[int]] = {}
        for group in self.groups:
            verdict = group.fitting.verdict
            sign = "right" if verdict.right else "reading" if verdict.reading else "wrong"
            if sign != "wrong" or _only_choices(group):
                by_sign.setdefault(sign, set()).update(group.pupils & moment)
        yield from (frozenset(by_sign[sign]) for sign in sorted(by_sign))


def at_questions(session: ClassSession, seats: Sequence[Seat], own: bool) -> tuple[AtQuestion, ...]:
    """What was answered to each question."""
    works = [(seat, work_of(session, seat)) for seat in seats]
    return tuple(
        _at(session, place, [(seat, done[place]) for seat, done in works], own)
        for place in range(session.questions.size)
    )


def at_question(session: ClassSession, seats: Sequence[Seat], letter: str, own: bool) -> AtQuestion | None:
    """What was answered to the question of that letter; None where there is none."""
    place = next((place for place in range(session.questions.size) if letter_of(place) == letter), None)
    if place is None:
        return None
    return _at(session, place, [(seat, work_at(session, seat, place)) for seat in seats], own)


def _at(session: ClassSession, place: int, works: Sequence[tuple[Seat, Work]], own: bool) -> AtQuestion:
    """Nothing is known of a question, but to the teacher alone, whose answer pupils may not see yet."""
    frozen = freeze(session.questions.house)
    groups: dict[tuple[str, str], tuple[Fitting, set[int]]] = {}
    came: dict[int, int] = {}
    for seat, work in works if own or session.tells(place) else ():
        found = fitting(work, frozen)
        if found is not None:
            _, pupils = groups.setdefault((seat.variant, answer_in_words(found.question, found.answer)), (found, set()))
            pupils.add(seat.number)
            if not found.verdict.right:
                came[seat.number] = work.given[0].came
    same = tuple(Group(*given, found, frozenset(pupils)) for given, (found, pupils) in groups.items())
    still = session.pace is Pace.PRACTICE and session.phase != "ended"
    return AtQuestion(letter_of(place), same, own, _moments(_all(one.pupils for one in same), came, still))


def _moments(pupils: Pupils, came: Mapping[int, int], still: bool) -> tuple[Pupils, ...]:
    """Whose answers were in each time that what is shown may have moved: three more wrong ones at a time, as they came.

    Whoever sees a row change together with a number would know whose answer it was. That a row is right says by itself
    what was answered, so nothing waits for that; and where no more answers come in, all of them are in.
    """
    if not still:
        return (pupils,)
    inside = sorted(came, key=lambda pupil: (came[pupil], pupil))
    full = range(0, len(inside) + 1, SMALLEST)
    return tuple(pupils - frozenset(inside[many:]) for many in full)


def _largest_first(numbers: Iterable[tuple[tuple[str, ...], Pupils]]) -> list[tuple[tuple[str, ...], Pupils]]:
    return sorted(numbers, key=lambda one: (-len(one[1]), one[0]))


def _all(pupils: Iterable[Pupils]) -> Pupils:
    return frozenset[int]().union(*pupils)


def _only_choices(group: Group) -> bool:
    """Whether everybody knows all answers that there can be."""
    return all(isinstance(field, ChoiceField) for field in group.fitting.question.fields)
