"""The screens about what the cards count: one card, equal cards, the house's specials, and who wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scorekeeper.houses.sheet import (
    SheetTable,
    card_points,
    course,
    example_layouts,
    pattern_points,
    paying,
    worked_holes,
)
from scorekeeper.houses.sheet.example_layouts import Kind, can_be_dealt, compose, most_of, usual_ranks
from scorekeeper.houses.sheet.phrases import capital
from scorekeeper.rules import BadLayout, Card, Cell, HoleResult, House, Layout, Line, Rank, Score, score
from scorekeeper.rules.scoring import cancelled_groups
from scorekeeper.rules.wording import count_word, number
from scorekeeper.school.dice import Dice
from scorekeeper.school.items import cell_key
from scorekeeper.school.laying import laid
from scorekeeper.school.lesson.explained import of_cards, of_player
from scorekeeper.school.lesson.screens import Screen, first_sentences
from scorekeeper.school.lesson.tasks import Choosable, Count, Exercise, FindCards, Pick, Task
from scorekeeper.school.open_readings import played_otherwise
from scorekeeper.school.question import Step
from scorekeeper.school.questions.score import ScoreQuestion

LEVEL = 3
"""Of the layout that is counted at the end: with equal cards that cancel, where the house has them."""


def screens(house: House) -> Iterator[Screen]:
    """From one card to the whole game."""
    yield from _values(house)
    yield from _pairs(house)
    yield from _special_pairs(house)
    yield from _four(house)
    yield from _bonus(house)
    yield from _ender(house)
    yield from _win(house)
    question = ScoreQuestion(house, laid(house, LEVEL, Dice("lesson")))
    says = (f"Count all {count_word(house.grid.size)} cards; the fewer points, the better.",)
    yield Screen("score", "A whole layout", says, Exercise(question), weight=10)


# --- cards, one by one ---------------------------------------------------------------------------------------------


def _values(house: House) -> Iterator[Screen]:
    ranks = _unlike_values(house)
    table = SheetTable(("Card", "Points"), tuple(card_points.card_values(house)))
    says = ("Whoever has the fewest points does best.",)
    if len(ranks) < 2:
        rank = ranks[0]
        points = house.values[rank]
        task: Task = Count(
            "What does this card count?",
            "Points",
            points,
            (Step(f"{capital(rank.word)}: {number(points)}", points),),
            Layout(((Card(rank),),)),
        )
    else:
        least = min(house.values[rank] for rank in ranks)
        choices = tuple(
            Choosable(
                f"card-{cell_key(Cell(0, column))}",
                rank.word,
                _counts(rank, house),
                right=house.values[rank] == least,
                cell=Cell(0, column),
            )
            for column, rank in enumerate(ranks)
        )
        task = Pick("Tap the card that counts least.", choices, Layout((tuple(map(Card, ranks)),)))
    yield Screen("values", "What a card counts", says, task, table, weight=10)


def _counts(rank: Rank, house: House) -> str:
    return f"{capital(rank.word)} counts {number(house.values[rank])}."


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


def _example(kinds: Sequence[Kind], house: House) -> Score | None:
    """A layout made for these kinds that shows the first of them, counted."""
    for order in (kinds, kinds[:1]):
        for offset in range(3):
            try:
                worked = score(compose(order, offset, house), house)
            except BadLayout:
                continue
            if can_be_dealt(worked.layout, house) and kinds[0] in example_layouts.shown(worked, house):
                return worked
    return None


def _pairs(house: House) -> Iterator[Screen]:
    rule = house.cancelling
    worked = _example([("pair",)], house)
    if rule is None or rule.leave or worked is None:
        return
    says = first_sentences(card_points.equal_cards(house))
    columns = rule.where == ("column",)
    layout = _with_decoy(worked.layout, house) if columns else worked.layout
    worked = score(layout, house)
    groups = tuple(cancelled_groups(layout, house, ()))
    if columns and house.grid.columns > 1:
        in_columns = {group[0].column for group in groups}
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
        task: Task = Pick("Tap the column that cancels.", choices, layout)
    else:
        why = tuple(capital(_line_of(worked, group)) + "." for group in groups)
        task = FindCards("Tap the cards that cancel each other.", layout, groups, why, says[0])
    yield Screen("pairs", "Equal cards", says, task, weight=10)


def _of_column(worked: Score, column: int) -> str:
    told = [line.text for line in worked.lines if {cell.column for cell in line.cells} == {column}]
    return f"Column {column + 1}: {'; '.join(told)}." if told else f"Column {column + 1} counts with the others."


def _line_of(worked: Score, group: Sequence[Cell]) -> str:
    return next((line.text for line in worked.lines if set(line.cells) == set(group)), "these cancel each other")


def _with_decoy(layout: Layout, house: House) -> Layout:
    """The same layout with two equal cards side by side, which cancel nothing here; the same one where they would."""
    groups = list(cancelled_groups(layout, house, ()))
    taken = {cell for group in groups for cell in group}
    for row in range(house.grid.rows):
        for column in range(house.grid.columns - 1):
            one, other = Cell(row, column), Cell(row, column + 1)
            if {one, other} & taken:
                continue
            tried = _with_card(layout, other, layout[one])
            same = list(cancelled_groups(tried, house, ())) == groups
            if same and can_be_dealt(tried, house) and not _over_columns(tried, house):
                return tried
    return layout


def _over_columns(layout: Layout, house: House) -> bool:
    """Whether something counts that reaches over columns, so that no column speaks for itself."""
    return bool(score(layout, house).lines_across)


def _with_card(layout: Layout, cell: Cell, card: Card) -> Layout:
    rows = [list(row) for row in layout.rows]
    rows[cell.row][cell.column] = card
    return Layout(tuple(map(tuple, rows)))


def _of_cells(worked: Score, cells: Sequence[Cell]) -> tuple[Line, ...]:
    """The lines that tell what these cards count, and no others."""
    return tuple(line for line in worked.lines if set(line.cells) <= set(cells) and line.rule != "bonus")


def _count(asks: str, worked: Score, cells: Sequence[Cell], house: House) -> Count:
    lines = _of_cells(worked, cells)
    steps = tuple(Step(line.text, line.points) for line in lines)
    explained = of_cards(house, worked.layout, tuple(cells))
    points = sum(line.points for line in lines)
    return Count(asks, "Points", points, steps, worked.layout, tuple(cells), explained=explained)


def _cells_of(worked: Score, kind: Kind, house: House) -> tuple[Cell, ...]:
    """The cards of the line that shows a kind."""
    for line in worked.lines:
        if kind in example_layouts.shown(replace(worked, lines=(line,)), house):
            return line.cells
    return ()


TOGETHER = "What do the marked cards count together?"


def _special_pairs(house: House) -> Iterator[Screen]:
    """A group of a rank that the rule for all says nothing of, or of one that counts below 0."""
    rule = house.cancelling
    if rule is None or rule.leave:
        return
    told = {rank: tuple(card_points.exception(rank, rule, house)) for rank in house.ranks}
    ranks = [rank for rank in house.ranks if told[rank] and most_of(rank, house) >= rule.size]
    ranks.sort(key=lambda rank: rank not in rule.exceptions)
    for place, rank in enumerate(ranks[:2]):
        worked = _with_group_of(rank, house)
        if worked is not None:
            title = f"{capital(count_word(rule.size))} {rank.plural}"
            cells = next(line.cells for line in worked.lines if line.rule == "pair")
            key = f"pair-of-{rank.plural.replace(' ', '-')}"
            says = first_sentences(told[rank])
            yield Screen(key, title, says, _count(TOGETHER, worked, cells, house), weight=7 - 3 * place)


def _with_group_of(rank: Rank, house: House) -> Score | None:
    """A layout in which a group of that rank cancels, and nothing else does."""
    plain = _example([("pair",)], house)
    if plain is None:
        return None
    cells = next(line.cells for line in plain.lines if line.rule == "pair")
    layout = plain.layout
    for cell in cells:
        layout = _with_card(layout, cell, Card(rank, layout[cell].suit if rank in house.suited_ranks else None))
    try:
        worked = score(layout, house)
    except BadLayout:
        return None
    shown = [line.cells for line in worked.lines if line.rule == "pair"]
    return worked if shown == [cells] and can_be_dealt(layout, house) else None


# --- specials ------------------------------------------------------------------------------------------------------


def _four(house: House) -> Iterator[Screen]:
    if not pattern_points.earns(house.four_of_a_kind):
        return
    for kind in example_layouts.kinds(house):
        if kind[0] not in ("four", "four columns"):
            continue
        worked = _example([kind], house)
        if worked is not None:
            title = "Equal columns" if pattern_points.fills_columns(house) else "Four of a kind"
            says = first_sentences(pattern_points.four_of_a_kind(house))
            yield Screen("four", title, says, _count(TOGETHER, worked, _cells_of(worked, kind, house), house), weight=8)
            return


def _bonus(house: House) -> Iterator[Screen]:
    worked = _example([("bonus", "0")], house) if house.bonuses else None
    if worked is not None:
        says = tuple(pattern_points.one_bonus(house.bonuses[0], house))
        yield Screen("bonus", "A bonus", says, Exercise(ScoreQuestion(house, worked.layout)), weight=7)


# --- who gets what -------------------------------------------------------------------------------------------------


def _ender(house: House) -> Iterator[Screen]:
    if not house.ender_matters:
        return
    bare = replace(house, placing=replace(house.placing, winner=None, equal=0), bonuses=())
    for result in worked_holes.hole_examples(bare):
        changed = next((player for player in result.players if player.penalty), None)
        if changed is None:
            continue
        rows = (("Player", "Layout"), *_rows(result))
        steps = (Step("the layout", changed.raw), Step(changed.adjustment.text, changed.penalty))
        entries = {player.name: player.raw for player in result.players}
        task = Count(
            f"What does {changed.name} score on this hole?",
            f"Points for {changed.name}",
            changed.score,
            steps,
            rows=rows,
            explained=of_player(bare, entries, result.ender, changed.name, changed.adjustment.text),
        )
        says = first_sentences(paying.ender(bare))
        yield Screen("ender", "Whoever ends the hole", says, task, weight=9)
        return


def _rows(result: HoleResult) -> Iterator[tuple[str, str]]:
    for player in result.players:
        ended = ", who ended it" if player.name == result.ender else ""
        yield f"{player.name}{ended}", number(player.raw)


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
    says = (course.how_long(house), course.who_wins(house))
    yield Screen("win", "The game", says, Pick("The game is over. Who has won?", choices, rows=rows), weight=7)


def _why(name: str, best: str, holes_decide: bool, *, tempting: bool) -> str:
    """Why the best has won; ``tempting`` whoever has the most of what does not decide."""
    points, won = next((total, won) for one, total, won in _GAME if one == best)
    if holes_decide:
        because, has = f"here the most holes won decide. Those are {won}: {best} wins.", "has the lowest total"
    else:
        because, has = f"here the lowest total wins. That is {number(points)}: {best} wins.", "has won the most holes"
    return f"{name} {has}, but {because}" if tempting else capital(because)
