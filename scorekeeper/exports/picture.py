"""A game as one SVG picture to share: the winner, the scorecard, and how it went."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from scorekeeper.exports.chart import (
    INK,
    WIDTH,
    chart_height,
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
from scorekeeper.rules import Game
from scorekeeper.rules.leading import lead_sentence
from scorekeeper.rules.names import signs
from scorekeeper.rules.wording import isolated, number

MARGIN = 14
COLUMN = 56  # at least, for each player
HOLES = 48  # for the numbers of the holes
ROW = 24
LINE = 26
BIG = 20  # the headline's text
GAP = 6  # between two names


def game_picture(game: Game, title: str = "") -> bytes:
    """The picture as an SVG file in UTF-8, at least as wide as a phone."""
    width = max(WIDTH, 2 * MARGIN + HOLES + COLUMN * len(game.players))
    room = width - 2 * MARGIN
    head = _lines(lead_sentence(game), room)
    below = MARGIN + LINE * (len(head) + 2)
    rows = [hole.number for hole in game.holes if hole.confirmed]
    chart = below + ROW * (len(rows) + 2)
    name = title or "Golf"
    about = f"{name}: {game.house.short_name}, {game.length_words}"
    parts = [
        written_within(fitting(about, room), MARGIN, MARGIN + LINE / 2, room),
        *(written_within(text, MARGIN, MARGIN + LINE * (at + 2), room, class_="big") for at, text in enumerate(head)),
        *_card(game, rows, width, below),
        element("g", chart_parts(game), transform=f"translate({(width - WIDTH) // 2} {chart})"),
    ]
    return drawing(width, chart + chart_height(game) + MARGIN, name, in_words(game), parts)


def _card(game: Game, rows: list[int], width: int, top: int) -> Iterator[Element]:
    """The numbers of each hole, a column for each player, and the totals under a line."""
    column = (width - 2 * MARGIN - HOLES) / len(game.players)
    totals = {standing.player.id: standing for standing in game.standings}
    end = top + ROW * (len(rows) + 1)
    yield written("Hole", MARGIN, top)
    for at, hole in enumerate(rows, 1):
        extra = " +" if game.hole(hole).playoff else ""  # type: ignore[union-attr]
        yield written(f"{hole}{extra}", MARGIN, top + ROW * at)
    yield element("path", class_="guide", d=f"M{MARGIN} {end - ROW + 9}H{width - MARGIN}", stroke=INK, fill="none")
    yield written("Total", MARGIN, end, class_="strong")
    shown = told_apart([player.name for player in game.players], column - GAP)
    for place, player in enumerate(game.players):
        x = MARGIN + HOLES + column * (place + 1)
        yield written_within(isolated(shown[place]), x, top, column - GAP, "end", class_="strong")
        for at, hole in enumerate(rows, 1):
            result = game.player_result(hole, player)
            yield written("\N{EN DASH}" if result is None else number(result.score), x, top + ROW * at, "end")
        total = totals[player.id]
        yield written(number(total.total) if total.holes else "\N{EN DASH}", x, end, "end", class_="strong")


def _lines(text: str, room: float) -> list[str]:
    """The headline in lines that fit; a word longer than a line is split."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".lstrip()
        if width_of(longer, BIG) <= room:
            lines[-1] = longer
            continue
        lines.append("")
        for sign in signs(word):
            if width_of(lines[-1] + sign, BIG) > room:
                lines.append("")
            lines[-1] += sign
    return [line for line in lines if line]
