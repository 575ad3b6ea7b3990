"""The screens about what the cards count: one card, equal cards, the house's specials, and who wins."""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.houses.sheet import SheetTable, sentences
from scorekeeper.houses.sheet.facts import fills_columns
from scorekeeper.houses.sheet.phrases import capital
from scorekeeper.houses.sheet.worked_examples import can_be_dealt, most_of, showing
from scorekeeper.rules import BadLayout, Card, House, Rank, Score, score
from scorekeeper.rules.bonuses import earns
from scorekeeper.rules.scoring import cancelled_groups
from scorekeeper.rules.wording import count_word
from scorekeeper.school.dice import Dice
from scorekeeper.school.laying import laid, with_cards
from scorekeeper.school.lesson.tasks import Exercise, Screen, first_sentences
from scorekeeper.school.levels import level_of
from scorekeeper.school.questions import winner
from scorekeeper.school.questions.score import ScoreQuestion

CARDS_ALONE, LEVEL, LOOK_ALIKES = 2, 3, 4
"""Levels of the first layout, of the last, and of the one in which equal cards lie where they do not cancel, too."""

TRIES = 60
"""Layouts that are laid in search of one of those."""

HOLES = 4
"""Holes that are laid in search of one whose ender pays or earns something."""


def screens(house: House) -> Iterator[Screen]:
    """From one card to the whole game."""
    table = SheetTable(("Card", "Points"), tuple(sentences.card_values(house)))
    alone = ScoreQuestion(house, laid(house, CARDS_ALONE, Dice("lesson")))
    yield Screen("values", "What a card counts", ("Whoever has the fewest points does best.",), Exercise(alone), table)
    pair = _with_group(house)
    if pair is not None:
        yield _counting("pairs", "Equal cards", first_sentences(sentences.equal_cards(house)), pair, house)
    yield from _special_pairs(house)
    yield from _four(house)
    if house.bonuses and (earning := showing("bonus", replace(house, bonuses=house.bonuses[:1]))):
        yield _counting("bonus", "A bonus", tuple(sentences.one_bonus(house.bonuses[0], house)), earning, house)
    yield from _ender(house)
    says = (f"Count all {count_word(house.grid.size)} cards; the fewer points, the better.",)
    question = ScoreQuestion(house, laid(house, LEVEL, Dice("lesson")))
    yield Screen("score", "A whole layout", says, Exercise(question))


def _counting(key: str, title: str, says: tuple[str, ...], worked: Score, house: House) -> Screen:
    """A screen on which a layout is counted."""
    return Screen(key, title, says, Exercise(ScoreQuestion(house, worked.layout)))


# --- equal cards ---------------------------------------------------------------------------------------------------


def _with_group(house: House) -> Score | None:
    """A layout in which one group of cards cancels; other equal cards lie where they do not, if that can be."""
    if house.cancelling is None or house.cancelling.leave:
        return None
    found: Score | None = None
    for attempt in range(TRIES):
        layout = laid(house, LOOK_ALIKES, Dice(f"lesson {attempt}"))
        worked = score(layout, house)
        if len(list(cancelled_groups(layout, house, ()))) == 1 and not worked.lines_across:
            found = found or worked
            if level_of(layout, house) == LOOK_ALIKES:
                return worked
    return found


def _special_pairs(house: House) -> Iterator[Screen]:
    """A group of a rank that the rule for all says nothing of, or of one that counts below 0."""
    rule = house.cancelling
    if rule is None or rule.leave:
        return
    told = {rank: tuple(sentences.exception(rank, house)) for rank in house.ranks}
    ranks = [rank for rank in house.ranks if told[rank] and most_of(rank, house) >= rule.size]
    ranks.sort(key=lambda rank: rank not in rule.exceptions)
    for rank in ranks[:2]:
        worked = _with_group_of(rank, house)
        if worked is not None:
            title = f"{capital(count_word(rule.size))} {rank.plural}"
            key = f"pair-of-{rank.plural.replace(' ', '-')}"
            yield _counting(key, title, first_sentences(told[rank]), worked, house)


def _with_group_of(rank: Rank, house: House) -> Score | None:
    """A layout in which a group of that rank cancels, and nothing else does."""
    plain = _with_group(house)
    if plain is None:
        return None
    cells = next(iter(cancelled_groups(plain.layout, house, ())))
    suited = rank in house.suited_ranks
    cards = {cell: Card(rank, plain.layout[cell].suit if suited else None) for cell in cells}
    try:
        worked = score(with_cards(plain.layout, cards), house)
    except BadLayout:
        return None
    shown = [line.cells for line in worked.lines if line.rule == "pair"]
    return worked if shown == [cells] and can_be_dealt(worked.layout, house) else None


# --- specials ------------------------------------------------------------------------------------------------------


def _four(house: House) -> Iterator[Screen]:
    if not earns(house.four_of_a_kind):
        return
    worked = showing("four-of-a-kind", house)
    if worked is not None:
        title = "Equal columns" if fills_columns(house) else "Four of a kind"
        yield _counting("four", title, first_sentences(sentences.four_of_a_kind(house)), worked, house)


# --- who gets what -------------------------------------------------------------------------------------------------


def _ender(house: House) -> Iterator[Screen]:
    """A whole hole that its ender pays or earns for."""
    if not house.ender_matters:
        return
    for attempt in range(HOLES):
        hole = winner.ask(house, 1, Dice(f"lesson {attempt}"), "ender")
        if hole is not None and any(player.adjustment.rule for player in hole.result.players):
            yield Screen("ender", "Whoever ends the hole", first_sentences(sentences.ender(house)), Exercise(hole))
            return
