"""One layout under many houses and readings: totals side by side, and why they differ.

All of it comes from the lines of the scores. Differences that this layout doesn't show are listed by
`houses.sheet.differences`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.houses import built_in as shipped
from scorekeeper.referee.other_readings import changes_a_layout, worked_out
from scorekeeper.rules import BadLayout, Cell, House, Layout, Line, Option, Rank, Reading, RuleError, Score, score
from scorekeeper.rules.bonuses import BONUS
from scorekeeper.rules.scoring import GONE, PAIR, VALUES
from scorekeeper.rules.wording import capitalize_first, count_word, listing, number

MOST_PHRASES = 4
"""Most differences in one explanation."""


@dataclass(frozen=True, slots=True)
class OtherReading:
    """A reading that is not in force, and the score of the layout under it."""

    option: Option
    reading: Reading
    house: House  # with that reading
    score: Score
    cells: frozenset[Cell]  # that score differently

    @property
    def total(self) -> int:
        return self.score.total


@dataclass(frozen=True, slots=True)
class HouseScore:
    """A layout under one house. ``score`` is None if it can't be scored; ``problems`` then says why, each once."""

    house: House
    score: Score | None
    problems: tuple[str, ...] = ()
    readings: tuple[OtherReading, ...] = ()  # those that would change the total, one at a time
    why: str = ""  # why the total differs from the first house's: `twos are −2 here, 2 in Penalty Golf`
    cells: frozenset[Cell] = frozenset()  # that score differently here than in the first house
    same_grid: bool = True  # as the layout; if not, no other cards would help

    @property
    def total(self) -> int | None:
        return None if self.score is None else self.score.total


def compare(layout: Layout, houses: Sequence[House]) -> tuple[HouseScore, ...]:
    """The layout under each house, in that order. The others are compared with the first.

    The first house and the built-in ones come with their readings.
    """
    if not houses:
        return ()
    first = _scored(layout, houses[0], with_readings=True)
    return (first, *(_compared(layout, house, first) for house in houses[1:]))


def other_readings(layout: Layout, house: House) -> tuple[OtherReading, ...]:
    """Readings of that house that would give this layout another total, one at a time. Raises BadLayout."""
    own = score(layout, house)
    return tuple(
        OtherReading(option, reading, other, worked, difference(own, house, worked, other).cells)
        for option, reading, other, worked in worked_out(house, changes_a_layout, lambda other: score(layout, other))
        if worked.total != own.total
    )


def _scored(layout: Layout, house: House, *, with_readings: bool) -> HouseScore:
    if layout.grid != house.grid:
        return HouseScore(house, None, (f"These rules use {house.grid}, not {layout.grid}.",), same_grid=False)
    try:
        return HouseScore(house, score(layout, house), readings=other_readings(layout, house) if with_readings else ())
    except BadLayout as bad:
        return HouseScore(house, None, _said_once(bad.problems))


def _compared(layout: Layout, house: House, first: HouseScore) -> HouseScore:
    found = _scored(layout, house, with_readings=any(house is one for one in shipped()))
    if found.score is None or first.score is None or found.total == first.total:
        return found
    differing = difference(found.score, house, first.score, first.house)
    return HouseScore(house, found.score, (), found.readings, _sentence(differing, first.house), differing.cells)


def _said_once(problems: Sequence[RuleError]) -> tuple[str, ...]:
    """Problems without their places, each once: three jokers without a value are one problem."""
    said = [problem.message.split(": ", 1)[-1] if problem.cell is not None else problem.message for problem in problems]
    return tuple(dict.fromkeys(map(capitalize_first, said)))


def _sentence(differing: Difference, there: House) -> str:
    phrases = [phrase.format(there=f"in {there.name}") for phrase in differing.phrases[:MOST_PHRASES]]
    more = len(differing.phrases) - MOST_PHRASES
    told = ". ".join([*phrases[:1], *map(capitalize_first, phrases[1:])])
    return f"{told}, and {count_word(more)} more" if more > 0 else told


# --- how two scores of one layout differ ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Difference:
    """The cells that score differently, and a phrase for each reason, the weightiest first.

    In a phrase `here` is the first of the two scores; `{there}` is the placeholder for the second.
    """

    cells: frozenset[Cell]
    phrases: tuple[str, ...]
    points: int  # of all reasons together: the first total less the second


@dataclass(frozen=True, slots=True)
class _Part:
    """Some cells, or a bonus on top of them, with their points in each of the two scores."""

    cells: tuple[Cell, ...]
    here: int
    there: int
    phrase: str


def difference(here: Score, house: House, there: Score, other: House) -> Difference:
    """Why two scores of the same layout differ. Empty for no difference."""
    here_lines, here_extras = _told_apart(here.lines)
    there_lines, there_extras = _told_apart(there.lines)
    parts = [
        *_extras(here_extras, there_extras),
        *_singles(here.layout, house, other, _grouped(here_lines) | _grouped(there_lines)),
        *_groups(here.layout, here_lines, house, there_lines, other),
    ]
    parts = sorted((part for part in parts if part.here != part.there), key=lambda part: -abs(part.here - part.there))
    return Difference(
        frozenset(cell for part in parts for cell in part.cells),
        tuple(dict.fromkeys(part.phrase for part in parts)),
        sum(part.here - part.there for part in parts),
    )


