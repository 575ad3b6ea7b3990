"""What a pupil sends, whether by a form or by a script, and how it is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.classroom import ClassSession, Did, Done, work_at
from scorekeeper.quiz.question import AnswersRefused, answer_in_words
from scorekeeper.quiz.set_codes import letter_of
from scorekeeper.rules import RuleError
from scorekeeper.store import KeptClass, KeptSeat, NewerAnswer, keep_work
from scorekeeper.web.db import store


class NoQuestion(RuleError):
    """This class has no question of that letter."""

    code = "class.no_question"


@dataclass(frozen=True, slots=True)
class Sent:
    """Something that was done at the question of a letter, under the id that its sender gave it."""

    write_id: str
    letter: str
    did: Did
    typed: Mapping[str, str]
    took: int | None = None
    based_on: int | None = None  # how many answers to that question were known; None where that is not told


def keep(kept: KeptClass, number: int, token: str, sent: Sent, *, is_turn: bool) -> tuple[KeptClass, KeptSeat]:
    """Keep what was done. Raises NoQuestion, and what the store raises.

    ``is_turn`` tells whether the pupil of that seat has the device in hand. What stood in the boxes when somebody asked
    for help is no answer, and is not kept.
    """
    typed = sent.typed if sent.did == "answer" else {}
    done = Done(place_of(kept.session, sent.letter), sent.did, typed, sent.took)
    return keep_work(store(), kept.code, number, token, done, sent.write_id, sent.based_on, is_turn=is_turn)


def place_of(session: ClassSession, letter: str) -> int:
    """The place of the question of that letter, from 0. Raises NoQuestion."""
    for place in range(session.questions.size):
        if letter_of(place) == letter:
            return place
    raise NoQuestion("this class has no such question")


@dataclass(frozen=True, slots=True)
class TwoAnswers:
    """What a pupil answered at another device, and what was answered here, each in words."""

    there: str
    here: str

    def __str__(self) -> str:
        return f"Another device of yours answered {self.there} meanwhile, and that is what counts. Here is {self.here}."


def two_answers(
    session: ClassSession, mine: KeptSeat, place: int, newer: NewerAnswer, typed: Mapping[str, str]
) -> TwoAnswers:
    """Both answers of a pupil who used two devices."""
    question = work_at(session, mine.seat, place).question

    def in_words(typed: Mapping[str, str]) -> str:
        try:
            return answer_in_words(question, question.read(typed))
        except AnswersRefused:  # was one when it came
            return ", ".join(typed.values())

    return TwoAnswers(in_words(newer.typed), in_words(typed))
