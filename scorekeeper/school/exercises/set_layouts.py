"""Layouts for the versions of a worksheet, which reveal misreads; no two versions share one."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from math import comb

from scorekeeper.rules import House, Layout, Rank, score
from scorekeeper.school.diagnosis.misreads import by_house
from scorekeeper.school.diagnosis.slips import adding_slip
from scorekeeper.school.exercises.bank import bank_of
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.laying import dealt, laid
from scorekeeper.school.exercises.levels import level_of

TELLING = 6
"""Layouts per version that together separate all misreads and confirm most; the others are practice."""

SEPARATING = 5
"""Layouts that can separate all misreads."""

AS_DEALT = 2
"""Layouts of every five that are dealt at random; the others are built to separate misreads."""

PLAIN_FACES, PLAIN_PART = set("3456789"), 3
"""Plain faces, and the least share of them in a version: one card in three."""

TRIED = 60
"""New layouts to try for a place among those for practice."""


class SetLayouts:
    """Layouts of a level; each version takes some that no other has."""

    def __init__(self, house: House, level: int, dice: Dice) -> None:
        self._house, self._level = house, level
        bank, self._signs = bank_of(house, level), signs_of(house, level)
        self._answers = dict(zip(bank.layouts, zip(*bank.answers.values(), strict=True), strict=True))
        self._laid, self._dealt = [dice.draw(some, len(some)) for some in (bank.laid, bank.dealt)]
        self._fewest: int | None = None  # pairs of misreads that the best version so far can't separate
        self._taken: set[Layout] = set()

    def pick_diagnostic(self, count: int, dice: Dice) -> list[Layout]:
        """Pick ``count`` layouts; the first five separate misreads, and the sixth makes sure of more.

        Two of every five are dealt at random, and enough cards are plain.
        """
        chosen: list[Layout] = []
        as_dealt, telling = AS_DEALT * count // SEPARATING, min(count, TELLING)
        while len(chosen) < telling:
            among = self._dealt if len(chosen) < min(as_dealt, AS_DEALT) else []
            self._take(chosen, self._most_telling(chosen, among, telling))
        # Fewer layouts can't separate all misreads, so the best of the bank will do.
        if telling >= SEPARATING:
            self._mend(chosen, self._fewest or 0)
            self._confirm(chosen)
            self._put_least_needed_last(chosen)
        left = self._together(chosen)
        self._fewest = left if self._fewest is None else min(self._fewest, left)
        given = {self._answers[layout][0] for layout in chosen}
        while len(chosen) < count:
            make = dealt if len(chosen) < telling + as_dealt - AS_DEALT else laid
            layout = self._for_practice(partial(make, self._house, self._level, dice), given, chosen, count)
            given.add(score(layout, self._house).total)
            self._take(chosen, layout)
        return chosen

    def another(self, scored: Sequence[object], dice: Dice) -> Layout:
        """A layout with none of those scores."""
        free = self._free(self._laid)
        others = [layout for layout in free if self._answers[layout][0] not in scored]
        # A student's own hand is face up.
        return dice.pick([layout for layout in others if not layout.hidden] or others or free)

    def _free(self, some: Sequence[Layout]) -> Sequence[Layout]:
        # A bank that runs out, where few layouts have the level, repeats layouts.
        return [layout for layout in some if layout not in self._taken] or some

    def _take(self, chosen: list[Layout], layout: Layout) -> None:
        chosen.append(layout)
        self._taken.add(layout)

    def _most_telling(self, chosen: Sequence[Layout], among: Sequence[Layout], count: int) -> Layout:
        """The layout of these, or else of those laid, that leaves the fewest pairs of misreads together."""
        before = [self._answers[layout] for layout in chosen]
        given, plain = {right for right, *_ in before}, 0 if among else _plain_wanted(chosen, count)
        looks = set(map(ranks_of, chosen))

        def merit(layout: Layout) -> tuple[bool, bool, int, int, bool]:
            row, seen = self._answers[layout], ranks_of(layout) in looks
            certain = self._certain([*chosen, layout])
            return seen, plain_cards(layout) < plain, _alike([*before, row]), -certain, row[0] in given

        free = self._free(among or self._laid)
        return min(free[: len(free) // 2 + 1], key=merit)  # of one half, so that another worksheet has other layouts

    def _mend(self, chosen: list[Layout], fewest: int) -> None:
        """Exchange layouts where that separates as many pairs, until only the fewest are together."""
        together = self._together(chosen)
        for layout in self._free(self._laid):
            if together <= fewest:
                return
            for index in range(AS_DEALT, len(chosen)):
                without = [*chosen[:index], *chosen[index + 1 :]]
                left = self._together([*without, layout])
                # Accept equally good ones: where no single swap improves five layouts, an equal swap may open a way.
                if left <= together and self._fits(layout, without):
                    self._exchange(chosen, index, layout)
                    together = left
                    break

    def _confirm(self, chosen: list[Layout]) -> None:
        """Exchange layouts where that separates as many pairs and shows at least as many misreads for certain."""
        together, best = self._together(chosen), self._shown(chosen)
        dealt_ones = [(one, range(AS_DEALT)) for one in self._free(self._dealt)]
        laid_ones = [(one, range(AS_DEALT, len(chosen))) for one in self._free(self._laid)]
        for layout, indexes in dealt_ones + laid_ones:
            for index in indexes:
                others = [*chosen[:index], *chosen[index + 1 :]]
                now = self._shown([*others, layout])
                if now < best or self._together([*others, layout]) > together or not self._fits(layout, others):
                    continue
                self._exchange(chosen, index, layout)
                best = now
                break

    def _exchange(self, chosen: list[Layout], index: int, layout: Layout) -> None:
        self._taken = (self._taken | {layout}) - {chosen[index]}
        chosen[index] = layout

    def _put_least_needed_last(self, chosen: list[Layout]) -> None:
        """Move a built layout to the end: the one without which the others separate the most misreads."""
        others = {index: [*chosen[:index], *chosen[index + 1 :]] for index in range(AS_DEALT, len(chosen))}
        chosen.append(chosen.pop(min(others, key=lambda index: self._together(others[index]))))

    def _fits(self, layout: Layout, others: Sequence[Layout]) -> bool:
        """Whether the version has enough plain cards with it, and none of the others looks like it."""
        enough = plain_cards(layout) >= _plain_wanted(others, len(others) + 1)
        return enough and ranks_of(layout) not in map(ranks_of, others)

    def _shown(self, chosen: Sequence[Layout]) -> tuple[int, int]:
        """What is better for a version: misreads that show for certain, then different totals."""
        return self._certain(chosen), len({self._answers[layout][0] for layout in chosen})

    def _certain(self, chosen: Sequence[Layout]) -> int:
        """Number of misreads that the answers to these show for certain."""
        certain = once = 0
        for sure, perhaps in [self._signs[layout] for layout in chosen]:
            certain |= sure | (once & perhaps)
            once |= perhaps
        return certain.bit_count()

    def _for_practice(
        self, make: Callable[[], Layout], given: set[int], chosen: Sequence[Layout], count: int
    ) -> Layout:
        """A new layout of the level, if it can with another score and enough plain cards."""
        plain, found = _plain_wanted(chosen, count), dict[tuple[bool, bool, bool], Layout]()
        looks = set(map(ranks_of, chosen))
        for _ in range(TRIED):
            layout = make()
            if layout not in self._taken and level_of(layout, self._house) <= self._level:
                again = score(layout, self._house).total in given
                lacks = ranks_of(layout) in looks, again, plain_cards(layout) < plain
                found.setdefault(lacks, layout)
                if not any(lacks):
                    break
        return found[min(found)] if found else min(self._free(self._laid), key=lambda one: ranks_of(one) in looks)

    def _together(self, chosen: Sequence[Layout]) -> int:
        return _alike([self._answers[layout] for layout in chosen])


@lru_cache(maxsize=4_096)
def ranks_of(layout: Layout) -> tuple[Rank, ...]:
    """The ranks of a layout wherever they lie: two hands of a version with the same ones look alike."""
    return tuple(sorted([card.rank for card in layout.cards()]))


@lru_cache(maxsize=4_096)
def plain_cards(layout: Layout) -> int:
    """Number of plain cards."""
    return sum([card.rank.face in PLAIN_FACES for card in layout.cards()])


def _plain_wanted(chosen: Sequence[Layout], count: int) -> int:
    """Plain cards that the next layout needs, so that the version has enough."""
    if not chosen:
        return 0
    missing = -(-count * chosen[0].grid.size // PLAIN_PART) - sum(map(plain_cards, chosen))
    return -(-missing // max(1, count - len(chosen)))


@by_house
def signs_of(house: House, level: int) -> dict[Layout, tuple[int, int]]:
    """The misreads that each layout of the bank shows for certain, and those that may be a slip in adding up, as bits.

    Two answers that may be slips show a misread for certain.
    """
    bank = bank_of(house, level)
    rows = zip(bank.layouts, zip(*bank.answers.values(), strict=True), strict=True)
    return {layout: (_bits(row, is_slip=False), _bits(row, is_slip=True)) for layout, row in rows}


def _bits(row: Sequence[int], *, is_slip: bool) -> int:
    right = row[0]
    shown = [answer != right and bool(adding_slip(right, answer)) == is_slip for answer in row]
    return sum([1 << index for index, it_does in enumerate(shown) if it_does])


def _alike(rows: Sequence[Sequence[int]]) -> int:
    """Number of pairs of misreads with the same answers in all rows."""
    return sum([comb(alike, 2) for alike in Counter(zip(*rows, strict=True)).values()])
