"""Reading what a table enters for a hole, and making it a change of the game. Used by the form and by the scripts."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.rules import (
    Entry,
    House,
    RuleError,
    looks_like_points,
    parse_layout,
    parse_points,
)
from scorekeeper.rules.errors import HandsMissing, ImpossibleCards
from scorekeeper.store.changing import change
from scorekeeper.store.connection import Store
from scorekeeper.store.finding import find_game
from scorekeeper.store.values import UNCHANGED, KeptGame, SettleHole, Write


class HoleNotSettled(RuleError):
    """A hole cannot be confirmed yet: every reason at once."""

    code = "hole.not_settled"

    def __init__(self, problems: Sequence[RuleError]) -> None:
        self._problems = tuple(problems)
        super().__init__("; ".join(problem.message for problem in problems))

    @property
    def problems(self) -> tuple[RuleError, ...]:
        return self._problems


def read_hand(text: str, house: House) -> Entry | None:
    """What was typed for one player: cards, a bare score such as `15` or `10+5`, or nothing (None).

    Raises BadLayout, NoPoints or PointsOutOfRange.
    """
    if not text.strip():
        return None
    if looks_like_points(text) and house.grid.size > 1:
        return Entry(points=parse_points(text))
    return Entry(layout=parse_layout(text, house))


def confirm_hole(
    store: Store,
    kept: KeptGame,
    number: int,
    write: Write,
    *,
    ender: int | None,
    ender_known: bool,
    accept_warnings: bool = False,
    accept_missing: bool = False,
    based_on: int | None = None,
) -> KeptGame:
    """The table is done with a hole: from now on it counts.

    ``based_on`` is the version of the hole that the sender saw; None for one that does not tell. Raises HoleNotSettled
    with every reason why not (what the table accepted is no reason), and HoleConflict when the hole was changed since.
    """
    accepted = tuple(
        kind for kind, said in ((ImpossibleCards, accept_warnings), (HandsMissing, accept_missing)) if said
    )
    ender_known = ender_known or ender is not None
    with store.write():  # a reason found after the change takes the change back
        game = find_game(store, kept.edit_key).game
        hole = game.hole(number)
        settled = SettleHole(
            number,
            based_on=UNCHANGED if based_on is None else based_on,
            ender=ender,
            ender_known=ender_known,
            confirmed=True,
            warnings_accepted=accept_warnings or (hole is not None and hole.warnings_accepted),
        )
        changed = change(store, kept.edit_key, [settled], write)
        problems = [
            problem
            for problem in game.confirm_problems(number, ender_known=ender_known)
            if not isinstance(problem, accepted)
        ]
        if problems and not changed.repeated:
            raise HoleNotSettled(problems)
        return changed.kept
