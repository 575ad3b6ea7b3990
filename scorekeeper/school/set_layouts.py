"""The heap of layouts that the sheets of a set are chosen from: each tells the misreads, and none is on two sheets."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from scorekeeper.rules import House, Layout, score
from scorekeeper.school.beliefs import beliefs, singles
from scorekeeper.school.dice import Dice
from scorekeeper.school.laying import laid
from scorekeeper.school.levels import level_of

LAID, MOST_LAID = 400, 1200
"""Layouts that the sheets of a set are chosen from: so many, or more where only few of them are of the level."""

MOST_SEARCHED = 3 * MOST_LAID
"""Layouts that are laid to part what a sheet leaves together; what one sheet cannot part, those after it may not."""

TELLING = 5
"""So many layouts of a sheet are chosen to tell every misread from every other; the others are practice."""


class Heap:
    """Layouts of a level, from which each sheet takes some that no other has."""

    def __init__(self, house: House, level: int, wanted: int, dice: Dice) -> None:
        self._house, self._level, self._dice = house, level, dice
        self._layouts = list(_laid(house, level, wanted, dice))
        self._single = [beliefs(house)[0], *singles(house)]
        self._totals: dict[Layout, tuple[int | None, ...]] = {}
        self._right: dict[Layout, int | None] = {}
        self._fewest: int | None = None  # pairs of misreads that the best sheet so far does not tell apart
        self._taken: set[Layout] = set()

    def telling(self, count: int, dice: Dice) -> list[Layout]:
        """So many layouts, the first of which tell each misread from each as far as any of the heap do."""
        chosen: list[Layout] = []
        anew = 0  # once each is told from each by the layouts before, the rest makes surer
        while len(chosen) < min(count, TELLING):
            given = {self._total(layout) for layout in chosen}
            since = chosen[anew:]
            best = min(
                self._layouts[:LAID],
                key=lambda layout: (self._undecided([*since, layout]), self._total(layout) in given),
            )
            chosen.append(self._take(best))
            if not self._undecided(chosen[anew:]):
                anew = len(chosen)
        # Fewer layouts cannot tell all apart, however long they are searched for: the best of the heap will do.
        if len(chosen) == TELLING and self._undecided(chosen) > (self._fewest or 0):
            self._mend(chosen, self._fewest or 0)
        left = self._undecided(chosen)
        self._fewest = left if self._fewest is None else min(self._fewest, left)
        while len(chosen) < count:
            given = {self._total(layout) for layout in chosen}
            new = [layout for layout in self._layouts if self._total(layout) not in given]
            chosen.append(self._take(dice.pick(new or self._layouts)))
        return chosen

    def _total(self, layout: Layout) -> int | None:
        if layout not in self._right:
            self._right[layout] = self._single[0].total(layout)
        return self._right[layout]

    def _mend(self, chosen: list[Layout], fewest: int) -> None:
        """Lay others in place of some: what is rare may not lie in the heap, or a sheet before this one took it."""
        left = self._unparted(chosen)
        for _ in range(MOST_SEARCHED):
            layout = laid(self._house, self._level, self._dice)
            if layout in self._taken or not self._parts_one_of(left, layout):
                continue
            if level_of(layout, self._house) > self._level:
                continue
            places = self._dice.draw(range(len(chosen)), len(chosen))
            changes = [[*chosen[:place], layout, *chosen[place + 1 :]] for place in places]
            changed = min(changes, key=self._undecided)
            # As good is good enough: five layouts that cannot be bettered by one are left by way of their like.
            if self._undecided(changed) <= self._undecided(chosen):
                chosen[:] = changed
                self._taken.add(layout)
                left = self._unparted(chosen)
            if self._undecided(chosen) <= fewest:
                return

    def _unparted(self, chosen: Sequence[Layout]) -> list[list[int]]:
        """The groups of misreads that answer alike to all of these."""
        groups: defaultdict[tuple[int | None, ...], list[int]] = defaultdict(list)
        for place, ways in enumerate(zip(*(self._answers(layout) for layout in chosen), strict=True)):
            groups[ways].append(place)
        return [group for group in groups.values() if len(group) > 1]

    def _parts_one_of(self, groups: Sequence[Sequence[int]], layout: Layout) -> bool:
        """Whether some in one of the groups answer otherwise than the others; the rest is not worked out for it."""
        return any(len({self._single[place].total(layout) for place in group}) > 1 for group in groups)

    def _undecided(self, chosen: Sequence[Layout]) -> int:
        """How many two misreads lead to the same answers to all of these."""
        return sum(len(group) * (len(group) - 1) // 2 for group in self._unparted(chosen))

    def another(self, scored: Sequence[object], dice: Dice) -> Layout:
        """A layout that scores none of those numbers."""
        others = [layout for layout in self._layouts if score(layout, self._house).total not in scored]
        # Somebody who lays cards of their own lays them face up.
        return dice.pick([layout for layout in others if not layout.hidden] or others or self._layouts)

    def _take(self, layout: Layout) -> Layout:
        # A heap that runs out, as of a grid that hardly has the level, gives the same layouts again.
        self._taken.add(layout)
        if len(self._layouts) > 1:
            self._layouts.remove(layout)
        return layout

    def _answers(self, layout: Layout) -> tuple[int | None, ...]:
        if layout not in self._totals:
            self._totals[layout] = tuple(belief.total(layout) for belief in self._single)
        return self._totals[layout]


def _laid(house: House, level: int, wanted: int, dice: Dice) -> Iterator[Layout]:
    """Different layouts of at most that level: as many as are wanted, filled up with the next higher levels."""
    by_level: defaultdict[int, dict[Layout, None]] = defaultdict(dict)
    fitting = 0
    for count in range(MOST_LAID):
        if count >= LAID and fitting >= wanted:
            break
        layout = laid(house, level, dice)
        found = level_of(layout, house)
        by_level[found][layout] = None
        fitting += found <= level
    given = 0
    for found in sorted(by_level):
        if found > level and given >= wanted:
            return
        for layout in by_level[found]:
            given += 1
            yield layout
