"""The houses: what there is, and each one's whole rule sheet as a page and as a PDF, a game's own house too."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import houses
from scorekeeper.exports.paper import PAPERS
from scorekeeper.exports.rule_sheet import rule_sheet_drawing
from scorekeeper.houses.sheet import SheetSection, differences, rule_sheet
from scorekeeper.houses.sheet.sections import left_open
from scorekeeper.rules import House, Option
from scorekeeper.tally.kept_houses import houses_of_device
from scorekeeper.web import limits
from scorekeeper.web.addresses import game_to_see, house_or_missing
from scorekeeper.web.db import device_id, store
from scorekeeper.web.studio import made_pdf

bp = Blueprint("houses", __name__)


@dataclass(frozen=True)
class SheetPage:
    """The whole rule sheet of a house. ``others`` is empty for the sheet of a game, which is nobody's to compare."""

    house: House
    sections: tuple[SheetSection, ...]
    others: tuple[tuple[House, tuple[str, ...]], ...] = ()

    @property
    def told(self) -> tuple[Option, ...]:
        """The questions that stand on the sheet. All of them have a page of their own."""
        return tuple(left_open(self.house))

    @property
    def open(self) -> bool:
        """Whether the table has yet to answer a question, so that paper must ask it."""
        return any(self.house.taken(option) is None for option in self.told)


def sheet_page(house: House, others: Sequence[House] = ()) -> SheetPage:
    """The sheet of this house, and where each of the others plays differently."""
    return SheetPage(
        house=house,
        # The readings stand on the page as questions with all their answers, not as a table of those taken.
        sections=tuple(section for section in rule_sheet(house) if section.key != "readings"),
        others=tuple((other, differences(house, other)) for other in others if other.key != house.key),
    )


@bp.get("/houses")
def index() -> str:
    """Every house that there is."""
    made = houses_of_device(store(), device_id())
    return render_template("houses/index.html", groups=houses.groups(), made=made)


@bp.get("/houses/<key>")
def sheet(key: str) -> str:
    """One house's rules, whole, printable on a page."""
    house = house_or_missing(key)
    return render_template("houses/sheet.html", page=sheet_page(house, houses.built_in()), kept=None, key=None)


@bp.get("/g/<key>/rules")
def of_game(key: str) -> str:
    """The rules that a game was begun with, whatever has become of that house since."""
    kept = game_to_see(key)
    return render_template("houses/sheet.html", page=sheet_page(kept.game.house), kept=kept, key=key)


# --- for a printer ----------------------------------------------------------------------------------------------------


@bp.get("/houses/<key>/sheet.pdf")
@limits.DRAWN
def sheet_pdf(key: str) -> AnyResponse:
    """One house's rules on one page; `?paper=Letter` for North America's."""
    return pdf_of(house_or_missing(key), back=url_for("houses.sheet", key=key))


@bp.get("/g/<key>/rules.pdf")
@limits.DRAWN
def of_game_pdf(key: str) -> AnyResponse:
    """The rules that a game was begun with, on one page."""
    return pdf_of(game_to_see(key).game.house, back=url_for("houses.of_game", key=key))


def pdf_of(house: House, back: str) -> AnyResponse:
    """The rule sheet of any house as a file, or a page that says why this machine cannot make one."""
    paper = next((paper for paper in PAPERS if paper.lower() == request.args.get("paper", "").lower()), PAPERS[0])
    of = f"{paper} {houses.freeze(house)}"
    return made_pdf(f"golf-rules-{house.key}.pdf", of, lambda: rule_sheet_drawing(house, paper), back)
