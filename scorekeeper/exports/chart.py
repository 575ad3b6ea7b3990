"""How far each player or team was behind, hole by hole, as an SVG for phones, without scripts or outside resources.

The leader is on top. Names stand at the ends of the lines. Dashes and the shapes of marks distinguish them; color comes
last.
"""

import base64
import hashlib
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from xml.etree.ElementTree import Element, tostring

from scorekeeper.exports.elements import element
from scorekeeper.rules import Game
from scorekeeper.rules.leading import behind_words, far_words, side_name
from scorekeeper.rules.names import signs
from scorekeeper.rules.wording import isolated, listing, number

Points = tuple[Fraction | None, ...]


@dataclass(frozen=True)
class Look:
    """The size of a chart, in pixels."""

    width: int
    height: int  # at least; many names need more
    size: int  # of its text
    stroke: float
    most_named: int = 100  # lines with a name
    wide_size: float = 0  # of its text where a page draws it larger; 0 for none


PAGE = Look(width=312, height=176, size=12, stroke=2.25, wide_size=9.5)
"""As wide as a phone's page; it scales up without loss. Its wide size is that of static/css/table.css."""
FILE = replace(PAGE, wide_size=0)
HEAD = 28  # the heading of the chart as a file
BOLD = {"font-weight": "650"}
MOST_TICKS = 5
MOST_HOLES_NAMED = 12
MOST_BOLD, BOLD_OF_MANY = 5, 3  # of more lines than that, those after the third are thin
MOST_OF_WIDTH = 0.36  # for the names
PUSHED_FAR = 3  # pixels: of a name that is further from the end of its line, a thin line tells whose it is

# Every ink has a contrast of at least 4.5 to 1: dark on paper, light on dark. The first is the winner's.
PAPER, INK, INKS_ON_PAPER = (
    "#fffaf0",
    "#1c2a22",
    ("#8a5a00", "#1f6b4e", "#b0241c", "#3a5a96", "#6d4690", "#0f6f7c", "#7a5a48", "#4c4f45"),
)
DARK, INK_ON_DARK, INKS_ON_DARK = (
    "#1a1f17",
    "#eee4cb",
    ("#e0a93c", "#6cc09a", "#ff8f7d", "#8fb0ee", "#c39ce6", "#62c4d2", "#d1a88e", "#b4b8a6"),
)
# Five dashes and six marks have no common divisor, so thirty players have thirty different lines.
DASHES = ("", "7 3", "2 3.5", "9 3 2 3", "14 4")
MARKS = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "M-3.5-3.5h7v7h-7z",
    "M0-5 5 4H-5z",
    "M0-5 5 0 0 5-5 0z",
    "M-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
    "M0 5-5-4H5z",
)


def _inks(inks: Sequence[str]) -> str:
    return "".join(f".line--{index}{{color:{ink}}}" for index, ink in enumerate(inks))


