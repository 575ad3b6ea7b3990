"""A new game: choose a house, settle its open questions, seat the players.

What was typed is kept as text, and read into a plan with every problem at its field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper import houses
from scorekeeper.rules import LONGEST_GAME, House, Option, RuleError
from scorekeeper.rules.game import LONGEST_NAME, check_name
from scorekeeper.rules.teams import NO_RIVALS, have_rivals, numbered_within, smallest_team, usual_teams
from scorekeeper.rules.wording import listing, short
from scorekeeper.store.errors import IdReused
from scorekeeper.tally.editing import LONGEST_TITLE
from scorekeeper.tally.games import create_game
from scorekeeper.tally.kept_houses import houses_of_device
from scorekeeper.tally.sharing import games_of_device, names_of_device
from scorekeeper.web import limits
from scorekeeper.web.addresses import OPTION, chosen_in, house_or_missing
from scorekeeper.web.db import device_id, is_write_id, new_write, new_write_id, store

bp = Blueprint("new_game", __name__)


OTHER_LENGTH = "other"
USUAL_LENGTHS = (9, 18)
LONGEST_TEAM = 20
"""Characters of a team that are looked at."""

MOST_ROWS = 60
"""Rows of players that are shown again. Nobody types so many; whoever sends more gets the message without them."""

Errors = dict[str, list[str]]


@dataclass(frozen=True)
class Seat:
    """One row of the form. ``id`` stays with the row while rows change places."""

    id: str
    name: str = ""
    team: str = ""  # its number; empty in a house without teams


@dataclass(frozen=True)
class Typed:
    """The form as it was filled in, right or wrong."""

    seats: tuple[Seat, ...]
    dealer: str = ""  # the id of a seat
    holes: str = ""
    holes_other: str = ""
    title: str = ""
    readings: Mapping[str, str] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """Whoever has been given a name; rows left empty are nobody."""
        return tuple(seat.name for seat in self.seats if seat.name.strip())


@dataclass(frozen=True)
class Plan:
    """What a game is created from. ``first_dealer`` is a place in ``players``, from 0."""

    house: House
    players: tuple[str, ...]
    teams: tuple[int, ...]  # of the players, in the same order; empty in a house without teams
    first_dealer: int
    holes: int
    title: str


def blank_form(house: House, names: Sequence[str] = ()) -> Typed:
    """The form before anybody typed: the names of the last game where this house seats them, else four empty rows."""
    known = names if house.table.players_min <= len(names) <= house.most_players else ()
    rows = max(len(known), house.table.players_min, min(4, house.most_players)) if not known else len(known)
    teams = [""] * rows if house.match.teams == "none" else [str(team) for team in usual_teams(rows)]
    seats = tuple(
        Seat(str(number), known[number] if number < len(known) else "", teams[number]) for number in range(rows)
    )
    return Typed(seats=seats, dealer=seats[0].id, holes=str(lengths(house)[0]))


def lengths(house: House) -> tuple[int, ...]:
    """The lengths that are offered with one tap: the house's own first, then the usual ones."""
    return tuple(dict.fromkeys([*house.match.holes, *USUAL_LENGTHS]))


def preset(typed: Typed, house: House, asked: MultiDict[str, str]) -> Typed:
    """The form with the readings that an address names, such as `option.twos=minus`; others are passed over."""
    readings = {}
    for name, reading in asked.items():
        option = house.option(name.removeprefix(OPTION)) if name.startswith(OPTION) else None
        if option is not None and option.asked != "explained" and option.reading(reading) is not None:
            readings[option.key] = reading
    return replace(typed, readings=readings)


def read_form(sent: MultiDict[str, str]) -> Typed:
    """Take the form as it came. Rows are numbered anew, so that their ids are always plain."""
    names = sent.getlist("player")[:MOST_ROWS]
    ids = sent.getlist("seat")
    teams = [text[:LONGEST_TEAM] for text in sent.getlist("team")[: len(names)]]
    teams += [""] * (len(names) - len(teams))
    dealer = sent.get("dealer", "")
    seats = tuple(Seat(str(number), name, team) for number, (name, team) in enumerate(zip(names, teams, strict=True)))
    if dealer in ids[: len(seats)]:
        dealer = seats[ids.index(dealer)].id
    elif ids:
        dealer = ""
    return Typed(
        seats=seats,
        dealer=dealer,
        holes=sent.get("holes", ""),
        holes_other=sent.get("holes_other", ""),
        title=sent.get("title", ""),
        readings=chosen_in(sent),
    )


