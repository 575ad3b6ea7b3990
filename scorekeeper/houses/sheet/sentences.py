"""Sentences about a house from the table `sentences.toml`: those that are true of it, with their braces filled."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import resources
from itertools import groupby
from typing import Any

from scorekeeper.houses.sheet.facts import FACTS, group_points, single_cards
from scorekeeper.houses.sheet.phrases import many, note, plurals, ranks_words, unsigned
from scorekeeper.houses.vocabulary import PARAMETERS, value_of
from scorekeeper.rules.cards import Rank
from scorekeeper.rules.house import House
from scorekeeper.rules.parameters import Bonus
from scorekeeper.rules.wording import capitalize_first, count_word, number, signed

Condition = tuple[str, str, str]
"""A key, a sign, and what it is compared with."""

BRACES = re.compile(r"\{([^{}]+)\}")
_CONDITION = re.compile(r"([a-z0-9_.*A-Z]+)(!=|=|!>|>|!~|~)(.*)")

_FORMS: Mapping[str, Callable[..., str]] = {
    "word": count_word,
    "many": many,
    "signed": signed,
    "ranks": plurals,
    "either": lambda ranks: " or ".join(rank.plural for rank in ranks),
    "capital": str,
}


def _rows() -> Mapping[str, tuple[tuple[tuple[Condition, ...], str], ...]]:
    table = tomllib.loads((resources.files(__package__) / "sentences.toml").read_text(encoding="utf-8"))
    pairs = {key: [row if isinstance(row, list) else ["", row] for row in rows] for key, rows in table.items()}
    return {key: tuple((conditions(when), say) for when, say in rows) for key, rows in pairs.items()}


def conditions(when: str) -> tuple[Condition, ...]:
    """Conditions as a table writes them: `turn.look=commits & ending.trigger!=knock`."""
    found = [_CONDITION.fullmatch(one) for one in when.split(" & ") if when]
    assert all(found), when
    return tuple((one[1], one[2], one[3]) for one in found if one is not None)


SENTENCES = _rows()
"""The sentences by key, with their conditions."""


def is_so(when: Sequence[Condition], house: House, more: Mapping[str, Any]) -> bool:
    """Whether the house meets all of these conditions."""
    return all(_holds(*condition, house, more) for condition in when)


def told(key: str, house: House, **more: Any) -> Iterator[str]:
    """The sentences under this key that are true of the house. ``more`` holds named things that they speak of."""
    for when, say in SENTENCES[key]:
        if is_so(when, house, more):
            if not say.startswith(">"):
                yield filled(say, house, more)
            elif (inner := say[1:]) in LISTS:
                yield from LISTS[inner](house)
            else:
                yield from told(inner, house, **more)


def said(key: str, house: House, **more: Any) -> str:
    """The same as one text."""
    return " ".join(told(key, house, **more))


def _holds(key: str, sign: str, wanted: str, house: House, more: Mapping[str, Any]) -> bool:
    value = _value(key, house, more)
    if sign.endswith(">"):
        found = bool(value > _value(wanted, house, more))
    elif sign.endswith("~"):
        found = wanted in value
    else:
        found = _plain(value) in wanted.split("|")
    return found is not sign.startswith("!")


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping | Sequence) and not isinstance(value, str):
        return " ".join(map(str, value))
    return "" if value is None else str(value)


def _value(key: str, house: House, more: Mapping[str, Any]) -> Any:
    """A number written out, one of ``more``, a fact, or the house's value at that key."""
    if key.isdecimal():
        return int(key)
    head, _, rest = key.partition(".")
    if head == "values":
        return house.values.get(Rank(rest))
    if head not in more and head not in FACTS:
        return value_of(house, key)
    found = more[head] if head in more else FACTS[head](house)
    return value_of(found, rest) if rest else found


def filled(say: str, house: House, more: Mapping[str, Any]) -> str:
    """A sentence of a table with its braces filled in."""
    return BRACES.sub(lambda found: _words(found[1], house, more), say)


def _words(braces: str, house: House, more: Mapping[str, Any]) -> str:
    key, _, form = braces.partition(":")
    if key.startswith("note "):
        return note(house, *key.split()[1:])
    form, _, argument = form.partition(" ")
    value = said(key, house, **more) if key in SENTENCES else _value(key, house, more)
    if form == "choice":
        return PARAMETERS[key].choices[value]
    if form:
        text = _FORMS[form.lower()](*(value, argument) if argument else (value,))
        return text if form.islower() else capitalize_first(text)
    if key in PARAMETERS and (words := PARAMETERS[key].sheet) and str(value) in words:
        return filled(words[str(value)], house, more)
    return number(value) if isinstance(value, int) else str(value)


