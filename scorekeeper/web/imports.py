"""Importing a file: a game, a table of scores, or rules."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper import houses
from scorekeeper.exports.game_file import read_game_file
from scorekeeper.exports.score_table import ScoreTable, game_of, wrong_totals
from scorekeeper.exports.table_cells import is_table
from scorekeeper.exports.table_reading import read_table
from scorekeeper.exports.table_scores import OF_CARDS, OF_POINTS
from scorekeeper.houses.loading import check
from scorekeeper.houses.sheet import in_short
from scorekeeper.rules import Game, House, RuleError
from scorekeeper.rules.leading import lead_sentence
from scorekeeper.rules.problems import UnknownHouse
from scorekeeper.rules.wording import counted
from scorekeeper.store.errors import StoreError
from scorekeeper.tally.game_errors import HadAlready, LinkRenewed
from scorekeeper.tally.games import checked_game, import_file
from scorekeeper.tally.kept_houses import houses_of_device
from scorekeeper.tally.values import GameFile, KeptGame
from scorekeeper.web import limits
from scorekeeper.web.addresses import OWN, find_house, house_address
from scorekeeper.web.another_game import points_house
from scorekeeper.web.db import device_id, new_write_id, store
from scorekeeper.web.filters import day, few_names
from scorekeeper.web.forms import FileForm, SentFile, TextField, errors_of, sent_write, status_of
from scorekeeper.web.phone_rules import house_played
from scorekeeper.web.referee import house_groups

bp = Blueprint("imports", __name__)

LONGEST_GAME_TEXT = 400_000
"""Bytes. Well above the longest game of the largest table, and below what a form may carry in a field."""

RULES_BEGIN = re.compile(r"^\s*(?:#.*\n\s*)*(?:\[\w+\]|[\w-]+ *= )")
"""The start of a file of rules."""

MOST_BYTES_A_SIGN = 2
"""In a file that another program wrote in UTF-16."""


ANOTHER = {
    "another-lower": points_house("Another game", "lower", "open", 0),
    "another-higher": points_house("Another game", "higher", "open", 0),
}
"""Rules for the scores of a game that Scorekeeper doesn't know, by their addresses here."""


class ImportForm(FileForm):
    house = TextField()
    running = TextField()  # whether a table has running totals: yes, no, or as its numbers tell
    copy = TextField()
    do = TextField()

    @property
    def is_running(self) -> bool | None:
        return {"yes": True, "no": False}.get(self.running.data)


@bp.get("/import")
def index() -> str:
    """Ask for a file or its text."""
    return _show(ImportForm())


@bp.post("/import", endpoint="bring_in")
@limits.ASKED_MUCH
@limits.MADE
def bring_in() -> str | Response | tuple[str, int]:
    """Import a file as a game with its own links, or show what is wrong with it.

    If this device already has the game, ask whether to open that one or to keep a copy. With `do=look`, only say what
    was found; with `do=edit`, ask again with the text in its box.
    """
    form = ImportForm()
    if not form.validate_on_submit():
        return _show(form), 422
    if form.do.data == "edit":
        return _show(form)
    brought = form.content(MOST_BYTES_A_SIGN * LONGEST_GAME_TEXT)
    try:
        if len(brought.text.encode()) > LONGEST_GAME_TEXT:
            problem = f"That file is too large to be a game. The limit is {LONGEST_GAME_TEXT // 1000} KB."
            form.refuse({"text": [problem]})
            return _show(form), 413
        if form.do.data == "look":
            return _found(found_in(brought, form.house.data, form.is_running))
        game = game_in(brought, form.house.data, form.is_running)
        kept = import_file(store(), game, sent_write(), copy=form.copy.data == "yes")
    except LinkRenewed:  # by another phone after this form was first sent
        raise
    except HadAlready as had:
        form.text.data = brought.text
        return _show(form, had.games), 409
    except (RuleError, StoreError) as refused:
        found = [message for messages in errors_of(refused).values() for message in messages]
        form.text.data = brought.shown
        form.refuse({"text": found})
        return _show(form), status_of(refused)
    flash("Game imported.", "good")
    return redirect(url_for("play.card", key=kept.edit_key))


@dataclass(frozen=True)
class Scores:
    """What a table of scores says, for the page that asks which rules it used."""

    table: ScoreTable
    game: Game
    wrong: Mapping[str, tuple[int, int]]  # where the table says another total: that one, and that of its holes
    chosen: str  # the address of the rules
    groups: Mapping[str, Mapping[str, str]]  # the names of all to choose from by their addresses, by heading

    @property
    def is_listed(self) -> bool:
        return any(self.chosen in group for group in self.groups.values())

    @property
    def verdict(self) -> str:
        """Who wins by these rules."""
        return lead_sentence(self.game)

    @property
    def rows(self) -> Iterator[tuple[str, str, int, bool]]:
        """Each player's rank, name and total, and whether they won; the best come first."""
        ranks = {player.id: place for place in self.game.places for player in place.side.players}
        for standing in self.game.standings:
            rank = ranks[standing.player.id].rank
            yield str(rank or "–"), standing.player.name, standing.total, rank == 1 and self.game.is_over


