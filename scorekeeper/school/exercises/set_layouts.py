"""Pool of layouts for the versions of a worksheet, which reveal misreads; no two versions share one."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from scorekeeper.rules import House, Layout, score
from scorekeeper.school.diagnosis.beliefs import Believers, beliefs, singles, totals_of
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.laying import cards_for, laid
from scorekeeper.school.exercises.levels import level_of, scaled_to_cost

LAID, MOST_LAID = 300, 1200
"""Size of the pool, and its limit where few layouts have the level."""

MOST_SEARCHED = LAID
"""Layouts to try for pairs that a version can't separate; later versions then accept the same pairs."""

TELLING = 5
"""Layouts per version that together separate all misreads; the others are practice."""

AS_DEALT = 2
"""Layouts of every five that are dealt at random; the others are built to separate misreads."""

PLAIN_FACES, PLAIN_PART = set("3456789"), 3
"""Plain faces, and the least share of them in a version: one card in three."""

SOME_DEALT, MOST_DEALT = 30, 200
"""Hands of the level to choose a dealt layout from, and the most hands to deal for them."""


class LayoutPool:
    """Layouts of a level; each version takes some that no other has."""

    def __init__(self, house: House, level: int, wanted: int, dice: Dice) -> None:
        self._house, self._level, self._dice = house, level, dice
        self.laid = list(_laid(house, level, wanted, dice))
        self._single = (beliefs(house)[0], *singles(house))
        self._fewest: int | None = None  # pairs of misreads that the best version so far can't separate
        self._taken: set[Layout] = set()

    def pick_diagnostic(self, count: int, dice: Dice) -> list[Layout]:
        """Pick ``count`` layouts; the first five separate as many pairs of misreads as the pool can.

        Two of every five are dealt at random, and enough cards are plain.
        """
        dealt: list[Layout] = []
        for _ in range(AS_DEALT * count // TELLING):
            dealt.append(self._dealt(dealt, dice))
        chosen, more = dealt[:AS_DEALT], dealt[AS_DEALT:]
        fixed = len(chosen)
        while len(chosen) < min(count, TELLING):
            given = {self._answers(layout)[0] for layout in chosen}
            together, plain = self._unparted(chosen), self._plain_wanted(chosen, min(count, TELLING))
            best = min(
                [
                    (
                        plain_cards(layout) < plain,
                        _undecided(self._parted(together, layout)),
                        -self._seldom_shown(chosen, layout),
                        self._answers(layout)[0] in given,
                        index,
                    )
                    for index, layout in enumerate(self.laid[:LAID])
                ]
            )
            chosen.append(self._take(self.laid[best[-1]]))
        # Fewer layouts can't separate all misreads, so the best of the pool will do.
        if len(chosen) == TELLING and _undecided(self._unparted(chosen)) > (self._fewest or 0):
            self._mend(chosen, fixed, self._fewest or 0)
        left = _undecided(self._unparted(chosen))
        self._fewest = left if self._fewest is None else min(self._fewest, left)
        chosen += more
        while len(chosen) < count:
            given = {self._answers(layout)[0] for layout in chosen}
            plain = self._plain_wanted(chosen, count)
            new = [layout for layout in self.laid if self._answers(layout)[0] not in given]
            enough = [layout for layout in new if plain_cards(layout) >= plain]
            chosen.append(self._take(dice.pick(enough or new or self.laid)))
        return chosen

    def _dealt(self, before: Sequence[Layout], dice: Dice) -> Layout:
        """The most telling of several dealt hands, or one of the pool if none has the level."""
        grid, deck = self._house.grid, cards_for(self._house, self._level)
        found: list[Layout] = []
        for _ in range(MOST_DEALT):
            cards = iter(dice.draw(deck, grid.size))
            layout = Layout(tuple(tuple(islice(cards, grid.columns)) for _ in range(grid.rows)))
            if layout not in self._taken and level_of(layout, self._house) <= self._level:
                found.append(layout)
            if len(found) == scaled_to_cost(SOME_DEALT, self._house):
                break
        together = self._unparted(before)
        best = min(found, key=lambda layout: _undecided(self._parted(together, layout)), default=None)
        return self._take(best or dice.pick(self.laid))

    def _plain_wanted(self, chosen: Sequence[Layout], count: int) -> int:
        """Plain cards that the next layout needs, so that the version has enough."""
        missing = -(-count * self._house.grid.size // PLAIN_PART) - sum(map(plain_cards, chosen))
        return -(-missing // max(1, count - len(chosen)))

    def _seldom_shown(self, chosen: Sequence[Layout], layout: Layout) -> int:
        """Misreads it shows that fewer than two others show, because two answers make a misread certain."""
        shown = [[answer != answers[0] for answer in answers] for answers in map(self._answers, chosen)]
        times = [sum(column) for column in zip(*shown, strict=True)] or [0] * len(self._single)
        right, *_ = answers = self._answers(layout)
        return sum(answer != right and seen < 2 for answer, seen in zip(answers, times, strict=True))

    def _mend(self, chosen: list[Layout], fixed: int, fewest: int) -> None:
        """Replace some layouts by new ones, because rare ones may be missing from the pool or taken."""
        count, indices = len(chosen), range(fixed, len(chosen))
        together, alike, others, plain = self._left(chosen, indices)
        for _ in range(scaled_to_cost(MOST_SEARCHED, self._house)):
            layout = laid(self._house, self._level, self._dice)
            free = [index for index in self._dice.draw(indices, count) if plain_cards(layout) >= plain[index]]
            if not free or layout in self._taken or level_of(layout, self._house) > self._level:
                continue
            if not any(len(set(group.totals(layout))) > 1 for group in alike):
                continue
            left, index = min((_undecided(self._parted(others[index], layout)), index) for index in free)
            # Accept equally good ones: where no single swap improves five layouts, an equal swap may open a way.
            if left <= together:
                chosen[index] = layout
                self._taken.add(layout)
                together, alike, others, plain = self._left(chosen, indices)
            if together <= fewest:
                return

    def _left(
        self, chosen: Sequence[Layout], indices: range
    ) -> tuple[int, list[Believers], dict[int, list[list[int]]], dict[int, int]]:
        """What these layouts leave unseparated: number of pairs, and the groups, which most new layouts can't split.

        Then, for each of ``indices``, the groups without that layout and the plain cards its replacement needs.
        """
        groups = self._unparted(chosen)
        alike = [Believers([self._single[index] for index in group]) for group in groups]
        without = {index: [*chosen[:index], *chosen[index + 1 :]] for index in indices}
        others = {index: self._unparted(rest) for index, rest in without.items()}
        plain = {index: self._plain_wanted(rest, len(chosen)) for index, rest in without.items()}
        return _undecided(groups), alike, others, plain

    def _unparted(self, chosen: Sequence[Layout]) -> list[list[int]]:
        """Groups of misreads with the same answers to all of these."""
        groups = [[*range(len(self._single))]]
        for layout in chosen:
            groups = self._parted(groups, layout)
        return groups

    def _parted(self, groups: Sequence[Sequence[int]], layout: Layout) -> list[list[int]]:
        """Groups that remain after one more layout."""
        answers = self._answers(layout)
        left: list[list[int]] = []
        for group in groups:
            alike: defaultdict[int | None, list[int]] = defaultdict(list)
            for index in group:
                alike[answers[index]].append(index)
            left += [indices for indices in alike.values() if len(indices) > 1]
        return left

    def another(self, scored: Sequence[object], dice: Dice) -> Layout:
        """A layout with none of those scores."""
        others = [layout for layout in self.laid if score(layout, self._house).total not in scored]
        # A student's own hand is face up.
        return dice.pick([layout for layout in others if not layout.hidden] or others or self.laid)

    def _take(self, layout: Layout) -> Layout:
        # A pool that runs out, where few layouts have the level, repeats layouts.
        self._taken.add(layout)
        if layout in self.laid and len(self.laid) > 1:
            self.laid.remove(layout)
        return layout

    def _answers(self, layout: Layout) -> tuple[int | None, ...]:
        return totals_of(self._single, layout)


def plain_cards(layout: Layout) -> int:
    """Number of plain cards."""
    return sum(card.rank.face in PLAIN_FACES for card in layout.cards())


def _undecided(groups: Sequence[Sequence[int]]) -> int:
    """Number of pairs of misreads that share a group."""
    return sum([len(group) * (len(group) - 1) // 2 for group in groups])


def _laid(house: House, level: int, wanted: int, dice: Dice) -> Iterator[Layout]:
    """Different layouts up to that level, filled up from higher levels to the number wanted."""
    by_level: defaultdict[int, dict[Layout, None]] = defaultdict(dict)
    fitting = 0
    for count in range(scaled_to_cost(MOST_LAID, house)):
        if count >= scaled_to_cost(LAID, house) and fitting >= wanted:
            break
        layout = laid(house, level, dice)
        found = level_of(layout, house)
        by_level[found][layout] = None
        fitting += found <= level
    given = 0
    for found in sorted(by_level):
        if found > level and given >= wanted:
            return
        given += len(by_level[found])
        yield from by_level[found]
