"""A game as JSON for scripts, the same from the API and inside pages.

Phones work out totals and warnings themselves (static/js/phone/game-on-phone.js).
"""

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from scorekeeper.houses.loading import LATER, LATER_OF_MATCH, to_data
from scorekeeper.rules import House, Player, reach
from scorekeeper.rules.bonuses import case_of
from scorekeeper.rules.wording import SENTENCES
from scorekeeper.tally.game_row import plain_by_hand
from scorekeeper.tally.values import GameState, KeptGame
from scorekeeper.web.addresses import practice_address
from scorekeeper.web.db import store
from scorekeeper.web.delivery.releases import release
from scorekeeper.web.poll_not_modified import etag_of

_FOR_SCORING = (
    *("key", "name", "grid", "values", "cancelling", "four_of_a_kind", "penalty", "reward", "readings"),
    *("bonuses", "placing", "card_values"),
)
_OF_TABLES = {
    "table": ("decks", "jokers_per_deck", "deck"),
    "ending": ("hidden", "trigger"),
    "match": ("winner", "tie", "until", "exact", "hole_tie", "deal", "first", "teams"),
}
"""The other parts of a house that affect scores or ranks; static/js/rules/house.js names the same."""


def page_rules(house: House) -> dict[str, Any]:
    """The house's scoring data and the sentences for its scores, as plain JSON values."""
    data = to_data(house)
    tables: dict[str, Any] = {table: {key: data[table][key] for key in keys} for table, keys in _OF_TABLES.items()}
    tables |= {key: data[key] for key in LATER if key in data}
    tables["match"] |= {key: data["match"][key] for key in LATER_OF_MATCH if key in data["match"]}
    if house.fills_in_0:
        tables["fills_in_0"] = True
    if house.has_cards:
        for number, one in enumerate(data.get("rounds", []), start=1):
            one["reach"] = list(reach(house.in_round(number, is_last=True)))
    return {
        "house": {key: data[key] for key in _FOR_SCORING} | tables | {"reach": list(reach(house))},
        "players": [house.table.players_min, house.most_players],
        "bare_note": house.bare_note,
        "sentences": {key: text for key, text in SENTENCES.items() if _can_be_said(key, house)},
    }


def version_of(rules: dict[str, Any]) -> str:
    """A hash of a page's rules."""
    return sha256(json.dumps(rules, sort_keys=True).encode()).hexdigest()[:12]


def _can_be_said(sentence: str, house: House) -> bool:
    rule, _, case = sentence.partition(".")
    if rule == "four":
        bonus = house.four_of_a_kind
        if case == "any-columns":
            return bonus is not None and bonus.pattern == "any-pairs" and house.grid.rows != 2
        return bonus is not None and case in (bonus.pattern, "more-columns")
    if rule == "bonus":
        return any(case in (bonus.pattern, case_of(bonus), "others") for bonus in house.bonuses)
    return rule not in ("pair", "gone") or house.cancelling is not None


@dataclass(frozen=True)
class ToldGame:
    """A game for scripts, as plain JSON values. Many requests share it: never change it."""

    of: GameState
    answer: dict[str, Any]  # of game_answer
    rules: dict[str, Any]  # of page_rules
    house_version: str
    on_pages: Markup  # answer and rules as the first half of a JSON object, for a page's script element


def told(kept: KeptGame) -> ToldGame:
    """The game for scripts, cached by the store because every open page asks for the same."""
    number = 2 * kept.id + kept.may_edit
    found = store().built(ToldGame, number)
    if found is None or found.of != kept.state:
        rules = page_rules(kept.game.house)
        house_version = version_of(rules)
        answer = game_answer(kept, house_version)
        on_pages = htmlsafe_json_dumps({"answer": answer, "rules": rules})[:-1] + ", "
        found = store().keep_built(number, ToldGame(kept.state, answer, rules, house_version, on_pages), kept.cards)
    return found


def game_answer(kept: KeptGame, house_version: str) -> dict[str, Any]:
    """The whole game, as far as its link may see it."""
    game = kept.game
    return {
        "uid": kept.uid,  # the same by either link; no link follows from it
        "may_edit": kept.may_edit,
        "title": kept.title,
        "practice": practice_address(kept),
        "house_version": house_version,
        "version": kept.version,  # grows with every change
        "holes_planned": game.holes_planned,
        "cut_from": game.cut_from,  # the holes planned before an early end, or None
        "first_dealer": game.first_dealer,
        "players": [
            {"id": one.id, "name": one.name, "joined": one.joined, "left": one.left, "team": one.team}
            for one in game.players
        ],
        "holes": [hole_answer(kept, hole.number) for hole in game.holes],
    }


def hole_answer(kept: KeptGame, number: int, write_id: str | None = None) -> dict[str, Any]:
    """One hole as it is now; ``write_id`` is that of the write that this answers."""
    game = kept.game
    hole, dealer = game.hole(number), game.dealer(number)
    return {
        "write_id": write_id,
        "hole": number,
        "version": kept.version,
        "hole_version": kept.hole_version(number),  # for `based_on` of a confirmation
        "dealer": dealer.id if dealer else None,
        "playoff": list(hole.playoff) if hole else [],  # who plays an extra hole
        "hands": [_hand_answer(kept, number, player) for player in game.at_table(number)],
        "warnings_accepted": hole is not None and hole.warnings_accepted,
        "ender": hole.ender if hole else None,
        "ender_known": hole is not None and hole.ender_known,
        "confirmed": hole is not None and hole.confirmed,
    }


def _hand_answer(kept: KeptGame, number: int, player: Player) -> dict[str, Any]:
    """A player's hand: cards in notation or a bare number, with its raw score.

    Points by hand come with their own version.
    """
    hole, result = kept.game.hole(number), kept.game.player_result(number, player)
    entry = hole.entries.get(player.id) if hole else None
    by_hand = hole.by_hand.get(player.id) if hole else None
    return {
        "player": player.id,
        "version": kept.hand_versions.get((number, player.id), 0),
        "cards": str(entry.layout) if entry and entry.layout else None,
        "points": entry.points if entry else None,
        "raw": result.raw if result else None,
        "by_hand": None
        if by_hand is None
        else {**plain_by_hand(by_hand), "version": kept.by_hand_versions[number, player.id]},
    }


def game_data(kept: KeptGame, seat: int | None) -> Markup:
    """The JSON in every page of a game, for the phone of that seat; see static/js/phone/game-on-phone.js."""
    own = {"key": kept.key, "etag": game_tag(kept), "seat": seat}
    # The game's part is the same for every phone, and ten times as long as this phone's own.
    return told(kept).on_pages + htmlsafe_json_dumps(own)[1:]


def game_tag(kept: KeptGame) -> str:
    """The ETag that /api/games/<key> sends for this game; live pages redraw when it changes."""
    return etag_of(kept.state, release().name)
