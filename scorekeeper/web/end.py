"""Results: who won, how it went, breaking a tie, playing again, and downloads."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from flask import Blueprint, Response, flash, redirect, render_template, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.exports.chart import CHART_POLICY, chart_file, chart_in_page
from scorekeeper.exports.game_file import game_json
from scorekeeper.exports.game_text import game_text
from scorekeeper.exports.picture import game_picture
from scorekeeper.exports.tables import game_csv
from scorekeeper.rules import Game, Hole, Place, Player, RuleError, Standing
from scorekeeper.rules.dealing import next_clockwise
from scorekeeper.rules.leading import (
    behind_words,
    best_wins,
    comparison_sentence,
    far_words,
    holes_words,
    lead_words,
    side_name,
    side_names,
    tie_sentence,
)
from scorekeeper.rules.wording import number, per_hole
from scorekeeper.store.errors import StoreError
from scorekeeper.store.gone import NotTheBeginner
from scorekeeper.tally.changing import change
from scorekeeper.tally.deleting import delete_game, erase_game, put_back
from scorekeeper.tally.game_errors import GameNotFound, LinkRenewed
from scorekeeper.tally.game_row import find_even_deleted, still_there
from scorekeeper.tally.games import rematch
from scorekeeper.tally.origins import origin_of
from scorekeeper.tally.values import Edit, EnterHand, KeptGame, PlanGame, SettleHole
from scorekeeper.web import limits
from scorekeeper.web.addresses import enter_words, game_to_change, game_to_see, hole_address
from scorekeeper.web.db import new_write_id, store
from scorekeeper.web.deleted import way_back_of_game
from scorekeeper.web.delivery.made_files import made_file
from scorekeeper.web.drawn_macros import draw_once
from scorekeeper.web.filters import here
from scorekeeper.web.forms import Errors, errors_of, sent_number, sent_write, status_of
from scorekeeper.web.spreadsheets import CSV, by_language, separator

bp = Blueprint("end", __name__, url_prefix="/g/<key>")


class NoTie(RuleError):
    """An extra hole is played only when a finished game has several winners."""

    code = "end.no_tie"


class CannotFinish(RuleError):
    """The game cannot be finished after that hole."""

    code = "end.cannot_finish"


def open_extra_hole(game: Game) -> Hole | None:
    """The extra hole in progress, if there is one."""
    return next((hole for hole in game.holes if hole.playoff and hole.number == game.current_hole), None)


def extra_hole(game: Game) -> SettleHole:
    """The next extra hole of the tied players. Raises NoTie."""
    if not game.tied:
        raise NoTie("There’s no tie to break.")
    number = max([game.holes_planned, *(hole.number for hole in game.holes)]) + 1
    seated = [player for place in game.tied for player in place.side.players if player.left is None]
    playoff = tuple(player.id for player in game.players if player in seated)
    last = max(game.holes, key=lambda hole: hole.number)
    dealer = next_clockwise(game.seats, last.dealer, playoff)
    return SettleHole(number, dealer=playoff[0] if dealer is None else dealer, playoff=playoff)


def early_end(game: Game) -> int | None:
    """The hole after which the game could end early; None where it cannot."""
    if game.is_over or any(hole.playoff for hole in game.holes):
        return None
    confirmed = max((hole.number for hole in game.holes if hole.confirmed), default=0)
    unsettled = [number for number in range(1, confirmed + 1) if (hole := game.hole(number)) and not hole.confirmed]
    return confirmed if confirmed and not unsettled else None


def half_entered(game: Game) -> tuple[Hole, ...]:
    """Holes started after the last confirmed one, which an early end drops."""
    last = early_end(game)
    return () if last is None else tuple(hole for hole in game.holes if hole.number > last and hole.entries)


def finish(kept: KeptGame, after: int) -> list[Edit]:
    """The edits that end the game after that hole and clear what was started beyond it.

    Raises CannotFinish, also if another hole was played since the sender looked.
    """
    last, word = early_end(kept.game), kept.game.house.round_word
    if last is None:
        raise CannotFinish("You can’t end the game now." if not kept.game.is_over else "The game is already over.")
    if last != after:
        raise CannotFinish(f"{word.capitalize()} {last} has been played since. Check the results again.")
    cleared: list[Edit] = [
        EnterHand(hole.number, player, None, kept.hand_versions.get((hole.number, player), 0))
        for hole in half_entered(kept.game)
        for player in hole.entries
    ]
    return [*cleared, PlanGame(holes_planned=last, early=True)]


class ResultRow(NamedTuple):
    standing: Standing
    best: tuple[int, int] | None  # the best score and its hole; the first of several
    worst: tuple[int, int] | None
    holes_won: int

    @property
    def player(self) -> Player:
        return self.standing.player


def result_rows(game: Game) -> tuple[ResultRow, ...]:
    """Each player's game, in the order of the standings."""
    counted = [hole.number for hole in game.holes if hole.confirmed and not hole.playoff]
    rows = []
    for standing in game.standings:
        results = [(game.player_result(hole, standing.player), hole) for hole in counted]
        scores = [(result.score, hole) for result, hole in results if result is not None]
        best, worst = (_lowest(scores, sign * game.house.match.sign) for sign in (1, -1))
        rows.append(ResultRow(standing, best, worst, game.holes_won(standing.player)))
    return tuple(rows)