def rearranged(typed: Typed, act: str) -> Typed | None:
    """The form after one of its small buttons: `add`, `up-2`, `down-2`, `remove-2`. None where it is none of them."""
    if act == "add":
        used = {seat.id for seat in typed.seats}
        new_id = next(str(number) for number in range(MOST_ROWS + 1) if str(number) not in used)
        return replace(typed, seats=_team_added((*typed.seats, Seat(new_id)))[:MOST_ROWS])
    verb, _, place = act.partition("-")
    seats = list(typed.seats)
    at = next((at for at, seat in enumerate(seats) if seat.id == place), None)
    if at is None:
        return None
    if verb == "remove":
        possible = team_choices(seats)
        del seats[at]
        seats = _team_removed(seats, possible)
    elif verb == "up":
        seats.insert(max(at - 1, 0), seats.pop(at))
    elif verb == "down":
        seats.insert(at + 1, seats.pop(at))
    else:
        return None
    return replace(typed, seats=tuple(seats))


def _team_added(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """These rows with the last one put into a team, if the others are: the usual teams while nobody chose others."""
    *before, added = seats
    numbers = [int(seat.team) for seat in before if seat.team in team_choices(seats)]
    if not numbers:
        return tuple(seats)
    if tuple(numbers) == usual_teams(len(before)):
        dealt = usual_teams(len(seats))
        return tuple(replace(seat, team=str(team)) for seat, team in zip(seats, dealt, strict=True))
    return (*before, replace(added, team=str(smallest_team(numbers))))


def _team_removed(seats: list[Seat], possible: Sequence[str]) -> list[Seat]:
    """These rows after one was taken away: a team whose number is now too high gets another, for nobody chose it so."""
    if not seats or any(seat.team not in possible for seat in seats):
        return seats
    teams = numbered_within([int(seat.team) for seat in seats], len(team_choices(seats)))
    return [replace(seat, team=str(team)) for seat, team in zip(seats, teams, strict=True)]


def team_choices(seats: Sequence[Seat]) -> tuple[str, ...]:
    """The teams that each of these can be put into: as many as there are seats, for everybody could play alone."""
    return tuple(str(team) for team in range(1, max(2, len(seats)) + 1))


def read_plan(typed: Typed, house: House) -> tuple[Plan | None, Errors]:
    """What the form asks for, or None and what is wrong with it: sentences by the name of the field."""
    errors: Errors = {}
    wrong_readings: Errors = {}
    # First, for a reading may let more people play than the sheet does.
    chosen = _read_readings(typed, house, len(typed.names), wrong_readings)
    players, first_dealer = _read_players(typed, chosen, errors)
    teams = () if chosen.match.teams == "none" else _read_teams(typed, errors)
    # A game to a number of points has no planned end but the longest game there is.
    holes = LONGEST_GAME if house.match.until is not None else _read_holes(typed, errors)
    if len(typed.title.strip()) > LONGEST_TITLE:
        errors["title"] = [f"a title has at most {LONGEST_TITLE} characters, not {len(typed.title.strip())}"]
    errors |= wrong_readings
    if errors:
        return None, errors
    title = " ".join(typed.title.split())
    return Plan(chosen, players, teams, first_dealer, holes, title), errors


def _read_players(typed: Typed, house: House, errors: Errors) -> tuple[tuple[str, ...], int]:
    players: list[str] = []
    seat_of: dict[str, str] = {}
    first_dealer = None
    for seat in typed.seats:
        if not seat.name.strip():
            continue
        try:
            name = check_name(seat.name)
        except RuleError as bad:
            errors[f"player-{seat.id}"] = [short(bad.message, 300)]
            name = seat.name
        if name.casefold() in seat_of:
            errors.setdefault(f"player-{seat.id}", []).append(
                f"two players are called {short(name, 40)}; give one of them another name"
            )
        seat_of.setdefault(name.casefold(), seat.id)
        if seat.id == typed.dealer:
            first_dealer = len(players)
        players.append(name)
    try:
        house.check_players(len(players))
    except RuleError as wrong_number:
        errors["players"] = [wrong_number.message]
    if first_dealer is None:
        blank = any(seat.id == typed.dealer for seat in typed.seats)
        errors["dealer"] = [
            "the first dealer has no name yet: name that player or choose another"
            if blank
            else "choose who deals first"
        ]
    return tuple(players), first_dealer or 0


def _read_teams(typed: Typed, errors: Errors) -> tuple[int, ...]:
    """The teams of those who have a name; partners opposite each other where the form says nothing of teams."""
    seats = [seat for seat in typed.seats if seat.name.strip()]
    if not any(seat.team for seat in seats):
        return usual_teams(len(seats))
    possible = team_choices(typed.seats)
    for seat in seats:
        if seat.team not in possible:
            errors.setdefault(f"team-{seat.id}", []).append(
                f"choose a team from 1 to {possible[-1]} for {short(seat.name.strip(), 40)}"
            )
    teams = tuple(int(seat.team) for seat in seats if seat.team in possible)
    if len(teams) == len(seats) and not have_rivals(teams):
        errors.setdefault("teams", []).append(NO_RIVALS)
    return teams


def _read_holes(typed: Typed, errors: Errors) -> int:
    other = typed.holes == OTHER_LENGTH
    text = (typed.holes_other if other else typed.holes).strip()
    where = "holes_other" if other else "holes"
    if text.isascii() and text.isdecimal() and len(text) <= 4 and 1 <= int(text) <= LONGEST_GAME:
        return int(text)
    errors[where] = [f"a game has 1 to {LONGEST_GAME} holes" + (f", not {short(text, 20)}" if text else "")]
    return 0


def _read_readings(typed: Typed, house: House, players: int, errors: Errors) -> House:
    wanted = {}
    for key, reading in typed.readings.items():
        option = house.option(key)
        if option is None or option.asked == "explained":
            errors.setdefault("", []).append(f"{house.name} has no question called {short(key, 40)!r}")
        elif option.asked == "rare" and option.default is not None and reading == option.default.key:
            continue  # nobody looked at it: the form sends it all the same
        elif option.only_players in (None, players) or not option.must_ask:
            wanted[key] = reading
    for option in house.open_options(players):
        if not wanted.get(option.key):
            answers = listing([reading.text for reading in option.readings]).replace(" and ", " or ")
            errors[OPTION + option.key] = [f"{option.question} The sheet does not say: choose {answers}."]
            wanted.pop(option.key, None)
    try:
        return houses.with_readings(house, wanted)
    except RuleError:
        chosen = house  # one by one, to say which of them it is
    for key, reading in wanted.items():
        try:
            chosen = houses.with_readings(chosen, {key: reading})
        except RuleError as impossible:
            errors[OPTION + key] = [short(impossible.message, 300)]
    return chosen


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


@bp.get("/new")
def choose_house() -> str:
    """Which rules: every house with what sets it apart, those that this device made or was shown first."""
    made = [kept.house for kept in houses_of_device(store(), device_id())]
    sheets, *others = houses.groups()
    return render_template(
        "new_game/choose_house.html",
        choices=[*made, *sheets.houses],
        others=[(group.title, group.houses) for group in others],
    )


@bp.get("/new/<house>")
def setup(house: str) -> str:
    """The form, with the people of this device's last game in their seats, and the readings of the address chosen."""
    chosen = house_or_missing(house)
    last = next(iter(games_of_device(store(), device_id())), None)
    return _show(chosen, preset(blank_form(chosen, last.players if last else ()), chosen, request.args))


@bp.post("/new/<house>")
@limits.MADE
def create(house: str) -> str | Response | tuple[str, int]:
    """Begin the game; or, for one of the small buttons without scripts, show the form with its rows rearranged."""
    chosen = house_or_missing(house)
    typed = read_form(request.form)
    rows = rearranged(typed, request.form.get("do", ""))
    if rows is not None:
        return _show(chosen, rows)
    plan, errors = read_plan(typed, chosen)
    if plan is None:
        return _show(chosen, typed, errors), 422
    try:
        kept = create_game(
            store(),
            house=plan.house,
            players=plan.players,
            teams=plan.teams,
            holes=plan.holes,
            first_dealer=plan.first_dealer,
            title=plan.title,
            write=new_write(request.form.get("write_id")),
        )
    except IdReused:
        already = "this form has already begun a game, and was changed since; send it again to begin another"
        return _show(chosen, typed, {"": [already]}, new_id=True), 409
    except RuleError as refused:
        return _show(chosen, typed, {"": [problem.message for problem in refused.problems]}), 422
    return redirect(url_for("play.hole", key=kept.edit_key, hole=1), code=303)


def _show(house: House, typed: Typed, errors: Errors | None = None, *, new_id: bool = False) -> str:
    sent = request.form.get("write_id", "")
    page = SetupPage(
        house=house,
        typed=typed,
        known_names=names_of_device(store(), device_id()),
        errors=errors or {},
        write_id=sent if is_write_id(sent) and not new_id else new_write_id(),
    )
    return render_template("new_game/setup.html", page=page)
