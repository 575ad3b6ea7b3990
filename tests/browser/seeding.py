"""What a phone has made before a test begins: sent as its pages send it, without opening them."""

import json
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

from playwright.sync_api import APIResponse, Page

from scorekeeper import houses
from scorekeeper.exports.game_file import export_game
from scorekeeper.rules import Entry, Game, Hole, House, Player
from tests.browser.playing import Table


def send(page: Page, path: str, **fields: str | Sequence[str]) -> APIResponse:
    """Send a form from the phone of a page, with its cookies; the answer is that of the page that it leads to."""
    token = page.request.get("/api/token").json()["token"]
    body = urlencode({"csrf_token": token, "write_id": uuid4().hex, **fields}, doseq=True)
    headers = {"Accept": "text/html", "Content-Type": "application/x-www-form-urlencoded"}
    answer = page.request.post(path, data=body, headers=headers)
    assert answer.ok, f"{path} answered {answer.status}\n{answer.text()}"
    return answer


def path_of(answer: APIResponse) -> str:
    return urlsplit(answer.url).path


def begin_game(
    page: Page, house: str, names: Sequence[str], holes: int = 9, readings: Mapping[str, str] | None = None
) -> str:
    """A new game of the phone of this page, with no hole yet. Returns the path of its scorecard."""
    seats = [str(place) for place in range(len(names))]
    people = {"player": names, "seat": seats, "dealer": "0", "title": ""}
    chosen = {f"option.{option}": reading for option, reading in (readings or {}).items()}
    begun = send(page, f"/new/{house}", **people, **chosen, holes="other", holes_other=str(holes), do="create")
    return path_of(begun).removesuffix("/hole/1")


def open_table(page: Page, url: str, house: str, names: Sequence[str], holes: int = 9) -> Table:
    """A table with a new game, at its first hole."""
    table = Table(page, url)
    page.goto(f"{url}{begin_game(page, house, names, holes)}/hole/1")
    table.wait_for_entry()
    return table


def confirm_hole(page: Page, game: str, hole: int, layouts: Sequence[str], ender: str = "nobody") -> None:
    """Everybody's cards on a new hole of such a game, by the seats; the ender is the number of one."""
    hands = {f"hand-{player}": cards for player, cards in enumerate(layouts, start=1)}
    based = {f"based-{player}": "0" for player in range(1, len(layouts) + 1)}
    sent = send(page, f"{game}/hole/{hole}", **hands, **based, ender=ender, accept_warnings="on", do="confirm")
    assert path_of(sent) != f"{game}/hole/{hole}"


def bring_in(
    page: Page,
    *holes: Mapping[str, int],
    people: Sequence[Player] | None = None,
    planned: int | None = None,
    house: str | House = "two-joker",
) -> str:
    """Scores by name, a mapping for each confirmed hole. Returns the path of the game's scorecard."""
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
    return path_of(send(page, "/import", text=json.dumps(export_game(game)), copy="yes"))
