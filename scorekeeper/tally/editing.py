"""Applying edits to games, and the checks on every game. Pure: games in, games out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from scorekeeper.rules import LONGEST_GAME, LONGEST_OPEN, ByHand, Entry, Game, Hole, House, Player
from scorekeeper.rules.dealing import NO_RIVALS, have_rivals, next_clockwise
from scorekeeper.rules.names import check_name, cleaned, holds_orders, name_key
from scorekeeper.rules.notation import layout_problems
from scorekeeper.rules.points import check_points
from scorekeeper.rules.problems import BadLayout, RuleError, problems_of, raise_any
from scorekeeper.rules.what_if import check_playable
from scorekeeper.tally.game_errors import (
    BadStay,
    BadTeam,
    BadTitle,
    ByHandConflict,
    Conflict,
    HoleConflict,
    HoleOutOfOrder,
    NameTaken,
    NotInGame,
    PlayerMustStay,
    WrongLength,
)
from scorekeeper.tally.game_row import OF_HOLES
from scorekeeper.tally.values import (
    NEWCOMER,
    UNCHANGED,
    AddByHand,
    ChooseReadings,
    Edit,
    EnterHand,
    JoinAndLeave,
    KeptGame,
    NameEnder,
    PlanGame,
    SeatPlayers,
    SettleHole,
)

LONGEST_TITLE = 80
"""Characters."""

LONGEST_REASON = 80
"""Characters of the reason for points by hand."""

LAST_HOLE = 2 * LONGEST_GAME
"""The highest number of any hole, extra holes included."""

LAST_OPEN = LONGEST_OPEN + LONGEST_GAME
"""The same in a game that ends when the table stops."""

MOST_NAMES = 60
"""Players of one game, including those who left."""


def edited(game: Game, title: str, edit: Edit, before: KeptGame, new_ids: Iterator[int]) -> tuple[Game, str]:
    """The game and its title after one edit of a write. A newcomer gets the next of the ``new_ids``.

    ``before`` is the game before that write; its versions show what the sender had seen. Raises RuleError for what is
    not allowed, and Conflict or HoleConflict for a hand or hole that has changed since.
    """
    match edit:
        case EnterHand():
            return _enter(game, edit, before.hand_versions), title
        case AddByHand():
            return _add_by_hand(game, edit, before.by_hand_versions), title
        case SettleHole():
            return _settle(game, edit, before), title
        case NameEnder():
            return _name_ender(game, edit, before), title
        case SeatPlayers():
            return _seat(game, edit, new_ids), title
        case JoinAndLeave():
            return _join_and_leave(game, edit), title
        case PlanGame():
            return _plan(game, edit), title if edit.title is UNCHANGED else check_title(edit.title)
        case ChooseReadings():
            # An earlier edit of the same write may have chosen others.
            game = replace(game, house=before.house_with({**game.house.readings, **edit.readings}))
            check_playable(game, game.house)
            return game, title


def without_stale_acceptance(before: Game, after: Game, edits: Sequence[Edit]) -> Game:
    """The game after these edits, minus its acceptance of impossible cards that are new.

    Warnings that the edits themselves accept stay accepted: their sender saw them.
    """
    said = {edit.hole for edit in edits if isinstance(edit, SettleHole) and edit.warnings_accepted is True}
    for hole in after.holes:
        if hole.warnings_accepted and hole.number not in said:
            seen = _too_many(before, hole.number)
            if any(count > seen.get(what, 0) for what, count in _too_many(after, hole.number).items()):
                after = _with_hole(after, replace(hole, warnings_accepted=False))
    return after


def _too_many(game: Game, hole: int) -> dict[tuple[str, str], int]:
    """The count, over all hands, of each card that exceeds the decks."""
    return {
        (warning.code, warning.card): sum(count for _name, count in warning.holders) for warning in game.warnings(hole)
    }


def check_title(text: str) -> str:
    """A title, cleaned. Raises BadTitle."""
    title = cleaned(text)
    if len(title) > LONGEST_TITLE or holds_orders(title):
        raise BadTitle(f"A game name can have up to {LONGEST_TITLE} visible characters.", field="title")
    return title


def checked_by_hand(by_hand: ByHand, house: House | None = None) -> ByHand:
    """Points by hand with a cleaned reason. Raises every RuleError at once, each with its field."""
    reason = cleaned(by_hand.reason)
    problems = list(problems_of(check_points, by_hand.points, house))
    if by_hand.points == 0:
        problems.append(RuleError("An adjustment can’t be 0.", "by_hand.points"))
    for problem in problems:
        problem.field = "points"
    if not reason:
        problems.append(RuleError("Say what the adjustment is for.", "by_hand.reason", field="reason"))
    elif len(reason) > LONGEST_REASON or holds_orders(reason):
        message = f"A reason can have up to {LONGEST_REASON} visible characters."
        problems.append(RuleError(message, "by_hand.reason", field="reason"))
    raise_any(problems)
    return ByHand(by_hand.points, reason)


def checked_players(players: Sequence[Player], word: str = "hole") -> tuple[Player, ...]:
    """The players with cleaned names, if their names, stays and teams are possible.

    Raises all problems at once: RuleError for a name, NameTaken at `players.<place>`, BadStay and BadTeam.
    """
    if len(players) > MOST_NAMES:
        raise RuleError(
            f"A game can have up to {MOST_NAMES} players. This one has {len(players)}.",
            "table.too_many_players",
            field="players",
        )
    checked: list[Player] = []
    problems: list[RuleError] = []
    for index, player in enumerate(players):
        try:
            name = check_name(player.name)
            if name_key(name) in {name_key(other.name) for other in checked}:
                raise NameTaken(f"Two players are named {name}. Add an initial.")
            checked.append(replace(player, name=name))
        except RuleError as bad:
            bad.field = f"players.{index}"
            problems.append(bad)
        problems += _impossible(player, word)
    raise_any(problems)
    return tuple(checked)


def _impossible(player: Player, word: str) -> Iterator[RuleError]:
    """The problems of a player's stay and team; there are never more teams than players."""
    name, joined, left = player.name, player.joined, player.left
    if not 1 <= joined <= LAST_OPEN:
        yield BadStay(f"{name} can join at {word}s 1 to {LAST_OPEN}, not {joined}.")
    elif left is not None and not joined - 1 <= left <= LAST_OPEN:
        yield BadStay(f"{name} joined at {word} {joined}, so they can’t have left after {word} {left}.")
    if player.team is not None and not 1 <= player.team <= MOST_NAMES:
        yield BadTeam(f"Choose a team from 1 to {MOST_NAMES} for {name}.", field="teams")


