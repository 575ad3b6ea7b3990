"""The new game form: choose the rules, answer their open questions, seat the players.

Typed text stays as it is and is shown again, with each problem at its field.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice, zip_longest

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import houses
from scorekeeper.houses.sheet import in_short
from scorekeeper.rules import LONGEST_GAME, Game, House, Option, Player, RuleError
from scorekeeper.rules.dealing import smallest_team, usual_teams
from scorekeeper.rules.names import LONGEST_NAME, cleaned, name_key
from scorekeeper.rules.wording import listing, short
from scorekeeper.store.errors import IdReused
from scorekeeper.tally.editing import LONGEST_TITLE, MOST_NAMES
from scorekeeper.tally.games import checked_game, import_game
from scorekeeper.tally.kept_houses import houses_of_device
from scorekeeper.tally.sharing import names_of_device
from scorekeeper.web import limits
from scorekeeper.web.addresses import OPTION, chosen_in, house_or_missing, whole_number
from scorekeeper.web.db import device_id, is_write_id, new_write_id, store
from scorekeeper.web.forms import LONGEST_TYPED, Errors, errors_of, length_wanted, sent, sent_write, with_answers
from scorekeeper.web.phone_rules import USUAL_HOUSE, last_game, phone_first
from scorekeeper.web.stand_in_names import is_stand_in, stand_ins

bp = Blueprint("new_game", __name__)


OTHER_LENGTH = "other"
USUAL_LENGTHS = (9, 18)

MOST_FACTS = 2
MOST_OFFERED = 2
"""More names would not fit beside Add on a phone. The others are suggested while a name is typed."""

MOST_SEGMENTS, LONGEST_SEGMENT = 3, 14
"""Answers of an open question that fit side by side on a phone."""


@dataclass(frozen=True)
class Seat:
    """A row of the form. Its ``id`` stays the same when rows move."""

    id: str
    name: str = ""
    team: str = ""  # its number; empty where the rules have no teams


def seats_of(names: Sequence[str], teams: Iterable[str]) -> tuple[Seat, ...]:
    """Rows of the form, numbered from 0."""
    rows = zip_longest(names, islice(teams, len(names)), fillvalue="")
    return tuple(Seat(str(index), *row) for index, row in enumerate(rows))


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
    def stand_ins(self) -> tuple[str, ...]:
        """Each seat's stand-in name, for as long as its field is empty."""
        return stand_ins([seat.name for seat in self.seats])

    @property
    def named(self) -> tuple[Seat, ...]:
        """The seats, with stand-in names where the fields are empty."""
        named = zip(self.seats, self.stand_ins, strict=True)
        return tuple(replace(seat, name=seat.name if cleaned(seat.name) else stand_in) for seat, stand_in in named)

    @property
    def teams(self) -> tuple[int, ...]:
        """The teams that have a player."""
        numbers = (whole_number(seat.team) for seat in self.seats)
        return tuple(number for number in numbers if number is not None and 1 <= number <= MOST_NAMES)


def blank_form(house: House, names: Sequence[str], readings: Mapping[str, str]) -> Typed:
    """The untouched form: the last game's names if these rules allow that many players, or empty fields."""
    if not house.table.players_min <= len(names) <= house.most_players:
        names = [""] * max(house.table.players_min, min(4, house.most_players))
    typed = ["" if is_stand_in(name) else name for name in names]
    return for_house(Typed(seats_of(typed, ()), dealer="0", holes=str(lengths(house)[0]), readings=readings), house)


def for_house(typed: Typed, house: House) -> Typed:
    """The form for these rules: partners sit across from each other, open questions have their usual answers."""
    usual = {option.key: option.readings[0].key for option in house.options if option.must_ask}
    seats = typed.seats
    if house.match.teams != "none" and not typed.teams:
        seats = seats_of([seat.name for seat in seats], map(str, usual_teams(len(seats))))
    holes = typed.holes or str(lengths(house)[0])
    return replace(typed, seats=seats, holes=holes, readings=usual | dict(typed.readings))


