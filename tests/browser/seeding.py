"""Games that are under way or over, brought in through the page of the import: a test need not tap every hole."""

import json
from collections.abc import Mapping, Sequence

from playwright.sync_api import Page

from scorekeeper import houses
from scorekeeper.exports.game_file import export_game
from scorekeeper.rules import Entry, Game, Hole, House, Player


def bring_in(
    page: Page,
    *holes: Mapping[str, int],
    people: Sequence[Player] | None = None,
    planned: int | None = None,
    house: str | House = "two-joker",
) -> str:
    """Scores by name, a mapping for each confirmed hole. Returns the address of the game's scorecard, which is open."""
    names = list(dict.fromkeys(name for hole in holes for name in hole)) or ["Ann", "Bo", "Cy"]
    players = tuple(people or [Player(place, name) for place, name in enumerate(names, start=1)])
    ids = {player.name: player.id for player in players}
    played = tuple(
        Hole(
            number,
            players[(number - 1) % len(players)].id,
            {ids[name]: Entry(points=points) for name, points in hole.items()},
            ender_known=True,
            confirmed=True,
        )
        for number, hole in enumerate(holes, start=1)
    )
    rules = houses.get(house) if isinstance(house, str) else house
    game = Game(rules, players, planned or max(len(holes), 1), players[0].id, played)
    page.goto("/import")
    page.get_by_label("Or its text").fill(json.dumps(export_game(game)))
    page.get_by_role("button", name="Bring it in").click()
    page.wait_for_url("**/g/*")
    return page.url