def check_length(holes: int, house: House) -> int:
    """A possible number of holes. Raises WrongLength."""
    if not 1 <= holes <= house.longest_game:
        message = f"A game can have 1 to {house.longest_game} {house.round_word}s, not {holes}."
        raise WrongLength(message, field="holes_planned")
    return holes


def last_hole(house: House) -> int:
    """The highest number of any hole of a game, extra holes included."""
    return LAST_OPEN if house.match.open else LAST_HOLE


def check_rivals(house: House, teams: Sequence[int | None]) -> None:
    """Raise BadTeam if all players of a house with teams are on the same one."""
    if house.match.teams != "none" and not have_rivals(teams):
        raise BadTeam(NO_RIVALS, field="teams")


def check_entry(entry: Entry, house: House) -> None:
    """Raise BadLayout or RuleError for cards or points that this house cannot score."""
    if entry.layout is not None:
        problems = layout_problems(entry.layout, house)
        if problems:
            raise BadLayout(problems)
    elif entry.points is not None:
        check_points(entry.points, house)


def check_game(game: Game) -> None:
    """Raise RuleError if a hole names a missing player, or one outside their stay."""
    known, word = {player.id for player in game.players}, game.house.round_word
    if game.first_dealer not in known:
        raise PlayerMustStay("You can’t remove the first dealer. Choose another one first.")
    for hole in game.holes:
        at_table = {player.id for player in game.at_table(hole.number)}
        named = {hole.dealer, *hole.entries, *hole.by_hand, *hole.playoff, hole.ender or hole.dealer}
        if not known.issuperset(named):
            raise PlayerMustStay(f"You can’t remove someone who played {word} {hole.number}. Mark them as leaving.")
        if hole.playoff and len(set(hole.playoff)) < max(2, len(hole.playoff)):
            raise NotInGame(f"An extra {word} needs at least two different players.")
        for player in game.players:
            if player.id in {*hole.entries, *hole.by_hand} and player.id not in at_table:
                has = f"has a score on {word} {hole.number}"
                raise BadStay(f"{player.name} {has}, so they have to be in the game for that {word}.")


# --- hands and holes --------------------------------------------------------------------------------------------------


