"""The rules that this phone plays, for pages whose address names none."""

from scorekeeper import houses
from scorekeeper.rules import House
from scorekeeper.rules.problems import UnknownHouse
from scorekeeper.school.practice.kept_practice import practiced_when
from scorekeeper.tally.sharing import games_of_device
from scorekeeper.tally.values import KeptGame
from scorekeeper.web.addresses import OWN, find_house, house_address
from scorekeeper.web.db import device_id, store

USUAL_HOUSE = "two-joker"
"""The rules for a phone without games: the closest to most published ones."""


def last_game() -> KeptGame | None:
    """This phone's most recently changed game at a table."""
    return next((kept for kept in games_of_device(store(), device_id()) if not kept.practice), None)


def game_under_way() -> KeptGame | None:
    """The last game, unless it is over."""
    game = last_game()
    return None if game is None or game.game.is_over else game


def house_played() -> House:
    """The house of the current game, or the last one played or practiced, or the usual one; in its newest version.

    Deleted houses, those never kept here and games without cards are skipped.
    """
    games = games_of_device(store(), device_id())
    played = [(kept.changed_at, kept.game.house) for kept in games]
    under_way = [] if not games or games[0].game.is_over else [played.pop(0)]
    others = sorted((*played, *practiced_when(store(), device_id())), key=lambda one: one[0], reverse=True)
    for _, house in (*under_way, *others):
        if not house.has_cards:
            continue
        address = house_address(house)
        try:
            return find_house(address.partition(".")[0] if address.startswith(OWN) else address)
        except UnknownHouse:
            continue
    return houses.get(USUAL_HOUSE)


def phone_first(among: tuple[House, ...]) -> tuple[House, ...]:
    """The houses, with the one that this phone plays in front."""
    first = house_played()
    return (first, *(house for house in among if house.key != first.key))
