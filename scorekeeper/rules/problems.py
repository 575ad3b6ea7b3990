"""What can be wrong with rules, cards and layouts: each with a stable code.

Codes are part of the product: pages, JSON answers and the command line show them, so they never change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scorekeeper.rules.layout import Cell


class RuleError(ValueError):
    """Something that the rules of Golf, or the chosen house, do not allow. Its text is meant for a person.

    ``cell`` is the place in the layout that it speaks of, where there is one. ``field`` is what else it speaks of, as
    `title` or `players.2`: a form shows it there.
    """

    code = "rule"

    def __init__(self, message: str, *, cell: Cell | None = None, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.cell = cell
        self.field = field

    @property
    def problems(self) -> tuple[RuleError, ...]:
        """Every single problem: this one alone, unless the class gathers several."""
        return (self,)


class SeveralProblems(RuleError):
    """Several problems, told at once."""

    code = "several"

    def __init__(self, problems: Iterable[RuleError]) -> None:
        self._problems = tuple(one for problem in problems for one in problem.problems)
        super().__init__("; ".join(problem.message for problem in self._problems))

    @property
    def problems(self) -> tuple[RuleError, ...]:
        return self._problems


def problems_of(check: Callable[..., object], *given: object) -> tuple[RuleError, ...]:
    """What the check finds wrong with what it is given."""
    try:
        check(*given)
    except RuleError as found:
        return (found,)
    return ()


def raise_any(problems: Iterable[RuleError]) -> None:
    """Raise the one problem there is, or all of them as one; nothing where there is none."""
    match tuple(problems):
        case ():
            return
        case (only,):
            raise only
        case several:
            raise SeveralProblems(several)


class BadCards(RuleError):
    """A card that is none, or has no place or no value in its layout; or rows that are no grid.

    The codes: `card.unknown`, `card.joker_with_suit`, `card.no_value`, `card.suit_needed`, `layout.empty`,
    `layout.rows`, `layout.missing_cards`, `layout.too_many_cards`, `layout.uneven_rows`, and `layout.stray_gap` for an
    empty place where no card can have left the grid.
    """

    def __init__(self, code: str, message: str, cell: Cell | None = None) -> None:
        super().__init__(message, cell=cell)
        self.code = code


class BadLayout(SeveralProblems):
    """A layout with problems: all of them at once, in reading order."""

    code = "layout.bad"


class NoPoints(RuleError):
    """The text is neither a number nor a sum of numbers."""

    code = "points.not_a_number"


class PointsOutOfRange(RuleError):
    """No hand of any house counts so much or so little."""

    code = "points.out_of_range"


class HandsMissing(RuleError):
    """A hole cannot be confirmed while somebody's cards are missing, unless the table says they sat it out."""

    code = "hole.hands_missing"


class EnderMissing(RuleError):
    """The house needs to know who ended the hole; nobody is an answer."""

    code = "hole.ender_missing"


class ImpossibleCards(RuleError):
    """The cards cannot have come from the decks; the table may confirm them all the same."""

    code = "hole.impossible_cards"


class UnknownPlayer(RuleError):
    """Somebody is named who does not play."""

    code = "hole.unknown_player"


class TooFewPlayers(RuleError):
    """The house needs more people at the table."""

    code = "table.too_few_players"


class TooManyPlayers(RuleError):
    """The house, or the number of cards in its decks, seats fewer people."""

    code = "table.too_many_players"


class UnknownOption(RuleError):
    """The house has no option of that name."""

    code = "house.unknown_option"


class UnknownReading(RuleError):
    """The option has no reading of that name."""

    code = "house.unknown_reading"


class UnknownHouse(RuleError):
    """There is no house of that key."""

    code = "house.unknown"


class PlayerNameError(RuleError):
    """A name that cannot stand on a scorecard: empty, too long, or with signs that nobody can see."""

    code = "player.name"
