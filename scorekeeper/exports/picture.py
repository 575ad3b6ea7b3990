"""A game's result as one SVG picture to send, 1080 by 1350: the winner, the ranking, the chart and the best hand.

It goes to other people's chats, so it has one look, felt, and no style sheet: every browser draws it the same.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

from scorekeeper.exports.chart import (
    Look,
    chart_parts,
    drawing,
    fitting,
    in_words,
    told_apart,
    width_of,
    written,
    written_within,
)
from scorekeeper.exports.elements import element
from scorekeeper.rules import Card, Game, Place, Rank, Score
from scorekeeper.rules.leading import far_words, lead_words, side_names
from scorekeeper.rules.wording import isolated, number, per_hole

WIDTH, HEIGHT = 1080, 1350
MARGIN = 72
RIGHT = WIDTH - MARGIN
ROOM = RIGHT - MARGIN
BODY = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
DISPLAY = "ui-serif, 'Iowan Old Style', Charter, Georgia, 'Noto Serif', 'DejaVu Serif', serif"

FELT, FELT_LIGHT, FELT_DEEP, FELT_LINE = "#1a4f3c", "#2a6b53", "#144233", "#5f9a81"
CREAM, SOFT, GOLD = "#fff8e6", "#cfe2d4", "#f2b844"
FACE, CARD_EDGE, CARD_INK, CARD_RED = "#fffaf0", "#cdbf9d", "#1c2a22", "#b0241c"
PAIR_FACE, PAIR_EDGE = "#fae0a0", "#d8992a"
INKS_ON_FELT = (GOLD, "#9fdcc0", "#ffb0a6", "#a9c8ff", "#dcbcf5", "#8fdce4", "#e8c4ad", "#d5d8c8")
"""The winner's first; each has a contrast of at least 4.5 to 1 on all of the felt."""

HEADLINES = (132, 120, 108, 96, 84)  # sizes of the winner's name, the largest that fits
HAND = (248, 204)  # room for the best hand
SERIF = 0.94  # how wide letters of the headings are, of those of the body
MOST_ROWS = 8
FOOT = 1226  # where the mark begins


class BestHand(NamedTuple):
    """The lowest hand of a game whose cards were entered; the first of several."""

    name: str
    points: int
    worked: Score


def game_picture(game: Game, title: str = "", day: str = "") -> bytes:
    """The picture as an SVG file in UTF-8."""
    name = title or game.house.game_name
    rows = game.places[:MOST_ROWS]
    hand = best_hand(game)
    parts = [
        *_felt(),
        *_top(game.with_length(name), day),
        *_headline(game, ROOM if hand is None else ROOM - HAND[0] - 40),
        *([] if hand is None else _hand(hand)),
        *_rows(game, rows),
        *_foot(game.house.name),
    ]
    return drawing(WIDTH, HEIGHT, name, in_words(game), parts)


def best_hand(game: Game) -> BestHand | None:
    """None where only numbers were entered."""
    found = [
        BestHand(player.name, result.score, result.worked)
        for hole in game.counting
        for player in game.players
        if (result := game.player_result(hole.number, player)) is not None and result.worked is not None
    ]
    return min(found, key=lambda one: one.points, default=None)