STYLE = (
    f"text{{font:{PAGE.size}px system-ui,sans-serif}}.name,.strong{{font-weight:650}}.strong{{font-size:14px}}"
    f"{_inks(INKS_ON_PAPER)}"
    f"@media (prefers-color-scheme:dark){{.paper{{fill:{DARK}}}text{{fill:{INK_ON_DARK}}}.name{{fill:currentColor}}"
    f".guide{{stroke:{INK_ON_DARK}}}{_inks(INKS_ON_DARK)}}}"
)
_ITS_STYLE = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
CHART_POLICY = (
    f"default-src 'none'; style-src 'sha256-{_ITS_STYLE}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy for a drawing, which allows its one style sheet and nothing else.

Under a policy that forbids even that, the drawing is always light.
"""


def chart_file(game: Game, title: str = "") -> bytes:
    """The chart as an SVG file in UTF-8, under a heading."""
    head = written(behind_words(game), 8, 20, class_="strong")
    chart = element("g", chart_parts(game, FILE), transform=f"translate(0 {HEAD})")
    ground = element("rect", class_="paper", width="100%", height="100%", fill=PAPER)
    parts = [element("style", STYLE), ground, head, chart]
    return drawing(PAGE.width, HEAD + chart_height(game), title or game.house.game_name, in_words(game), parts)


def chart_in_page(game: Game) -> str:
    """The chart as part of an HTML page, whose style sheet has its inks."""
    size = f"0 0 {PAGE.width} {chart_height(game)}"
    whole = element("svg", chart_parts(game, PAGE), class_="chart", viewBox=size, role="img", aria_label=in_words(game))
    return tostring(whole, encoding="unicode")


def drawing(width: int, height: float, title: str, description: str, parts: Iterable[Element]) -> bytes:
    """A drawing of these parts, as an SVG file in UTF-8."""
    whole = element(
        "svg",
        element("title", title, id="chart-title"),
        element("desc", description, id="chart-desc"),
        parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height:g}",
        width=str(width),
        height=f"{height:g}",
        role="img",
        aria_labelledby="chart-title chart-desc",
    )
    svg: bytes = tostring(whole, encoding="utf-8", xml_declaration=True)
    return svg


def in_words(game: Game) -> str:
    """A sentence with what the drawing shows."""
    holes = game.counting
    if not holes:
        return f"No {game.house.round_word}s finished yet."
    totals = [f"{side_name(place.side)} {number(place.total)}" for place in game.places if place.holes]
    return f"Totals after {game.house.round_word} {holes[-1].number}, best first: {listing(totals)}."


def chart_height(game: Game, look: Look = PAGE) -> float:
    """The chart's height: room for every name at the end of its line."""
    named = min(len(game.sides), look.most_named)
    return max(look.height, _step_of_names(look) * named + 2.5 * look.size)


# --- the plot ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Plot:
    """Where the plot stands in the drawing, and the points behind that its guides have."""

    look: Look
    ink: str
    ticks: Sequence[int]
    left: float
    right: float
    bottom: float
    step: float  # from hole to hole

    @property
    def top(self) -> float:
        return self.look.size * 0.8

    def height(self, points: Fraction | int) -> float:
        """Where a side stands that is this far behind, from top to bottom."""
        return self.top + (self.bottom - self.top) * float(points) / self.ticks[-1]

    def across(self, before_last: int) -> float:
        """Where a hole stands, from left to right: 0 is the last one, 1 the one before."""
        return self.right - self.step * before_last


def chart_parts(
    game: Game, look: Look = FILE, inks: Sequence[str] = INKS_ON_PAPER, ink: str = INK
) -> Iterator[Element]:
    """Guides and numbers, then each side's line with its name, the winner's last and so on top."""
    if not game.counting:
        yield written(
            f"No {game.house.round_word}s finished yet", look.width / 2, look.height / 2, "middle", ink, look.size
        )
        return
    rows = [game.course[place.side] for place in game.places]
    labels = _labels(game, look, look.size)
    wide = _labels(game, look, look.wide_size) if look.wide_size else labels
    widest = max([width_of(label, look.size) for label in labels] + [width_of(label, look.wide_size) for label in wide])
    plot = _plot(game, look, ink, widest)
    yield from _guides(plot, [hole.number for hole in game.counting])
    ends = [row[-1] for row, label in zip(rows, labels, strict=True) if label and row[-1] is not None]
    heights = iter(pushed_apart(list(map(plot.height, ends)), _step_of_names(look), plot.top, plot.bottom))
    drawn = []
    for index, (row, label, wider) in enumerate(zip(rows, labels, wide, strict=True)):
        parts = list(_course(plot, index, row, is_thin=len(rows) > MOST_BOLD and index >= BOLD_OF_MANY))
        if label and row[-1] is not None:
            parts += _name(plot, plot.height(row[-1]), next(heights), label, wider)
        of = index % len(inks)
        named = {"class": f"line--{of}", "color": inks[of]}
        its = named if label else {"class": "other", "color": ink, "opacity": "0.6"}
        drawn.append(element("g", parts, **its))
    yield from reversed(drawn)


def _plot(game: Game, look: Look, ink: str, names: float) -> _Plot:
    """The plot beside names of that width."""
    ticks = _ticks([points for row in game.course.values() for points in row if points is not None])
    left = look.size * (0.5 + 0.75 * max(len(str(tick)) for tick in ticks))
    right = look.width - min(names, MOST_OF_WIDTH * look.width) - look.size
    bottom = chart_height(game, look) - 1.7 * look.size
    return _Plot(look, ink, ticks, left, right, bottom, (right - left) / max(len(game.counting) - 1, 1))


def _guides(plot: _Plot, holes: Sequence[int]) -> Iterator[Element]:
    """Lines across with their points, and the numbers of the holes under them."""
    size = plot.look.size
    for tick in plot.ticks:
        y = plot.height(tick)
        line = {"d": f"M{plot.left:.1f} {y:.1f}H{plot.right:.1f}", "stroke": plot.ink, "stroke-opacity": "0.2"}
        yield element("path", class_="guide", fill="none", **line)
        yield written(str(tick), plot.left - size / 2, y + size * 0.36, "end", plot.ink, size)
    every = math.ceil(len(holes) / MOST_HOLES_NAMED)
    for at, number_of_hole in enumerate(holes, start=1):
        before_last = len(holes) - at
        if before_last % every == 0:  # the last one always has its number
            x, y = plot.across(before_last), plot.bottom + 1.5 * size
            yield written(str(number_of_hole), x, y, "middle", plot.ink, size)


def _course(plot: _Plot, index: int, row: Sequence[Fraction | None], *, is_thin: bool) -> Iterator[Element]:
    """The line of a side from its first hole to its last."""
    dots = [
        (plot.across(len(row) - 1 - at), plot.height(points), at == 0 or row[at - 1] is None)
        for at, points in enumerate(row)
        if points is not None
    ]
    if dots:
        yield _line(index, dots, plot.look, is_thin=is_thin)


def _name(plot: _Plot, end: float, beside: float, label: str, wider: str) -> Iterator[Element]:
    """The name at the end of a line, with a thin line to it where it had to move."""
    size = plot.look.size
    if abs(beside - end) > PUSHED_FAR:
        yield _lead(plot.right + size * 0.35, end, plot.right + size * 0.75, beside)
    x, y, room = plot.right + size * 0.8, beside + size * 0.36, plot.look.width - plot.right - size
    texts = {"name": label} if wider == label else {"name name--narrow": label, "name name--wide": wider}
    for of_class, text in texts.items():
        yield written_within(text, x, y, room, "start", "currentColor", size, **BOLD, class_=of_class)


def pushed_apart(heights: Sequence[float], step: float, highest: float, lowest: float) -> list[float]:
    """These heights from top to bottom, each at least a step below the one before, all moved as little as possible.

    None is above the highest; and none below the lowest, if they have room.

    >>> pushed_apart([10, 12, 40], 10, 0, 50), pushed_apart([28, 30], 10, 0, 30), pushed_apart([0, 2], 10, 0, 30)
    ([6.0, 16.0, 40], [20, 30], [0, 10])
    """
    groups: list[
        tuple[float, int]
    ] = []  # of texts a step apart: where the first would be without those before, how many
    for at, height in enumerate(heights):
        start, size = height - at * step, 1
        while groups and groups[-1][0] > start:
            before, more = groups.pop()
            start, size = (before * more + start * size) / (more + size), more + size
        groups.append((start, size))
    starts = [start for start, size in groups for _ in range(size)]
    last = lowest - step * (len(heights) - 1)
    return [max(min(start, last), highest) + at * step for at, start in enumerate(starts)]


def _lead(x: float, y: float, to_x: float, to_y: float) -> Element:
    """A thin line from a mark to its name, which stands higher or lower."""
    return element(
        "path", class_="lead-line", d=f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}", stroke="currentColor", fill="none"
    )