def _told_apart(lines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """Lines that score cards, and lines on top of them, whose cells are in other lines too."""
    counting = list(lines)
    extras: list[Line] = []
    for line in reversed(lines):
        others = [other for other in counting if other is not line]
        # Of two bonuses in place of the same cards only one is on top: the other scores the cards.
        if line.rule not in (VALUES, PAIR) and set(line.cells) <= {cell for other in others for cell in other.cells}:
            counting = others
            extras.insert(0, line)
    return counting, extras


def _grouped(lines: Iterable[Line]) -> set[Cell]:
    """The cells that don't simply score their own value."""
    return {cell for line in lines if line.rule != VALUES for cell in line.cells}


# --- bonuses on top ---------------------------------------------------------------------------------------------------


def _extras(here: Sequence[Line], there: Sequence[Line]) -> Iterator[_Part]:
    ours, theirs = _by_matter(here), _by_matter(there)
    for key in dict.fromkeys([*ours, *theirs]):
        line = ours.get(key) or theirs[key]
        own, other = (side[key].points if key in side else 0 for side in (ours, theirs))
        what = _head(line.text)
        if key not in theirs:
            phrase = f"{what}: {number(own)} here, but nothing extra {{there}}"
        elif key not in ours:
            phrase = f"{what}: nothing extra here, but {number(other)} {{there}}"
        else:
            phrase = f"{what}: {number(own)} here, but {number(other)} {{there}}"
        yield _Part(line.cells, own, other, phrase)


def _by_matter(lines: Sequence[Line]) -> dict[tuple[object, ...], Line]:
    """Lines by topic: the same cells may be a run and of one suit."""
    found: dict[tuple[object, ...], Line] = {}
    for line in lines:
        about = (line.rule, line.cells, _head(line.text) if line.rule == BONUS else "")
        found[(*about, sum(key[:3] == about for key in found))] = line
    return found


def _head(text: str) -> str:
    """The topic of a line: its sentence up to the points."""
    return text.rsplit(":", 1)[0].replace("{", "").replace("}", "").strip()


# --- single cards -----------------------------------------------------------------------------------------------------


def _singles(layout: Layout, house: House, other: House, grouped: set[Cell]) -> Iterator[_Part]:
    """Cells of one rank with the same points are one reason: `twos are −2 here, but 2 there`."""
    alike: dict[tuple[str, int, int], list[Cell]] = {}
    for cell in layout.grid.cells():
        if cell in grouped:
            continue
        own, others = _value(layout, cell, house), _value(layout, cell, other)
        if own != others:
            alike.setdefault((_kind(layout, cell, house, other), own, others), []).append(cell)
    for (kind, own, others), cells in alike.items():
        count = len(cells)
        yield _Part(
            tuple(cells), own * count, others * count, f"{kind} {number(own)} here, but {number(others)} {{there}}"
        )


def _value(layout: Layout, cell: Cell, house: House) -> int:
    hidden = house.ending.hidden
    if hidden != "counted" and cell in layout.hidden:
        return hidden
    return house.value(layout[cell])


def _kind(layout: Layout, cell: Cell, house: House, other: House) -> str:
    card = layout[cell]
    if cell in layout.hidden and house.ending.hidden != other.ending.hidden:
        return f"the {card.word} left face down is"
    if str(card) in house.card_values or str(card) in other.card_values:
        return f"the {card.word} is"
    return f"{card.rank.plural} are"


# --- groups of cards --------------------------------------------------------------------------------------------------


def _groups(layout: Layout, here: Sequence[Line], house: House, there: Sequence[Line], other: House) -> Iterator[_Part]:
    for cells in _joined([line.cells for line in (*here, *there) if line.rule != VALUES]):
        own, own_points = _treated(layout, cells, here, house)
        others, others_points = _treated(layout, cells, there, other)
        what = _names(layout, cells)
        if own.replace(number(own_points), "") == others.replace(number(others_points), ""):
            others = number(others_points)  # don't repeat the same words for other points
        yield _Part(cells, own_points, others_points, f"{what} {own} here, but {others} {{there}}")


def _joined(groups: Iterable[tuple[Cell, ...]]) -> list[tuple[Cell, ...]]:
    """Merge groups that share a cell, until none do."""
    joined: list[set[Cell]] = []
    for group in groups:
        touching = [one for one in joined if one.intersection(group)]
        joined = [one for one in joined if one not in touching]
        joined.append(set(group).union(*touching))
    return [tuple(sorted(one)) for one in joined]


def _treated(layout: Layout, cells: tuple[Cell, ...], lines: Sequence[Line], house: House) -> tuple[str, int]:
    """How a house scores these cells, as a verb with its points, and the points."""
    inside = [line for line in lines if line.rule != VALUES and set(line.cells) <= set(cells)]
    loose = set(cells) - _grouped(inside)
    points = sum(line.points for line in inside) + sum(_value(layout, cell, house) for cell in loose)
    rules = {line.rule for line in inside}
    if not inside:
        return f"are worth {number(points)}", points
    if rules == {PAIR} and not loose:
        if all(line.points == 0 for line in inside):
            return "cancel", points
        return f"are worth {number(points)} as a {'pair' if len(cells) == 2 else 'group'}", points
    if rules == {GONE} and not loose:
        return "are gone", points
    if len(inside) == 1 and rules != {PAIR}:
        rest = " with the rest" if loose else ""
        return f"make {number(points)}{rest} ({_head(inside[0].text)})", points
    return f"are worth {number(points)} in all", points


def _names(layout: Layout, cells: Sequence[Cell]) -> str:
    """The cards in words: `the two fives`, `a king and two jokers`."""
    counted = Counter(layout[cell].rank for cell in cells)
    if len(counted) == 1:
        ((rank, count),) = counted.items()
        return f"the {count_word(count)} {rank.plural}"
    return "the " + listing([_several(rank, count) for rank, count in counted.items()])


def _several(rank: Rank, count: int) -> str:
    return rank.word if count == 1 else f"{count_word(count)} {rank.plural}"
