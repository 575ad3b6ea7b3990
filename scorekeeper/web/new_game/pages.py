"""What the pages of a new game show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.rules import LONGEST_GAME, House, Option
from scorekeeper.rules.game import LONGEST_NAME
from scorekeeper.rules.sheet import in_short
from scorekeeper.web.new_game.forms import LONGEST_TITLE, Typed, lengths, team_choices
from scorekeeper.web.option_fields import OPTION


@dataclass(frozen=True)
class HouseChoice:
    """One house to choose, with its facts in a few words each."""

    house: House
    facts: tuple[str, ...]


@dataclass(frozen=True)
class SetupPage:
    """The form of a new game, with what is wrong with it."""

    house: House
    typed: Typed
    known_names: Sequence[str]
    errors: Mapping[str, Sequence[str]]
    write_id: str

    longest_name = LONGEST_NAME
    longest_title = LONGEST_TITLE
    longest_game = LONGEST_GAME

    @property
    def lengths(self) -> tuple[int, ...]:
        return lengths(self.house)

    @property
    def teams(self) -> tuple[str, ...]:
        """The teams to choose from; none in a house without teams."""
        return () if self.house.match.teams == "none" else team_choices(self.typed.seats)

    @property
    def other_length(self) -> str:
        """The length to show in the field for another one."""
        if self.typed.holes.isdecimal() and self.typed.holes not in map(str, self.lengths):
            return self.typed.holes
        return self.typed.holes_other

    @property
    def asked(self) -> tuple[Option, ...]:
        """Questions without a printed answer; each says with how many players it arises."""
        return tuple(option for option in self.house.options if option.must_ask)

    @property
    def folded(self) -> tuple[Option, ...]:
        """Questions with a printed answer that every table may want to look at."""
        return tuple(option for option in self.house.options if not option.must_ask and option.asked == "usual")

    @property
    def rare(self) -> tuple[Option, ...]:
        """Questions for those who look for them."""
        return tuple(option for option in self.house.options if not option.must_ask and option.asked == "rare")

    def chosen(self, option: Option) -> str:
        """The reading that is marked."""
        default = "" if option.default is None else option.default.key
        return self.typed.readings.get(option.key, default)

    @property
    def changed(self) -> int:
        """How many of the folded questions are not answered as printed, the rare ones among them."""
        return self._changed(self.folded) + self.changed_rare

    @property
    def changed_rare(self) -> int:
        return self._changed(self.rare)

    def _changed(self, options: Sequence[Option]) -> int:
        return sum(option.default is not None and self.chosen(option) != option.default.key for option in options)

    @property
    def open_readings(self) -> bool:
        """Whether the folded questions are shown unfolded: somebody has touched them, or there is a mistake in them."""
        return self.changed > 0 or self._wrong(self.folded) or self.open_rare

    @property
    def open_rare(self) -> bool:
        return self.changed_rare > 0 or self._wrong(self.rare)

    def _wrong(self, options: Sequence[Option]) -> bool:
        return any(f"{OPTION}{option.key}" in self.errors for option in options)


def house_choices(houses: Sequence[House]) -> tuple[HouseChoice, ...]:
    """Every house with its facts."""
    return tuple(HouseChoice(house, in_short(house)) for house in houses)
