"""What a table's answers change: each something, and where one changes nothing beside another both are refused."""

import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from operator import eq

import pytest

from scorekeeper import houses
from scorekeeper.houses import BadHouse, as_chosen, with_more_readings, with_reading, with_readings
from scorekeeper.houses.sheet import SheetSection, rule_sheet
from scorekeeper.houses.sheet.sentences import told as sentences_at
from scorekeeper.referee.open_questions import answers
from scorekeeper.rules import BadLayout, Card, House, Layout, Option, Rank, Reading, score, score_hole
from scorekeeper.rules.cards import STANDARD_RANKS, Suit
from tests.golden.sampling import sampled_layouts

HOUSES = houses.built_in()
HOLES = [dict(zip(("Ann", "Bob", "Cy"), points, strict=True)) for points in product((-3, 4, 9), repeat=3)]


def numbers(house: House, layouts: Sequence[Layout]) -> Iterator[int | None]:
    """What telling holes and these layouts count in the house, one after the other; None for one that it refuses."""
    for raw in HOLES:
        yield from (player.score for player in score_hole(raw, house, "Ann").players)
    for layout in layouts:
        try:
            yield score(layout, house).total
        except BadLayout:
            yield None


def count_alike(one: House, other: House) -> bool:
    if one.grid != other.grid or one.ranks != other.ranks:
        return False
    layouts = [layout for house in (other, one) for layout in sampled_layouts(house, 40)]
    return all(own == others for own, others in zip(numbers(one, layouts), numbers(other, layouts), strict=True))


def tell_apart(house: House, option: Option) -> bool:
    """Whether the example of the question counts otherwise under another of its readings."""
    return len({(answer.total, answer.totals) for answer in answers(house, option)}) > 1


def to_choose(house: House) -> list[tuple[Option, Reading]]:
    """Every answer that is not the one taken in any case."""
    return [
        (option, reading)
        for option in house.options
        if option.asked != "explained"
        for reading in option.readings
        if reading is not option.default
    ]


@pytest.mark.long
def test_every_answer_changes_a_score_a_verdict_or_a_sentence() -> None:
    idle = []
    for house in HOUSES:
        printed = rule_sheet(house)
        for option, reading in to_choose(house):
            chosen = with_readings(house, {option.key: reading.key})
            if option.kind == "score":
                changed = not count_alike(house, chosen) or tell_apart(house, option)
            else:
                changed = sentences(rule_sheet(chosen), reading) != sentences(printed, reading)
            if not changed:
                idle.append(f"{house.key}: {option.key}={reading.key}")
    assert not idle


def sentences(sheet: Sequence[SheetSection], reading: Reading) -> list[object]:
    """What a sheet says; without the table that repeats each answer, unless it is just an agreement of the table."""
    return [section for section in sheet if section.key != "readings" or not reading.sets]


# --- two answers together ---------------------------------------------------------------------------------------------


@cache
def telling_cards(key: str) -> tuple[Sequence[tuple[Card, bool]], ...]:
    """Cards in reading order, each with whether it still lies hidden: few ranks, so that equal cards meet often."""
    house = houses.get(key)
    dice = random.Random(house.grid.size)
    hands = []
    for number in range(100):
        some = dice.sample(house.ranks, 1 + number % min(4, len(house.ranks)))
        if house.has_joker and number % 4 == 0:
            some = [Rank.JOKER, *some[:1]]
        suits = [dice.choice(list(Suit)) for _ in house.grid.cells()]
        dealt = [
            Card(rank, suit if rank in STANDARD_RANKS else None)
            for rank, suit in zip(dice.choices(some, k=house.grid.size), suits, strict=True)
        ]
        hands.append([(card, number % 3 == 0 and dice.random() < 0.3) for card in dealt])
    return tuple(hands)


def counted(house: House, base: House) -> Iterator[int | None]:
    """What telling holes and cards count; None for cards that the house, or a table without jokers, cannot have."""
    for points in HOLES:
        yield from (player.score for player in score_hole(points, house, "Ann").players)
    without_jokers = house.table.jokers_per_deck == 0 < base.table.jokers_per_deck
    for cards in telling_cards(base.key):
        yield _counted(cards, house, without_jokers=without_jokers)