def lengths(house: House) -> tuple[int, ...]:
    """The lengths to choose with one tap: first those of the rules, then the usual ones."""
    return tuple(dict.fromkeys([*house.match.holes, *USUAL_LENGTHS]))


def read_form() -> Typed:
    """The form as sent, its rows renumbered."""
    names, teams = ([text[:LONGEST_TYPED] for text in request.form.getlist(name)] for name in ("player", "team"))
    names, ids = names[:MOST_NAMES], request.form.getlist("seat")
    return Typed(
        seats=seats_of(names, teams),
        dealer=str(ids.index(sent("dealer"))) if sent("dealer") in ids[: len(names)] else "",
        readings=chosen_in(request.form),
        **{name: sent(name) for name in ("holes", "holes_other", "title")},
    )


def rearranged(typed: Typed, act: str) -> Typed | None:
    """The form after one of its small buttons: `add`, `name-Ann`, `up-2`, `down-2`, `remove-2`. None for any other."""
    seats = list(typed.seats)
    verb, _, about = act.partition("-")
    at = next((at for at, seat in enumerate(seats) if seat.id == about), None)
    free = next((at for at, seat in enumerate(seats) if not cleaned(seat.name)), None)
    if verb == "name" and free is not None:
        seats[free] = replace(seats[free], name=about)
    elif act == "add" or verb == "name":
        team = str(smallest_team(typed.teams)) if typed.teams else ""
        seats.append(Seat(str(len(seats)), about, team))
    elif at is not None and verb == "remove":
        del seats[at]
    elif at is not None and verb in ("up", "down"):
        seats.insert(max(at - 1, 0) if verb == "up" else at + 1, seats.pop(at))
    else:
        return None
    return replace(typed, seats=tuple(seats[:MOST_NAMES]))


def read_game(typed: Typed, house: House) -> tuple[Game, Errors]:
    """The game that the form asks for, and what is wrong with it."""
    # Readings first, because one may allow more players than the rules do.
    chosen, wrong_answers = _answered(typed, house)
    errors: Errors = {}
    dealer = next((number for number, seat in enumerate(typed.named, 1) if seat.id == typed.dealer), None)
    if dealer is None:
        errors["dealer"] = ["Choose who deals first."]
    length = "holes_other" if typed.holes == OTHER_LENGTH else "holes"
    # A game to a number of points, or an open one, is planned as the longest possible one.
    holes = whole_number(getattr(typed, length).strip()) if chosen.is_planned else chosen.longest_game
    if holes is None:
        errors[length] = [length_wanted(house.round_word)]
    teams = _teams(typed) if chosen.match.teams != "none" else [None] * len(typed.named)
    seated = enumerate(zip(typed.named, teams, strict=True), 1)
    people = tuple(Player(number, seat.name, team=team) for number, (seat, team) in seated)
    game = Game(chosen, people, 1 if holes is None else holes, dealer or 1)
    try:
        checked_game(game, typed.title)
    except RuleError as refused:
        fields = {f"players.{index}": f"player-{seat.id}" for index, seat in enumerate(typed.named)}
        errors = errors_of(refused, {**fields, "holes_planned": length}) | errors
    return game, errors | wrong_answers


def _teams(typed: Typed) -> Sequence[int | None]:
    """The teams of the seats; partners across from each other if the form has no teams."""
    if not any(seat.team for seat in typed.named):
        return usual_teams(len(typed.named))
    return [whole_number(seat.team) or 0 for seat in typed.named]


def _answered(typed: Typed, house: House) -> tuple[House, Errors]:
    """The house with the form's readings; an open question without an answer is also an error."""
    players = len(typed.named)
    answers: dict[str, str] = {}
    errors: Errors = {}
    for key, reading in typed.readings.items():
        option = house.option(key)
        if option is None or option.asked == "explained":
            errors.setdefault("", []).append(f"{house.name} has no question called “{short(key, 40)}”.")
        elif option.asked == "rare" and option.default is not None and reading == option.default.key:
            continue  # untouched: the form sends it anyway
        elif reading and (option.only_players in (None, players) or not option.must_ask):
            answers[key] = reading
    for option in house.open_options(players):
        if option.key not in answers:
            choices = listing([reading.text for reading in option.readings]).replace(" and ", " or ")
            errors[OPTION + option.key] = [f"{option.question} The rules don’t say. Choose {choices}."]
    chosen, refused = with_answers(house, answers)
    return chosen, errors | refused


