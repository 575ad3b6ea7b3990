"""Why a pupil gets no seat, or nothing more is taken from it; each in words for pupils."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.store.errors import StoreError

MOST_SEATS = 120


class ClassLocked(StoreError):
    """The teacher lets nobody join any more."""

    code = "class.locked"

    def __init__(self) -> None:
        super().__init__("the teacher has locked this class: ask to be let in")


class JoiningOver(StoreError):
    """The session is over, or its code is too old to join by."""

    code = "class.joining_over"

    def __init__(self) -> None:
        super().__init__("nobody can join this class any more: it is over, or its code is too old")


class ClassFull(StoreError):
    """There are as many pupils as a session takes."""

    code = "class.full"

    def __init__(self) -> None:
        super().__init__(f"this class is full: it takes {MOST_SEATS}")


class NameGone(StoreError):
    """Somebody else has that name, or it was not made here."""

    code = "class.name_gone"

    def __init__(self) -> None:
        super().__init__("somebody else has just taken this name: choose another one")


class FormUsed(NameGone):
    """Another name was chosen before on the same page, to which a browser went back."""

    code = "class.form_used"

    def __init__(self) -> None:
        StoreError.__init__(self, "somebody joined by that page before: here are new names to choose from")


class SeatNotFound(StoreError):
    """No seat of this session is opened by that."""

    code = "class.seat_not_found"

    def __init__(self) -> None:
        super().__init__("this is not a code of anybody in this class, or not of this device: look at it again")


class SeatGone(SeatNotFound):
    """There was a seat of that number, and the teacher has removed it.

    Told only to a device that could open it: to any other it is a SeatNotFound like the rest.
    """

    code = "class.seat_gone"

    def __init__(self) -> None:
        StoreError.__init__(self, "the teacher has removed this place, for nothing had arrived from it")


class TooMuchWork(StoreError):
    """More was done at one question than anybody needs."""

    code = "class.too_much"

    def __init__(self) -> None:
        super().__init__("too much was sent for this question; what came before stays")


class NewerAnswer(StoreError):
    """The same pupil answered at another device meanwhile, which the device that sends this does not know.

    ``answers`` is how many answers there are by now, and ``typed`` what stood in the fields of the newest.
    """

    code = "class.newer_answer"

    def __init__(self, answers: int, typed: Mapping[str, str]) -> None:
        super().__init__("another device of yours has answered this meanwhile: choose which answer counts")
        self.answers = answers
        self.typed = typed
