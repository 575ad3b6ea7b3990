"""Misreads: wrong rules that a learner may apply, each with its own wrong answer.

A misread is the same house with one rule changed, scored by the same function; or one of a few slips in adding up.
The house's rules decide which it can have: a house without jokers has no misread about jokers. A misread that the
house allows as an open reading is marked, and pages never call it a mistake.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, wraps
from threading import RLock
from typing import Literal, TypeAlias, TypeVar, TypeVarTuple

from scorekeeper.houses import as_chosen, freeze, thaw
from scorekeeper.houses.sheet.phrases import either
from scorekeeper.rules import Card, House, Option, Rank, Reading, Suit
from scorekeeper.rules.parameters import Cancelling, FourOfAKind
from scorekeeper.rules.wording import count_word, number
from scorekeeper.school.diagnosis.slips import (
    Slip,
    first_pair_only,
    four_is_the_hand,
    neighbors_too,
    one_color_only,
    third_goes_too,
    without_last_column,
    without_minus,
)

Exceptions: TypeAlias = dict[Rank, Literal["zero", "keep", "lower", "negative"] | int]


Made = TypeVar("Made")
Level = TypeVarTuple("Level")


def by_house(make: Callable[[House, *Level], Made]) -> Callable[[House, *Level], Made]:
    """Cache a function of a house, or of a house and level; parallel callers wait for one result."""
    cached = lru_cache(maxsize=64)(lambda frozen, *level: make(thaw(frozen), *level))
    one_at_a_time = RLock()

    @wraps(make)
    def once(house: House, *level: *Level) -> Made:
        frozen = freeze(house)
        with one_at_a_time:  # a whole class starts at the same moment
            return cached(frozen, *level)

    return once


OF_OTHER_HOUSES = "B.x"
"""Row of the questions that a sheet answers itself and other houses answer differently."""

_PLAY = ("opening.", "turn.", "ending.", "match.")


LONGEST = 25
"""The most words of a whole feedback, for twelve-year-old readers."""


@dataclass(frozen=True)
class OpenReading:
    """A reading that a table may have chosen, with its question: "−2" alone says nothing."""

    option: Option
    reading: Reading

    def right(self, what: str = "That’s", here: str = "Not here.") -> str:
        """Feedback for an answer that this reading makes right; it never says mistake."""
        long = f"{what} right if {self._told}.” {here}"
        short = f"Right if {self._told}.”"
        return long if len(long.split()) <= LONGEST else short

    @property
    def told(self) -> str:
        """A clause: `15 is right if {told}`."""
        return f"{self._told}”"

    @property
    def _told(self) -> str:
        """The same without its last mark, for a full stop before it."""
        return f"you answer “{self.option.question}” with “{self.reading.text}"


@by_house
def open_readings(house: House) -> tuple[tuple[OpenReading, House], ...]:
    """The readings that a table of this house still has to choose among, with the house under each.

    A question that the house answers clearly, or that only other houses raise, leaves nothing open. Nor does what a
    sheet prints, or a card value that other rules print.
    """
    return tuple(
        (OpenReading(option, reading), as_chosen(house, {option.key: reading.key}))
        for option in house.options
        if option.asked == "usual" and option.row != OF_OTHER_HOUSES and option.key not in house.readings
        for reading in option.readings
        if reading.sets  # without them neither scores nor moves depend on it
        if not (option.contradicts(reading) and (house.source.sheet or _is_value(option)))
    )


def _is_value(option: Option) -> bool:
    """Whether the question is about what cards are worth."""
    return all(path.startswith("values.") for path in option.parameters)


@by_house
def played_otherwise(house: House) -> tuple[tuple[OpenReading, House], ...]:
    """The open readings about how holes and games are played."""
    found = open_readings(house)
    return tuple(one for one in found if any(path.startswith(_PLAY) for path in one[0].reading.sets))


# --- misreads ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Misread:
    """A wrong rule for scoring one layout.

    ``key`` is its permanent name in codes, exports and reports. ``rule`` is the practiced rule that it gets wrong.
    ``doing`` is a clause that says how the learner scores: `If {doing}, you get 15`.
    """

    key: str
    rule: str
    doing: str
    house: House  # with the wrong rule; unchanged for a slip
    slip: Slip | None = None
    # Set where the house leaves the rule open: then it is this reading, and never called a mistake.
    reading: OpenReading | None = None


def misreads(house: House) -> tuple[Misread, ...]:
    """Every misread that a learner can have in scoring a layout of this house."""
    readings = [(reading, what_counts(other)) for reading, other in open_readings(house)]
    house = without_idle_exceptions(house)
    own = what_counts(house)
    found: list[Misread] = []
    for misread in _candidates(house):
        rules = what_counts(misread.house)
        if misread.slip is None and rules == own:
            continue  # this is the house's own rule
        if any(rules == what_counts(other.house) and misread.slip is other.slip for other in found):
            continue  # the same wrong rule again, such as a joker value from another sheet and one with the wrong sign
        reading = next((reading for reading, read in readings if misread.slip is None and read == rules), None)
        if misread.slip is neighbors_too:  # a table that cancels in rows cancels neighbors too
            reading = next(
                (one.reading for one in found if (rule := one.house.cancelling) and "row" in rule.where), None
            )
        found.append(replace(misread, reading=reading))
    return tuple(found)


def what_counts(house: House) -> tuple[object, ...]:
    """All rules of a house that change the points of a layout."""
    return (
        dict(house.values),
        dict(house.card_values),
        without_idle_exceptions(house).cancelling,
        house.four_of_a_kind if house.four_of_a_kind is not None and house.four_of_a_kind.points else None,
        house.bonuses,
        house.ending.hidden,
    )


def without_idle_exceptions(house: House) -> House:
    """Drop exceptions that repeat the general rule, such as a pair of jokers worth 0 like every pair.

    So a misread of pairs changes such a pair too.
    """
    rule = house.cancelling
    if rule is None or rule.counts not in rule.exceptions.values():
        return house
    real = {rank: counts for rank, counts in rule.exceptions.items() if counts != rule.counts}
    return replace(house, cancelling=replace(rule, exceptions=real))


def _candidates(house: House) -> Iterator[Misread]:
    yield from _values(house)
    yield from _jokers(house)
    yield from _pairs(house)
    yield from _pairs_imported(house)
    yield from _four_of_a_kind(house)
    yield from _slips(house)


# --- what a card is worth ---------------------------------------------------------------------------------------------

_ACE, _TWO, _JACK, _QUEEN, _KING = Rank.ACE, Rank.TWO, Rank.JACK, Rank.QUEEN, Rank.KING


def _values(house: House) -> Iterator[Misread]:
    wrong: list[tuple[str, str, str, Mapping[Rank, int]]] = [
        ("V1", "value-2", "a two is worth 2", {_TWO: 2}),
        ("V2", "value-2", "a two is worth \N{MINUS SIGN}2", {_TWO: -2}),
        ("V3", "value-k", "a king is worth 10", {_KING: 10}),
        ("V4", "value-k", "a king is worth 13", {_KING: 13}),
        ("V5", "value-j-q", "a jack is worth 11 and a queen 12", {_JACK: 11, _QUEEN: 12}),
        ("V5b", "value-k", "face cards are worth 11, 12 and 13", {_JACK: 11, _QUEEN: 12, _KING: 13}),
        ("V14", "value-a", "an ace is worth 1", {_ACE: 1}),
        ("V6", "value-a", "an ace is worth 11", {_ACE: 11}),
        ("V7", "value-a", "an ace is worth 14", {_ACE: 14}),
        ("V11", "value-j-q", "all face cards are worth 0", {_JACK: 0, _QUEEN: 0, _KING: 0}),
    ]
    if house.table.deck is not None:
        return
    for key, rule, doing, values in wrong:
        if values.keys() <= house.values.keys():
            yield Misread(key, rule, doing, replace(house, values={**house.values, **values}))
    if house.values.get(_KING, 10) != 10 and not house.card_values:
        black = {str(Card(_KING, suit)): 10 for suit in (Suit.SPADES, Suit.CLUBS)}
        yield Misread("V13", "value-k", "a black king is worth 10", replace(house, card_values=black))
    if house.card_values:
        yield Misread(
            "V12",
            "single-cards",
            "special cards are worth the same as others of their rank",
            replace(house, card_values={}),
        )


def _jokers(house: House) -> Iterator[Misread]:
    if not house.has_joker:
        return
    own = house.values[Rank.JOKER]
    wrong = {"V8": 0, "V9": -own, "V10": -5, "V10b": -2, "V10c": -3}
    for key, value in wrong.items():
        if value != own:
            values = {**house.values, Rank.JOKER: value}
            yield Misread(key, "value-joker", f"a joker is worth {number(value)}", replace(house, values=values))


# --- what cancels -----------------------------------------------------------------------------------------------------


def _pairs(house: House) -> Iterator[Misread]:
    rule = house.cancelling
    if rule is None:
        return
    # A bonus in place of canceled cards comes on top of their values when nothing cancels.
    bonus = house.four_of_a_kind
    counted = None if bonus is None else replace(bonus, cards="counted")
    nothing_cancels = replace(house, cancelling=None, four_of_a_kind=counted)
    yield Misread("P1", "cancelling", "matching cards don’t cancel", nothing_cancels)
    yield from _pairs_below_zero(house, rule)
    yield from _other_lines(house, rule)
    yield from _fewer_pairs(house, rule)
    if "anywhere" not in rule.where:
        anywhere = replace(rule, where=("anywhere",))
        yield _canceling(house, "P6", "where", "matching cards cancel anywhere", anywhere)
    once = {rank: value for rank, value in house.values.items() if rank not in rule.exceptions}
    as_one = replace(rule, exceptions={**rule.exceptions, **once})
    yield _canceling(house, "P7", "cancelling", _scored_as_one(house, rule), as_one)
    if rule.same == "rank" and len(set(house.values.values())) < len(house.values):
        yield _canceling(house, "P8", "equal", "cards of the same value cancel", replace(rule, same="value"))
    if _KING in house.values and _KING not in rule.wild:
        wild = replace(rule, wild=(*rule.wild, _KING))
        yield _canceling(house, "P9", "equal", f"a king {_matches(rule, house)}", wild)
    if house.has_joker:
        yield from _joker_pairs(house, rule)
    are = "a pair is" if rule.size == 2 else f"{count_word(rule.size)} matching cards are"
    yield _canceling(house, "P17", "cancelling", f"{are} subtracted", replace(rule, counts="negative"))


def _canceling(house: House, key: str, what: str, doing: str, changed: Cancelling) -> Misread:
    """A misread whose cards cancel by another rule."""
    return Misread(key, what, doing, replace(house, cancelling=changed))


def _pairs_below_zero(house: House, rule: Cancelling) -> Iterator[Misread]:
    """Groups of negative cards that keep their values, or that score like other groups."""
    for rank in below_zero(house):
        key = "P2" if rank is _TWO else f"P2{rank.face}"
        kept = replace(rule, exceptions={**rule.exceptions, rank: "keep"})
        worth = number(rule.size * house.values[rank])
        yield _canceling(house, key, "negative-pairs", f"{_canceled(rank, rule)} {worth}", kept)
        if rank in rule.exceptions:
            like_others: Exceptions = {other: counts for other, counts in rule.exceptions.items() if other != rank}
            changed = replace(rule, exceptions=like_others)
            yield _canceling(house, f"P21{rank.face}", "negative-pairs", f"{_canceled(rank, rule)} 0", changed)


def _other_lines(house: House, rule: Cancelling) -> Iterator[Misread]:
    """Cards in rows or diagonals cancel too, or instead of those in columns."""
    if "column" not in rule.where:
        return
    if "row" not in rule.where and rule.size <= house.grid.columns:
        # In a row of three, crossing out all three is another mistake.
        in_long_rows = rule.size == 2 and house.grid.columns > 2
        doing = f"matching cards in the same row cancel too{', in pairs' if in_long_rows else ''}"
        yield _canceling(house, "P3", "where", doing, replace(rule, where=(*rule.where, "row")))
        if in_long_rows:  # where there are two columns, a row has no others
            yield Misread("P3b", "where", "matching cards side by side cancel too", house, neighbors_too)
        rows = replace(rule, where=tuple("row" if way == "column" else way for way in rule.where))
        yield _canceling(house, "P4", "where", "matching cards cancel in rows instead of columns", rows)
    if "diagonal" not in rule.where and house.grid.lines(("diagonal",), rule.size):
        diagonal = replace(rule, where=(*rule.where, "diagonal"))
        yield _canceling(house, "P5", "where", "matching cards cancel diagonally too", diagonal)


def _fewer_pairs(house: House, rule: Cancelling) -> Iterator[Misread]:
    """Only some of the groups cancel."""
    standard = house.table.deck is None
    courts: Exceptions = {rank: "keep" for rank in (_JACK, _QUEEN, _KING) if rank in house.values}
    if courts and standard:
        never = replace(rule, exceptions={**rule.exceptions, **courts})
        yield _canceling(house, "P18", "equal", "face cards never cancel", never)
    if rule.size == 2 and standard:
        yield Misread("P19", "equal", "only cards of one color cancel", house, one_color_only)
    if rule.size == 2 and house.grid.size >= 4:
        yield Misread("P20", "cancelling", "only the first pair cancels", house, first_pair_only)


def _scored_as_one(house: House, rule: Cancelling) -> str:
    """A clause about groups of which one card counts."""
    if rule.size > 2:
        return f"{count_word(rule.size)} matching cards are scored as one"
    four_cancel_together = any(len(line) >= 4 for line in house.grid.lines(rule.where, 2))
    return "matching cards that cancel are scored as one" if four_cancel_together else "a pair is scored as one card"


def below_zero(house: House) -> tuple[Rank, ...]:
    """The ranks worth less than 0, without jokers, which have rules of their own."""
    return tuple(rank for rank, value in house.values.items() if value < 0 and rank is not Rank.JOKER)


def _canceled(rank: Rank, rule: Cancelling) -> str:
    """The start of a clause about a canceled group: `a pair of twos is worth`."""
    if rule.size == 2:
        return f"a pair of {rank.plural} is worth"
    return f"{count_word(rule.size)} {rank.plural} that cancel are worth"


def _matches(rule: Cancelling, house: House) -> str:
    """What a wild card does, by where cards cancel in this house."""
    if rule.where == ("column",) and rule.size == house.grid.rows == 2:
        return "cancels its column"
    there = "the hand" if "anywhere" in rule.where else f"its {either(list(rule.where))}"
    cards = "card" if rule.size == 2 else f"{count_word(rule.size - 1)} matching cards"
    return f"cancels any {cards} in {there}"


def _joker_pairs(house: House, rule: Cancelling) -> Iterator[Misread]:
    joker = house.values[Rank.JOKER]
    plain: Exceptions = {rank: counts for rank, counts in rule.exceptions.items() if rank is not Rank.JOKER}

    def pair_of_jokers(key: str, points: int, exceptions: Exceptions) -> Misread:
        doing = f"{_canceled(Rank.JOKER, rule)} {number(points)}"
        return _canceling(house, key, "pair-of-jokers", doing, replace(rule, exceptions=exceptions))

    if Rank.JOKER not in rule.wild:
        wild = replace(rule, wild=(*rule.wild, Rank.JOKER), exceptions=plain)
        yield _canceling(house, "P10", "equal", f"a joker {_matches(rule, house)}", wild)
    yield pair_of_jokers("P11", 0, plain)
    if rule.size == 2:
        yield pair_of_jokers("P12", joker, {**plain, Rank.JOKER: joker})
    yield pair_of_jokers("P13", rule.size * joker, {**plain, Rank.JOKER: "keep"})


def _pairs_imported(house: House) -> Iterator[Misread]:
    if house.cancelling is None:
        columns = replace(house, cancelling=Cancelling())
        anywhere = replace(house, cancelling=Cancelling(where=("anywhere",)))
        yield Misread("P14", "cancelling", "a column of two matching cards is worth 0", columns)
        yield Misread("P15", "cancelling", "two matching cards cancel anywhere", anywhere)


# --- four of a kind ---------------------------------------------------------------------------------------------------


def _four_of_a_kind(house: House) -> Iterator[Misread]:
    bonus = house.four_of_a_kind
    if bonus is None or not bonus.points:
        if house.cancelling is not None and house.grid.columns > 1 and house.grid.rows == 2:
            imported = replace(house, four_of_a_kind=FourOfAKind(points=-10))
            yield Misread("F6", "four-of-a-kind", "four of a kind is worth \N{MINUS SIGN}10", imported)
        return

    def read(key: str, doing: str, changed: FourOfAKind | None) -> Misread:
        return Misread(key, "four-of-a-kind", doing, replace(house, four_of_a_kind=changed))

    points = number(bonus.points)
    yield Misread(
        "F10", "four-of-a-kind", f"four of a kind makes the whole hand worth {points}", house, four_is_the_hand
    )
    yield read("F1", "four of a kind earns nothing", None)
    both = {rank: bonus.by_rank.get(rank, bonus.points) + 4 * value for rank, value in house.values.items()}
    yield read("F2", f"four of a kind is worth {points} plus its cards", replace(bonus, by_rank=both))
    twice = {rank: 2 * own for rank, own in bonus.by_rank.items()}
    doubled = replace(bonus, points=2 * bonus.points, by_rank=twice)
    if house.cancelling is None or house.cancelling.size == 2:  # three that cancel show no pairs
        yield read("F3", f"four of a kind is worth {points} per pair", doubled)
    if bonus.pattern != "anywhere":
        yield read("F4", f"four of a kind is worth {points} anywhere", replace(bonus, pattern="anywhere"))
    if bonus.pattern == "columns":
        near = "only in neighboring columns" if not bonus.touching else "in any two columns"
        yield read("F5", f"four of a kind is worth {points} {near}", replace(bonus, touching=not bonus.touching))
        yield read("F7", f"two different pairs are worth {points}", replace(bonus, pattern="any-pairs"))
    if _KING in house.values and _KING not in (*bonus.not_for, *bonus.by_rank):
        yield read("F8", "four kings earn no bonus", replace(bonus, not_for=(*bonus.not_for, _KING)))
    against = {rank: -own for rank, own in bonus.by_rank.items()}
    yield read(
        "F9", f"four of a kind is worth {number(-bonus.points)}", replace(bonus, points=-bonus.points, by_rank=against)
    )


# --- slips ------------------------------------------------------------------------------------------------------------


def _slips(house: House) -> Iterator[Misread]:
    unseen = replace(house, ending=replace(house.ending, hidden=0))
    yield Misread("A3", "hidden-cards", "face-down cards are worth 0", unseen)
    if min(house.values.values()) < 0:
        yield Misread("A1", "adding", "a column below 0 is added instead of subtracted", house, without_minus)
    if house.grid.columns > 1:
        yield Misread("A2", "adding", "the last column is left out", house, without_last_column)
    if house.cancelling is not None and house.cancelling.size == 2:
        yield Misread("P16", "where", "the third matching card cancels too", house, third_goes_too)