# --- sentences for each of several things -----------------------------------------------------------------------------


def exception(rank: Rank, house: House) -> Iterator[str]:
    """What matching cards of this rank are worth, if they are an exception."""
    rule = house.cancelling
    if rule is None:
        return
    counts = rule.exceptions.get(rank)
    if counts in ("keep", "lower", "negative"):
        kind = str(counts)
    else:
        kind = "usual" if counts in (None, rule.counts) else "other"
    yield from told(
        "exception",
        house,
        counts=kind,
        group=f"{capitalize_first(count_word(rule.size))} {rank.plural}",
        same_group=f"a pair of {rank.plural} is" if rule.size == 2 else f"{count_word(rule.size)} {rank.plural} are",
        points=group_points(rank, house),
        single=house.values[rank],
        read=note(house, f"cancelling.exceptions.{rank.value}"),
    )


def card_values(house: House) -> Iterator[tuple[str, str]]:
    """Cards and their points; ranks in a row with the same points share a line."""

    def points(rank: Rank) -> str:
        value = house.values.get(rank)
        if value is None:
            return "not in the game"
        return "the number on the card" if rank.face == str(value) else number(value)

    ranks = house.ranks if house.has_joker or house.table.deck else (*house.ranks, Rank.JOKER)
    for counted, group in groupby(ranks, key=points):
        yield capitalize_first(ranks_words(group)), counted
    for card, value in single_cards(house):
        yield capitalize_first(card), number(value)


def one_bonus(bonus: Bonus, house: House) -> Iterator[str]:
    """What a bonus is worth, and what the others get."""
    counts = bool(bonus.points) or bonus.pattern == "exact-total" or bonus.cards == "cancelled"
    yield from told("one_bonus", house, bonus=bonus, bonus_counts=counts)


def bonuses(house: House) -> Iterator[str]:
    """A sentence for each bonus, two if the others get points too."""
    for bonus in house.bonuses:
        yield from one_bonus(bonus, house)
    if len(house.bonuses) > 1:
        yield f"A hand earns each of these it shows, once{note(house, 'bonuses')}."


def _four_by_rank(house: House, sentence: str) -> Iterator[str]:
    rule = house.four_of_a_kind
    for rank in house.ranks if rule else ():
        if rule and rank in rule.by_rank:
            yield filled(sentence, house, {"rank": rank, "points": rule.by_rank[rank]})


def _four_by_columns(house: House, sentence: str) -> Iterator[str]:
    rule = house.four_of_a_kind
    for count, points in sorted(rule.by_columns.items()) if rule else ():
        yield filled(sentence, house, {"count": count, "points": points})


LISTS: Mapping[str, Callable[[House], Iterator[str]]] = {
    "each_exception": lambda house: (text for rank in house.ranks for text in exception(rank, house)),
    "single_cards": lambda house: (f"{capitalize_first(card)} {number(value)}" for card, value in single_cards(house)),
    "four_by_rank": partial(_four_by_rank, sentence="{four_cards:Word} {rank.plural} are worth {points}."),
    "four_by_columns": partial(
        _four_by_columns, sentence="{count:Word} columns of the same rank are worth {points} in all."
    ),
    "four_by_rank_beside": partial(_four_by_rank, sentence="{points} for {four_cards:word} {rank.plural}"),
    "four_by_columns_beside": partial(_four_by_columns, sentence="{points} for {count:word} columns"),
}

# --- sentences used outside the sheet, where no legend explains the signs ---------------------------------------------


def _unsigned(key: str, house: House) -> Iterator[str]:
    return map(unsigned, told(key, house))


def _unsigned_text(key: str, house: House) -> str:
    return unsigned(said(key, house))


four_of_a_kind = partial(_unsigned, "four_of_a_kind")
ender = partial(_unsigned, "ender")
opening = partial(_unsigned, "opening")
deal = partial(_unsigned, "deal")
drawing = partial(_unsigned, "drawing")
placing = partial(_unsigned, "placing")
ending = partial(_unsigned, "ending")
what_ends_it = partial(_unsigned, "what_ends_it")
throwing_away = partial(_unsigned_text, "throwing_away")
turning_up = partial(_unsigned_text, "turning_up")
last_turns = partial(_unsigned_text, "last_turns")
hole_won = partial(_unsigned_text, "hole_won")


def places(house: House) -> Iterator[str]:
    """What a hole's lowest score and ties bring, no matter who ended it."""
    return told("places", house, reward=house.placing.winner)