def _felt() -> Iterator[Element]:
    """Green, lighter where the lamp hangs: a gradient would need an address, which no picture of ours has."""
    yield element("rect", width=str(WIDTH), height=str(HEIGHT), fill=FELT_DEEP)
    for ring in range(40):
        look = {"fill": FELT_LIGHT, "fill-opacity": "0.035"}
        yield element("ellipse", cx=str(WIDTH // 2), cy="0", rx=str(1200 - 26 * ring), ry=str(1150 - 27 * ring), **look)


def _top(left: str, right: str) -> Iterator[Element]:
    across = width_of(right, 30)
    yield _text(fitting(left, ROOM - across - 40, 30), MARGIN, 102, ROOM - across - 40, 30, SOFT, bold=True)
    yield _text(right, RIGHT, 102, across, 30, SOFT, "end", bold=True)


def _headline(game: Game, room: float) -> Iterator[Element]:
    """Who leads or has won, as large as fits, and below it with what."""
    who, how = lead_words(game)
    names = side_names(game.ahead) or who
    does = who.removeprefix(names).strip()
    size = next((size for size in HEADLINES if width_of(who, size) * SERIF <= room), None)
    if size is not None:
        lines, below = [who], how
    else:
        lines, below = [names], f"{does} {how}".strip()
        size = next((size for size in HEADLINES if width_of(names, size) * SERIF <= room), None)
    if size is None:
        size, lines = 72, _in_two(names, 72, room / SERIF)
    y = 404 - 52 - size * 1.1 * (len(lines) - 1)
    for at, line in enumerate(lines):
        yield _text(line, MARGIN, y + size * 1.1 * at, room + 24, size, GOLD, bold=True, font=DISPLAY)
    yield _text(fitting(below, room * 1.06, 38), MARGIN, 416, room + 24, 38, CREAM)


def _in_two(text: str, size: float, room: float) -> list[str]:
    """The text in two lines at most, broken between words, each cut to its room."""
    words = text.split(" ")
    first = [words[0]]
    while len(first) < len(words) and width_of(" ".join([*first, words[len(first)]]), size) <= room:
        first.append(words[len(first)])
    lines = [" ".join(first), " ".join(words[len(first) :])]
    return [fitting(line, room, size) for line in lines if line]


def _hand(hand: BestHand) -> Iterator[Element]:
    """The best hand as cards at the right, what cancels in gold, and whose it is."""
    grid = hand.worked.layout.grid
    gap = 10
    width = min(
        (HAND[0] - gap * (grid.columns - 1)) / grid.columns, (HAND[1] - gap * (grid.rows - 1)) / grid.rows / 1.3
    )
    height = width * 1.3
    left = RIGHT - grid.columns * width - gap * (grid.columns - 1)
    top = 340 - grid.rows * height - gap * (grid.rows - 1)
    for row, cards in enumerate(hand.worked.layout.rows):
        for column, card in enumerate(cards):
            at = f"translate({left + column * (width + gap):.1f} {top + row * (height + gap):.1f})"
            yield element("g", _card(card, width, height, paired=(row, column) in hand.worked.cancelled), transform=at)
    yield _text(f"Best hand: {number(hand.points)}", RIGHT, 382, HAND[0] + 40, 26, SOFT, "end", bold=True)
    yield _text(isolated(fitting(hand.name, HAND[0], 28)), RIGHT, 420, HAND[0] + 40, 28, CREAM, "end")


def _card(card: Card, width: float, height: float, *, paired: bool) -> Iterator[Element]:
    if card.rank is Rank.GONE:
        return
    look = (PAIR_FACE, PAIR_EDGE, "4") if paired else (FACE, CARD_EDGE, "2")
    size = {"width": f"{width:.1f}", "height": f"{height:.1f}", "rx": f"{width * 0.12:.1f}"}
    yield element("rect", fill=look[0], stroke=look[1], stroke_width=look[2], **size)
    if card.rank is Rank.JOKER:
        at = f"translate({width / 2:.1f} {height / 2:.1f}) scale({width / 30:.2f})"
        star = "M0-10 2.4-3.1 9.5-3.1 3.8 1.2 5.9 8.1 0 4-5.9 8.1-3.8 1.2-9.5-3.1-2.4-3.1z"
        yield element("path", d=star, fill=CARD_RED, transform=at)
        return
    ink = CARD_RED if card.suit and card.suit.is_red else CARD_INK
    bold = {"font-family": DISPLAY, "font-weight": "700"}
    letters = width * (0.58 if len(card.rank.shown) < 2 else 0.5)
    yield written(card.rank.shown, width / 2, height / 2 + letters * 0.35, "middle", ink, letters, **bold)
    if card.suit:
        small = {"font-family": BODY}
        yield written(f"{card.suit.sign}\ufe0e", width - 6, height - 7, "end", ink, width * 0.24, **small)


def _rows(game: Game, rows: Sequence[Place]) -> Iterator[Element]:
    """The ranking between two lines, and under it the chart in what is left."""
    more = len(game.places) - len(rows)
    top, count = 468, len(rows) + bool(more)
    step = 84 if count <= 4 else 72 if count == 5 else 64 if count == 6 else 58 if count < 9 else 54
    size = step * 0.54 if count <= 4 else step * 0.56
    shown = told_apart([" & ".join(one.name for one in place.side.players) for place in rows], [560] * len(rows), size)
    for at, (place, name) in enumerate(zip(rows, shown, strict=True)):
        y = top + step * at
        yield _rule(y, 0.7 if at == 0 else 0.35)
        first = place.rank == 1
        line = y + step / 2 + size * 0.36
        rank = str(place.rank or "–")
        yield _text(rank, MARGIN, line, 52, size, GOLD if first else SOFT, bold=first)
        yield _text(isolated(name), MARGIN + 60, line, 580, size, GOLD if first else CREAM, bold=True)
        yield _text(_points(game, place), 876, line, 160, size, GOLD if first else CREAM, "end", bold=True)
        behind = far_words(game, place.side) if place.rank else ""
        yield _text(behind, RIGHT, line, 124, size * 0.92, SOFT, "end")
    if more:
        y = top + step * len(rows)
        yield _rule(y, 0.35)
        yield _text(f"and {more} more", MARGIN + 60, y + step / 2 + size * 0.36, ROOM - 60, size, SOFT)
    end = top + step * count
    yield _rule(end, 0.7)
    size, named = (28, 5) if count <= 5 else (24, 3)
    look = Look(ROOM, FOOT - end - 44, size, stroke=size / 5.5, most_named=named)
    chart = chart_parts(game, look, INKS_ON_FELT, SOFT)
    yield element("g", chart, transform=f"translate({MARGIN} {end + 32})", font_family=BODY)


def _points(game: Game, place: Place) -> str:
    if place.average is None:
        return "–"
    if game.house.match.winner == "most-holes":
        return str(game.holes_won(place.side))
    return per_hole(place.average) if game.by_average else number(place.total)


def _foot(house: str) -> Iterator[Element]:
    mark = (
        element("rect", x="7", y="4.5", width="18", height="23", rx="2.6", fill=FACE),
        element("path", d="M13.2 8.2 21 11.3l-7.8 3.2z", fill=CARD_RED),
        element("path", d="M13.2 7.6v14.2", stroke=CARD_INK, stroke_width="1.6", stroke_linecap="round"),
        element("ellipse", cx="15", cy="22.6", rx="5", ry="1.5", fill=FELT),
    )
    yield element("g", mark, transform=f"translate({MARGIN - 14} 1229) scale(2)")
    yield _text("Scorekeeper", MARGIN + 56, 1272, 320, 36, CREAM, bold=True, font=DISPLAY)
    room = 520
    yield _text(fitting(f"Rules: {house}", room, 30), RIGHT, 1272, room, 30, SOFT, "end", bold=True)


def _rule(y: float, opacity: float) -> Element:
    line = {"stroke": FELT_LINE, "stroke-opacity": f"{opacity}", "stroke-width": "2"}
    return element("path", d=f"M{MARGIN} {y:.1f}H{RIGHT}", fill="none", **line)


def _text(
    text: str,
    x: float,
    y: float,
    room: float,
    size: float,
    ink: str,
    anchor: str = "start",
    *,
    bold: bool = False,
    font: str = BODY,
) -> Element:
    look = {"font-family": font, "font-weight": "700" if bold else "400"}
    return written_within(text, x, y, room, anchor, ink, size, **look)
