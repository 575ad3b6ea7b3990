"""The rules that this phone plays: what a page begins with that is asked by no address."""

from scorekeeper import houses
from scorekeeper.rules import House
from scorekeeper.rules.problems import UnknownHouse
from scorekeeper.school.kept_practice import practiced_when
from scorekeeper.tally.sharing import games_of_device
from scorekeeper.tally.values import KeptGame
from scorekeeper.web.addresses import OWN, find_house, house_address
from scorekeeper.web.db import device_id, store

USUAL_HOUSE = "two-joker"
"""For a phone that has played nothing yet: the rules that most published ones are nearest to."""


def last_game() -> KeptGame | None:
    """The game of this phone that was changed last."""
    return next(iter(games_of_device(store(), device_id())), None)


def game_under_way() -> KeptGame | None:
    """That game, unless it is over."""
    game = last_game()
    return None if game is None or game.game.is_over else game


def house_played() -> House:
    """The house of the game under way, else the one played or practiced last, else the usual one; as it is now.

    A house that was deleted, or that was never kept here, is left out.
    """
    games = games_of_device(store(), device_id())
    played = [(kept.changed_at, kept.game.house) for kept in games]
    under_way = [] if not games or games[0].game.is_over else [played.pop(0)]
    others = sorted((*played, *practiced_when(store(), device_id())), key=lambda one: one[0], reverse=True)
    for _, house in (*under_way, *others):
        address = house_address(house)
        try:
            return find_house(address.partition(".")[0] if address.startswith(OWN) else address)
        except UnknownHouse:
            continue
    return houses.get(USUAL_HOUSE)


def phone_first(among: tuple[House, ...]) -> tuple[House, ...]:
    """Those houses, after the one that this phone plays."""
    first = house_played()
    return (first, *(house for house in among if house.key != first.key))
