"""The form of the table: everything on one page, saved as one change."""

from __future__ import annotations

from flask import request
from flask_wtf import FlaskForm
from wtforms import HiddenField, StringField

from scorekeeper.rules.game import LONGEST_NAME
from scorekeeper.web.option_fields import chosen_in
from scorekeeper.web.table.seating import STAYS, SeatWish, TableNow, TableWish
from scorekeeper.web.whole_numbers import whole_number

LONGEST_FIELD = 20 * LONGEST_NAME
"""Characters of a field that are looked at and shown again; beyond that it is no name and no title."""


class TableForm(FlaskForm):  # type: ignore[misc]  # has no types of its own
    """The fields that each table has. Those of single players, whose ids are in the names, are read by `seats`."""

    order = HiddenField()
    seen = HiddenField()
    write_id = HiddenField()
    title = StringField()
    holes_planned = StringField()
    dealer = StringField()
    newcomer = StringField()
    newcomer_hole = StringField()
    newcomer_team = StringField()

    def wish(self, now: TableNow) -> TableWish:
        """What was typed; where a field was not sent at all, what the game has."""
        return TableWish(
            seats=self.seats(now),
            holes_planned=_text(self.holes_planned, str(now.game.holes_planned)),
            title=_text(self.title, now.kept.title),
            dealer=whole_number(_text(self.dealer, "")),
            newcomer=_text(self.newcomer, ""),
            newcomer_hole=whole_number(_text(self.newcomer_hole, "")),
            newcomer_team=_text(self.newcomer_team, ""),
            seen=_text(self.seen, ""),
            readings={key: reading[:LONGEST_FIELD] for key, reading in chosen_in(request.form).items()},
        )

    def seats(self, now: TableNow) -> tuple[SeatWish, ...]:
        """Each player in the order that was sent, or in that of the game where none was."""
        sent = _text(self.order, "")
        own = [player.id for player in now.game.players]
        order = [whole_number(part) or 0 for part in sent.split(",")[: 2 * len(own) + 2]] if sent else own
        names = {player.id: player.name for player in now.game.players}
        return tuple(
            SeatWish(
                player_id,
                request.form.get(f"name-{player_id}", names.get(player_id, ""))[:LONGEST_FIELD],
                request.form.get(f"stay-{player_id}", STAYS)[:LONGEST_FIELD],
                request.form.get(f"team-{player_id}", "")[:LONGEST_FIELD],
            )
            for player_id in order
        )


def _text(field: StringField, absent: str) -> str:
    return absent if field.data is None else str(field.data)[:LONGEST_FIELD]


def moved(order: list[SeatWish], wanted: str) -> list[SeatWish]:
    """The seats after one of the buttons `up-3` or `down-3`; as they were for anything else."""
    direction, _, seat_id = wanted.partition("-")
    step = {"up": -1, "down": 1}.get(direction)
    at = next((place for place, seat in enumerate(order) if str(seat.id) == seat_id), None)
    if step is None or at is None or not 0 <= at + step < len(order):
        return order
    seats = list(order)
    seats[at], seats[at + step] = seats[at + step], seats[at]
    return seats