@dataclass(frozen=True)
class SetupPage:
    house: House
    typed: Typed
    known_names: Sequence[str]
    errors: Errors
    write_id: str

    longest_name = LONGEST_NAME
    longest_title = LONGEST_TITLE
    longest_game = LONGEST_GAME

    @property
    def in_short(self) -> str:
        """What most sets these rules apart, as one line."""
        first, *others = in_short(self.house)[:MOST_FACTS]
        return ", ".join([first, *(fact[:1].lower() + fact[1:] for fact in others)])

    # --- players ------------------------------------------------------------------------------------------------------

    @property
    def teams(self) -> tuple[int, ...]:
        """The teams to choose from, up to one per player; none where the rules have no teams."""
        most = max(2, len(self.typed.seats), *self.typed.teams)
        return () if self.house.match.teams == "none" else tuple(range(1, most + 1))

    @cached_property
    def most_players(self) -> int:
        """The largest table that any answer to a question about the table allows."""
        about = [one for one in self.house.options if any(name.startswith("table.") for name in _changed_by(one))]
        answers = [(option.key, reading.key) for option in about for reading in option.readings]
        tables = [with_answers(self.house, {key: reading})[0].most_players for key, reading in answers]
        return min(MOST_NAMES, max([self.house.most_players, *tables]))

    @property
    def is_full(self) -> bool:
        return len(self.typed.seats) >= self.most_players

    @property
    def is_smallest(self) -> bool:
        return len(self.typed.seats) <= self.house.table.players_min

    @property
    def offered(self) -> Sequence[str]:
        """The names to add with one tap: those of this phone's games that aren't seated, then "" for later ones."""
        has_room = not self.is_full or any(not cleaned(seat.name) for seat in self.typed.seats)
        seated = {name_key(seat.name) for seat in self.typed.seats}
        free = [name for name in self.known_names if has_room and name_key(name) not in seated]
        return [*free, *[""] * len(self.known_names)][: min(MOST_OFFERED, len(self.known_names))]

    # --- length -------------------------------------------------------------------------------------------------------

    @property
    def lengths(self) -> tuple[int, ...]:
        return lengths(self.house)

    @property
    def has_other_length(self) -> bool:
        return bool(self.typed.holes) and self.typed.holes not in map(str, self.lengths)

    @property
    def other_length(self) -> str:
        """The length to show in the field for other lengths."""
        if whole_number(self.typed.holes) not in (None, *self.lengths):
            return self.typed.holes
        return self.typed.holes_other

    # --- questions ----------------------------------------------------------------------------------------------------

    def questions(self, asked: str) -> list[Option]:
        """Questions of one kind: `usual`, `rare`, or `open` for those without a printed answer."""
        return [option for option in self.house.options if ("open" if option.must_ask else option.asked) == asked]

    @cached_property
    def usual(self) -> list[Option]:
        return self.questions("usual")

    @cached_property
    def rare(self) -> list[Option]:
        return self.questions("rare")

    @property
    def short_questions(self) -> list[Option]:
        """Open questions whose answers fit side by side."""
        return [option for option in self.questions("open") if _is_short(option)]

    @property
    def long_questions(self) -> list[Option]:
        return [option for option in self.questions("open") if not _is_short(option)]

    def is_asked(self, option: Option) -> bool:
        """Whether the question arises with this many players."""
        return option.only_players in (None, len(self.typed.seats))

    def changed(self, options: Sequence[Option]) -> int:
        """The number of questions with another answer than the printed one."""
        return sum(option.default is None or self.chosen(option) != option.default.key for option in options)

    @property
    def changed_words(self) -> str:
        return _changed_words(self.changed(self.usual + self.rare))

    @property
    def rare_words(self) -> str:
        return _changed_words(self.changed(self.rare))

    def is_open(self, options: Sequence[Option]) -> bool:
        """Whether one of these questions has a changed answer or an error."""
        return self.changed(options) > 0 or any(f"{OPTION}{option.key}" in self.errors for option in options)

    @property
    def more(self) -> str:
        """What is folded: the name as typed, and whether answers were changed."""
        rules = ["house rules"] if self.usual or self.rare else []
        return ", ".join([cleaned(self.typed.title) or "game name", *rules, *filter(None, [self.changed_words])])

    @property
    def is_more_open(self) -> bool:
        return "title" in self.errors or self.is_open(self.usual + self.rare)

    def chosen(self, option: Option) -> str:
        default = "" if option.default is None else option.default.key
        return self.typed.readings.get(option.key, default)


