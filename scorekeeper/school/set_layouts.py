"""The heap of layouts that the sheets of a set are chosen from: each tells the misreads, and none is on two sheets."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from scorekeeper.rules import House, Layout, score
from scorekeeper.school.beliefs import Believers, beliefs, singles, totals_of
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
        self._single = (beliefs(house)[0], *singles(house))
        self._fewest: int | None = None  # pairs of misreads that the best sheet so far does not tell apart
        self._taken: set[Layout] = set()

    def telling(self, count: int, dice: Dice) -> list[Layout]:
        """So many layouts, the first of which tell each misread from each as far as any of the heap do."""
        chosen: list[Layout] = []
        anew = 0  # once each is told from each by the layouts before, the rest makes surer
        while len(chosen) < min(count, TELLING):
            given = {self._answers(layout)[0] for layout in chosen}
            together = self._unparted(chosen[anew:])
            best = min(
                [
                    (_undecided(self._parted(together, layout)), self._answers(layout)[0] in given, place)
                    for place, layout in enumerate(self._layouts[:LAID])
                ]
            )
            chosen.append(self._take(self._layouts[best[-1]]))
            if not _undecided(self._unparted(chosen[anew:])):
                anew = len(chosen)
        # Fewer layouts cannot tell all apart, however long they are searched for: the best of the heap will do.
        if len(chosen) == TELLING and _undecided(self._unparted(chosen)) > (self._fewest or 0):
            self._mend(chosen, self._fewest or 0)
        left = _undecided(self._unparted(chosen))
        self._fewest = left if self._fewest is None else min(self._fewest, left)
        while len(chosen) < count:
            given = {self._answers(layout)[0] for layout in chosen}
            new = [layout for layout in self._layouts if self._answers(layout)[0] not in given]
            chosen.append(self._take(dice.pick(new or self._layouts)))
        return chosen

    def _mend(self, chosen: list[Layout], fewest: int) -> None:
        """Lay others in place of some: what is rare may not lie in the heap, or a sheet before this one took it."""
        left = self._left(chosen)
        for _ in range(MOST_SEARCHED):
            layout = laid(self._house, self._level, self._dice)
            if layout in self._taken or not any(len(set(group.totals(layout))) > 1 for group in left):
                continue
            if level_of(layout, self._house) > self._level:
                continue
            places = self._dice.draw(range(len(chosen)), len(chosen))
            changes = [[*chosen[:place], layout, *chosen[place + 1 :]] for place in places]
            changed = min(changes, key=lambda layouts: _undecided(self._unparted(layouts)))
            # As good is good enough: five layouts that cannot be bettered by one are left by way of their like.
            if _undecided(self._unparted(changed)) <= _undecided(self._unparted(chosen)):
                chosen[:] = changed
                self._taken.add(layout)
                left = self._left(chosen)
            if _undecided(self._unparted(chosen)) <= fewest:
                return

    def _unparted(self, chosen: Sequence[Layout]) -> list[list[int]]:
        """The groups of misreads that answer alike to all of these."""
        groups = [[*range(len(self._single))]]
        for layout in chosen:
            groups = self._parted(groups, layout)
        return groups

    def _parted(self, groups: Sequence[Sequence[int]], layout: Layout) -> list[list[int]]:
        """What one more layout leaves together of such groups."""
        answers = self._answers(layout)
        left: list[list[int]] = []
        for group in groups:
            alike: defaultdict[int | None, list[int]] = defaultdict(list)
            for place in group:
                alike[answers[place]].append(place)
            left += [places for places in alike.values() if len(places) > 1]
        return left

    def _left(self, chosen: Sequence[Layout]) -> list[Believers]:
        """Those groups by themselves: for most layouts nothing else has to be worked out."""
        return [Believers([self._single[place] for place in group]) for group in self._unparted(chosen)]

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
        return totals_of(self._single, layout)


def _undecided(groups: Sequence[Sequence[int]]) -> int:
    """How many two misreads are in the same of these groups."""
    return sum([len(group) * (len(group) - 1) // 2 for group in groups])


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
