"""The heap of layouts that the sheets of a set are chosen from: each tells the misreads, and none is on two sheets."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from scorekeeper.rules import House, Layout, score
from scorekeeper.school.beliefs import Believers, beliefs, singles, totals_of
from scorekeeper.school.dice import Dice
from scorekeeper.school.laying import cards_for, laid
from scorekeeper.school.levels import affordable, level_of

LAID, MOST_LAID = 300, 1200
"""Layouts that the sheets of a set are chosen from: so many, or more where only few of them are of the level."""

MOST_SEARCHED = LAID
"""Layouts that are laid to part what a sheet leaves together; what one sheet cannot part, those after it may not."""

TELLING = 5
"""So many layouts of a sheet tell together every misread from every other; the others are practice."""

AS_DEALT = 2
"""So many of every five are as a table deals them. The misreads are told by the others, which are laid for it."""

PLAIN_FACES, PLAIN_PART = set("3456789"), 3
"""Of the cards of a sheet, one in so many or more has one of these faces, as most have that are really dealt."""

SOME_DEALT, MOST_DEALT = 30, 200
"""Hands of the level that are dealt for one of them, and hands that are dealt for those at most."""


class Heap:
    """Layouts of a level, from which each sheet takes some that no other has."""

    def __init__(self, house: House, level: int, wanted: int, dice: Dice) -> None:
        self._house, self._level, self._dice = house, level, dice
        self.laid = list(_laid(house, level, wanted, dice))
        self._single = (beliefs(house)[0], *singles(house))
        self._fewest: int | None = None  # pairs of misreads that the best sheet so far does not tell apart
        self._taken: set[Layout] = set()

    def telling(self, count: int, dice: Dice) -> list[Layout]:
        """So many layouts, the first of which tell each misread from each as far as any of the heap do.

        Two of every five are as dealt, and of all cards enough are plain.
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
                        place,
                    )
                    for place, layout in enumerate(self.laid[:LAID])
                ]
            )
            chosen.append(self._take(self.laid[best[-1]]))
        # Fewer layouts cannot tell all apart, however long they are searched for: the best of the heap will do.
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
        """Of some hands from the deck the one that tells most; one of the heap where none of the level is dealt."""
        grid, deck = self._house.grid, cards_for(self._house, self._level)
        found: list[Layout] = []
        for _ in range(MOST_DEALT):
            cards = iter(dice.draw(deck, grid.size))
            layout = Layout(tuple(tuple(islice(cards, grid.columns)) for _ in range(grid.rows)))
            if layout not in self._taken and level_of(layout, self._house) <= self._level:
                found.append(layout)
            if len(found) == affordable(SOME_DEALT, self._house):
                break
        together = self._unparted(before)
        best = min(found, key=lambda layout: _undecided(self._parted(together, layout)), default=None)
        return self._take(best or dice.pick(self.laid))

    def _plain_wanted(self, chosen: Sequence[Layout], count: int) -> int:
        """How many plain cards the next layout has to have, so that the sheet has enough of them."""
        missing = -(-count * self._house.grid.size // PLAIN_PART) - sum(map(plain_cards, chosen))
        return -(-missing // max(1, count - len(chosen)))

    def _seldom_shown(self, chosen: Sequence[Layout], layout: Layout) -> int:
        """How many misreads it shows that fewer than two of the others do: what two answers show is told for sure."""
        shown = [[answer != answers[0] for answer in answers] for answers in map(self._answers, chosen)]
        times = [sum(column) for column in zip(*shown, strict=True)] or [0] * len(self._single)
        right, *_ = answers = self._answers(layout)
        return sum(answer != right and seen < 2 for answer, seen in zip(answers, times, strict=True))

    def _mend(self, chosen: list[Layout], fixed: int, fewest: int) -> None:
        """Lay others in place of some: what is rare may not lie in the heap, or a sheet before this one took it."""
        count, places = len(chosen), range(fixed, len(chosen))
        together, alike, others, plain = self._left(chosen, places)
        for _ in range(affordable(MOST_SEARCHED, self._house)):
            layout = laid(self._house, self._level, self._dice)
            free = [place for place in self._dice.draw(places, count) if plain_cards(layout) >= plain[place]]
            if not free or layout in self._taken or level_of(layout, self._house) > self._level:
                continue
            if not any(len(set(group.totals(layout))) > 1 for group in alike):
                continue
            left, place = min((_undecided(self._parted(others[place], layout)), place) for place in free)
            # As good is good enough: five layouts that cannot be bettered by one are left by way of their like.
            if left <= together:
                chosen[place] = layout
                self._taken.add(layout)
                together, alike, others, plain = self._left(chosen, places)
            if together <= fewest:
                return

    def _left(
        self, chosen: Sequence[Layout], places: range
    ) -> tuple[int, list[Believers], dict[int, list[list[int]]], dict[int, int]]:
        """What these leave together: how many, and who, by themselves: for most layouts nothing else is worked out.

        And what they leave without the one in each place, and how many plain cards another one there must have.
        """
        groups = self._unparted(chosen)
        alike = [Believers([self._single[place] for place in group]) for group in groups]
        without = {place: [*chosen[:place], *chosen[place + 1 :]] for place in places}
        others = {place: self._unparted(rest) for place, rest in without.items()}
        plain = {place: self._plain_wanted(rest, len(chosen)) for place, rest in without.items()}
        return _undecided(groups), alike, others, plain

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

    def another(self, scored: Sequence[object], dice: Dice) -> Layout:
        """A layout that scores none of those numbers."""
        others = [layout for layout in self.laid if score(layout, self._house).total not in scored]
        # Somebody who lays cards of their own lays them face up.
        return dice.pick([layout for layout in others if not layout.hidden] or others or self.laid)

    def _take(self, layout: Layout) -> Layout:
        # A heap that runs out, as of a grid that hardly has the level, gives the same layouts again.
        self._taken.add(layout)
        if layout in self.laid and len(self.laid) > 1:
            self.laid.remove(layout)
        return layout

    def _answers(self, layout: Layout) -> tuple[int | None, ...]:
        return totals_of(self._single, layout)


def plain_cards(layout: Layout) -> int:
    """How many of its cards have a face that most cards have."""
    return sum(card.rank.face in PLAIN_FACES for card in layout.cards())


def _undecided(groups: Sequence[Sequence[int]]) -> int:
    """How many two misreads are in the same of these groups."""
    return sum([len(group) * (len(group) - 1) // 2 for group in groups])


def _laid(house: House, level: int, wanted: int, dice: Dice) -> Iterator[Layout]:
    """Different layouts of at most that level: as many as are wanted, filled up with the next higher levels."""
    by_level: defaultdict[int, dict[Layout, None]] = defaultdict(dict)
    fitting = 0
    for count in range(affordable(MOST_LAID, house)):
        if count >= affordable(LAID, house) and fitting >= wanted:
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
