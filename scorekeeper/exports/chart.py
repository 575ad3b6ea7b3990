"""The running totals of a game as a drawing (SVG): no script, nothing from elsewhere, readable on a phone.

Players, or teams where the house has them, are told apart by dashes and by the shape of their marks, and only then by
colour.
"""

from __future__ import annotations

import base64
import hashlib
import math
import unicodedata
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

from scorekeeper.rules import Game, Place, Side
from scorekeeper.rules.leading import side_name
from scorekeeper.rules.wording import isolated, listing, number

WIDTH = 360  # of a phone; it scales up without loss
PLOT_HEIGHT = 260
TOP, BOTTOM, RIGHT = 34, 228, 342  # where the guides of the plot end
LEGEND_ROW = 24
LEGEND_COLUMNS = 2
LONGEST_LABEL = 11  # signs of a name in the legend
LONGEST_TEAM = 33  # the names of a team have a row for themselves
MOST_TICKS = 7
MOST_HOLES_NAMED = 12

# Every ink stands out from its ground by 4.5 to 1 or more: dark ones on paper, light ones in the dark.
PAPER, INK, INKS_ON_PAPER = (
    "#fffdf6",
    "#1d2b22",
    ("#0b6e4f", "#b3261e", "#1f4e9e", "#8a4b00", "#6a2c91", "#00646a", "#8c1d5b", "#4a4a4a"),
)
DARK, INK_ON_DARK, INKS_ON_DARK = (
    "#15201a",
    "#eef3ea",
    ("#6fd3a6", "#ff9d94", "#9dc1ff", "#ffbe6b", "#d9aef5", "#7fd6dc", "#ff9fcb", "#d0d0d0"),
)
# Five and six have no common divisor, so thirty players have thirty different lines.
DASHES = ("", "7 4", "2 3", "10 3 2 3", "15 4")
MARKS = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "M-4-4h8v8h-8z",
    "M0-5 5 4H-5z",
    "M0-5.5 5.5 0 0 5.5-5.5 0z",
    "M-1.5-5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z",
    "M0 5-5-4H5z",
)


def _inks(inks: Sequence[str]) -> str:
    marks = "".join(f".m{place}{{fill:{ink}}}" for place, ink in enumerate(inks))
    return marks + "".join(f".l{place}{{stroke:{ink}}}" for place, ink in enumerate(inks))


