"""The chart of points behind the leader, and the picture with it: well-formed, harmless, and readable for everyone."""

import base64
import hashlib
import itertools
import re
from collections.abc import Callable
from dataclasses import replace
from xml.etree.ElementTree import Element, fromstring

import pytest

from scorekeeper import houses
from scorekeeper.exports import chart
from scorekeeper.exports.chart import CHART_POLICY, chart_file, chart_in_page, pushed_apart, told_apart
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
    return fromstring(chart_file(game, title))


@pytest.mark.parametrize("draw", [chart_file, game_picture])
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


def lines_of(drawing: Element) -> list[Element]:
    """The winner's line comes last and so lies on top."""
    return [path for path in drawing.iter(f"{SVG}path") if path.get("class") == "line"][::-1]


def points_of(line: Element) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"[ML]([\d.]+) ([\d.]+)", line.get("d") or "")]


@pytest.mark.parametrize("game", GAMES)
def test_every_player_with_a_hole_has_a_line_through_each_of_them_and_a_mark_at_its_end(game: Game) -> None:
    drawing = drawn(game)
    marks = [path for path in drawing.iter(f"{SVG}path") if path.get("class") == "mark"]
    totals = [game.running_totals(player) for player in game.players]
    played = sorted(sum(points is not None for points in row) for row in totals)
    assert sorted(len(points_of(line)) for line in lines_of(drawing)) == [holes for holes in played if holes]
    assert len(marks) == len(lines_of(drawing))


def scored(*rows: tuple[int, ...]) -> Game:
    """A game of two jokers in which the players have these points, hole by hole."""
    people = tuple(Player(place, name) for place, name in enumerate(("Ann", "Bo", "Cy")[: len(rows)], 1))
    holes = tuple(
        Hole(number, 1, {place: Entry(points=points) for place, points in enumerate(hole, 1)}, confirmed=True)
        for number, hole in enumerate(zip(*rows, strict=True), 1)
    )
    return Game(houses.get("two-joker"), people, len(holes), 1, holes)


def test_the_leader_is_on_top_and_the_others_as_far_below_as_they_are_behind() -> None:
    drawing = drawn(scored((10, 0, 5), (0, 20, 5), (5, 5, 45)))
    ann, bo, cy = lines_of(drawing)
    top, bottom = points_of(bo)[0][1], points_of(cy)[2][1]
    for line, behind in ((ann, (10, 0, 0)), (bo, (0, 10, 10)), (cy, (5, 0, 40))):
        wanted = [top + (bottom - top) * float(points) / 40 for points in behind]
        assert [y for _, y in points_of(line)] == pytest.approx(wanted, abs=0.2)
    assert float(ann.get("stroke-width") or 0) > float(bo.get("stroke-width") or 0)
    texts = [text.text for text in drawing.iter(f"{SVG}text")]
    assert {"Points behind, hole by hole", "Ann", "Bo +10", "Cy +40", "0", "40"} <= set(texts)


def test_names_at_the_ends_of_lines_are_pushed_apart() -> None:
    for heights, found in (
        ([0, 2, 30], [0, 10, 30]),
        ([28, 30], [20, 30]),
        ([5, 5, 5], [0, 10, 20]),
        ([14, 16], [10, 20]),
        ([], []),
    ):
        assert pushed_apart(heights, 10, 0, 30) == found
    drawing = drawn(scored((5, 5), (5, 5), (5, 6)))
    parents = {child: parent for parent in drawing.iter() for child in parent}
    names = [text for text in drawing.iter(f"{SVG}text") if text.get("class") == "name"]
    shown = sorted(float(parents[name].get("y") or 0) for name in names)
    assert len(shown) == 3
    assert all(lower - upper >= chart.PAGE.size for upper, lower in itertools.pairwise(shown))


def test_in_a_page_it_is_one_image_with_its_words() -> None:
    found = fromstring(chart_in_page(scored((5,), (7,))))
    assert (found.get("role"), found.get("aria-label")) == ("img", "Totals after hole 1, best first: Ann 5 and Bo 7.")
    assert not list(found.iter("style"))


def test_the_picture_is_as_large_as_a_post_and_says_who_won_and_how_far_the_others_are_behind() -> None:
    game = full_game()
    picture = fromstring(game_picture(game, "Sunday <at> the cabin", "November 28, 2026"))
    assert (picture.get("width"), picture.get("height")) == ("1080", "1350")
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    assert texts[:2] == ["Sunday <at> the cabin, 3 holes", "November 28, 2026"]
    assert {"Scorekeeper", "Rules: Penalty Golf", "Best hand: \N{MINUS SIGN}16"} <= set(texts)
    for place in game.places:
        for player in place.side.players:
            assert player.name in texts


@pytest.mark.parametrize(("people", "more"), [(2, None), (8, None), (9, "and 1 more"), (24, "and 16 more")])
def test_the_picture_has_eight_places_at_most(people: int, more: str | None) -> None:
    game = long_game(people, 3)
    texts = [text.text for text in fromstring(game_picture(game)).iter(f"{SVG}text")]
    named = [place.side.players[0].name for place in game.places[:8]]
    assert set(named) <= set(texts)
    assert [text for text in texts if text and text.endswith(" more")] == ([more] if more else [])
    assert {number(place.total) for place in game.places[:8]} <= set(texts)


@pytest.mark.parametrize("draw", [chart_file, game_picture])
@pytest.mark.parametrize("people", [2, 8, 17])
def test_no_name_leaves_its_room_whatever_the_font(people: int, draw: Callable[[Game, str], bytes]) -> None:
    """Texts are clipped to their rooms, and no two rooms overlap."""
    game = long_game(people, 2)
    mark = "\u6f22"  # by which a name is known, however little is left of it
    names = [f"{mark}{LONGEST[place % len(LONGEST)][:36]}{place}{mark}" for place in range(people)]
    players = tuple(replace(one, name=name) for one, name in zip(game.players, names, strict=True))
    drawing = fromstring(draw(replace(game, players=players), f"{mark}{'W' * 79}"))
    parents = {child: parent for parent in drawing.iter() for child in parent}
    named = [text for text in drawing.iter(f"{SVG}text") if mark in (text.text or "")]
    assert len(named) >= (people if draw is chart_file else min(people, 8))
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
    assert [len(points_of(line)) for line in lines_of(drawing)] == [2, 2], "two teams after two holes"
    texts = [text.text for text in drawing.iter(f"{SVG}text")]
    assert {"Ann & Cat", "Bo & Di +6"} <= set(texts)
    found = drawing.find(f"{SVG}desc")
    assert found is not None
    assert found.text == "Totals after hole 2, best first: Ann & Cat 25 and Bo & Di 31."


def test_lines_are_told_apart_without_color() -> None:
    players = 30
    drawing = drawn(long_game(players, 1))
    marks = [path for path in drawing.iter(f"{SVG}path") if path.get("class") == "mark"][::-1]
    looks = {(line.get("stroke-dasharray"), mark.get("d")) for line, mark in zip(lines_of(drawing), marks, strict=True)}
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
    assert told_apart(["Player 3", "Player 4", "Bo"], [46] * 3, 13) == ["…r 3", "…r 4", "Bo"]
    assert told_apart(["Ann", "Ann"], [46, 46], 13) == ["Ann", "Ann"]
