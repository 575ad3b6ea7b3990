"""A second way to count a game without cards, in plain lists, to hold the rules against."""

from collections.abc import Sequence
from typing import NamedTuple


class Rules(NamedTuple):
    higher: bool
    settle: str
    own: str
    bonus: int
    until: int | None
    start: int


def model(rules: Rules, rounds: Sequence[Sequence[int]], out: Sequence[int | None]) -> tuple[list[int], str, bool]:
    """Totals by seat, the ranking as `B>A=C`, and whether the limit is reached."""
    total = [rules.start for _ in rounds[0]]
    for held, seat in zip(rounds, out, strict=True):
        for player, points in enumerate(written(rules, held, seat)):
            total[player] += points
    return total, ranking(rules, total), rules.until is not None and max(total) >= rules.until


def written(rules: Rules, held: Sequence[int], seat: int | None) -> list[int]:
    """What each seat writes for a round."""
    if rules.settle == "own":
        return list(held)
    winner = lone_least(held) if seat is None else seat - 1
    if winner is None:
        return [0 for _ in held]
    wrote = []
    for player, count in enumerate(held):
        if player != winner:
            wrote.append(-count if rules.settle == "winner-is-paid" else 0)
            continue
        taken = rules.bonus
        for other, left in enumerate(held):
            if other != winner:
                taken += left - count if rules.own == "off-each" else left
        wrote.append(taken - count if rules.own == "off-once" else taken)
    return wrote


def lone_least(held: Sequence[int]) -> int | None:
    """The seat with the least, if it is alone."""
    seats = [seat for seat, count in enumerate(held) if count == sorted(held)[0]]
    return seats[0] if len(seats) == 1 else None


def ranking(rules: Rules, total: Sequence[int]) -> str:
    seats = list(range(len(total)))
    seats.sort(key=lambda seat: -total[seat] if rules.higher else total[seat])
    words = ""
    for place, seat in enumerate(seats):
        if place:
            words += "=" if total[seat] == total[seats[place - 1]] else ">"
        words += "ABCDEF"[seat]
    return words
