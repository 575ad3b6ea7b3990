"""The chart of running totals: well-formed, harmless, and readable for everyone."""

import base64
import hashlib
import itertools
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from xml.etree.ElementTree import Element, fromstring

import pytest

from scorekeeper import houses
from scorekeeper.exports import chart
from scorekeeper.exports.chart import CHART_POLICY, running_totals_chart, told_apart
from scorekeeper.exports.picture import game_picture
from scorekeeper.rules import Entry, Game, Hole, Player
from scorekeeper.rules.wording import number
from tests.exports.games import full_game, team_game
from tests.hostile import LONGEST

SVG = "{http://www.w3.org/2000/svg}"


def long_game(players: int, holes: int) -> Game:
    people = tuple(Player(place, f"Player {place}") for place in range(1, players + 1))
    played = tuple(
        Hole(number, 1, {player.id: Entry(points=(player.id * number) % 17 - 5) for player in people}, confirmed=True)
        for number in range(1, holes + 1)
    )
    return Game(houses.get("rvers"), people, 36, 1, played)


GAMES = [full_game(), long_game(2, 0), long_game(24, 36)]


def drawn(game: Game, title: str = "") -> Element:
    return fromstring(running_totals_chart(game, title))


@pytest.mark.parametrize("draw", [running_totals_chart, game_picture])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_in_it_can_run_or_be_fetched(game: Game, draw: Callable[[Game], bytes]) -> None:
    text = draw(game).decode()
    assert not re.search(r"<script|<!--|href|url\(|@import|\sstyle=|\son\w+=|<foreignObject|<image", text)
    assert re.findall(r"https?://[^\"'\s]+", text) == ["http://www.w3.org/2000/svg"]


@pytest.mark.parametrize("game", GAMES)
def test_it_says_what_it_shows(game: Game) -> None:
    drawing = drawn(game, "Sunday <at> the cabin")
    assert drawing.get("role") == "img"
    named = {element.get("id"): element.text for element in drawing if element.get("id")}
    assert list(named) == (drawing.get("aria-labelledby") or "").split()
    assert named["chart-title"] == "Sunday <at> the cabin"
    description = named["chart-desc"] or ""
    for standing in game.standings:
        assert (standing.player.name in description) == bool(standing.holes)


@pytest.mark.parametrize("game", GAMES)
def test_every_player_has_a_line_and_a_mark_at_each_total(game: Game) -> None:
    marks = [path for path in drawn(game).iter(f"{SVG}path") if (path.get("class") or "").startswith("m")]
    totals = sum(points is not None for player in game.players for points in game.running_totals(player))
    assert len(marks) == totals + len(game.players)  # and one for each in the legend


def test_the_picture_has_every_number_of_the_card() -> None:
    game = long_game(4, 3)
    picture = fromstring(game_picture(game, "Sunday <at> the cabin"))
    first, *texts = [text.text for text in picture.iter(f"{SVG}text")]
    assert first == "Sunday <at> the cabin: RV Club, 36 holes"
    rows = [[(place * hole) % 17 - 5 for place in range(1, 5)] for hole in range(1, 4)]
    totals = [sum(row[at] for row in rows) for at in range(4)]
    wanted = [
        "Hole",
        "Total",
        "1",
        "2",
        "3",
        *(player.name for player in game.players),
        *(number(one) for one in itertools.chain(*rows, totals)),
    ]
    assert Counter(texts[texts.index("Hole") :][: len(wanted)]) == Counter(wanted)


@pytest.mark.parametrize("draw", [running_totals_chart, game_picture])
@pytest.mark.parametrize("people", [2, 8, 17])
def test_no_name_leaves_its_room_whatever_the_font(people: int, draw: Callable[[Game, str], bytes]) -> None:
    """Texts are clipped to their rooms, and no two rooms overlap."""
    game = long_game(people, 2)
    mark = "\u6f22"  # by which a name is known, however little is left of it
    names = [f"{mark}{LONGEST[place % len(LONGEST)][:37]}{place}" for place in range(people)]
    players = tuple(replace(one, name=name) for one, name in zip(game.players, names, strict=True))
    drawing = fromstring(draw(replace(game, players=players), f"{mark}{'W' * 79}"))
    parents = {child: parent for parent in drawing.iter() for child in parent}
    named = [text for text in drawing.iter(f"{SVG}text") if mark in (text.text or "")]
    assert len(named) >= people
    rows: dict[str, list[tuple[float, float]]] = {}
    for text in named:
        room = parents[text]
        assert room.tag == f"{SVG}svg", "its room does not end"
        assert room is not drawing
        left = float(room.get("x") or 0)
        rows.setdefault(room.get("y") or "", []).append((left, left + float(room.get("width") or 0)))
    for row in rows.values():
        ends = [0.0, *(end for room in sorted(row) for end in room), float(drawing.get("width") or 0)]
        assert ends == sorted(ends)


def test_in_a_game_of_teams_every_team_has_a_line() -> None:
    drawing = drawn(team_game())
    marks = [path for path in drawing.iter(f"{SVG}path") if (path.get("class") or "").startswith("m")]
    assert len(marks) == 2 * 2 + 2, "two teams after two holes, and one for each in the legend"
    texts = [text.text for text in drawing.iter(f"{SVG}text")]
    assert {"Ann & Cat 25", "Bo & Di 31", "Team totals after each hole. Lowest wins"} <= set(texts)
    found = drawing.find(f"{SVG}desc")
    assert found is not None
    assert found.text == "Totals after hole 2, best first: Ann & Cat 25 and Bo & Di 31."


def test_lines_are_told_apart_without_color() -> None:
    players = 30
    looks = set()
    legend = list(drawn(long_game(players, 0)).iter(f"{SVG}path"))
    lines = [path for path in legend if (path.get("class") or "").startswith("l")]
    marks = [path for path in legend if (path.get("class") or "").startswith("m")]
    for line, mark in zip(lines, marks, strict=True):
        looks.add((line.get("stroke-dasharray"), mark.get("d")))
    assert len(looks) == players


def test_the_policy_allows_exactly_its_style_sheet() -> None:
    (style,) = drawn(full_game()).iter(f"{SVG}style")
    digest = base64.b64encode(hashlib.sha256((style.text or "").encode()).digest()).decode()
    first, second, *refused = CHART_POLICY.split("; ")
    assert (first, second) == ("default-src 'none'", f"style-src 'sha256-{digest}'")
    assert all(directive.endswith("'none'") for directive in refused)


def luminance(color: str) -> float:
    channels = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(
    ("ground", "inks"),
    [(chart.PAPER, (chart.INK, *chart.INKS_ON_PAPER)), (chart.DARK, (chart.INK_ON_DARK, *chart.INKS_ON_DARK))],
)
def test_every_ink_stands_out_from_its_ground(ground: str, inks: tuple[str, ...]) -> None:
    for ink in inks:
        light, dark = sorted((luminance(ground), luminance(ink)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, ink
        assert ink in chart.STYLE or ink == chart.INK


def test_names_that_begin_alike_are_told_apart_by_their_ends() -> None:
    assert told_apart(["Player 3", "Player 4", "Bo"], 46) == ["…r 3", "…r 4", "Bo"]
    assert told_apart(["Ann", "Ann"], 46) == ["Ann", "Ann"]
