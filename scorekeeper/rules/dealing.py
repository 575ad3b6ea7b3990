"""Whose deal a hole is, and who plays first on it."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.rules.game import Game, Hole, Player


def next_clockwise(seats: Sequence[int], after: int, among: Container[int]) -> int | None:
    """The next seat after that player's whose player is ``among`` those; their own comes last. None for nobody.

    ``seats`` are player ids in seating order. Counting from somebody who has no seat, the first seat is the next.

    >>> next_clockwise([1, 2, 3], 3, {2, 3})
    2
    """
    start = seats.index(after) + 1 if after in seats else 0
    return next((seat for seat in (*seats[start:], *seats[:start]) if seat in among), None)


def dealer(game: Game, number: int) -> Player | None:
    """Who deals that hole: noted with the hole, or else as the house passes the deal on.

    That is to the next seat clockwise, unless the house says otherwise; and where the best or the worst of a hole
    decides, as far as that hole is confirmed.
    """
    hole = game.hole(number)
    if hole is not None:
        return game.player(hole.dealer)
    before = [earlier for earlier in game.holes if earlier.number < number and not earlier.playoff]
    noted = max(before, key=lambda earlier: earlier.number, default=None)
    deals, done = (noted.dealer, noted.number) if noted else (game.first_dealer, 0)
    for ahead in range(done + 1, number + 1):
        if ahead == 1 and any(player.id == deals for player in game.at_table(1)):
            continue  # nobody has dealt yet
        if game.house.match.deal == "stays" and any(player.id == deals for player in game.at_table(ahead)):
            continue
        decided = _by_score(game, noted, ahead) if noted and ahead == done + 1 else None
        if decided is not None:
            deals = decided
            continue
        following = _next_seat(game, deals, ahead)
        if following is None:
            return None
        deals = following.id
    return game.player(deals)


def _by_score(game: Game, last: Hole, number: int) -> int | None:
    """Who deals after that hole where its scores decide; None where they do not, or are not settled.

    Of several who are equal the first one clockwise from the dealer is taken.
    """
    rule = game.house.match.deal
    if rule not in ("winner-starts", "loser-deals") or not last.confirmed:
        return None
    results = {player.id: game.player_result(last.number, player) for player in game.at_table(number)}
    scores = {player: result.score for player, result in results.items() if result is not None}
    if not scores:
        return None
    decisive = min(scores.values()) if rule == "winner-starts" else max(scores.values())
    those = {player for player, points in scores.items() if points == decisive}
    found = next_clockwise(game.seats, last.dealer, those)
    if found is None or rule == "loser-deals":
        return found
    # Whoever plays first sits to the left of the dealer.
    return next_clockwise(game.seats[::-1], found, {player.id for player in game.at_table(number)})


def starter(game: Game, number: int) -> Player | None:
    """Who plays first: the player to the dealer's left; None where the cards that are turned up decide."""
    if game.house.match.deal == "highest-opening-starts":
        return None
    deals = dealer(game, number)
    return None if deals is None else _next_seat(game, deals.id, number)


def start_words(game: Game, number: int) -> str:
    """Who plays first, in words: `Ben starts`; empty for nobody."""
    if game.house.match.deal == "highest-opening-starts":
        return "the highest open cards start"
    first = starter(game, number)
    return "" if first is None else f"{first.name} starts"


def _next_seat(game: Game, player_id: int, number: int) -> Player | None:
    """The next player, clockwise, who is at the table on that hole."""
    at_table = {player.id: player for player in game.at_table(number)}
    following = next_clockwise(game.seats, player_id, at_table)
    return None if following is None else at_table[following]
