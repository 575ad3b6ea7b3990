"""The houses: what there is, and each one's whole rule sheet, on one page when printed; a game's own house too."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, render_template

from scorekeeper import houses
from scorekeeper.houses.sheet import SheetSection, differences, rule_sheet
from scorekeeper.houses.sheet.sections import left_open
from scorekeeper.houses.writing import key_of_name
from scorekeeper.rules import House, Option
from scorekeeper.tally.kept_houses import houses_of_device
from scorekeeper.web.addresses import game_to_see, house_or_missing
from scorekeeper.web.db import device_id, new_write_id, store
from scorekeeper.web.deleted import way_back_of_house

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
    def rare(self) -> tuple[Option, ...]:
        """Those of them that stand in a fold: no table is asked, and this one did not answer in its own way."""
        return tuple(
            option for option in self.told if option.asked != "usual" and option.key not in self.house.readings
        )

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
    made, deleted = (houses_of_device(store(), device_id(), deleted=gone) for gone in (False, True))
    return render_template(
        "houses/index.html",
        groups=houses.groups(),
        made=made,
        deleted=[way_back_of_house(kept) for kept in deleted if kept.may_edit],
        write_id=new_write_id() if deleted else "",
    )


@bp.get("/houses/<key>")
def sheet(key: str) -> str:
    house = house_or_missing(key)
    namesakes = [other for other in houses.named(key) if other is not house]
    looked_for = next((name for other in namesakes for name in other.also if key_of_name(name) == key), "")
    more = {"namesakes": namesakes, "looked_for": looked_for}
    return render_template("houses/sheet.html", page=sheet_page(house, houses.built_in()), kept=None, key=None, **more)


@bp.get("/g/<key>/rules")
def of_game(key: str) -> str:
    """The rules that a game was begun with, whatever has become of that house since."""
    kept = game_to_see(key)
    house = kept.game.house
    as_long = replace(house, match=replace(house.match, holes=(kept.game.full_length,)))
    page = replace(sheet_page(as_long), house=house)
    return render_template("houses/sheet.html", page=page, kept=kept, key=key)