def _changed_by(option: Option) -> set[str]:
    """The parameters of the rules that answers to the question set."""
    return {name for reading in option.readings for name in reading.sets}


def _is_short(option: Option) -> bool:
    return len(option.readings) <= MOST_SEGMENTS and all(len(one.text) <= LONGEST_SEGMENT for one in option.readings)


def _changed_words(count: int) -> str:
    return f"{count} changed" if count else ""


@bp.get("/new")
def choose_house() -> str:
    """Choose rules: those last played, this device's own, the five sheets, then all others."""
    return _choose()


def _choose(typed: Typed | None = None, now: str = "") -> str:
    """The rules to choose from; each leads to its form, filled with what was typed before."""
    made = [kept.house for kept in houses_of_device(store(), device_id())]
    sheets, *others = houses.groups()
    choices = phone_first((*made, *sheets.houses))
    shown = {house.key for house in choices}
    folded = [(group.title, [house for house in group.houses if house.key not in shown]) for group in others]
    last = last_game()
    return render_template(
        "new_game/choose_house.html",
        choices=choices,
        marks={USUAL_HOUSE: "most common"} | ({} if last is None else {last.game.house.key: "last played"}),
        others=folded,
        count=len(choices) + sum(len(found) for _, found in folded),
        typed=typed,
        now=now,
        write_id=_sent_id(),
    )


@bp.get("/new/<house>")
def setup(house: str) -> str:
    """The form, with the last game's players seated and the address's readings chosen."""
    chosen = house_or_missing(house)
    last = last_game()
    readings = {
        key: reading
        for key, reading in chosen_in(request.args).items()
        if (option := chosen.option(key)) and option.asked != "explained" and option.reading(reading)
    }
    return _show(chosen, blank_form(chosen, [player.name for player in last.game.players] if last else (), readings))


@bp.post("/new/<house>")
@limits.MADE
def create(house: str) -> str | Response | tuple[str, int]:
    """Start the game; for a smaller button, show the form with its rows rearranged or for other rules."""
    chosen = house_or_missing(house)
    typed, do = read_form(), sent("do")
    if do == "rules":
        return _choose(typed, chosen.key)
    if do == "show":
        return _show(chosen, for_house(typed, chosen))
    rows = rearranged(typed, do)
    if rows is not None:
        return _show(chosen, rows)
    game, errors = read_game(typed, chosen)
    if errors:
        return _show(chosen, typed, errors), 422
    try:
        kept = import_game(store(), game, typed.title, sent_write())
    except IdReused:
        already = "You already started a game from this form. Press Start game again for another one."
        return _show(chosen, typed, {"": [already]}, new_id=True), 409
    return redirect(url_for("play.hole", key=kept.edit_key, hole=1), code=303)


def _sent_id() -> str:
    """The id that the form was sent with, or a new one."""
    return sent("write_id") if is_write_id(sent("write_id")) else new_write_id()


def _show(house: House, typed: Typed, errors: Errors | None = None, *, new_id: bool = False) -> str:
    page = SetupPage(
        house=house,
        typed=typed,
        known_names=[name for name in names_of_device(store(), device_id()) if not is_stand_in(name)],
        errors=errors or {},
        write_id=new_write_id() if new_id else _sent_id(),
    )
    return render_template("new_game/setup.html", page=page)