def _lowest(scores: Sequence[tuple[int, int]], sign: int) -> tuple[int, int] | None:
    """The lowest score with its hole, or with a sign of −1 the highest; the first of several."""
    return min(scores, key=lambda one: sign * one[0], default=None)


class Rank(NamedTuple):
    """A row of the ranking, in words."""

    place: str  # empty for a member of a team
    name: str
    points: str  # what decides
    behind: str
    notes: tuple[str, ...]
    wins: bool = False
    is_member: bool = False


def ranking(game: Game) -> tuple[Rank, ...]:
    """Every side, best first, each team followed by its members."""
    found: list[Rank] = []
    for place in game.places:
        first = place.rank == 1 and game.is_over and not game.undecided
        behind = far_words(game, place.side) if place.rank else ""
        notes = _notes(game, place, "left" if place.side.left else "")
        decides = _points(game, place, game.holes_won(place.side))
        found.append(Rank(str(place.rank or "–"), side_name(place.side), decides, behind, notes, wins=first))
        for one in game.standings if place.side.is_team else ():
            if one.player in place.side.players:
                notes = _notes(game, one, "left" if one.player.left is not None else "")
                points = _points(game, one, game.holes_won(one.player))
                found.append(Rank("", one.player.name, points, "", notes, is_member=True))
    return tuple(found)


def _points(game: Game, who: Place | Standing, won: int) -> str:
    if who.average is None:
        return "–"
    if game.house.match.winner == "most-holes":
        return f"{won} won"
    return per_hole(who.average) if game.by_average else number(who.total)


def _notes(game: Game, who: Place | Standing, left: str) -> tuple[str, ...]:
    """What the points come from where they are not the total, scores of extra holes, and who left."""
    total = ""
    if who.holes and game.by_average:
        total = f"{number(who.total)} in {holes_words(game, who)}"
    elif who.holes and game.house.match.winner == "most-holes":
        total = f"{number(who.total)} points"
    extra = f"extra {game.house.round_word} {', '.join(map(number, who.playoff))}" if who.playoff else ""
    return tuple(note for note in (total, extra, left) if note)


def file_name(kept: KeptGame, ending: str) -> str:
    """The name of a downloaded file, safe everywhere and sorted by date: `golf-2026-11-21-friday.csv`."""
    game, title = _plain_words(kept.game.house.game_name), _plain_words(kept.title)
    return "-".join([*game, f"{here(kept.created_at):%Y-%m-%d}", *title])[:60].rstrip("-") + f".{ending}"


def _plain_words(text: str) -> list[str]:
    """The words of a text in lower case, without any sign that a file's name may not have."""
    plain = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in text.lower())
    return [word for word in plain.split("-") if word]


@bp.get("/end")
def index(key: str) -> str:
    """The result, or the standings so far."""
    return _show(game_to_see(key), key)