def _counted(cards: Sequence[tuple[Card, bool]], house: House, *, without_jokers: bool) -> int | None:
    width, cells = house.grid.columns, tuple(house.grid.cells())
    rows = [tuple(card for card, _ in cards[start : start + width]) for start in range(0, len(cards), width)]
    hidden = frozenset(cell for cell, (_, is_hidden) in zip(cells, cards, strict=True) if is_hidden)
    if without_jokers and any(card.rank is Rank.JOKER for card, _ in cards):
        return None
    try:
        return score(Layout(tuple(rows), hidden), house).total
    except BadLayout:
        return None


PLACES = ("players", "deal", "turn", "ending", "match", "ender", "places")


def told(house: House, base: House) -> Iterator[object]:
    """What the rule sheet says of play."""
    yield house.table
    for place in PLACES:
        yield tuple(sentences_at(place, house))


ABOUT = {"score": counted, "play": told, "match": told}
"""What an answer to each kind of question changes."""


Answer = tuple[Option, Reading]


def name(answer: Answer) -> str:
    """As on the command line, `joker-pair=keep`."""
    return f"{answer[0].key}={answer[1].key}"


def without_effect(house: House) -> Iterator[frozenset[str]]:
    """By trying them: each two answers of which one changes something alone and nothing beside the other."""
    answers = [answer for answer in to_choose(house) if answer[1].sets and not answer[0].must_ask]
    printed = {kind: tuple(about(house, house)) for kind, about in ABOUT.items()}
    alone = {}
    for option, reading in answers:
        chosen = with_reading(house, option, reading)
        alone[name((option, reading))] = {kind: tuple(about(chosen, house)) for kind, about in ABOUT.items()}
    for one, other in combinations(answers, 2):
        if one[0] is not other[0]:
            both = as_chosen(house, {option.key: reading.key for option, reading in (one, other)})
            for answer, beside in ((one, other), (other, one)):
                kind = answer[0].kind
                there = alone[name(beside)][kind]
                changes = alone[name(answer)][kind] != printed[kind]
                if changes and all(map(eq, ABOUT[kind](both, house), there)):
                    yield frozenset((name(one), name(other)))


@pytest.mark.long
@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.key)
def test_exactly_those_answers_are_refused_that_change_nothing_beside_another(house: House) -> None:
    tried = set(without_effect(house))
    found = set()
    for one, other in combinations(to_choose(house), 2):
        if one[0] is not other[0]:
            try:
                with_readings(house, {option.key: reading.key for option, reading in (one, other)})
            except BadHouse as bad:
                if "has no effect with the answer" in bad.message:
                    found.add(frozenset((name(one), name(other))))
    assert found == tried


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.key)
def test_an_answer_excludes_only_answers_that_there_are(house: House) -> None:
    known = {name((option, reading)) for option in house.options for reading in option.readings}
    excluded = {one for option in house.options for reading in option.readings for one in reading.excludes}
    assert excluded <= known


def test_no_number_in_the_text_of_an_answer_is_changed_by_another_answer() -> None:
    """Each is set by the answer itself; only 0, which cards that cancel count, and the 52 of a deck are fixed."""
    stale = []
    for house in HOUSES:
        for option in house.options:
            for reading in option.readings:
                own = {int(number) for number in re.findall("[0-9]+", repr(reading.sets))}
                if not {int(number) for number in re.findall("[0-9]+", reading.text)} <= own | {0, 52}:
                    stale.append(f"{house.key} {name((option, reading))}: {reading.text}")
    assert stale == []


def test_answers_that_an_older_release_allowed_are_not_judged_again() -> None:
    begun = houses.get("penalty")
    played = as_chosen(begun, {"four-of-a-kind": "off", "touching": "touching"})
    again = with_more_readings(begun, played, {"twos": "minus"})
    assert again.readings == {"four-of-a-kind": "off", "touching": "touching", "twos": "minus"}
    with pytest.raises(BadHouse):
        with_more_readings(begun, played, {"six-alike": "each-pair"})
