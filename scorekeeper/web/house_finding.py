"""Which house an address means, and which address a house has: `?house=` and the pages under /houses and /new.

A house that comes with Scorekeeper is called by its key, as `two-joker`. One that somebody made is called by a tilde
and the key that is shared, as `~k3v9…`; with a version, as `~k3v9….2`, it stays as it was then.
"""

from __future__ import annotations

from scorekeeper import houses
from scorekeeper.rules import House

OWN = "~"
"""What an address of a house that somebody made begins with."""


def find_house(key: str) -> House:
    """The house of that address. Raises UnknownHouse, naming those there are."""
    return houses.get(key)


def house_address(house: House) -> str:
    """What to write for this very house into `?house=`: `find_house` gives it back."""
    return house.key