def _enter(game: Game, edit: EnterHand, versions: Mapping[tuple[int, int], int]) -> Game:
    player = _player(game, edit.player)
    hole = game.hole(edit.hole)
    theirs = None if hole is None else hole.entries.get(player.id)
    if edit.entry is not None:
        check_entry(edit.entry, game.house)
    if theirs == edit.entry:
        return game
    version = versions.get((edit.hole, player.id), 0)
    if edit.based_on != version:
        raise Conflict(edit.hole, player.id, player.name, theirs, edit.entry, version, game.house.round_word)
    if hole is None:
        hole = _begin(game, edit.hole, ())
        game = _with_hole(game, hole)
    entries = {other: entry for other, entry in hole.entries.items() if other != player.id}
    if edit.entry is None:
        # The hole was confirmed with this hand in it, not without it.
        return _with_hole(game, replace(hole, entries=entries, confirmed=False))
    _check_plays(game, edit.hole, player.id)
    entries[player.id] = edit.entry
    return _with_hole(game, replace(hole, entries=entries))


def _add_by_hand(game: Game, edit: AddByHand, versions: Mapping[tuple[int, int], int]) -> Game:
    player = _player(game, edit.player)
    hole = game.hole(edit.hole) or _begin(game, edit.hole, ())
    theirs = hole.by_hand.get(player.id)
    yours = None if edit.by_hand is None else checked_by_hand(edit.by_hand, game.house)
    if theirs == yours:
        return game
    if edit.based_on != versions.get((edit.hole, player.id), 0):
        raise ByHandConflict(edit.hole, player.name, theirs, game.house.round_word)
    game = _with_hole(game, hole)
    _check_plays(game, edit.hole, player.id)
    by_hand = {other: points for other, points in hole.by_hand.items() if other != player.id}
    if yours is not None:
        by_hand[player.id] = yours
    return _with_hole(game, replace(hole, by_hand=by_hand))


def _settle(game: Game, edit: SettleHole, before: KeptGame) -> Game:
    version = before.hole_version(edit.hole)
    if edit.based_on is not UNCHANGED and edit.based_on != version:
        raise HoleConflict(edit.hole, version, game.house.round_word)
    playoff = () if edit.playoff is UNCHANGED else edit.playoff
    for player_id in playoff:
        _player(game, player_id)
    hole = game.hole(edit.hole) or _begin(game, edit.hole, playoff)
    if edit.playoff is not UNCHANGED and bool(edit.playoff) != bool(hole.playoff):
        word = game.house.round_word
        raise HoleOutOfOrder(f"{word.capitalize()} {edit.hole} can’t become an extra {word}, or stop being one.")
    said = {name: value for name in OF_HOLES if (value := getattr(edit, name)) is not UNCHANGED}
    hole = replace(hole, **said)
    game = _with_hole(game, hole)
    if edit.dealer is not UNCHANGED:
        _check_plays(game, edit.hole, edit.dealer)
    if edit.ender is not UNCHANGED and edit.ender is not None:
        _check_plays(game, edit.hole, edit.ender)
    return game


def _name_ender(game: Game, edit: NameEnder, before: KeptGame) -> Game:
    hole = game.hole(edit.hole)
    now = (None, False) if hole is None else (hole.ender, hole.ender_known)
    said = (edit.ender, edit.ender_known or edit.ender is not None)
    if edit.based_on is not UNCHANGED and now not in (edit.based_on, said):
        raise HoleConflict(edit.hole, before.hole_version(edit.hole), game.house.round_word)
    return _settle(game, SettleHole(edit.hole, ender=said[0], ender_known=said[1]), before)


def _begin(game: Game, number: int, playoff: tuple[int, ...]) -> Hole:
    """A new hole: a planned one, or the next extra one for some players."""
    planned, word = range(1, game.holes_planned + 1), game.house.round_word
    if playoff:
        extra = max([game.holes_planned, *(hole.number for hole in game.holes)]) + 1
        if number != extra:
            raise HoleOutOfOrder(f"The next extra {word} is {word} {extra}, not {number}.")
        # Enough for any tie in a real game.
        if number > last_hole(game.house):
            raise HoleOutOfOrder(f"No more extra {word}s. Share the win.")
    elif number not in planned:
        raise HoleOutOfOrder(f"This game has {word}s 1 to {game.holes_planned}, so there’s no {word} {number}.")
    # With the hole already in the game, because only the players of a playoff take turns dealing it.
    begun = _with_hole(game, Hole(number, dealer=0, entries={}, playoff=playoff))
    before = game.dealer(number)
    at_table = {player.id for player in begun.at_table(number)}
    dealer = before.id if before is not None else game.first_dealer
    if dealer not in at_table:
        following = next_clockwise(game.seats, dealer, at_table)
        if following is None:
            raise HoleOutOfOrder(f"No one is playing {word} {number}.")
        dealer = following
    return Hole(number, dealer, {}, playoff=playoff)