@bp.post("/playoff", endpoint="playoff")
def play_off(key: str) -> AnyResponse | tuple[str, int]:
    """Start an extra hole for the tied players, or go to the one already started."""
    kept = game_to_change(key)
    begun = open_extra_hole(kept.game)
    if begun is not None:
        return redirect(url_for("play.hole", key=key, hole=begun.number))
    try:
        edit = extra_hole(kept.game)
        change(store(), kept.edit_key, [edit], sent_write())
    except (RuleError, StoreError) as refused:
        return _show(kept, key, errors_of(refused)), status_of(refused)
    return redirect(url_for("play.hole", key=key, hole=edit.hole))


@bp.post("/rematch", endpoint="rematch")
@limits.MADE
def play_again(key: str) -> AnyResponse | tuple[str, int]:
    """Start a game with the same players and rules; two phones that ask at once get the same game."""
    kept = game_to_change(key)
    try:
        again = rematch(store(), kept.edit_key, sent_write(), seen=sent_number("seen"))
    except LinkRenewed:  # of the new game, by another phone after this form was first sent
        raise
    except (RuleError, StoreError) as refused:
        return _show(kept, key, errors_of(refused)), status_of(refused)
    if again.game.open_options:
        flash("New game ready. With this many players, the rules ask one more question. Please answer it below.")
        return redirect(url_for("table.index", key=again.edit_key))
    if again.game.holes:  # another phone was faster, and they are playing
        return redirect(url_for("play.card", key=again.edit_key))
    return redirect(hole_address(again, 1))


@bp.post("/finish", endpoint="finish")
def finish_early(key: str) -> AnyResponse | tuple[str, int]:
    """End the game after the last confirmed hole."""
    kept = game_to_change(key)
    last = sent_number("after") or 0
    if kept.game.is_over and kept.game.holes_planned == last:
        return redirect(url_for("end.index", key=key))
    try:
        edits = finish(kept, last)
        change(store(), kept.edit_key, edits, sent_write())
    except (RuleError, StoreError) as refused:
        return _show(kept, key, errors_of(refused)), status_of(refused)
    flash("Game ended. To keep playing, undo this on the scorecard.")
    return redirect(url_for("end.index", key=key))


@bp.post("/delete", endpoint="delete")
def delete_now(key: str) -> AnyResponse:
    """Delete the game on every phone; any that may change it can restore it."""
    delete_game(store(), key, sent_write())
    if find_even_deleted(store(), key).deleted is None:  # the form came twice, and another phone put the game back
        flash("Someone restored the game. Nothing was deleted.", "warning")
        return redirect(url_for("play.card", key=key))
    flash("Game deleted. You can restore it below.", "good")
    return redirect(url_for("start.index", deleted="now"))


@bp.post("/put-back", endpoint="put_back")
def put_it_back(key: str) -> AnyResponse:
    """Put a deleted game back, as it was."""
    put_back(store(), key, sent_write())
    flash("Game restored.", "good")
    return redirect(url_for("play.card", key=key))


@bp.get("/delete-for-good", endpoint="ask_for_good")
def ask_for_good(key: str) -> AnyResponse | str:
    """Ask once more, naming the game; only on the phone that started it."""
    kept = find_even_deleted(store(), key)
    if not kept.may_edit:
        still_there(kept)
        raise GameNotFound
    if kept.deleted is None:
        return redirect(url_for("end.index", key=key))
    way = way_back_of_game(kept)
    if not way.for_good:
        raise NotTheBeginner
    return render_template("errors/for_good.html", way=way, write_id=new_write_id())


@bp.post("/delete-for-good", endpoint="delete_for_good")
def delete_for_good(key: str) -> AnyResponse:
    """Delete the game for good; this phone forgets it on the next page."""
    if not erase_game(store(), key, sent_write()):
        flash("Someone restored the game. Nothing was deleted.", "warning")
        return redirect(url_for("end.index", key=key))
    flash("Game deleted for good.", "good")
    return redirect(url_for("start.index", gone=key))


@dataclass(frozen=True)
class _Result:
    """What the page shows of a game that takes long to work out."""

    game: Game
    ranking: tuple[Rank, ...]
    rows: tuple[ResultRow, ...]
    chart: Markup