STYLE = (
    f"text{{font:13px system-ui,sans-serif}}{_inks(INKS_ON_PAPER)}"
    f"@media (prefers-color-scheme:dark){{.paper{{fill:{DARK}}}text{{fill:{INK_ON_DARK}}}"
    f".guide{{stroke:{INK_ON_DARK}}}{_inks(INKS_ON_DARK)}}}"
)
CHART_POLICY = (
    "default-src 'none'; style-src 'sha256-"
    + base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
    + "'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy to send with a chart: nothing is allowed but its one style sheet.

Under a policy that forbids even that, the drawing is the same, but always light.
"""


def running_totals_chart(game: Game, title: str = "") -> bytes:
    """The total of every player, or of every team, after each hole that counts, as an SVG file in UTF-8."""
    holes = _counted(game)
    height = chart_height(game)
    drawing = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {WIDTH} {height}",
            "role": "img",
            "aria-labelledby": "chart-title chart-desc",
        },
    )
    _put(drawing, "title", title or "Running totals", id="chart-title")
    _put(drawing, "desc", in_words(game), id="chart-desc")
    _put(drawing, "style", STYLE)
    _put(drawing, "rect", **{"class": "paper", "width": str(WIDTH), "height": str(height), "fill": PAPER})
    if holes:
        _plot(drawing, game, holes)
        _put(drawing, "text", _caption(game), x="8", y="16", fill=INK)
    else:
        _put(
            drawing, "text", "No hole is counted yet", x=str(WIDTH // 2), y="120", fill=INK, **{"text-anchor": "middle"}
        )
    for place, side in enumerate(game.sides):
        _legend(drawing, place, side, game)
    svg: bytes = tostring(drawing, encoding="utf-8", xml_declaration=True)
    return svg


def chart_height(game: Game) -> int:
    """How tall the drawing is, for each ``WIDTH`` of its width."""
    return PLOT_HEIGHT + LEGEND_ROW * math.ceil(len(game.sides) / _legend_columns(game))


def _caption(game: Game) -> str:
    wins = "; the lowest wins" if game.house.match.winner == "lowest-total" else ""
    teams = " of the teams" if game.has_teams else ""
    return f"Totals{teams} after each hole{wins}"


def _legend_columns(game: Game) -> int:
    return 1 if game.has_teams else LEGEND_COLUMNS


def in_words(game: Game) -> str:
    """What the drawing shows, in a sentence."""
    holes = _counted(game)
    if not holes:
        return "No hole is counted yet."
    totals = [f"{side_name(place.side)} {number(place.total)}" for place in game.places if place.holes]
    return f"Totals after hole {holes[-1]}, the best first: {listing(totals)}."


def _counted(game: Game) -> list[int]:
    return [hole.number for hole in game.holes if hole.confirmed and not hole.playoff]


# --- the plot ------------------------------------------------------------------------------------------------------


def _plot(drawing: Element, game: Game, holes: Sequence[int]) -> None:
    """Guides and labels, then each side's line, then its marks."""
    totals = [game.running_totals(side) for side in game.sides]
    ticks = _ticks([points for row in totals for points in row if points is not None])
    left = 14 + 8 * max(len(number(tick)) for tick in ticks)
    step = (RIGHT - left) / max(len(holes) - 1, 1)

    def height(points: int) -> float:
        return BOTTOM - (BOTTOM - TOP) * (points - ticks[0]) / (ticks[-1] - ticks[0])

    for tick in ticks:
        guide = {"d": f"M{left} {height(tick):.1f}H{RIGHT}", "stroke": INK, "stroke-opacity": "0.2", "fill": "none"}
        SubElement(drawing, "path", {"class": "guide", **guide})
        where = {"x": str(left - 6), "y": f"{height(tick) + 4.5:.1f}", "text-anchor": "end"}
        _put(drawing, "text", number(tick), fill=INK, **where)
    for place in range(len(holes)):
        if label := _hole_label(place, holes):
            where = {"x": f"{left + step * place:.1f}", "y": str(BOTTOM + 20), "text-anchor": "middle"}
            _put(drawing, "text", label, fill=INK, **where)
    for place, row in enumerate(totals):
        dots = [
            (left + step * hole, height(points), hole == 0 or row[hole - 1] is None)
            for hole, points in enumerate(row)
            if points is not None
        ]
        path = "".join(f"{'M' if begins else 'L'}{x:.1f} {y:.1f}" for x, y, begins in dots)
        SubElement(drawing, "path", {"class": f"l{place % len(INKS_ON_PAPER)}", "d": path, **_line(place)})
        for x, y, _ in dots:
            _mark(drawing, place, x, y)


def _ticks(points: Sequence[int]) -> list[int]:
    """Round numbers from below the lowest total to above the highest, 0 among them; seven at most."""
    low, high = min([0, *points]), max([1, *points])
    steps = (factor * 10**power for power in range(6) for factor in (1, 2, 5))
    step = next(step for step in steps if math.ceil(high / step) - math.floor(low / step) < MOST_TICKS)
    return list(range(math.floor(low / step) * step, math.ceil(high / step) * step + 1, step))


def _hole_label(place: int, holes: Sequence[int]) -> str:
    """The number of a hole as far as there is room; the last one always has its own."""
    step = math.ceil(len(holes) / MOST_HOLES_NAMED)
    return str(holes[place]) if (len(holes) - 1 - place) % step == 0 else ""


# --- sides ---------------------------------------------------------------------------------------------------------


def _line(place: int) -> dict[str, str]:
    dashes = DASHES[place % len(DASHES)]
    look = {"fill": "none", "stroke": INKS_ON_PAPER[place % len(INKS_ON_PAPER)], "stroke-width": "2.5"}
    return look | ({"stroke-dasharray": dashes} if dashes else {})


def _mark(parent: Element, place: int, x: float, y: float) -> None:
    ink = place % len(INKS_ON_PAPER)
    at = {"d": MARKS[place % len(MARKS)], "transform": f"translate({x:.1f} {y:.1f})"}
    SubElement(parent, "path", {"class": f"m{ink}", "fill": INKS_ON_PAPER[ink], **at})


def _legend(drawing: Element, place: int, side: Side, game: Game) -> None:
    """A side's line and mark, name and total, under the plot."""
    columns = _legend_columns(game)
    x = 8 + place % columns * (WIDTH // columns)
    y = PLOT_HEIGHT + LEGEND_ROW * (place // columns) + LEGEND_ROW // 2
    line = {"class": f"l{place % len(INKS_ON_PAPER)}", "d": f"M{x} {y}h38", **_line(place)}
    SubElement(drawing, "path", line)
    _mark(drawing, place, x + 19, y)
    found: Place = next(found for found in game.places if found.side == side)
    total = f" {number(found.total)}" if found.holes else ""
    _put(
        drawing,
        "text",
        f"{_label(side, LONGEST_TEAM if columns == 1 else LONGEST_LABEL)}{total}",
        x=str(x + 46),
        y=str(y + 4.5),
        fill=INK,
    )


def _label(side: Side, longest: int) -> str:
    """What a side is called where there is little room: each of a team gets an equal part of it."""
    between = " & "
    room = (longest - len(between) * (len(side.players) - 1)) // len(side.players)
    return between.join(isolated(_shortened(player.name, max(room, 2))) for player in side.players)


def _shortened(name: str, longest: int) -> str:
    """A name that fits its place; signs of double width count for two."""
    widths = [2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in name]
    if sum(widths) <= longest:
        return name
    room = next(place for place in range(len(name)) if sum(widths[: place + 1]) > longest - 1)
    return name[:room].rstrip() + "…"


def _put(parent: Element, tag: str, text: str = "", **attributes: str) -> Element:
    element = SubElement(parent, tag, attributes)
    element.text = text or None
    return element
