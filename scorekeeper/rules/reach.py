"""The lowest and highest score of a layout under a house, and bare numbers beyond them.

Every layout that the notation can write scores within `reach`. It is a bound: not every number within it is possible.
It is exact where each column scores by itself. As with impossible cards, a finding is a warning, never an error.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from scorekeeper.rules.bonuses import earns, fours_among
from scorekeeper.rules.cards import Rank, Suit
from scorekeeper.rules.deck import DeckWarning
from scorekeeper.rules.house import House
from scorekeeper.rules.layout import Cell, Line
from scorekeeper.rules.parameters import Cancelling
from scorekeeper.rules.wording import count_word, number


class Reach(NamedTuple):
    """The bounds of the raw score of every layout of a house, or of the numbers typed in one without cards."""

    lowest: int
    highest: int


def points_warnings(entered: Mapping[str, int], house: House) -> Iterator[DeckWarning]:
    """A warning for every bare number that no cards of the house make. Such numbers are without penalties.

    Without cards, it is one for every number that can’t have been written.
    """
    for name, points in entered.items():
        lowest, highest = reach(house)
        if not lowest <= points <= highest:
            bound = f"at most {number(highest)}" if points > highest else f"at least {number(lowest)}"
            message = f"{name} has {number(points)}, but {_makes(house)} {bound} here."
            yield DeckWarning("points.impossible", str(points), ((name, 1),), message)
        elif points % house.entry.step:
            message = f"{name} has {number(points)}, but scores go in steps of {house.entry.step} here."
            yield DeckWarning("points.impossible", str(points), ((name, 1),), message)


def sum_warnings(entered: Mapping[str, int], house: House) -> Iterator[DeckWarning]:
    """A warning for a complete round whose numbers do not add up to what they must."""
    wanted, found = house.entry.sum, sum(entered.values())
    if wanted is not None and found != wanted:
        message = f"These scores add up to {number(found)}, but each {house.round_word} adds up to {number(wanted)}."
        yield DeckWarning("points.wrong_sum", str(found), tuple((name, 1) for name in entered), message)


def _makes(house: House) -> str:
    if not house.has_cards:
        return "a score is"
    return "one card makes" if house.grid.size == 1 else f"{count_word(house.grid.size)} cards make"


_known: dict[str, Reach] = {}
_MOST_KNOWN = 1000


def reach(house: House) -> Reach:
    """The bounds of every layout's score, cached for all houses that score layouts the same."""
    if not house.has_cards:
        lowest, highest = house.entry.min, house.entry.max
        return Reach(
            -house.most_points if lowest is None else lowest, house.most_points if highest is None else highest
        )
    rules = (house.grid, house.values, house.card_values, house.cancelling, house.four_of_a_kind, house.bonuses)
    key = repr((*rules, house.ending.hidden))
    found = _known.get(key)
    if found is None:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        found = _known[key] = Reach(-_Most(house, -1).total, _Most(house, 1).total)
    return found


# --- the most -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Alike:
    """Cards that cancel each other: the values of each by itself, and what a group of them may do."""

    values: frozenset[int]
    counts: frozenset[str | int]


