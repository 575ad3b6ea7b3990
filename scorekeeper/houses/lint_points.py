"""Faults of a house that are not about cards: what can be typed, what it becomes, and how a game ends."""

from collections.abc import Iterator
from dataclasses import MISSING

from scorekeeper.houses.lint_words import Finding, written
from scorekeeper.rules import LONGEST_OPEN, MOST_SEATS, House, reach
from scorekeeper.rules.parameters import Settle
from scorekeeper.rules.wording import number

LONGEST_ROUND_NAME, MOST_KEYS = 30, 5

_ABOUT_CARDS = ("values", "card_values", "cancelling", "four_of_a_kind", "bonuses", "opening", "turn", "ending")


def without_cards(house: House) -> Iterator[Finding]:
    """Rules about cards in a game that has none."""
    for key in _ABOUT_CARDS:
        default = House.__dataclass_fields__[key]
        absent = default.default if default.default_factory is MISSING else default.default_factory()
        if getattr(house, key) != absent:
            yield key, "This needs cards. Add a grid, or leave it out."
    if house.table.deck is not None or house.table.jokers_per_deck:
        yield "table", "This game has no cards, so it has no decks."
    if house.table.players_max is not None and house.table.players_max < house.table.players_min:
        yield "table.players_max", f"{house.table.players_max} is less than the fewest, {house.table.players_min}."


def typed(house: House) -> Iterator[Finding]:
    """The numbers that a player may type."""
    entry, most = house.entry, house.most_points
    for key, points in (("entry.min", entry.min), ("entry.max", entry.max)):
        yield from within(key, points, most)
    lowest, highest = reach(house)
    if lowest >= highest:
        yield "entry.max", f"{highest} isn’t more than the least, {lowest}."
    if not 1 <= entry.step <= most:
        yield "entry.step", f"This isn’t between 1 and {most}."
    yield from within("entry.sum", entry.sum, MOST_SEATS * most)
    if len(entry.keys) > MOST_KEYS:
        yield "entry.keys", f"There are {len(entry.keys)}. Use at most {MOST_KEYS}."
    if len(set(entry.keys)) < len(entry.keys):
        yield "entry.keys", "List each number once."
    for place, points in enumerate(entry.keys):
        if not 1 <= points <= highest or points % entry.step:
            yield f"entry.keys.{place}", f"{points} can’t be typed here."


def rounds(house: House) -> Iterator[Finding]:
    """Settling, a sweep, and rounds that differ."""
    settle, sweep, most = house.settle, house.sweep, house.most_points
    yield from within("settle.bonus", settle.bonus, most)
    if sweep is not None:
        if sweep.total == 0:
            yield "sweep.total", "Say how many points one player must have."
        for key in ("total", "own", "others"):
            yield from within(f"sweep.{key}", getattr(sweep, key), most)
    if len(house.rounds) > LONGEST_OPEN:
        yield "rounds", f"There are {len(house.rounds)}. Use at most {LONGEST_OPEN}."
    for place, one in enumerate(house.rounds[:LONGEST_OPEN]):
        yield from written(f"rounds.{place}.name", one.name, LONGEST_ROUND_NAME)
        yield from within(f"rounds.{place}.par", one.par, most)


def end(house: House) -> Iterator[Finding]:
    """Limits that a game begins at, and rules for an end that it does not have."""
    rules = house.match
    for key, limit in (("until", rules.until), ("out_at", rules.out_at)):
        if limit == rules.start_points:
            yield f"match.{key}", "Everyone begins with this many points."
    if rules.out_at is None and rules.out_when != "reached":
        yield "match.out_when", "This has no effect, because no one is ever out."
    if rules.until is None and rules.after_until != "round-ends":
        yield "match.after_until", "This has no effect without a point limit."
    if rules.teams != "none" and (rules.out_at is not None or rules.after_until != "round-ends"):
        yield "match.teams", "Teams don’t work where single players stop before the others."
    if rules.tie == "before-settling" and house.settle.when != "end":
        yield "match.tie", "Nothing is settled at the end, so there is no total before it."
    if house.settle.when == "end" and rules.until is not None:
        yield "settle.when", "In a game to a point limit, no round is known to be the last."


def lowering(house: House) -> Iterator[Finding]:
    """Penalties and rewards that are one only where fewer points are better."""
    if house.penalty is not None and house.penalty.kind in ("double", "double-and-add"):
        yield "penalty.kind", "Where the highest score wins, doubling is no penalty."
    for key, gain in (("reward.kind", house.reward), ("placing.winner.kind", house.placing.winner)):
        if gain is not None and gain.kind in ("zero", "half"):
            yield key, "Where the highest score wins, this is no reward. Add points."


def idle(house: House) -> Iterator[Finding]:
    """Settings without effect."""
    if house.settle.kind == "own" and house.settle != Settle():
        yield "settle", "This has no effect, because players write their own."


def within(key: str, points: int | None, most: int) -> Iterator[Finding]:
    """Points with too many digits."""
    if points is not None and abs(points) > most:
        yield key, f"This isn’t between {number(-most)} and {number(most)}."
