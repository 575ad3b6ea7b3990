"""What the first page shows."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.store import GameSummary


@dataclass(frozen=True)
class StartPage:
    """This device's games: the one to go on with, others that are not over, and those that are; newest first."""

    current: GameSummary | None
    unfinished: tuple[GameSummary, ...]
    finished: tuple[GameSummary, ...]


def start_page(games: tuple[GameSummary, ...]) -> StartPage:
    """Sort a device's games, which come newest first."""
    unfinished = tuple(game for game in games if not game.over)
    return StartPage(
        current=unfinished[0] if unfinished else None,
        unfinished=unfinished[1:],
        finished=tuple(game for game in games if game.over),
    )
