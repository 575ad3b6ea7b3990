"""A game as one picture to hand on: who won, the scorecard, and how it went (SVG)."""

from collections.abc import Iterator
from textwrap import wrap
from xml.etree.ElementTree import Element

from scorekeeper.exports.chart import INK, WIDTH, chart_height, chart_parts, drawing, in_words, written
from scorekeeper.exports.elements import element
from scorekeeper.rules import Game
from scorekeeper.rules.leading import lead_sentence
from scorekeeper.rules.wording import isolated, number, short

MARGIN = 14
COLUMN = 44  # at least, for each player
HOLES = 48  # for the numbers of the holes
ROW = 24
LINE = 26
SIGN = 8.5  # about as wide as a sign


def game_picture(game: Game, title: str = "") -> bytes:
    """The picture as an SVG file in UTF-8, at least as wide as a phone."""
    width = max(WIDTH, 2 * MARGIN + HOLES + COLUMN * len(game.players))
    head = wrap(lead_sentence(game), width=round((width - 2 * MARGIN) / 12.5))
    below = MARGIN + LINE * (len(head) + 2)
    rows = [hole.number for hole in game.holes if hole.confirmed]
    chart = below + ROW * (len(rows) + 2)
    name = title or "Golf"
    parts = [
        written(f"{name}: {game.house.name}, {game.length_words}", MARGIN, MARGIN + LINE / 2),
        *(written(text, MARGIN, MARGIN + LINE * (at + 2), class_="big") for at, text in enumerate(head)),
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
    for place, player in enumerate(game.players):
        x = MARGIN + HOLES + column * (place + 1)
        yield written(isolated(short(player.name, int(column / SIGN))), x, top, "end", class_="strong")
        for at, hole in enumerate(rows, 1):
            result = game.player_result(hole, player)
            yield written("\N{EN DASH}" if result is None else number(result.score), x, top + ROW * at, "end")
        total = totals[player.id]
        yield written(number(total.total) if total.holes else "\N{EN DASH}", x, end, "end", class_="strong")
