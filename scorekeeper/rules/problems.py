"""Errors of rules, cards and layouts, each with a stable code.

Codes are part of the product: pages, JSON answers and the command line show them, so they never change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scorekeeper.rules.layout import Cell


class RuleError(ValueError):
    """A breach of the rules of Golf or of the chosen house. Its text is full sentences for a person.

    Errors that callers catch have a class; the ``code`` tells all others apart. ``cell`` is the cell of the layout that
    it is about, where there is one. ``field`` is the form field that it is about, such as `title` or `players.2`.
    """

    code = "rule"

    def __init__(self, message: str, code: str = "", *, cell: Cell | None = None, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.code
        self.cell = cell
        self.field = field

    @property
    def problems(self) -> tuple[RuleError, ...]:
        """Every single problem: this one alone, unless the class gathers several."""
        return (self,)


class SeveralProblems(RuleError):
    code = "several"

    def __init__(self, problems: Iterable[RuleError]) -> None:
        self._problems = tuple(one for problem in problems for one in problem.problems)
        super().__init__(" ".join(problem.message for problem in self._problems))

    @property
    def problems(self) -> tuple[RuleError, ...]:
        return self._problems


def problems_of(check: Callable[..., object], *given: object) -> tuple[RuleError, ...]:
    """The problems that a check raises, if any."""
    try:
        check(*given)
    except RuleError as found:
        return (found,)
    return ()


def raise_any(problems: Iterable[RuleError]) -> None:
    """Raise the one problem, or several as one; do nothing without any."""
    match tuple(problems):
        case ():
            return
        case (only,):
            raise only
        case several:
            raise SeveralProblems(several)


class BadCards(RuleError):
    """An unknown card, a card without a place or value in its layout, or rows that are no grid.

    The codes: `card.unknown`, `card.joker_with_suit`, `card.no_value`, `card.suit_needed`, `layout.empty`,
    `layout.rows`, `layout.missing_cards`, `layout.too_many_cards`, `layout.uneven_rows`, and `layout.stray_gap` for an
    empty place where no card can have left the grid.
    """

    def __init__(self, code: str, message: str, cell: Cell | None = None) -> None:
        super().__init__(message, code, cell=cell)


class BadLayout(SeveralProblems):
    """A layout with problems: all of them at once, in reading order."""

    code = "layout.bad"


class UnknownHouse(RuleError):
    code = "house.unknown"
