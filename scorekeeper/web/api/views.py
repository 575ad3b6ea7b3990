"""The JSON endpoints: entering a hand, confirming a hole, reading a game, scoring a layout."""

from __future__ import annotations

from typing import Any

from flask import jsonify
from flask.wrappers import Response
from flask_openapi3.blueprint import APIBlueprint
from flask_openapi3.models.tag import Tag

from scorekeeper import houses
from scorekeeper.rules import Entry, Game, parse_layout, score
from scorekeeper.store import Conflict, EnterHand, KeptGame, change
from scorekeeper.web.api.models import (
    ConfirmAnswer,
    ConfirmBody,
    ConflictAnswer,
    GameAnswer,
    GamePath,
    HandAnswer,
    HandBody,
    HandPath,
    HoleAnswer,
    HolePath,
    LineAnswer,
    ScoreAnswer,
    ScoreBody,
    StandingAnswer,
    WarningAnswer,
)
from scorekeeper.web.db import store
from scorekeeper.web.device import new_write
from scorekeeper.web.errors import ErrorBody, refusal
from scorekeeper.web.finding import game_to_change, game_to_see, hole_to_see
from scorekeeper.web.play.entering import confirm_hole
from scorekeeper.web.play.views import after_confirming, warnings_told

api = APIBlueprint(
    "api",
    __name__,
    url_prefix="/api",
    doc_ui=True,
    abp_tags=[Tag(name="scorekeeper", description="Used by the pages' own scripts.")],
    abp_responses={400: ErrorBody, 404: ErrorBody, 413: ErrorBody, 422: ErrorBody},
)


@api.get("/games/<key>", responses={200: GameAnswer}, summary="A game in short, with every hole")
def read_game(path: GamePath) -> Response:
    """A game in short, with every hole."""
    kept = game_to_see(path.key)
    game = kept.game
    answer = GameAnswer(
        title=kept.title,
        house=game.house.name,
        version=kept.version,
        holes_planned=game.holes_planned,
        current_hole=game.current_hole,
        standings=[
            StandingAnswer(
                player=standing.player.id,
                name=standing.player.name,
                total=standing.total,
                holes=standing.holes,
                rank=standing.rank,
            )
            for standing in game.standings
        ],
        holes=[_hole_answer(kept, hole.number) for hole in game.holes],
    )
    return jsonify(answer.model_dump())


@api.get("/games/<key>/holes/<int:hole>", responses={200: HoleAnswer}, summary="A hole as it now stands")
def read_hole(path: HolePath) -> Response:
    """A hole as it now stands."""
    kept = game_to_see(path.key)
    return jsonify(_hole_answer(kept, hole_to_see(kept, path.hole)).model_dump())


@api.put(
    "/games/<key>/holes/<int:hole>/hands/<int:player>",
    responses={200: HoleAnswer, 409: ConflictAnswer},
    summary="Enter, correct or clear one player's hand",
)
def enter_hand(path: HandPath, body: HandBody) -> Response | tuple[Response, int]:
    """Enter, correct or clear one player's hand."""
    kept = game_to_change(path.key)
    hole_to_see(kept, path.hole)
    if path.player not in {player.id for player in kept.game.at_table(path.hole)}:
        return refusal(404, "hole.unknown_player", "Nobody with this id plays this hole.")
    if body.cards is not None and body.points is not None:
        return refusal(422, "hand.both", "Send cards or points, not both.")
    entry = None
    if body.cards is not None:
        entry = Entry(layout=parse_layout(body.cards, kept.game.house))
    elif body.points is not None:
        entry = Entry(points=body.points)
    edit = EnterHand(path.hole, path.player, entry, based_on=body.based_on)
    try:
        kept = change(store(), path.key, [edit], new_write(body.write_id)).kept
    except Conflict as conflict:
        answer = ConflictAnswer(
            code=conflict.code,
            message=conflict.message,
            problems=[],
            player=conflict.player,
            version=conflict.version,
            theirs=str(conflict.theirs) if conflict.theirs else None,
            yours=str(conflict.yours) if conflict.yours else None,
        )
        return jsonify(answer.model_dump()), 409
    return jsonify(_hole_answer(kept, path.hole, body.write_id).model_dump())


@api.post(
    "/games/<key>/holes/<int:hole>/confirm",
    responses={200: ConfirmAnswer},
    summary="The table is done with a hole: it counts",
)
def confirm(path: HolePath, body: ConfirmBody) -> Response:
    """The table is done with a hole: it counts."""
    kept = game_to_change(path.key)
    kept = confirm_hole(
        store(),
        kept,
        hole_to_see(kept, path.hole),
        new_write(body.write_id),
        ender=body.ender,
        ender_known=body.ender_known,
        accept_warnings=body.accept_warnings,
        accept_missing=body.accept_missing,
        based_on=body.based_on,
    )
    answer = ConfirmAnswer(write_id=body.write_id, version=kept.version, next=after_confirming(kept))
    return jsonify(answer.model_dump())


@api.post("/score", responses={200: ScoreAnswer}, summary="Score one layout under a built-in house")
def score_layout(body: ScoreBody) -> Response:
    """Score one layout under a built-in house."""
    house = houses.with_readings(houses.get(body.house), body.readings)
    worked = score(parse_layout(body.cards, house), house)
    answer = ScoreAnswer(
        house=house.key,
        layout=str(worked.layout),
        total=worked.total,
        lines=[
            LineAnswer(
                rule=line.rule,
                points=line.points,
                cells=[(cell.row, cell.column) for cell in line.cells],
                text=line.text,
            )
            for line in worked.lines
        ],
    )
    return jsonify(answer.model_dump())


def _hole_answer(kept: KeptGame, number: int, write_id: str | None = None) -> HoleAnswer:
    game = kept.game
    hole = game.hole(number)
    entries = hole.entries if hole else {}
    hands = [
        HandAnswer(
            player=player.id,
            name=player.name,
            version=kept.hand_versions.get((number, player.id), 0),
            raw=_raw(game, number, player.id),
            **_as_entered(entries.get(player.id)),
        )
        for player in game.at_table(number)
    ]
    return HoleAnswer(
        write_id=write_id,
        hole=number,
        version=kept.version,
        hole_version=kept.hole_version(number),
        hands=hands,
        missing=[player.id for player in game.missing(number)],
        warnings=[WarningAnswer.model_validate(warning) for warning in warnings_told(game, number)],
        ender=hole.ender if hole else None,
        ender_known=hole is not None and hole.ender_known,
        confirmed=hole is not None and hole.confirmed,
    )


def _as_entered(entry: Entry | None) -> dict[str, Any]:
    cards = str(entry.layout) if entry is not None and entry.layout is not None else None
    return {"cards": cards, "points": entry.points if entry is not None else None}


def _raw(game: Game, number: int, player_id: int) -> int | None:
    player = game.player(player_id)
    result = game.player_result(number, player) if player else None
    return None if result is None else result.raw
