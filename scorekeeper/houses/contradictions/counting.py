"""What several cards count together, and how many points anything may be worth."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.houses.contradictions.finding import MOST_POINTS, Finding
from scorekeeper.rules import House, Rank
from scorekeeper.rules.parameters import Bonus, FourOfAKind
from scorekeeper.rules.wording import count_word


def equal_cards(house: House) -> Iterator[Finding]:
    """Which equal cards cancel each other."""
    rule, grid = house.cancelling, house.grid
    if rule is None:
        return
    if not rule.where:
        yield "cancelling.where", "say where equal cards cancel; without the table cancelling they never do"
    if len(set(rule.where)) < len(rule.where):
        yield "cancelling.where", "names a place twice"
    if "anywhere" in rule.where and len(rule.where) > 1:
        yield "cancelling.where", "anywhere holds every column, row and diagonal already"
    if not 2 <= rule.size <= grid.size:
        yield "cancelling.size", f"{rule.size} equal cards cannot cancel in {grid}"
    longest = {"column": grid.rows, "row": grid.columns, "diagonal": min(grid.rows, grid.columns)}
    for where in rule.where:
        if rule.size > longest.get(where, grid.size):
            yield "cancelling.size", f"no {where} of {grid} holds {rule.size} cards"
    if 0 < (alike := _most_alike(house, rule.same)) < rule.size <= grid.size and not rule.wild:
        yield "cancelling.size", f"the decks hold no more than {alike} such equal cards"
    for rank in (*rule.exceptions, *rule.wild):
        if rank not in house.values:
            key = "exceptions" if rank in rule.exceptions else "wild"
            yield f"cancelling.{key}.{rank.value}", f"there is no {rank.word} in the deck"
    if rule.leave and ("anywhere" in rule.where or rule.exceptions or rule.wild):
        yield "cancelling.leave", "cards can only leave the grid in whole lines that count 0, without exceptions"
    if rule.leave and rule.counts != "zero":
        # A layout shows an empty place and no longer which card lay there, so nothing could tell what it counts.
        yield "cancelling.counts", "cards that leave the grid are not there to be counted: they count nothing"


def bonuses(house: House) -> Iterator[Finding]:
    """Four of a kind, equal columns, and what a whole layout shows."""
    if house.four_of_a_kind is not None:
        yield from _four_of_a_kind(house.four_of_a_kind, house)
    for number, bonus in enumerate(house.bonuses):
        for key, cause in _bonus(bonus, house):
            yield f"bonuses.{number}.{key}", cause
        before = [one.total for one in house.bonuses[:number] if one.pattern == "exact-total"]
        if bonus.pattern == "exact-total" and bonus.total in before:
            yield f"bonuses.{number}.total", f"a total of {bonus.total} is changed by the bonus before it already"
        if bonus.pattern == "exact-total" and abs(bonus.total) > _reach(house):
            yield f"bonuses.{number}.total", f"no layout of this house counts {bonus.total}"


def _reach(house: House) -> int:
    """A number of points, above and below 0, that surely no layout goes beyond, though it may be far off."""
    rule, four = house.cancelling, house.four_of_a_kind
    each = [*house.values.values(), *house.card_values.values()]
    each += [] if rule is None else [one for one in (rule.counts, *rule.exceptions.values()) if isinstance(one, int)]
    fours = [] if four is None else [four.points, *four.by_rank.values(), *four.by_columns.values()]
    most = max(map(abs, each), default=0) + max(map(abs, fours), default=0)
    return house.grid.size * most + sum(abs(bonus.points) for bonus in house.bonuses)


def _most_alike(house: House, same: str) -> int:
    """How many cards that are equal in that way the decks of the largest table hold."""
    if same == "value":
        return house.grid.size  # several ranks may be of one value
    decks = max((decks for decks in house.table.decks.values() if decks != "ask"), default=1)
    of_a_rank = 1 if same == "card" and house.table.deck is None else 0
    return decks * max((of_a_rank or house.cards_of_rank(rank) for rank in house.values), default=0)


def _four_of_a_kind(bonus: FourOfAKind, house: House) -> Iterator[Finding]:
    grid = house.grid
    in_columns = bonus.pattern in ("columns", "any-pairs")
    if in_columns and (grid.rows < 2 or grid.columns < 2):
        yield "four_of_a_kind.pattern", f"there are no two columns of two cards or more in {grid}"
    if bonus.pattern in ("block", "end-block") and (grid.rows < 2 or grid.columns < 2):
        yield "four_of_a_kind.pattern", f"there is no square of two by two in {grid}"
    if bonus.pattern == "two-and-two" and (grid.rows < 2 or grid.columns < 2):
        yield "four_of_a_kind.pattern", f"there are no two cards in each of two rows in {grid}"
    alike = {"columns": 2 * grid.rows, "any-pairs": grid.rows}.get(bonus.pattern, 4)
    if 0 < _most_alike(house, "rank") < alike <= grid.size:
        yield "four_of_a_kind.pattern", f"the decks hold no {count_word(alike)} cards of a rank"
    if grid.size < 4:
        yield "four_of_a_kind", f"there are no four cards in {grid}"
    for count in bonus.by_columns:
        if bonus.pattern != "columns":
            yield "four_of_a_kind.by_columns", f"columns are not counted in the pattern {bonus.pattern}"
            break
        if not 2 <= count <= grid.columns:
            yield f"four_of_a_kind.by_columns.{count}", f"{grid} has no {count} equal columns"
        elif 0 < _most_alike(house, "rank") < count * grid.rows:
            yield (
                f"four_of_a_kind.by_columns.{count}",
                f"the decks hold no {count_word(count * grid.rows)} cards of a rank",
            )
    if bonus.by_rank and bonus.pattern == "any-pairs":
        yield "four_of_a_kind.by_rank", "points of a rank are not for any-pairs, whose columns may be of two ranks"
    for rank in (*bonus.not_for, *bonus.by_rank):
        if rank not in house.values:
            key = "by_rank" if rank in bonus.by_rank else "not_for"
            yield f"four_of_a_kind.{key}.{rank.value}", f"there is no {rank.word} in the deck"
        elif rank in bonus.not_for and rank in bonus.by_rank:
            yield f"four_of_a_kind.by_rank.{rank.value}", "this rank is left out of the bonus by not_for"


def _bonus(bonus: Bonus, house: House) -> Iterator[Finding]:
    grid = house.grid
    if bonus.pattern == "corners" and (grid.rows < 2 or grid.columns < 2):
        yield "pattern", f"{grid} has no four corners"
    if bonus.pattern in ("pairs", "all-cancelled") and house.cancelling is None:
        yield "pattern", "no cards cancel each other in this house"
    if bonus.pattern == "run" and grid.size > len([rank for rank in house.ranks if rank is not Rank.JOKER]):
        yield "pattern", f"there are not {grid.size} ranks to follow each other"
    if bonus.pattern != "exact-total" and not bonus.points and not bonus.others:
        yield "points", "a bonus without points does nothing"
    if bonus.pattern == "exact-total" and bonus.points == bonus.total and not bonus.others:
        yield "points", f"a total of {bonus.total} that counts {bonus.points} is no change"
    if bonus.cards == "cancelled" and bonus.pattern in ("exact-total", "all-cancelled", "pairs"):
        yield "cards", f"the pattern {bonus.pattern} leaves the cards as they count"
    if bonus.jokers_wild and (bonus.pattern not in ("one-suit", "run") or not house.has_joker):
        yield "jokers_wild", "only jokers in one suit or a run can stand for another card"
    if bonus.pattern == "pairs" and bonus.pairs < 1:
        yield "pairs", "at least one group"
    for rank in bonus.ranks:
        if bonus.pattern not in ("pairs", "corners"):
            yield "ranks", f"the pattern {bonus.pattern} is not about one rank"
        elif rank not in house.values:
            yield "ranks", f"there is no {rank.word} in the deck"


def points(house: House) -> Iterator[Finding]:
    """No number of points is so large that nobody could mean it."""
    rule, bonus = house.cancelling, house.four_of_a_kind
    numbers: dict[str, object] = {f"values.{rank.value}": value for rank, value in house.values.items()}
    numbers |= {f"card_values.{card}": value for card, value in house.card_values.items()}
    if rule is not None:
        numbers |= {"cancelling.counts": rule.counts}
        numbers |= {f"cancelling.exceptions.{rank.value}": value for rank, value in rule.exceptions.items()}
    if bonus is not None:
        numbers |= {"four_of_a_kind.points": bonus.points}
        numbers |= {f"four_of_a_kind.by_rank.{rank.value}": value for rank, value in bonus.by_rank.items()}
        numbers |= {f"four_of_a_kind.by_columns.{count}": value for count, value in bonus.by_columns.items()}
    for number, one in enumerate(house.bonuses):
        numbers |= {f"bonuses.{number}.{key}": getattr(one, key) for key in ("points", "others", "total")}
    for key, paid in (("penalty", house.penalty), ("reward", house.reward), ("placing.winner", house.placing.winner)):
        numbers |= {f"{key}.points": paid.points} if paid is not None else {}
    numbers |= {"placing.equal": house.placing.equal, "ending.hidden": house.ending.hidden}
    for key, value in numbers.items():
        if isinstance(value, int) and abs(value) > MOST_POINTS:
            yield key, f"{str(value)[:12]} is not between -{MOST_POINTS} and {MOST_POINTS}"
    if len(house.bonuses) > 12:
        yield "bonuses", "at most twelve"
