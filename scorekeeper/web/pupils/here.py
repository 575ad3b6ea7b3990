"""The pupils who can go on at this device, as the store knows them, and whose code somebody typed."""

from __future__ import annotations

from scorekeeper.classroom import read_return_code
from scorekeeper.store import ClassNotFound, KeptClass, SeatGone, SeatNotFound, seat_of
from scorekeeper.web.db import store
from scorekeeper.web.pupils.pages import Removed, SeatHere
from scorekeeper.web.pupils.remembered import (
    MOST_OF_CLASS,
    Remembered,
    at_hand,
    forget,
    seats_here,
    seats_of_class,
)


def here(kept: KeptClass) -> tuple[SeatHere, ...]:
    """The pupils of a class who can go on at this device."""
    return _known(seats_of_class(kept.code))


def all_here() -> tuple[SeatHere, ...]:
    """Those of all classes."""
    return _known(seats_here())


def holder(kept: KeptClass) -> SeatHere | None:
    """Who of a class has this device in hand."""
    number = at_hand(kept.code)
    return next((one for one in here(kept) if one.number == number), None)


def owner(kept: KeptClass, typed: str) -> SeatHere | None:
    """Whose code that is, of those who can go on at this device. Raises BadCode for what cannot be one."""
    code = read_return_code(typed)
    return next((one for one in here(kept) if one.kept.return_code == code), None)


def is_crowded(kept: KeptClass, token: str) -> bool:
    """Whether nobody else can use this device in that class. A form that is sent twice is of somebody who does."""
    pupils = here(kept)
    return len(pupils) >= MOST_OF_CLASS and all(one.remembered.token != token for one in pupils)


def removed_here(kept: KeptClass) -> tuple[Removed, ...]:
    """The seats of a class that this device could open until the teacher removed them."""
    found = []
    for one in seats_of_class(kept.code):
        try:
            seat_of(store(), one.code, one.number, one.token)
        except SeatGone:
            found.append(Removed(one.code, one.number, at_hand(one.code) == one.number))
        except SeatNotFound:
            continue
    return tuple(found)


def forget_removed(kept: KeptClass) -> None:
    """Whoever joins again was told by now."""
    for one in removed_here(kept):
        forget(Remembered(one.code, one.number, ""))


def _known(remembered: tuple[Remembered, ...]) -> tuple[SeatHere, ...]:
    """Those that are still there: a class is deleted in the end, and then forgotten here too.

    Who was removed, or had the page opened on too many devices, has still to be told so.
    """
    found = []
    for one in remembered:
        try:
            kept, mine = seat_of(store(), one.code, one.number, one.token)
        except ClassNotFound:
            forget(one)
            continue
        except SeatNotFound:
            continue
        found.append(SeatHere(one, mine, kept.session.questions.title))
    return tuple(found)