def _step_of_names(look: Look) -> float:
    return look.size * 1.25


def _labels(game: Game, look: Look, size: float) -> list[str]:
    """What stands at the end of each line: the name, and how far behind; nothing for those beyond the most.

    Names are cut to their room in letters of that size.
    """
    named = game.places[: look.most_named]
    names = [" & ".join(player.name for player in place.side.players) for place in named]
    behind = [far_words(game, place.side) if place.rank else "" for place in named]
    rooms = [MOST_OF_WIDTH * look.width - width_of(f" {far}", size) for far in behind]
    short = told_apart(names, rooms, size)
    texts = [f"{isolated(name)} {far}".rstrip() for name, far in zip(short, behind, strict=True)]
    return texts + [""] * (len(game.places) - len(texts))


def _ticks(points: Sequence[Fraction]) -> list[int]:
    """At most five round numbers from 0 to the furthest behind."""
    furthest = max([Fraction(1), *points])
    steps = (factor * 10**power for power in range(6) for factor in (1, 2, 5))
    step = next(step for step in steps if math.ceil(furthest / step) < MOST_TICKS)
    return list(range(0, math.ceil(furthest / step) * step + 1, step))


def _line(index: int, dots: Sequence[tuple[float, float, bool]], look: Look, *, is_thin: bool) -> Element:
    """A side's line with a mark at its end."""
    path = "".join(f"{'M' if begins else 'L'}{x:.1f} {y:.1f}" for x, y, begins in dots)
    dashes = " ".join(f"{float(dash) * look.stroke / PAGE.stroke:g}" for dash in DASHES[index % len(DASHES)].split())
    width = look.stroke * (1.5 if index == 0 else 0.6 if is_thin else 1)
    line = {"fill": "none", "stroke": "currentColor", "stroke-width": f"{width:g}", "stroke-linejoin": "round"}
    x, y, _ = dots[-1]
    at = f"translate({x:.1f} {y:.1f}) scale({0.85 * look.stroke / PAGE.stroke:.3g})"
    mark = element("path", class_="mark", d=MARKS[index % len(MARKS)], fill="currentColor", transform=at)
    dashed = {"stroke-dasharray": dashes} if dashes else {}
    return element("g", element("path", class_="line", d=path, **line, **dashed), mark)


