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
from scorekeeper.store import KeptGame, SettleHole, Store, Write, change, find_game


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
) -> KeptGame:
    """The table is done with a hole: from now on it counts.

    Raises HoleNotSettled with every reason why not; what the table accepted is no reason.
    """
    ender_known = ender_known or ender is not None
    accepted = tuple(
        kind for kind, said in ((ImpossibleCards, accept_warnings), (HandsMissing, accept_missing)) if said
    )
    with store.write():  # nobody may change the hole between the question and the answer
        game = find_game(store, kept.edit_key).game
        problems = [
            problem
            for problem in game.confirm_problems(number, ender_known=ender_known)
            if not isinstance(problem, accepted)
        ]
        if problems:
            raise HoleNotSettled(problems)
        settled = SettleHole(
            number, ender=ender, ender_known=ender_known, confirmed=True, warnings_accepted=accept_warnings
        )
        return change(store, kept.edit_key, [settled], write).kept
