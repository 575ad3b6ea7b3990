"""What the page of the import shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules import Game, Hole, Player
from scorekeeper.store import ImportedGame


@dataclass(frozen=True)
class ImportPage:
    """The form, with what is wrong; or the game that would come in."""

    text: str
    write_id: str
    problems: Sequence[str] = ()
    title: str = ""
    game: Game | None = None

    @property
    def holes_counted(self) -> int:
        """Holes that count, extra ones left out."""
        return 0 if self.game is None else sum(hole.confirmed and not hole.playoff for hole in self.game.holes)

    @property
    def hands(self) -> int:
        """How many hands are in the file."""
        return 0 if self.game is None else sum(len(hole.entries) for hole in self.game.holes)


def as_game(imported: ImportedGame) -> Game:
    """The game as it would be: people by their places, from 0, until the store gives them ids."""
    return Game(
        house=imported.house,
        players=tuple(
            Player(place, player.name, player.joined, player.left, player.team)
            for place, player in enumerate(imported.players)
        ),
        holes_planned=imported.holes_planned,
        first_dealer=imported.first_dealer,
        holes=tuple(
            Hole(
                hole.number,
                hole.dealer,
                hole.entries,
                hole.ender,
                hole.ender_known,
                hole.confirmed,
                hole.warnings_accepted,
                hole.playoff,
            )
            for hole in sorted(imported.holes, key=lambda one: one.number)
        ),
    )
