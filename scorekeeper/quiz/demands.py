"""What to lay so that a rule of counting matters: whoever misreads that rule then gets another number."""

from __future__ import annotations

from scorekeeper.quiz.misreads import below_zero
from scorekeeper.rules import House, Rank, parse_card
from scorekeeper.rules.sheet.phrases import either
from scorekeeper.rules.wording import count_word

_CARDS = {
    "value-a": "ace",
    "value-2": "two",
    "value-j-q": "jack or queen",
    "value-k": "king",
    "value-joker": "joker",
}


def demand(rule: str, house: House) -> str:
    """One sentence that says what to lay, and is enough; empty for a rule that cannot be demanded."""
    if rule in _CARDS:
        return f"Use at least one {_CARDS[rule]}{_that_counts(house)}."
    match rule:
        case "single-cards":
            cards = either([f"the {parse_card(card).word}" for card in house.card_values])
            return f"Use {cards}, and let no other card cancel it."
        case "cancelling":
            return _cancelling(house)
        case "where":
            return _where(house)
        case "equal":
            return _equal(house)
        case "negative-pairs":
            alike = either([f"{_as_many(house)} {rank.plural}" for rank in below_zero(house)])
            return f"Let {alike} cancel each other."
        case "pair-of-jokers":
            return f"Lay {_as_many(house)} jokers{_in_one_line(house)}."
        case "four-of-a-kind":
            if house.four_of_a_kind is not None and house.four_of_a_kind.points:
                return "Lay four of a kind that earn their points."
            return "Lay two columns of equal cards, all four of one rank."
    return ""


def _that_counts(house: House) -> str:
    return "" if house.cancelling is None else " that does not cancel"


def _as_many(house: House) -> str:
    return count_word(2 if house.cancelling is None else house.cancelling.size)


def _in_one_line(house: House) -> str:
    """Where equal cards would cancel, as it goes on after the cards; nothing where that is anywhere."""
    where = ("column",) if house.cancelling is None else house.cancelling.where
    return "" if "anywhere" in where else f" in one {either(list(where))}"


def _cancelling(house: House) -> str:
    if house.cancelling is None:
        return "Lay two equal cards in one column, but none that are worth 0."
    return f"Let {_as_many(house)} equal cards cancel that are not worth 0."


def _where(house: House) -> str:
    if house.cancelling is not None and "anywhere" in house.cancelling.where:
        return "Lay three equal cards that are not worth 0: two of them cancel, and the third does not."
    return f"Lay {_as_many(house)} equal cards that are not worth 0 where they do not cancel each other."


def _equal(house: House) -> str:
    rule = house.cancelling
    wild = () if rule is None else rule.wild
    taken = next((rank for rank in (Rank.KING, Rank.JOKER) if rank in house.values and rank not in wild), None)
    if taken is None:
        return f"Lay cards of the same value and of different ranks{_in_one_line(house)}."
    others = "one other card that is"
    if rule is not None and rule.size > 2:
        others = f"{count_word(rule.size - 1)} equal other cards that are"
    return f"Lay a {taken.word} and {others} not worth 0{_in_one_line(house)}."
