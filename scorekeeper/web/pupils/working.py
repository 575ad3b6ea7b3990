"""What a pupil sends, whether by a form or by a script, and how it is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.classroom import ClassSession, Did, Done
from scorekeeper.quiz.set_codes import letter_of
from scorekeeper.rules import RuleError
from scorekeeper.store.classes import KeptClass
from scorekeeper.store.seats import KeptSeat, keep_work
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


def keep(kept: KeptClass, number: int, token: str, sent: Sent) -> tuple[KeptClass, KeptSeat]:
    """Keep what was done. Raises NoQuestion, and what the store raises.

    What stood in the boxes when somebody asked for help is no answer, and is not kept.
    """
    typed = sent.typed if sent.did == "answer" else {}
    done = Done(place_of(kept.session, sent.letter), sent.did, typed, sent.took)
    return keep_work(store(), kept.code, number, token, done, sent.write_id)


def place_of(session: ClassSession, letter: str) -> int:
    """The place of the question of that letter, from 0. Raises NoQuestion."""
    for place in range(session.questions.size):
        if letter_of(place) == letter:
            return place
    raise NoQuestion("this class has no such question")
