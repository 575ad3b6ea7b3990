"""Which house an address means, and which address a house has: `?house=` and the pages under /houses and /new.

A house that comes with Scorekeeper is called by its key, as `two-joker`. One that somebody made is called by a tilde
and the key that is shared, as `~k3v9…`; with a version, as `~k3v9….2`, it stays as it was then.
"""

from __future__ import annotations

from flask import abort

from scorekeeper import houses
from scorekeeper.rules import House, Option
from scorekeeper.rules.errors import UnknownHouse
from scorekeeper.store.houses import HouseNotFound, KeptHouse, find_shared_house
from scorekeeper.web.db import store

OWN = "~"
"""What an address of a house that somebody made begins with."""


def find_house(key: str) -> House:
    """The house of that address. Raises UnknownHouse, naming those there are."""
    if key.startswith(OWN):
        return find_made_house(key).house
    return houses.get(key)


def house_or_missing(address: str) -> House:
    """The house of that address; aborts with 404 where there is none."""
    try:
        return find_house(address)
    except UnknownHouse:
        abort(404)


def find_made_house(address: str) -> KeptHouse:
    """The house that somebody made, as it is shared. Raises UnknownHouse."""
    share_key, dot, version = address.removeprefix(OWN).partition(".")
    if not dot or (version.isascii() and version.isdecimal() and len(version) < 8):
        try:
            return find_shared_house(store(), share_key, int(version) if dot else None)
        except HouseNotFound:
            pass
    raise UnknownHouse("there is no such house; the link to one must be complete")


def house_address(house: House) -> str:
    """What to write for this very house into `?house=`: `find_house` gives it back.

    The readings that a table chose are not part of it, nor is a house that was never kept here.
    """
    if any(house.key == built_in.key for built_in in houses.built_in()):
        return house.key
    return f"{OWN}{house.key}.{house.version}"


def question_row(option: Option) -> str:
    """What the page of a question goes by under its house: the row of the sheets' comparison, or else its key."""
    return option.row or option.key
