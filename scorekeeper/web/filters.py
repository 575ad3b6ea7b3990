"""How pages write numbers, names and dates."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

from flask import Flask, request
from markupsafe import Markup

from scorekeeper.houses.sheet import in_short, picture
from scorekeeper.rules import Card, Layout, Suit
from scorekeeper.rules.layout import Line
from scorekeeper.rules.leading import side_name, teams_sentence
from scorekeeper.rules.wording import capitalize_first, count_word, counted, listing, number, per_hole, signed
from scorekeeper.school.exercises.codes import version_of
from scorekeeper.web.addresses import found_address, house_address, question_links, question_row
from scorekeeper.web.drawn_macros import draw_once
from scorekeeper.web.spreadsheets import separators

MOST_NAMED: Final = 4


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(suits=tuple(Suit), logo=Markup(app.jinja_env.get_template("_logo.svg").render()))
    app.jinja_env.globals.update(separators=separators, card_face=card_face, icon=icon)
    app.jinja_env.filters.update(points=number, in_words=count_word, signed=signed, listing=listing, ordinal=ordinal)
    app.jinja_env.filters.update(few_names=few_names, brief=brief)
    app.jinja_env.filters.update(per_hole=per_hole, side_name=side_name, teams_sentence=teams_sentence)
    app.jinja_env.filters.update(capitalize_first=capitalize_first, counted=counted, day=day, clock=clock)
    app.jinja_env.filters.update(
        house_address=house_address, found_address=found_address, question_links=question_links
    )
    app.jinja_env.filters.update(
        in_short=in_short, picture=picture, spoken=spoken, question_row=question_row, version=version_of
    )


def ordinal(place: int) -> str:
    """A rank in English: 1st, 2nd, 11th."""
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def here(moment: datetime) -> datetime:
    """A moment in the reader's time zone, which static/js/shell/app.js puts into a cookie, or in the server's."""
    if "zone" not in request.cookies:  # asked first, because Werkzeug's `get` raises and catches an error
        return moment.astimezone()
    try:
        return moment.astimezone(ZoneInfo(request.cookies["zone"]))
    except (LookupError, ValueError, OSError):
        return moment.astimezone()


def day(moment: datetime) -> str:
    """The date: `Nov 28`, with the year if it is not this one. The line never breaks between month and day."""
    local = here(moment)
    year = "" if local.year == here(datetime.now(UTC)).year else f", {local.year}"
    return f"{local:%b}\N{NO-BREAK SPACE}{local.day}{year}"


def clock(moment: datetime) -> str:
    """The time of day: `8:15 PM`."""
    return f"{here(moment):%I:%M %p}".removeprefix("0")


def card_face(card: Card, hidden: bool = False, paired: bool = False, band: str | None = None) -> Markup:
    """One card as pages show it; drawn once, because a page has dozens."""
    return draw_once("macros/_card_face.html", "card_face", card, hidden, paired, band)


def icon(name: str, css: str = "") -> Markup:
    """A line drawing; drawn once, because every page has some."""
    return draw_once("macros/icons.html", "icon", name, css)


def spoken(layout: Layout) -> str:
    """The cards of a hand in words, row by row: `five, joker, seven; five, queen, king`."""
    return "; ".join(", ".join(map(_spoken_card, row)) for row in layout.rows)


def _spoken_card(card: Card) -> str:
    return f"{card.rank.word} of {card.suit.word}" if card.suit else card.rank.word


def brief(line: Line) -> str:
    """A line's sentence without the points at its end, for where they stand beside it: `joker −3 + queen 10`."""
    points = number(line.points)
    said = (f": the column is {points}", f" = {points}", f": {points}")
    return next((line.text.removesuffix(one) for one in said if line.text.endswith(one)), line.text)


def few_names(names: Sequence[str]) -> str:
    """Names for a heading: `Ann, Bo, Cy and Di`, or `Ann, Bo, Cy +3` for more than four."""
    return listing(names) if len(names) <= MOST_NAMED else f"{', '.join(names[:3])} +{len(names) - 3}"
