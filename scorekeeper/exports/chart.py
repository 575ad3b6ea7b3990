"""The running totals of a game as an SVG for phones, without scripts or outside resources.

Dashes and the shapes of marks distinguish players or teams; color comes last.
"""

import base64
import hashlib
import math
from collections.abc import Iterable, Iterator, Sequence
from xml.etree.ElementTree import Element, tostring

from scorekeeper.exports.elements import element
from scorekeeper.rules import Game, Side
from scorekeeper.rules.leading import side_name
from scorekeeper.rules.names import signs
from scorekeeper.rules.wording import isolated, listing, number

WIDTH = 360  # of a phone; it scales up without loss
PLOT_HEIGHT = 260
TOP, BOTTOM, RIGHT = 34, 228, 342  # where the guides of the plot end
LEGEND_ROW = 24
SIZE = 13  # of the text, in pixels
MOST_TICKS = 7
MOST_HOLES_NAMED = 12

# Every ink has a contrast of at least 4.5 to 1: dark on paper, light on dark.
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
# Five dashes and six marks have no common divisor, so thirty players have thirty different lines.
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
    f"text{{font:{SIZE}px system-ui,sans-serif}}.big{{font-size:20px}}.big,.strong{{font-weight:700}}"
    f"{_inks(INKS_ON_PAPER)}"
    f"@media (prefers-color-scheme:dark){{.paper{{fill:{DARK}}}text{{fill:{INK_ON_DARK}}}"
    f".guide{{stroke:{INK_ON_DARK}}}{_inks(INKS_ON_DARK)}}}"
)
_ITS_STYLE = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
CHART_POLICY = (
    f"default-src 'none'; style-src 'sha256-{_ITS_STYLE}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy for a drawing, which allows its one style sheet and nothing else.

Under a policy that forbids even that, the drawing is always light.
"""


def running_totals_chart(game: Game, title: str = "") -> bytes:
    """The total of each player or team after each hole that counts, as an SVG file in UTF-8."""
    return drawing(WIDTH, chart_height(game), title or "Running totals", in_words(game), chart_parts(game))


def drawing(width: int, height: int, title: str, description: str, parts: Iterable[Element]) -> bytes:
    """A drawing of these parts, as an SVG file in UTF-8."""
    whole = element(
        "svg",
        element("title", title, id="chart-title"),
        element("desc", description, id="chart-desc"),
        element("style", STYLE),
        element("rect", class_="paper", width=str(width), height=str(height), fill=PAPER),
        parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=str(width),
        height=str(height),
        role="img",
        aria_labelledby="chart-title chart-desc",
    )
    svg: bytes = tostring(whole, encoding="utf-8", xml_declaration=True)
    return svg


def chart_parts(game: Game) -> Iterator[Element]:
    """The plot, and under it a line for each side."""
    yield from _plot(game)
    for place, side in enumerate(game.sides):
        yield from _legend(place, side, game)


def chart_height(game: Game) -> int:
    """The drawing's height for a width of ``WIDTH``."""
    return PLOT_HEIGHT + LEGEND_ROW * len(game.sides)


def in_words(game: Game) -> str:
    """A sentence with what the drawing shows."""
    holes = _counted(game)
    if not holes:
        return "No holes finished yet."
    totals = [f"{side_name(place.side)} {number(place.total)}" for place in game.places if place.holes]
    return f"Totals after hole {holes[-1]}, best first: {listing(totals)}."


def _counted(game: Game) -> list[int]:
    return [hole.number for hole in game.holes if hole.confirmed and not hole.playoff]


# --- the plot ------------------------------------------------------------------------------------------------------


def _plot(game: Game) -> Iterator[Element]:
    """Guides and labels, then each side's line, then its marks."""
    holes = _counted(game)
    if not holes:
        yield written("No holes finished yet", WIDTH // 2, 120, "middle")
        return
    totals = [game.running_totals(side) for side in game.sides]
    ticks = _ticks([points for row in totals for points in row if points is not None])
    left = 14 + 8 * max(len(number(tick)) for tick in ticks)
    step = (RIGHT - left) / max(len(holes) - 1, 1)

    def height(points: int) -> float:
        return BOTTOM - (BOTTOM - TOP) * (points - ticks[0]) / (ticks[-1] - ticks[0])

    for tick in ticks:
        line = {"d": f"M{left} {height(tick):.1f}H{RIGHT}", "stroke": INK, "stroke-opacity": "0.2", "fill": "none"}
        yield element("path", class_="guide", **line)
        yield written(number(tick), left - 6, height(tick) + 4.5, "end")
    every = math.ceil(len(holes) / MOST_HOLES_NAMED)
    for place, hole in enumerate(holes):
        if (len(holes) - 1 - place) % every == 0:  # the last one always has its number
            yield written(str(hole), left + step * place, BOTTOM + 20, "middle")
    for place, row in enumerate(totals):
        dots = [
            (left + step * at, height(points), at == 0 or row[at - 1] is None)
            for at, points in enumerate(row)
            if points is not None
        ]
        yield _line(place, "".join(f"{'M' if begins else 'L'}{x:.1f} {y:.1f}" for x, y, begins in dots))
        yield from (_mark(place, x, y) for x, y, _ in dots)
    wins = ". Lowest wins" if game.house.match.winner == "lowest-total" else ""
    yield written(f"{'Team totals' if game.has_teams else 'Totals'} after each hole{wins}", 8, 16)


def _ticks(points: Sequence[int]) -> list[int]:
    """At most seven round numbers that span all totals and 0."""
    low, high = min([0, *points]), max([1, *points])
    steps = (factor * 10**power for power in range(6) for factor in (1, 2, 5))
    step = next(step for step in steps if math.ceil(high / step) - math.floor(low / step) < MOST_TICKS)
    return list(range(math.floor(low / step) * step, math.ceil(high / step) * step + 1, step))


# --- sides ---------------------------------------------------------------------------------------------------------


def _line(place: int, path: str) -> Element:
    ink, dashes = place % len(INKS_ON_PAPER), DASHES[place % len(DASHES)]
    look = {"fill": "none", "stroke": INKS_ON_PAPER[ink], "stroke-width": "2.5"}
    return element("path", class_=f"l{ink}", d=path, **look, **({"stroke-dasharray": dashes} if dashes else {}))


def _mark(place: int, x: float, y: float) -> Element:
    ink, at = place % len(INKS_ON_PAPER), f"translate({x:.1f} {y:.1f})"
    return element("path", class_=f"m{ink}", fill=INKS_ON_PAPER[ink], d=MARKS[place % len(MARKS)], transform=at)


def _legend(place: int, side: Side, game: Game) -> Iterator[Element]:
    """A side's line, mark, name and total, under the plot."""
    y = PLOT_HEIGHT + LEGEND_ROW * place + LEGEND_ROW // 2
    yield _line(place, f"M8 {y}h38")
    yield _mark(place, 27, y)
    found = next(found for found in game.places if found.side == side)
    total = f" {number(found.total)}" if found.holes else ""
    room = WIDTH - 54 - 8
    yield written_within(f"{_label(side, room - width_of(total))}{total}", 54, y + 4.5, room)


def written(text: str, x: float, y: float, anchor: str = "start", **look: str) -> Element:
    return element("text", text, x=f"{x:g}", y=f"{y:g}", fill=INK, text_anchor=anchor, **look)


def written_within(text: str, x: float, y: float, room: float, anchor: str = "start", **look: str) -> Element:
    """A text with a name, clipped to its room; it starts or ends at x."""
    left, within = (x - room, room) if anchor == "end" else (x, 0)
    line = written(text, within, 2 * SIZE, anchor, **look)
    return element("svg", line, x=f"{left:g}", y=f"{y - 2 * SIZE:g}", width=f"{room:g}", height=str(3 * SIZE))


def _label(side: Side, room: float) -> str:
    """A side's name in little room, shared equally by the players of a team."""
    between = " & "
    each = (room - width_of(between) * (len(side.players) - 1)) / len(side.players)
    return between.join(isolated(fitting(player.name, each)) for player in side.players)


# --- how wide a text is, in the widest of the usual fonts ------------------------------------------------------------

_WIDTHS = {sign: width for those, width in (("WM@%mw", 1.1), (" .,:'|!ijl", 0.38), ("frt()-;I", 0.5)) for sign in those}


def width_of(text: str, size: float = SIZE) -> float:
    """The approximate width in pixels, in bold letters of that size."""
    return size * sum(_width(sign) for sign in signs(text))


def _width(sign: str) -> float:
    if sign[0] in _WIDTHS:
        return _WIDTHS[sign[0]]
    return 0.7 if sign[0].islower() or sign[0].isdigit() else 0.85 if sign[0] < "\u2000" else 1.3


def fitting(text: str, room: float, size: float = SIZE) -> str:
    """The text, cut before an ellipsis if it is too wide; at least its first character stays."""
    if width_of(text, size) <= room:
        return text
    return "".join(_as_many(signs(text), room, size)).rstrip() + "…"


def told_apart(names: Sequence[str], room: float) -> list[str]:
    """Each name as `fitting` cuts it, or its end if two would look the same: `…r 3` for `Pla…`."""
    fitted = [fitting(name, room) for name in names]
    ends = ["…" + "".join(reversed(_as_many(signs(name)[::-1], room, SIZE))).lstrip() for name in names]
    return [
        end if shown != name and fitted.count(shown) > 1 else shown
        for name, shown, end in zip(names, fitted, ends, strict=True)
    ]


def _as_many(parts: Sequence[str], room: float, size: float) -> list[str]:
    """The characters that fit before an ellipsis, at least the first."""
    kept: list[str] = []
    left = room - width_of("…", size)
    for sign in parts:
        left -= width_of(sign, size)
        if left < 0 and kept:
            break
        kept.append(sign)
    return kept