def written(
    text: str, x: float, y: float, anchor: str = "start", ink: str = INK, size: float = PAGE.size, **look: str
) -> Element:
    return element(
        "text", text, x=f"{x:.4g}", y=f"{y:.4g}", fill=ink, text_anchor=anchor, font_size=f"{size:g}", **look
    )


def written_within(
    text: str,
    x: float,
    y: float,
    room: float,
    anchor: str = "start",
    ink: str = INK,
    size: float = PAGE.size,
    **look: str,
) -> Element:
    """A text with a name, clipped to its room; it starts or ends at x."""
    left, within = (x - room, room) if anchor == "end" else (x, 0)
    line = written(text, within, 2 * size, anchor, ink, size, **look)
    return element("svg", line, x=f"{left:.4g}", y=f"{y - 2 * size:.4g}", width=f"{room:.4g}", height=f"{3 * size:g}")


# --- how wide a text is, in the widest of the usual fonts ------------------------------------------------------------

_WIDTHS = {
    sign: width
    for those, width in (("WM@%mw", 1.1), (" .,:'|!ijl", 0.38), ("frt()-;I", 0.5), ("\ufdfd", 11))
    for sign in those
}


def width_of(text: str, size: float) -> float:
    """The approximate width in pixels, in bold letters of that size."""
    return size * sum(_width(sign) for sign in signs(text))


def _width(sign: str) -> float:
    if sign[0] in _WIDTHS:
        return _WIDTHS[sign[0]]
    return 0.7 if sign[0].islower() or sign[0].isdigit() else 0.85 if sign[0] < "\u2000" else 1.3


def fitting(text: str, room: float, size: float) -> str:
    """The text, cut before an ellipsis if it is too wide; its first character stays unless that alone is."""
    if width_of(text, size) <= room:
        return text
    return "".join(_as_many(signs(text), room, size)).rstrip() + "…"


def told_apart(names: Sequence[str], rooms: Sequence[float], size: float) -> list[str]:
    """Each name as `fitting` cuts it, or its end if two would look the same: `…r 3` for `Pla…`."""
    fitted = [fitting(name, room, size) for name, room in zip(names, rooms, strict=True)]
    ends = [
        "…" + "".join(reversed(_as_many(signs(name)[::-1], room, size))).lstrip()
        for name, room in zip(names, rooms, strict=True)
    ]
    return [
        end if shown != name and fitted.count(shown) > 1 else shown
        for name, shown, end in zip(names, fitted, ends, strict=True)
    ]


def _as_many(parts: Sequence[str], room: float, size: float) -> list[str]:
    """The characters that fit before an ellipsis; the first too if it fits without."""
    kept: list[str] = []
    left = room - width_of("…", size)
    for sign in parts:
        left -= width_of(sign, size)
        if left < 0 and (kept or width_of(sign, size) > room):
            break
        kept.append(sign)
    return kept
