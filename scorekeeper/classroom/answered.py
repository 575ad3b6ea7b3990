"""What a class answered, question by question: who gave the same answer, what it fits, and what of it may be shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.classroom.fitting import Fitting, fitting
from scorekeeper.classroom.session import ClassSession
from scorekeeper.classroom.showing import Pupils, answers_to_show, cells_to_show
from scorekeeper.classroom.work import Seat, Work, work_at, work_of
from scorekeeper.houses import freeze
from scorekeeper.quiz.question import ChoiceField, answer_in_words
from scorekeeper.quiz.set_codes import letter_of


@dataclass(frozen=True)
class Group:
    """Everybody who gave one answer to one question of one sheet; ``words`` are the answer as they gave it."""

    variant: str
    words: str
    fitting: Fitting
    pupils: Pupils


@dataclass(frozen=True)
class AtQuestion:
    """What was answered to the questions of one letter, one on each sheet. ``own``: nothing of it is held back."""

    letter: str
    groups: tuple[Group, ...]
    own: bool

    @cached_property
    def cells(self) -> dict[str, Pupils]:
        """Whose answers fit some misread of each rule."""
        rules = {rule for group in self.groups for rule in group.fitting.rules}
        return {rule: _all(group.pupils for group in self.groups if rule in group.fitting.rules) for rule in rules}

    @cached_property
    def rules(self) -> frozenset[str]:
        """The rules of which it may be shown how many answers fit."""
        return frozenset(self.cells) if self.own else cells_to_show(self.cells)

    @cached_property
    def shown(self) -> tuple[Group, ...]:
        """The answers that may be shown by themselves."""
        if self.own:
            return self.groups
        wholes = [pupils for rule, pupils in self.cells.items() if rule in self.rules]
        # Of answers that everybody knows all of, the rows of the board tell how many are wrong.
        closed = [group for group in self.groups if _only_choices(group) and not group.fitting.verdict.right]
        for variant in {group.variant for group in closed}:
            wholes.append(_all(group.pupils for group in closed if group.variant == variant))
        kept = answers_to_show({place: group.pupils for place, group in enumerate(self.groups)}, wholes)
        return tuple(group for place, group in enumerate(self.groups) if place in kept)


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
    for seat, work in works if own or session.tells(place) else ():
        found = fitting(work, frozen)
        if found is not None:
            _, pupils = groups.setdefault((seat.variant, answer_in_words(found.question, found.answer)), (found, set()))
            pupils.add(seat.number)
    same = tuple(Group(*given, found, frozenset(pupils)) for given, (found, pupils) in groups.items())
    return AtQuestion(letter_of(place), same, own)


def _all(pupils: Iterable[Pupils]) -> Pupils:
    return frozenset[int]().union(*pupils)


def _only_choices(group: Group) -> bool:
    """Whether everybody knows all answers that there can be."""
    return all(isinstance(field, ChoiceField) for field in group.fitting.question.fields)