def _with_hole(game: Game, hole: Hole) -> Game:
    others = [other for other in game.holes if other.number != hole.number]
    return replace(game, holes=tuple(sorted([*others, hole], key=lambda one: one.number)))


# --- people and plan --------------------------------------------------------------------------------------------------


def _seat(game: Game, edit: SeatPlayers, new_ids: Iterator[int]) -> Game:
    players = checked_players(edit.players, game.house.round_word)
    ids = [player.id for player in players if player.id != NEWCOMER]
    if len(set(ids)) < len(ids):
        raise NotInGame("A player can only have one seat.")
    for player_id in ids:
        _player(game, player_id)
    for gone in game.players:
        if gone.id not in ids and (reason := must_stay(game, gone)):
            raise PlayerMustStay(f"{gone.name} {reason}, so you can’t remove them. Mark them as leaving.")
    teams = {player.id: player.team for player in game.players}
    if any(player.team != teams.get(player.id) for player in players):
        # Only when teams are chosen: a team that went home is no mistake.
        check_rivals(game.house, [player.team for player in players if player.left is None])
    here = sum(player.left is None for player in players)
    if here != sum(player.left is None for player in game.players):
        game.house.check_players(here)
    return replace(
        game,
        players=tuple(replace(one, id=next(new_ids)) if one.id == NEWCOMER else one for one in players),
    )


def _join_and_leave(game: Game, edit: JoinAndLeave) -> Game:
    """Players join and leave. Repeated joins and leaves are ignored; a leaver keeps every hole with cards."""
    players = []
    for player in game.players:
        after = edit.leaving.get(player.id)
        if after is not None and player.left is None:
            played = [hole.number for hole in game.holes if player.id in {*hole.entries, *hole.by_hand}]
            player = replace(player, left=max([after, player.joined - 1, *played]))
        players.append(player)
    new = [player for player in edit.joining if player.id not in game.seats]
    seated = SeatPlayers((*players, *(replace(player, id=NEWCOMER) for player in new)))
    game = _seat(game, seated, iter([player.id for player in new]))
    for hole in game.holes:
        at_table = {player.id for player in game.at_table(hole.number)}
        if not hole.confirmed and hole.dealer not in at_table:
            dealer = next_clockwise(game.seats, hole.dealer, at_table)
            game = game if dealer is None else _with_hole(game, replace(hole, dealer=dealer))
    return game


def must_stay(game: Game, player: Player) -> str | None:
    """Why this player cannot be removed, or None."""
    word = game.house.round_word
    for hole in game.holes:
        if player.id in {*hole.entries, *hole.by_hand}:
            return f"has a score on {word} {hole.number}"
        if player.id == hole.dealer:
            return f"deals {word} {hole.number}"
        if player.id == hole.ender:
            return f"ended {word} {hole.number}"
        if player.id in hole.playoff:
            return f"plays extra {word} {hole.number}"
    return None


def _plan(game: Game, edit: PlanGame) -> Game:
    if edit.first_dealer is not UNCHANGED:
        game = replace(game, first_dealer=_player(game, edit.first_dealer).id)
    if edit.holes_planned is not UNCHANGED:
        word = game.house.round_word
        holes = check_length(edit.holes_planned, game.house)
        played = [hole.number for hole in game.holes if not hole.playoff and (hole.entries or hole.confirmed)]
        if holes < max(played, default=0):
            raise WrongLength(
                f"{word.capitalize()} {max(played)} has started, so the game can’t end after {word} {holes}.",
                field="holes_planned",
            )
        if holes != game.holes_planned and any(hole.playoff for hole in game.holes):
            raise WrongLength(f"An extra {word} has started, so you can’t change the number of {word}s.")
        # Holes beyond the plan have no entries and are dropped.
        kept = tuple(hole for hole in game.holes if hole.playoff or hole.number <= holes)
        cut_from = game.full_length if edit.early else None
        game = replace(game, holes_planned=holes, holes=kept, cut_from=cut_from)
    return game


def _check_plays(game: Game, hole: int, player_id: int) -> None:
    player = _player(game, player_id)
    if player not in game.at_table(hole):
        raise NotInGame(f"{player.name} isn’t playing {game.house.round_word} {hole}.")


def _player(game: Game, player_id: int) -> Player:
    player = game.player(player_id)
    if player is None:
        raise NotInGame(f"There’s no player {player_id} in this game.")
    return player
