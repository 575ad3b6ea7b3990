"""The screens about what the cards count: one card, equal cards, the house's specials, and who wins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.houses.sheet import SheetTable, sentences
from scorekeeper.houses.sheet.example_layouts import can_be_dealt, most_of, showing, usual_ranks
from scorekeeper.houses.sheet.facts import earns, fills_columns
from scorekeeper.houses.sheet.phrases import capital
from scorekeeper.rules import BadLayout, Card, Cell, House, Layout, Rank, Score, score
from scorekeeper.rules.scoring import cancelled_groups
from scorekeeper.rules.wording import count_word, number
from scorekeeper.school.dice import Dice
from scorekeeper.school.items import cell_key
from scorekeeper.school.laying import laid, with_cards
from scorekeeper.school.lesson.tasks import Choosable, Exercise, Pick, Screen, first_sentences
from scorekeeper.school.levels import level_of
from scorekeeper.school.open_readings import played_otherwise
from scorekeeper.school.questions import winner
from scorekeeper.school.questions.score import ScoreQuestion

LEVEL, LOOK_ALIKES = 3, 4
"""Of the layout that is counted at the end, and of the one in which equal cards lie where they do not cancel, too."""

TRIES = 60
"""Layouts that are laid in search of one of those."""

HOLES = 4
"""Holes that are laid in search of one whose ender pays or earns something."""


def screens(house: House) -> Iterator[Screen]:
    """From one card to the whole game."""
    yield from _values(house)
    yield from _pairs(house)
    yield from _special_pairs(house)
    yield from _four(house)
    if house.bonuses and (earning := showing("bonus", replace(house, bonuses=house.bonuses[:1]))):
        yield _counting("bonus", "A bonus", tuple(sentences.one_bonus(house.bonuses[0], house)), earning, house)
    yield from _ender(house)
    yield from _win(house)
    says = (f"Count all {count_word(house.grid.size)} cards; the fewer points, the better.",)
    question = ScoreQuestion(house, laid(house, LEVEL, Dice("lesson")))
    yield Screen("score", "A whole layout", says, Exercise(question))


def _counting(key: str, title: str, says: tuple[str, ...], worked: Score, house: House) -> Screen:
    """A screen on which a layout is counted."""
    return Screen(key, title, says, Exercise(ScoreQuestion(house, worked.layout)))


# --- cards, one by one ---------------------------------------------------------------------------------------------


def _values(house: House) -> Iterator[Screen]:
    ranks = _unlike_values(house)
    if len(ranks) < 2:
        return
    table = SheetTable(("Card", "Points"), tuple(sentences.card_values(house)))
    least = min(house.values[rank] for rank in ranks)
    choices = tuple(
        Choosable(
            f"card-{cell_key(Cell(0, column))}",
            rank.word,
            f"{capital(rank.word)} counts {number(house.values[rank])}.",
            right=house.values[rank] == least,
            cell=Cell(0, column),
        )
        for column, rank in enumerate(ranks)
    )
    task = Pick("Tap the card that counts least.", choices, Layout((tuple(map(Card, ranks)),)))
    yield Screen("values", "What a card counts", ("Whoever has the fewest points does best.",), task, table)


def _unlike_values(house: House) -> tuple[Rank, ...]:
    """Up to four ranks of different values: the lowest, and beside it those whose value is not their face."""
    there = usual_ranks(house) or list(house.ranks)
    suited = {card[:-1] for card in house.card_values}
    there = [rank for rank in there if rank.value not in suited] or there
    there.sort(key=lambda rank: (house.values[rank], rank.face == str(house.values[rank])))
    chosen = there[:1]
    surprising = [rank for rank in there if rank.face != str(house.values[rank])]
    for rank in (*surprising, there[-1], there[len(there) // 2], *reversed(there)):
        if len(chosen) < 4 and all(house.values[rank] != house.values[other] for other in chosen):
            chosen.append(rank)
    return tuple(sorted(chosen, key=list(Rank).index))


# --- equal cards ---------------------------------------------------------------------------------------------------


def _pairs(house: House) -> Iterator[Screen]:
    worked = _with_group(house)
    if worked is None:
        return
    says = first_sentences(sentences.equal_cards(house))
    assert house.cancelling is not None
    if house.cancelling.where != ("column",) or house.grid.columns == 1:
        yield _counting("pairs", "Equal cards", says, worked, house)
        return
    in_columns = {group[0].column for group in cancelled_groups(worked.layout, house, ())}
    choices = tuple(
        Choosable(
            f"column-{column + 1}",
            f"Column {column + 1}",
            _of_column(worked, column),
            right=column in in_columns,
            column=column,
        )
        for column in range(house.grid.columns)
    )
    yield Screen("pairs", "Equal cards", says, Pick("Tap the column that cancels.", choices, worked.layout))


def _of_column(worked: Score, column: int) -> str:
    told = [line.text for line in worked.lines if {cell.column for cell in line.cells} == {column}]
    return f"Column {column + 1}: {'; '.join(told)}." if told else f"Column {column + 1} counts with the others."


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


_GAME = (("Ann", 41, 2), ("Bo", 45, 5), ("Cy", 52, 2))
"""Totals and holes won after nine holes: enough to tell what decides."""


def _win(house: House) -> Iterator[Screen]:
    if house.match.teams != "none" or any(total in house.match.exact for _, total, _ in _GAME):
        return
    holes_decide = house.match.winner == "most-holes"
    fewest, most_holes = min(_GAME, key=lambda one: one[1])[0], max(_GAME, key=lambda one: one[2])[0]
    best, tempting = (most_holes, fewest) if holes_decide else (fewest, most_holes)
    read = next(
        (reading for reading, other in played_otherwise(house) if other.match.winner != house.match.winner), None
    )
    choices = tuple(
        Choosable(
            name.lower(),
            name,
            _why(name, best, holes_decide, tempting=name == tempting)
            if name != tempting or read is None
            else f"{read.right()} {_why(name, best, holes_decide, tempting=True)}",
            right=name == best,
            reading=name == tempting and read is not None,
        )
        for name, _, _ in _GAME
    )
    rows = (("Player", "Total", "Holes won"), *((name, number(total), str(won)) for name, total, won in _GAME))
    says = (sentences.how_long(house), sentences.who_wins(house))
    yield Screen("win", "The game", says, Pick("The game is over. Who has won?", choices, rows=rows))


def _why(name: str, best: str, holes_decide: bool, *, tempting: bool) -> str:
    """Why the best has won; ``tempting`` whoever has the most of what does not decide."""
    points, won = next((total, won) for one, total, won in _GAME if one == best)
    if holes_decide:
        because, has = f"here the most holes won decide. Those are {won}: {best} wins.", "has the lowest total"
    else:
        because, has = f"here the lowest total wins. That is {number(points)}: {best} wins.", "has won the most holes"
    return f"{name} {has}, but {because}" if tempting else capital(because)