@dataclass(frozen=True)
class _Most:
    """The most that a layout can score, each point times ``sign``: 1 for the highest, -1 for the lowest."""

    house: House
    sign: int
    _found: dict[object, int] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """With every bonus, and with exact totals changed as the house says."""
        changed = [self.sign * bonus.points for bonus in self.house.bonuses if bonus.pattern == "exact-total"]
        return max(self._without_exact, *changed) if changed else self._without_exact

    @property
    def _without_exact(self) -> int:
        added = [bonus for bonus in self.house.bonuses if bonus.pattern != "exact-total"]
        replacing = ("one-suit", "run", "corners")
        in_place = [bonus for bonus in added if bonus.cards == "cancelled" and bonus.pattern in replacing]
        counted = sum(max(0, self.sign * bonus.points) for bonus in added if bonus not in in_place)
        most = self._cards_and_fours(loose=False) + counted
        if in_place:
            # They replace every card, or some.
            every = all(bonus.pattern != "corners" for bonus in in_place) and not self._has_fours
            cards = 0 if every else self._cards_and_fours(loose=True)
            most = max(most, cards + counted + sum(max(0, self.sign * bonus.points) for bonus in in_place))
        return most

    # --- cards and four of a kind ---

    @property
    def _has_fours(self) -> bool:
        return earns(self.house.four_of_a_kind)

    def _cards_and_fours(self, *, loose: bool) -> int:
        """``loose``: any card may also be worth nothing, because a bonus may replace it."""
        if not self._has_fours:
            return self._cards(loose=loose)
        if not loose and self._fours_are_columns:
            return self._with_columns_of_four
        rule = self.house.four_of_a_kind
        assert rule is not None
        worth = [self.sign * points for points in (rule.points, *rule.by_rank.values(), *rule.by_columns.values())]
        rows, columns = self.house.grid.rows, self.house.grid.columns
        counts = [self.house.grid.size // 4]
        if rule.six_alike != "once":  # every square, or every two columns
            counts += [(rows - 1) * (columns - 1), columns * (columns - 1) // 2]
        bonus = max(max(worth), max(worth) * max(counts))
        return max(self._cards(loose=loose), self._cards(loose=True) + bonus)

    def _cards(self, *, loose: bool) -> int:
        """The most that all cards are worth, without bonuses."""
        grid, rule = self.house.grid, self.house.cancelling
        if rule is None:
            return grid.size * max(self._single, 0 if loose else self._single)
        lines = {"column": (grid.columns, grid.rows), "row": (grid.rows, grid.columns), "anywhere": (1, grid.size)}
        if len(rule.where) == 1 and rule.where[0] in lines and not rule.wild:
            count, length = lines[rule.where[0]]
            return count * self._line(length, rule, loose=loose)
        # Lines that cross, or cards that match any other: each card by itself plus each group.
        signs = [0, *(-self.sign * value for value in self._values if self._may_turn(rule))]
        groups = sum(len(line) // rule.size for line in grid.lines(rule.where, rule.size))
        fixed = [self.sign * counts for counts in _counts(rule) if isinstance(counts, int)]
        return grid.size * max(self._single, *signs) + groups * max(0, *fixed, 0)

    @cached_property
    def _values(self) -> frozenset[int]:
        """The values of a single card, face up."""
        return frozenset([*self.house.values.values(), *self.house.card_values.values()])

    @cached_property
    def _single(self) -> int:
        """The most that one card is worth by itself."""
        return max(self.sign * value for value in [*self._values, *self._uncounted])

    @property
    def _uncounted(self) -> list[int]:
        """The values of a cell whose card does not score: face down, or gone."""
        hidden, rule = self.house.ending.hidden, self.house.cancelling
        gone = [0] if rule is not None and rule.leave else []
        return gone if hidden == "counted" else [hidden, *gone]

    @staticmethod
    def _may_turn(rule: Cancelling) -> bool:
        return "negative" in _counts(rule)

    # --- lines that do not touch each other ---

    def _line(self, length: int, rule: Cancelling, *, loose: bool) -> int:
        """The most that one line of cards is worth, filled kind by kind with matching cards."""
        key = length, loose
        if key not in self._found:
            best = [0] + [-(10**9)] * length  # by the number of filled cells
            for value in self._uncounted:
                for filled in range(1, length + 1):
                    best[filled] = max(best[filled], best[filled - 1] + self.sign * value)
            for alike in self._kinds(rule):
                of_these = [self._group(count, alike, rule, loose=loose) for count in range(length + 1)]
                best = [
                    max(best[filled - count] + of_these[count] for count in range(filled + 1))
                    for filled in range(length + 1)
                ]
            self._found[key] = best[length]
        return self._found[key]

    def _kinds(self, rule: Cancelling) -> Iterator[_Alike]:
        """Every kind of cards that cancel each other."""
        house = self.house
        cards = [(rank, suit) for rank in house.ranks for suit in (Suit if rank in house.suited_ranks else (None,))]
        values = {
            (rank, suit): house.card_values.get(f"{rank.value}{suit.value}" if suit else rank.value, house.values[rank])
            for rank, suit in cards
        }
        same: dict[object, list[tuple[Rank, Suit | None]]] = {}
        for card in cards:
            kind = values[card] if rule.same == "value" else card if rule.same == "card" else card[0]
            same.setdefault(kind, []).append(card)
        for alike in same.values():
            ranks = frozenset(rank for rank, _ in alike)
            counts = {rule.exceptions.get(rank, rule.counts) for rank in ranks}
            if len(ranks) > 1:
                counts.add(rule.counts)
            yield _Alike(frozenset(values[card] for card in alike), frozenset(counts))

    def _group(self, count: int, alike: _Alike, rule: Cancelling, *, loose: bool) -> int:
        """The most that ``count`` matching cards of a line are worth."""
        own = max(self.sign * value for value in alike.values)
        cancel = _cancelling(count, rule)
        most = (count - cancel) * own
        if cancel:
            most += max(self._canceled(cancel, alike, counts) for counts in alike.counts)
        if loose:  # some of them are replaced, and worth nothing or their value
            fewer = [
                self._group(less, alike, rule, loose=False) + (count - less) * max(own, 0) for less in range(count)
            ]
            most = max([most, *fewer])
        return most

    def _canceled(self, count: int, alike: _Alike, counts: str | int) -> int:
        """The most that a canceled group of ``count`` cards is worth."""
        own = max(self.sign * value for value in alike.values)
        turned = max(-self.sign * value for value in alike.values)
        if isinstance(counts, int):
            return self.sign * counts
        lower = min(0, count * own) if self.sign > 0 else max(0, count * own)
        return {"zero": 0, "keep": count * own, "lower": lower, "negative": count * turned}[counts]

    # --- fours that are made of whole columns of one rank ---

    @property
    def _fours_are_columns(self) -> bool:
        """Whether only columns of one rank make four of a kind, and every column scores by itself apart from that."""
        four, rule = self.house.four_of_a_kind, self.house.cancelling
        if four is None or (rule is not None and (rule.where != ("column",) or rule.wild or rule.same != "rank")):
            return False
        return four.pattern in ("columns", "any-pairs") or (
            self.house.grid.rows == 2 and four.pattern in ("block", "end-block")
        )

    @property
    def _with_columns_of_four(self) -> int:
        """The most over all ways to fill columns with one rank each, or with cards that make no four of a kind."""
        columns = self.house.grid.columns
        rule = self.house.cancelling
        plain = (
            self.house.grid.rows * self._single if rule is None else self._line(self.house.grid.rows, rule, loose=False)
        )
        filled = [self._filled(set_of, plain) for set_of in range(1 << columns)]
        best = [0]
        for mask in range(1, 1 << columns):
            first = mask & -mask
            parts = (part for part in range(mask + 1) if part & mask == part and part & first)
            best.append(max(best[mask & ~part] + filled[part] for part in parts))
        return best[-1]

    def _filled(self, columns: int, plain: int) -> int:
        """The most of these columns, as bits, filled with one rank each; the same rank unless any pairs will do."""
        four = self.house.four_of_a_kind
        assert four is not None
        chosen = [column for column in range(self.house.grid.columns) if columns >> column & 1]
        if not chosen:
            return 0
        most = plain if len(chosen) == 1 else -(10**9)
        by_points: dict[int, list[Rank]] = {}
        for rank in self.house.ranks:
            if rank not in four.not_for:
                points = four.points if four.pattern == "any-pairs" else four.by_rank.get(rank, four.points)
                by_points.setdefault(points, []).append(rank)
        for ranks in by_points.values():
            cells = {Cell(row, column): ranks[0] for column in chosen for row in range(self.house.grid.rows)}
            lines = [line for line in fours_among(cells, self.house.grid, four) if line.points]
            most = max(most, self._of_ranks(ranks, chosen, lines, mixed=four.pattern == "any-pairs"))
        return most

    def _of_ranks(self, ranks: Sequence[Rank], columns: Sequence[int], lines: Iterable[Line], *, mixed: bool) -> int:
        """The most of these columns with these lines for four of a kind, each column filled with one of these ranks."""
        bonus = sum(self.sign * line.points for line in lines)
        in_fours = {cell.column for line in lines for cell in line.cells}

        full = [[self._full_column(rank, in_four=column in in_fours) for column in columns] for rank in ranks]
        return bonus + (sum(map(max, zip(*full, strict=True))) if mixed else max(map(sum, full)))

    def _full_column(self, rank: Rank, *, in_four: bool) -> int:
        """The most that a column of that rank is worth, by itself or next to the bonus for four of a kind."""
        rows, rule, four = self.house.grid.rows, self.house.cancelling, self.house.four_of_a_kind
        own = [value for card, value in self.house.card_values.items() if card[:-1] == rank]
        values = frozenset([self.house.values[rank], *own])
        in_place = in_four and four is not None and four.cards == "cancelled"
        if rule is None or (in_four and not in_place):
            return 0 if in_place else rows * max(self.sign * value for value in values)
        counts = rule.exceptions.get(rank, rule.counts)
        alike = _Alike(values, frozenset({counts}))
        if not in_place:
            return self._group(rows, alike, rule, loose=False)
        return self._canceled(_cancelling(rows, rule), alike, counts if counts in ("keep", "lower") else "zero")


def _cancelling(count: int, rule: Cancelling) -> int:
    """How many of ``count`` matching cards of a line cancel each other."""
    cancel = count // rule.size * rule.size
    return count if cancel and rule.leftover == "cancels" else cancel


def _counts(rule: Cancelling) -> set[str | int]:
    """Everything that a canceled group may be worth."""
    return {rule.counts, *rule.exceptions.values()}
