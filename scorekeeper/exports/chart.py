"""The running totals of a game as a drawing (SVG): no script, nothing from elsewhere, readable on a phone.

pygal lays it out. Its own looks, scripts and tooltips are left behind, because a strict page forbids them; what is kept
is drawn anew. Players, or teams where the house has them, are told apart by dashes and by the shape of their marks, and
only then by colour.
"""

from __future__ import annotations

import base64
import hashlib
import math
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

import pygal

from scorekeeper.rules import Game, Place, Side
from scorekeeper.rules.leading import side_name
from scorekeeper.rules.wording import MINUS, isolated, listing, number

# pygal puts itself in the way of every later import to look for maps, in a manner that Python gave up. We draw no maps.
sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__module__ != "pygal"]

WIDTH = 360  # of a phone; it scales up without loss
PLOT_HEIGHT = 260
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
    holes = [hole.number for hole in game.holes if hole.confirmed and not hole.playoff]
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
    _put(drawing, "desc", _description(game, holes), id="chart-desc")
    _put(drawing, "style", STYLE)
    _put(drawing, "rect", **{"class": "paper", "width": str(WIDTH), "height": str(height), "fill": PAPER})
    if holes:
        _copy_plot(_laid_out(game, holes), drawing, holes)
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


def _description(game: Game, holes: Sequence[int]) -> str:
    if not holes:
        return "No hole is counted yet."
    totals = [f"{side_name(place.side)} {number(place.total)}" for place in game.places if place.holes]
    return f"Totals after hole {holes[-1]}, the best first: {listing(totals)}."


# --- the plot, as pygal lays it out --------------------------------------------------------------------------------


def _laid_out(game: Game, holes: Sequence[int]) -> Element:
    chart = pygal.Line(
        width=WIDTH,
        height=PLOT_HEIGHT,
        margin=8,
        margin_top=28,
        margin_right=14,
        js=[],
        css=[],
        show_legend=False,
        include_x_axis=True,
    )
    chart.x_labels = [str(hole) for hole in holes]
    totals = [game.running_totals(side) for side in game.sides]
    chart.y_labels = _ticks([points for row in totals for points in row if points is not None])
    for side, row in zip(game.sides, totals, strict=True):
        chart.add(side_name(side), list(row))
    drawn: Element = chart.render_tree()
    return drawn


def _ticks(points: Sequence[int]) -> list[int]:
    """Round numbers from below the lowest total to above the highest, 0 among them; seven at most."""
    low, high = min([0, *points]), max([1, *points])
    steps = (factor * 10**power for power in range(6) for factor in (1, 2, 5))
    step = next(step for step in steps if math.ceil(high / step) - math.floor(low / step) < MOST_TICKS)
    return list(range(math.floor(low / step) * step, math.ceil(high / step) * step + 1, step))


def _copy_plot(drawn: Element, drawing: Element, holes: Sequence[int]) -> None:
    """Guides and labels, then lines, then marks."""
    for part in _with_class(drawn, "plot"):
        plot = SubElement(drawing, "g", {"transform": part.get("transform", "")})
        for axis in _with_class(part, "axis"):
            across = "y" in axis.get("class", "").split()
            for place, guide in enumerate(_with_class(axis, "guides")):
                # pygal shortens long labels and has no true minus; ours are short.
                label = (guide.findtext("text") or "").replace("-", MINUS) if across else _hole_label(place, holes)
                _copy_guide(guide, plot, across, label)
        for series in _with_class(part, "series"):
            place = _place(series)
            for path in series.iter("path"):
                line = {"class": f"l{place % len(INKS_ON_PAPER)}", "d": path.get("d", ""), **_line(place)}
                SubElement(plot, "path", line)
            for dot in series.iter("circle"):
                _mark(plot, place, float(dot.get("cx", "0")), float(dot.get("cy", "0")))


def _copy_guide(guide: Element, plot: Element, across: bool, label: str) -> None:
    path, text = guide.find("path"), guide.find("text")
    if across and path is not None:
        line = {"class": "guide", "d": path.get("d", ""), "stroke": INK, "stroke-opacity": "0.2", "fill": "none"}
        SubElement(plot, "path", line)
    if label and text is not None:
        anchor = "end" if across else "middle"
        where = {"x": text.get("x", "0"), "y": text.get("y", "0"), "fill": INK, "text-anchor": anchor}
        _put(plot, "text", label, **where)


def _hole_label(place: int, holes: Sequence[int]) -> str:
    """The number of a hole as far as there is room; the last one always has its own."""
    step = math.ceil(len(holes) / MOST_HOLES_NAMED)
    return str(holes[place]) if (len(holes) - 1 - place) % step == 0 else ""


def _with_class(drawn: Element, name: str) -> Iterator[Element]:
    return (element for element in drawn.iter("g") if name in element.get("class", "").split())


def _place(series: Element) -> int:
    return next(int(name[6:]) for name in series.get("class", "").split() if name.startswith("serie-"))


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
