"""Who gains and who pays, how many holes are played, and who wins."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.houses.contradictions.finding import MOST_LENGTHS, Finding
from scorekeeper.rules import LONGEST_GAME, House
from scorekeeper.rules.house import BY_ENDER, BY_OPENING


def ender(house: House) -> Iterator[Finding]:
    """What ending a hole costs or brings."""
    end = house.ending
    needs = "all-face-up", "turn-up-last", "knock"
    for key, rule in (("penalty.kind", house.penalty), ("reward.kind", house.reward)):
        if rule is not None and rule.kind != "none" and end.trigger not in needs:
            yield key, "nobody ends the hole, so there is nobody to pay or to gain"
    pays = house.penalty
    if pays is not None and pays.kind in ("add", "double-and-add") and not pays.points:
        instead = "none" if pays.kind == "add" else "double"
        yield "penalty.points", f"0 points are nothing to add; that is the kind {instead}"


def numbers(house: House) -> Iterator[Finding]:
    """How long a game may be."""
    rules = house.match
    if not rules.holes or not all(1 <= holes <= LONGEST_GAME for holes in rules.holes):
        yield "match.holes", f"name at least one length, each of 1 to {LONGEST_GAME} holes"
    if len(rules.holes) > MOST_LENGTHS:
        yield "match.holes", f"at most {MOST_LENGTHS} lengths to choose from"
    if rules.until is not None and not 1 <= rules.until <= 10_000:
        yield "match.until", "a game goes to 1 point or more, up to 10000"


def match(house: House) -> Iterator[Finding]:
    """The whole game."""
    rules = house.match
    if rules.until is not None and rules.winner == "most-holes":
        yield "match.winner", "a game to a number of points is won by the lowest total"
    yield from _teams_and_turns(house)
    if len(rules.exact) > 10:
        yield "match.exact", "at most ten totals that are changed"
    for total, becomes in rules.exact.items():
        if total == becomes or max(abs(total), abs(becomes)) > 10_000:
            yield f"match.exact.{total}", "must become another total, up to 10000"


def _teams_and_turns(house: House) -> Iterator[Finding]:
    """What the match takes from elsewhere: people for its teams, an ender for its ties, open cards for its starter."""
    rules = house.match
    if rules.teams != "none" and rules.exact:
        yield "match.exact", "with teams no single player has a total that could change"
    if rules.teams != "none" and house.table.players_max is not None and house.table.players_max < 4:
        yield "match.teams", "fewer than four players make no two teams of partners: let at least 4 play"
    if rules.tie == "ender-loses" and house.ending.trigger in ("turns", "stock-empty"):
        yield "match.tie", "nobody ends the hole, so there is nobody to lose a tie"
    if house.ending.trigger in ("turns", "stock-empty"):
        if rules.hole_tie != "shared":
            yield "match.hole_tie", "nobody ends the hole, so there is nobody to win or lose a tie"
        if rules.deal in BY_ENDER:
            yield "match.deal", "nobody ends the hole, so nobody begins the next one for it"
    if rules.deal in BY_OPENING and not house.opening.face_up:
        yield "match.deal", "no card is turned up before play, so nobody shows the highest"
    elif rules.deal in BY_OPENING and house.opening.when == "first-turn":
        yield "match.deal", "cards are turned up only in a player's own first turn: too late to tell who plays first"