def _result(kept: KeptGame) -> _Result:
    """Worked out once per version."""
    earlier = store().built(_Result, kept.id)
    if earlier is not None and earlier.game is kept.game:
        return earlier
    chart = Markup(chart_in_page(kept.game))  # its texts are escaped
    return store().keep_built(
        kept.id, _Result(kept.game, ranking(kept.game), result_rows(kept.game), chart), kept.cards
    )


def _show(kept: KeptGame, key: str, errors: Errors | None = None) -> str:
    game, result = kept.game, _result(kept)
    headline, how = lead_words(game)
    extra = open_extra_hole(game)
    why = f"{tie_sentence(game)} {comparison_sentence(game)}".lstrip()
    wants_extra = bool(game.undecided)
    return render_template(
        "end/index.html",
        key=key,
        kept=kept,
        game=game,
        text=game_text(game, kept.title),
        write_id=new_write_id(),
        errors=errors or {},
        headline=headline,
        how=how,
        why="" if why == best_wins(game.house) else why,
        decided=game.is_over and not game.undecided,
        when=_when(game, is_extra=extra is not None),
        counted=len(game.counting),
        tied=side_names(game.tied),
        wants_extra=wants_extra,
        ranking=draw_once("end/_rows.html", "ranking", result.ranking),
        rows=draw_once("end/_rows.html", "holes", result.rows, key, game.house.round_word),
        next_hole=None if game.is_over else game.current_hole,
        enter=enter_words(kept, game.current_hole or 1),
        early_end=early_end(game),
        given_up=half_entered(game),
        chart=result.chart,
        chart_shows=behind_words(game),
    )


def _when(game: Game, *, is_extra: bool) -> str:
    """How far the game is; empty once it is decided."""
    word = game.house.round_word
    if game.is_over:
        return f"Tied after the last {word}" if game.undecided else ""
    if is_extra:
        return f"Extra {word} in progress"
    played = len(game.counting)
    goal = "" if game.house.match.until is None else f", {game.length_words}"
    return f"After {game.played_words(played)}{goal}"


# --- files ------------------------------------------------------------------------------------------------------------


@bp.get("/card.csv", endpoint="csv")
def as_csv(key: str) -> Response:
    """The scorecard as CSV, with times by the reader's clock."""
    kept, parted = game_to_see(key), separator()

    def make() -> bytes:
        origin = origin_of(store(), kept)
        holes = {number: here(moment) for number, moment in origin.holes.items()}
        local = replace(origin, begun_at=here(kept.created_at), changed_at=here(kept.changed_at), holes=holes)
        return game_csv(kept.game, kept.title, local, parted)

    return by_language(_answer(kept, "csv", CSV, make, f"{parted.value} {here(kept.created_at)}"))


@bp.get("/card.json", endpoint="json")
def as_json(key: str) -> Response:
    """The whole game for `/import` to read back (docs/game-json.md), without its links."""
    kept = game_to_see(key)
    return _answer(kept, "json", "application/json", lambda: game_json(kept.game, kept.title, origin_of(store(), kept)))


@bp.get("/chart.svg")
def chart(key: str) -> Response:
    """How far everyone was behind, as a drawing that may load nothing."""
    kept = game_to_see(key)
    return _drawing(kept, "svg", lambda: chart_file(kept.game, kept.title))


@bp.get("/picture.svg")
def picture(key: str) -> Response:
    """The result as a drawing to send, which static/js/pages/share-result.js turns into a PNG."""
    kept = game_to_see(key)
    began = here(kept.created_at)
    day = f"{began:%B} {began.day}, {began.year}"
    return _drawing(kept, "picture.svg", lambda: game_picture(kept.game, kept.title, day), day)


def _drawing(kept: KeptGame, ending: str, make: Callable[[], bytes], of: str = "") -> Response:
    response = _answer(kept, ending, "image/svg+xml; charset=utf-8", make, of)
    response.headers["Content-Security-Policy"] = CHART_POLICY
    response.headers.remove("Content-Disposition")
    return response


def _answer(kept: KeptGame, ending: str, content_type: str, make: Callable[[], bytes], of: str = "") -> Response:
    # Two games may be at the same version.
    whole = f"{kept.id} {kept.version} {ending} {of}"
    return made_file(file_name(kept, ending), content_type, whole, make, "attachment")
