"""What cards, pairs, fours and the end of a hole count, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scorekeeper.rules.cards import Rank
from scorekeeper.rules.house import Cancelling, FourOfAKind, House, Penalty, Reward
from scorekeeper.rules.wording import count_word, listing, number

FACE = "the number on the card"


def card_values(house: House) -> Iterator[tuple[str, str]]:
    """Which cards, and what each of them counts; neighbours that count alike stand together."""
    ranks = house.ranks if house.has_joker or house.table.deck else (*house.ranks, Rank.JOKER)
    for points, group in groupby(ranks, key=lambda rank: _points(rank, house)):
        yield _ranks(list(group)), points


def _points(rank: Rank, house: House) -> str:
    value = house.values.get(rank)
    if value is None:
        return "not in the game"
    return FACE if rank.face == str(value) else number(value)


def _ranks(ranks: Sequence[Rank]) -> str:
    words = [rank.word for rank in ranks]
    text = f"{words[0]} to {words[-1]}" if len(words) > 2 else listing(words)
    return text[0].upper() + text[1:]


# --- equal cards ---------------------------------------------------------------------------------------------------


def equal_cards(house: House) -> Iterator[str]:
    """Which equal cards count nothing, and which do after all."""
    rule = house.cancelling
    if rule is None:
        yield "Every card counts. Equal cards do not cancel each other, wherever they lie."
        return
    yield f"{_capital(count_word(rule.size))} equal cards {where_words(rule)} cancel each other and count 0 together."
    yield _what_is_equal(rule, house)
    if rule.where == ("column",):
        yield "Cards side by side or across from each other do not cancel."
    if longest_line(house) > rule.size:
        odd = f"If {count_word(rule.size + 1)} lie so,"
        if rule.leftover == "counts":
            yield f"{odd} {count_word(rule.size)} cancel and the one left over counts."
        else:
            yield f"{odd} all of them cancel."
    for rank in house.ranks:
        yield from _exception(rank, rule, house)
    if rule.wild:
        yield f"{_capital(listing([rank.plural for rank in rule.wild]))} match any card there."


def where_words(rule: Cancelling) -> str:
    """Along which lines equal cards cancel: `in a column`."""
    if "anywhere" in rule.where:
        return "anywhere among a player's cards"
    return "in a " + " or in a ".join(rule.where)


def _what_is_equal(rule: Cancelling, house: House) -> str:
    alike = house.values[Rank.JACK] == house.values[Rank.QUEEN]
    if rule.same == "value":
        example = " (a jack and a queen, for one)" if alike else ""
        return f"Cards that count alike are equal{example}."
    if rule.same == "card":
        return "Only the very same card is equal, from two decks: its rank and its suit."
    example = "; a jack and a queen are not, though they count alike" if alike else ""
    return f"Equal are cards of one rank{example}."


def longest_line(house: House) -> int:
    """How many cards lie in the longest line along which equal cards cancel; 0 where none do."""
    lengths = {"column": house.grid.rows, "row": house.grid.columns, "anywhere": house.grid.size}
    return max((lengths[where] for where in house.cancelling.where), default=0) if house.cancelling else 0


def group_points(rank: Rank, house: House) -> int:
    """What a group of equal cards that could cancel counts after all, in points; 0 where it does cancel."""
    if house.cancelling is None:
        return 0
    exception = house.cancelling.exceptions.get(rank, "zero")
    own = house.values[rank] * house.cancelling.size
    if isinstance(exception, int):
        return exception
    return {"zero": 0, "keep": own, "lower": min(0, own)}[exception]


def _exception(rank: Rank, rule: Cancelling, house: House) -> Iterator[str]:
    group = f"{_capital(count_word(rule.size))} {rank.plural}"
    points = number(group_points(rank, house))
    exception = rule.exceptions.get(rank, "zero")
    if exception == "keep":
        yield f"{group} keep their values: {points} together."
    elif exception == "lower":
        yield f"{group} count {points}: the better of nothing and their values."
    elif exception != "zero":
        yield f"{group} count {points} together."
    elif house.values[rank] < 0:
        yield f"{group} are no exception: they count 0, though one alone counts {number(house.values[rank])}."


# --- four of a kind ------------------------------------------------------------------------------------------------


def four_of_a_kind(house: House) -> Iterator[str]:
    """The points for four equal cards, where there are any."""
    rule = house.four_of_a_kind
    if rule is None or not rule.points:
        if rule is not None or house.cancelling is not None:
            yield "Four of a kind count nothing extra."
        return
    which = {
        "columns": "Four cards of one rank that fill two columns",
        "any-pairs": "Two columns of equal cards, whatever their ranks,",
        "two-and-two": "Four cards of one rank, two in one row and two in another,",
        "anywhere": "Four cards of one rank, wherever they lie,",
    }[rule.pattern]
    how = "instead of their own points" if rule.cards == "cancelled" else "on top of their own points"
    yield f"{which} count {number(rule.points)} {how}."
    if rule.pattern in ("columns", "any-pairs"):
        yield (
            "The two columns have to be neighbours."
            if rule.touching
            else "The two columns may have another between them."
        )
        if house.grid.columns > 2:
            yield _six_alike(rule)
    if rule.not_for:
        yield f"{_capital(listing([rank.plural for rank in rule.not_for]))} are left out of this."
    elif house.has_joker:
        yield "Four jokers are four of a kind too."


def _six_alike(rule: FourOfAKind) -> str:
    three = "Three columns of one rank" if rule.pattern == "columns" else "Three such columns"
    times = {
        "once": "this only once",
        "each-block": "this for each two that are neighbours",
        "each-pair": "this for each two of them",
    }[rule.six_alike]
    return f"{three} count {times}."


# --- the ender -----------------------------------------------------------------------------------------------------


def ender(house: House) -> Iterator[str]:
    """What ending the hole may cost or bring."""
    penalised = house.penalty is not None and house.penalty.kind != "none"
    rewarded = house.reward is not None and house.reward.kind != "none"
    if house.penalty is not None and penalised:
        yield from penalty(house.penalty)
    if house.reward is not None and rewarded:
        yield reward(house.reward)
    if penalised or rewarded:
        yield "Scores are compared before any of this is added. Where nobody ended the hole, none of it applies."
    else:
        yield "Ending a hole costs nothing and brings nothing, whoever has the fewest points."


def penalty(rule: Penalty) -> Iterator[str]:
    """What the ender pays, and what a tie costs."""
    better = "fewer points" if rule.when == "someone-lower" else "fewer points, or just as many,"
    pays = {
        "add": f"{number(rule.points)} points are added to the ender's score",
        "double": "the ender's score is doubled, if it is above 0",
        "double-and-add": f"the ender's score is doubled, if it is above 0, and {number(rule.points)} points are added",
        "worst": "the ender's score becomes as high as the highest at the table",
        "none": "nothing happens",
    }[rule.kind]
    each = " for every such player" if rule.kind == "add" and rule.each_rival else ""
    yield f"If somebody else has {better} on this hole, {pays}{each}."
    if rule.kind == "add" and not rule.each_rival:
        yield "That is once, even if several players have."
    yield "A tie costs as much." if rule.when == "someone-lower-or-equal" else "A tie costs nothing."


def reward(rule: Reward) -> str:
    """What the ender gets."""
    gets = (
        "a score above 0 becomes 0"
        if rule.kind == "zero"
        else f"{number(rule.points)} points are added to the ender's score"
    )
    return f"If the ender alone has the fewest points on this hole, {gets}."


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
