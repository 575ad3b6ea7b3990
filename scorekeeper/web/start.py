"""The start page and the stats."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import houses
from scorekeeper.houses.sheet import picture
from scorekeeper.rules import House
from scorekeeper.rules.leading import side_name
from scorekeeper.rules.wording import number, per_hole
from scorekeeper.school.practice.kept_practice import practiced_when, rules_due
from scorekeeper.tally.people import Person, people_of
from scorekeeper.tally.sharing import games_of_device
from scorekeeper.tally.values import KeptGame
from scorekeeper.web.db import device_id, new_write_id, store
from scorekeeper.web.deleted import way_back_of_game
from scorekeeper.web.phone_rules import USUAL_HOUSE

bp = Blueprint("start", __name__)

MOST_CELLS = 4
"""Players or teams of the game under way that are shown; of more, all but the last cell."""

MOST_PAST = 2
"""Past games in sight; the others are folded."""


class Cell(NamedTuple):
    """A player or team in the card of the game under way."""

    name: str
    points: str
    leads: bool


class GameCard(NamedTuple):
    """The game under way: who leads, and where to go on."""

    kept: KeptGame
    heading: str
    about: str
    cells: tuple[Cell, ...]
    more: int  # players or teams without a cell

    @property
    def enters(self) -> int | None:
        """The hole that this phone may enter next."""
        return self.kept.game.current_hole if self.kept.may_edit else None


def game_card(kept: KeptGame) -> GameCard:
    game = kept.game
    places = game.places[: MOST_CELLS if len(game.places) <= MOST_CELLS else MOST_CELLS - 1]
    cells = (
        Cell(side_name(place.side), number(place.total) if place.holes else "–", leads=place.rank == 1)
        for place in places
    )
    heading = game.hole_words(game.current_hole or 1)
    about = f"{kept.title}, {game.house.name}" if kept.title else game.house.name
    return GameCard(kept, heading, about, tuple(cells), len(game.places) - len(places))


class DueToday(NamedTuple):
    """The rules to look at again today, in the house that was practiced last."""

    house: House
    rules: int

    @property
    def words(self) -> str:
        return f"{self.rules} rule{'s' if self.rules > 1 else ''} to look at again"


def due_today(device: str) -> DueToday | None:
    for _, house in practiced_when(store(), device, 1):
        count = rules_due(store(), device, house, datetime.now(UTC))
        return DueToday(house, count) if count else None
    return None


@bp.get("/", endpoint="index")
def start() -> str:
    """This device's games, newest first; above them the one to continue or to play again."""
    device = device_id()
    games = games_of_device(store(), device)
    current = games[0] if games and not games[0].game.is_over else None
    finished = [game for game in games if game.game.is_over]
    return render_template(
        "start/index.html",
        current=current and game_card(current),
        due=due_today(device),
        again=next((game for game in finished if game.may_edit), None),
        unfinished=[game for game in games if not game.game.is_over and game is not current],
        finished=finished[:MOST_PAST],
        older=finished[MOST_PAST:],
        deleted=[way_back_of_game(game) for game in games_of_device(store(), device, deleted=True) if game.may_edit],
        deleted_now="deleted" in request.args,
        gone=request.args.get("gone", ""),
        welcome=picture(houses.get(USUAL_HOUSE)),
        write_id=new_write_id(),
    )


@bp.get("/go-on")
def go_on() -> Response:
    """Redirect to the game under way on this device, or to the start page."""
    current = next((game for game in games_of_device(store(), device_id()) if not game.game.is_over), None)
    return redirect(url_for("play.card", key=current.key) if current else url_for("start.index"))


MOST_PEOPLE = 12
"""The players with the most wins. A larger table fits no phone."""

MOST_CARDS = 6
"""Cards of players in sight; the others are folded."""

LAST = 10
"""Games in the small line of a player."""

LINE_WIDTH, LINE_HEIGHT = 100, 28


class Line(NamedTuple):
    """The points per hole of a player's last games as a line in a drawing: up is better."""

    points: str  # of an SVG's polyline
    best: tuple[float, float]
    in_words: str


def line_of(games: Sequence[Fraction], counted: "Counted") -> Line | None:
    """None for a single game, which makes no line."""
    if len(games) < 2:
        return None
    turned = [counted.sign * one for one in games]  # the least is the best
    low, high = min(turned), max(turned)
    step = LINE_WIDTH / (len(games) - 1)
    height = LINE_HEIGHT / (high - low) if high > low else Fraction(0)
    dots = [(round(step * at, 1), round(float((one - low) * height), 1)) for at, one in enumerate(turned)]
    said = f"Points a {counted.round_word} in the last {len(games)} games: {', '.join(map(per_hole, games))}"
    return Line(" ".join(f"{x},{y}" for x, y in dots), dots[turned.index(low)], said)


class Counted(NamedTuple):
    """How games are counted whose points can be compared."""

    round_word: str
    sign: int  # −1 where more points are better

    def best(self, scores: Iterable[int]) -> int:
        return min(scores, key=lambda score: self.sign * score)


def counted_alike(played: Iterable[House]) -> Counted | None:
    """None for games of several sorts: Golf has many rules, but each game without cards counts in its own way."""
    kinds = {("golf" if house.has_cards else house.key): house for house in played}
    if len(kinds) != 1:
        return None
    (house,) = kinds.values()
    return Counted(house.round_word, house.match.sign)


class PersonCard(NamedTuple):
    person: Person
    line: Line | None


class RulesChip(NamedTuple):
    """A choice of whose games are counted; the first has no key and means all."""

    key: str | None
    name: str
    chosen: bool


def rules_chips(played: Iterable[House], chosen: str) -> tuple[RulesChip, ...]:
    """None where all games were played by the same rules."""
    names = {house.key: house.name for house in played}
    if len(names) < 2:
        return ()
    chips = [RulesChip(key, name, key == chosen) for key, name in names.items()]
    return RulesChip(None, "All", not any(chip.chosen for chip in chips)), *chips


@bp.get("/people")
def people() -> str:
    """Stats over all finished games of this device, or over those of one house."""
    kept = [one for one in reversed(games_of_device(store(), device_id())) if one.game.is_over]
    practiced = any(one.practice for one in kept)
    is_practice = practiced and "practice" in request.args
    over = [one.game for one in kept if one.practice == is_practice and not one.game.undecided]
    chips = rules_chips((game.house for game in reversed(over)), request.args.get("house", ""))
    chosen = {chip.key for chip in chips if chip.chosen and chip.key is not None}
    these = [game for game in over if not chosen or game.house.key in chosen]
    players, alike = people_of(these), counted_alike(game.house for game in these)
    cards = [PersonCard(one, line_of(one.games[-LAST:], alike) if alike else None) for one in players[:MOST_PEOPLE]]
    return render_template(
        "start/people.html",
        chips=chips,
        practiced=practiced,
        alike=alike,
        is_practice=is_practice,
        cards=cards[:MOST_CARDS],
        more_cards=cards[MOST_CARDS:],
        people=players[:MOST_PEOPLE],
        more=len(players) - MOST_PEOPLE,
    )