@dataclass(frozen=True)
class Found:
    """What a file holds, before anything is imported."""

    kind: str
    name: str
    facts: Sequence[str]
    house: House
    action: str  # the address that imports it
    text: str
    scores: Scores | None = None


def found_in(brought: SentFile, rules: str = "", running: bool | None = None) -> Found:
    """The game, the scores or the rules in a file. Raises RuleError for any other file."""
    text = brought.text
    if RULES_BEGIN.search(text) and not text.lstrip().startswith(("{", "[\n", '["')):
        house = check(text, "the file")
        facts = (house.summary, *in_short(house))
        return Found("Rules", house.name, facts, house, url_for("build.load"), text)
    if is_table(text):
        return _scores_in(*table_in(text, rules, running), text)
    file = read_game_file(brought.content)
    game = file.game
    played = sum(hole.confirmed for hole in game.holes)
    when = (day(file.origin.begun_at),) if file.origin.begun_at else ()
    facts = (game.house.name, f"{game.played_words(played)} played", *when)
    names = few_names([player.name for player in game.players])
    return Found("Game", file.title or names, (names, *facts) if file.title else facts, game.house, "", text)


def game_in(brought: SentFile, rules: str, running: bool | None) -> GameFile:
    """The game of a file, or of a table by the rules chosen for it, an address. Raises RuleError."""
    if not is_table(brought.text):
        return read_game_file(brought.content)
    table, house, _ = table_in(brought.text, rules, running)
    return GameFile(game_of(table, house), table.title)


def table_in(text: str, rules: str, running: bool | None) -> tuple[ScoreTable, House, str]:
    """A table of scores, and its rules with their address: those chosen, else as it names them, else the last played.

    A table that no game of cards can have is one of another game. Raises RuleError.
    """
    table = read_table(text, running, OF_POINTS)
    house = _rules_of(table, rules)
    if house is None and not _fits_cards(table):
        return table, ANOTHER["another-higher"], "another-higher"
    house = house or house_played()
    if house.has_cards:
        table = read_table(text, running, OF_CARDS)
    return table, house, rules if rules in ANOTHER else house_address(house)


def _fits_cards(table: ScoreTable) -> bool:
    largest = max(abs(told.points) for row in table.holes for told in row.scores.values())
    return table.holes[-1].number <= OF_CARDS.holes and largest <= OF_CARDS.points


def _rules_of(table: ScoreTable, address: str) -> House | None:
    """The rules chosen in the form, else those that the table names; None where neither says any."""
    if address in ANOTHER:
        return ANOTHER[address]
    if address and address not in (table.rules, OWN + table.rules):
        return find_house(address)
    for named in (table.rules, OWN + table.rules):
        with suppress(UnknownHouse):
            house = find_house(named)
            with suppress(RuleError):  # another release had other questions
                house = houses.with_readings(house, table.readings)
            return house
    return None


def _to_choose() -> Mapping[str, Mapping[str, str]]:
    """The names of all rules that a table may be by, with their addresses, by heading."""
    made = (kept.house for kept in houses_of_device(store(), device_id()))
    of_points = (*houses.score_games(), *(house for house in made if not house.has_cards))
    groups = {group.title: group.houses for group in house_groups()} | {"Other games": of_points}
    named = {title: {house_address(house): house.name for house in those} for title, those in groups.items()}
    named["Other games"] |= {key: f"{house.name}, {house.match.best_word} wins" for key, house in ANOTHER.items()}
    return named


def _scores_in(table: ScoreTable, house: House, chosen: str, text: str) -> Found:
    game = checked_game(game_of(table, house), table.title)
    wrong = wrong_totals(table, game)
    names = few_names(table.names)
    blank = sum(len(table.names) - len(hole.scores) for hole in table.holes if not hole.is_extra)
    size = f"{counted(len(table.names), 'player')}, {counted(len(table.holes), house.round_word)}"
    facts = (
        *([names] if table.title else []),
        size,
        *([f"Running totals, turned into points per {house.round_word}"] if table.is_running else []),
        *([f"{counted(blank, 'score')} not entered"] if blank else []),
        *(["The totals add up."] if table.totals and not wrong else []),
    )
    scores = Scores(table, game, wrong, chosen, _to_choose())
    return Found("Scores", table.title or names, facts, house, "", text, scores)


def _found(found: Found) -> str:
    return render_template("imports/found.html", found=found, write_id=new_write_id())


def _show(form: ImportForm, had: Sequence[KeptGame] = ()) -> str:
    page = "imports/had_already.html" if had else "imports/index.html"
    return render_template(page, form=form, had=had, write_id=new_write_id())
