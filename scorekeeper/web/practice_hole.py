"""The practice hole: a hole of any house against one or two players run by the phone.

The page also plays offline. The server sends its start data, and explains a wrong score.
"""

from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, request, url_for

from scorekeeper.houses import usual_readings, with_readings
from scorekeeper.houses.loading import to_data
from scorekeeper.referee import cite
from scorekeeper.referee.clauses import CODES
from scorekeeper.rules import House, RuleError, parse_layout, parse_points
from scorekeeper.rules.names import LONGEST_NAME
from scorekeeper.school.diagnosis.explaining import Meaning, explain
from scorekeeper.web import limits
from scorekeeper.web.addresses import card_house_or_missing, house_address, question_row
from scorekeeper.web.game_json import page_rules, version_of
from scorekeeper.web.phone_rules import phone_first
from scorekeeper.web.referee import house_groups

bp = Blueprint("practice_hole", __name__, url_prefix="/play")

_OF_TURNS = ("opening", "turn", "ending")
"""The tables of a house for playing a hole, beyond those for scoring."""

_TOLD = (Meaning.MISREAD, Meaning.READING, Meaning.SLIP)


@bp.get("")
def index() -> str:
    sheets, *others = house_groups()
    return render_template("practice_hole/index.html", first=phone_first(sheets.houses), others=others)


@bp.get("/<house>")
def play(house: str) -> str:
    found = card_house_or_missing(house)
    return render_template("practice_hole/hole.html", house=found, data=hole_data(found), longest_name=LONGEST_NAME)


@bp.get("/<house>/why")
@limits.ASKED_MUCH
def why(house: str) -> Response:
    """Explain a wrong score of these cards as practice does; "" where no explanation is clear."""
    found = card_house_or_missing(house)
    try:
        cards, points = parse_layout(request.args.get("cards", ""), found), parse_points(request.args.get("points", ""))
    except RuleError as refused:
        abort(400, refused.message)
    told = explain(found, cards, points)
    return jsonify(why=told.text if told.meaning in _TOLD else "")


def hole_data(house: House) -> dict[str, Any]:
    """The house for scripts, how a game names it, and for each refusal its rule and the address of its question."""
    readings = usual_readings(house)
    played = with_readings(house, readings)
    return {
        "rules": played_rules(played),
        "spec": {"house": house_address(house), "readings": readings},
        "version": version_of(page_rules(played)),
        "refusals": {code: [cite(house, code).rule, _question_address(house, code)] for code in CODES},
    }


def played_rules(house: House) -> dict[str, Any]:
    """The rules of a house for a page that plays a hole."""
    rules, data = page_rules(house), to_data(house)
    return rules | {"house": rules["house"] | {table: data[table] for table in _OF_TURNS}}


def _question_address(house: House, code: str) -> str:
    """The address of the open question behind a refusal code; "" where no sheet leaves it open."""
    option = next(house.options_about(*CODES[code].parameters), None)
    if option is None:
        return ""
    where = {"key": house_address(house), "row": question_row(option), "_anchor": option.key}
    return url_for("questions.row", **where)  # type: ignore[arg-type]
