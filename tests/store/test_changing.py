"""Entering hands and settling holes: versions, conflicts, writes that arrive twice, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from scorekeeper.rules import Entry, Option, Rank, Reading, RuleError
from scorekeeper.rules.rereading import HandsNotPlayable
from scorekeeper.store import (
    ChooseReadings,
    Conflict,
    Edit,
    EnterHand,
    GameNotFound,
    HoleConflict,
    IdReused,
    PlanGame,
    SettleHole,
    change,
    create_game,
    find_game,
    games_around,
    history,
)
from tests.store.playing import FIVES, KINGS, PENALTY, Table, begin, cards, new_write, points


@pytest.mark.parametrize(
    "entry",
    [FIVES, KINGS, cards("AS 2H 3D / 4C 10S *"), cards("[A] 2 3 / 4 5 [6]"), points(0), points(-7), points(999)],
    ids=str,
)
def test_what_was_entered_is_there_again(table: Table, entry: Entry) -> None:
    changed = table.enter(1, "Ann", entry)
    assert not changed.repeated
    assert table.entry(1, "Ann") == entry
    assert table.kept == changed.kept


def test_zero_is_not_missing(table: Table) -> None:
    table.enter(1, "Ann", points(0))
    assert [player.name for player in table.kept.game.missing(1)] == ["Bo", "Cy"]


def test_the_first_entry_begins_the_hole_with_its_dealer(table: Table) -> None:
    table.enter(1, "Cy", FIVES)
    table.enter(2, "Cy", FIVES)
    first, second = table.kept.game.holes
    assert (first.dealer, second.dealer) == (table.id("Ann"), table.id("Bo"))


def test_an_entry_can_be_taken_away(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    table.enter(1, "Ann", None)
    assert table.entry(1, "Ann") is None
    assert table.kept.hand_versions == {}


def test_every_change_makes_a_new_version_and_no_other_write_does(table: Table) -> None:
    versions = [table.kept.version]
    for edit in (
        lambda: table.enter(1, "Ann", FIVES),
        lambda: table.enter(1, "Ann", KINGS),
        lambda: table.enter(1, "Ann", None),
        lambda: table.change(SettleHole(1, confirmed=True)),
        lambda: table.change(PlanGame(title="Cup")),
        lambda: table.undo(),
    ):
        edit()
        versions.append(table.kept.version)
    assert versions == sorted(set(versions))
    table.change(SettleHole(1, confirmed=True))
    before = table.kept
    table.change(SettleHole(1, confirmed=True))
    assert table.kept == before


def test_the_version_of_a_hand_grows_only_with_that_hand(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    seen = table.kept.hand_versions[1, table.id("Ann")]
    table.enter(1, "Bo", FIVES)
    table.change(SettleHole(1, ender=table.id("Ann"), ender_known=True))
    assert table.kept.hand_versions[1, table.id("Ann")] == seen
    table.enter(1, "Ann", KINGS)
    assert table.kept.hand_versions[1, table.id("Ann")] > seen


# --- conflicts --------------------------------------------------------------------------------------------------------


def test_a_hand_that_changed_meanwhile_is_shown_and_not_overwritten(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    seen = table.kept.hand_versions[1, table.id("Ann")]
    table.enter(1, "Ann", KINGS)
    before = table.kept
    with pytest.raises(Conflict) as found:
        table.enter(1, "Ann", points(5), based_on=seen)
    conflict = found.value
    assert (conflict.hole, conflict.player) == (1, table.id("Ann"))
    assert (conflict.theirs, conflict.yours) == (KINGS, points(5))
    assert "Ann" in str(conflict)
    assert table.kept == before
    table.enter(1, "Ann", points(5), based_on=conflict.version)
    assert table.entry(1, "Ann") == points(5)


@pytest.mark.parametrize("mine", [FIVES, None], ids=["entered", "taken away"])
def test_a_conflict_also_meets_who_takes_away_or_saw_nothing(table: Table, mine: Entry | None) -> None:
    table.enter(1, "Ann", KINGS)
    with pytest.raises(Conflict):
        table.enter(1, "Ann", mine, based_on=0)


def test_equal_hands_never_conflict(table: Table) -> None:
    before = table.enter(1, "Ann", KINGS).kept
    assert table.enter(1, "Ann", KINGS, based_on=0).kept == before
    assert len(history(table.store, table.key)) == 2


def test_a_version_never_comes_back(table: Table) -> None:
    """A phone that saw a hand which was since taken away and entered anew must not win over the new one."""
    table.enter(1, "Ann", FIVES)
    seen = table.kept.hand_versions[1, table.id("Ann")]
    table.enter(1, "Ann", None)
    table.enter(1, "Ann", KINGS)
    with pytest.raises(Conflict):
        table.enter(1, "Ann", points(1), based_on=seen)
    table.undo()
    table.undo()
    assert table.entry(1, "Ann") == FIVES
    with pytest.raises(Conflict):
        table.enter(1, "Ann", points(1), based_on=seen)


def test_one_conflict_stops_the_whole_write(table: Table) -> None:
    table.enter(1, "Ann", KINGS)
    before = table.kept
    with pytest.raises(Conflict):
        table.change(table.hand(1, "Bo", FIVES), table.hand(1, "Ann", FIVES, based_on=0))
    assert table.kept == before


@pytest.mark.parametrize(
    "meanwhile",
    [
        pytest.param(lambda t: t.enter(1, "Bo", FIVES), id="another hand"),
        pytest.param(lambda t: t.enter(1, "Ann", KINGS), id="the hand corrected"),
        pytest.param(lambda t: t.enter(1, "Ann", None), id="the hand taken away"),
        pytest.param(lambda t: (t.enter(1, "Ann", None), t.enter(1, "Ann", FIVES)), id="taken away and entered anew"),
        pytest.param(lambda t: t.change(SettleHole(1, ender=t.id("Bo"), ender_known=True)), id="the ender"),
        pytest.param(lambda t: t.change(SettleHole(1, dealer=t.id("Cy"))), id="the dealer"),
        pytest.param(lambda t: t.change(SettleHole(1, confirmed=True)), id="confirmed by somebody else"),
        pytest.param(lambda t: t.undo(), id="not begun any more"),
    ],
)
def test_a_hole_is_settled_as_it_was_seen_or_not_at_all(table: Table, meanwhile: Callable[[Table], object]) -> None:
    table.enter(1, "Ann", FIVES)
    seen = table.kept.hole_version(1)
    meanwhile(table)
    before = table.kept
    with pytest.raises(HoleConflict) as found:
        table.change(SettleHole(1, confirmed=True, based_on=seen))
    assert (found.value.code, found.value.hole) == ("store.hole_conflict", 1)
    assert found.value.version == before.hole_version(1) != seen
    assert table.kept == before
    table.change(SettleHole(1, confirmed=True, based_on=found.value.version))
    assert table.kept.game.holes[0].confirmed


def test_the_version_of_a_hole_grows_with_nothing_else(table: Table) -> None:
    assert table.kept.hole_version(1) == 0
    table.enter(1, "Ann", FIVES)
    seen = table.kept.hole_version(1)
    assert seen == table.kept.version
    table.enter(2, "Ann", FIVES)
    table.change(PlanGame(title="Cup"))
    table.seat("Cy", "Ann", "Bo", "Di")
    assert table.kept.hole_version(1) == seen
    table.change(SettleHole(1, confirmed=True, based_on=seen))


def test_hands_and_the_hole_that_they_finish_are_based_on_what_was_there_before(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    seen = table.kept.hole_version(1)
    table.change(table.hand(1, "Bo", KINGS), SettleHole(1, confirmed=True, based_on=seen))
    assert table.kept.game.holes[0].confirmed
    table.change(SettleHole(2, confirmed=True, based_on=0))
    assert table.kept.game.holes[1].confirmed


def test_who_says_nothing_of_what_they_saw_settles_the_hole_as_it_is(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    table.enter(1, "Bo", FIVES)
    table.change(SettleHole(1, confirmed=True))
    assert table.kept.game.holes[0].confirmed


# --- writes that arrive twice -----------------------------------------------------------------------------------------


def test_the_same_write_twice_is_done_once(table: Table) -> None:
    edits = [table.hand(1, "Ann", FIVES)]
    write = new_write()
    first = change(table.store, table.key, edits, write)
    again = change(table.store, table.key, edits, write)
    assert (first.repeated, again.repeated) == (False, True)
    assert again.kept == first.kept
    assert len(history(table.store, table.key)) == 2


def test_a_late_repeat_does_not_win_over_what_came_after(table: Table) -> None:
    edits = [table.hand(1, "Ann", FIVES)]
    write = new_write()
    change(table.store, table.key, edits, write)
    table.enter(1, "Ann", KINGS)
    assert change(table.store, table.key, edits, write).repeated
    assert table.entry(1, "Ann") == KINGS


def test_a_write_that_changed_nothing_is_remembered_too(table: Table) -> None:
    table.change(SettleHole(1, confirmed=True))
    nothing, write = [SettleHole(1, confirmed=True)], new_write()
    change(table.store, table.key, nothing, write)
    table.change(SettleHole(1, confirmed=False))
    assert change(table.store, table.key, nothing, write).repeated
    assert not table.kept.game.holes[0].confirmed


def test_a_repeat_of_a_settled_hole_is_done_and_no_conflict(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    edits, write = [SettleHole(1, confirmed=True, based_on=table.kept.hole_version(1))], new_write()
    assert not change(table.store, table.key, edits, write).repeated
    table.enter(1, "Ann", KINGS)
    assert change(table.store, table.key, edits, write).repeated


def test_a_refused_write_may_be_sent_again_under_its_id(table: Table) -> None:
    table.enter(1, "Ann", KINGS)
    write = new_write()
    with pytest.raises(Conflict):
        change(table.store, table.key, [table.hand(1, "Ann", FIVES, based_on=0)], write)
    assert not change(table.store, table.key, [table.hand(1, "Ann", FIVES)], write).repeated
    assert table.entry(1, "Ann") == FIVES


def test_an_id_belongs_to_one_content_in_one_game(table: Table) -> None:
    other = begin(table.store)
    edits = [table.hand(1, "Ann", FIVES)]
    write = new_write()
    change(table.store, table.key, edits, write)
    for key, attempt in (
        (table.key, [table.hand(1, "Ann", KINGS)]),
        (table.key, []),
        (other.key, edits),
        (other.key, [other.hand(1, "Ann", FIVES)]),
    ):
        with pytest.raises(IdReused):
            change(table.store, key, attempt, write)
    assert other.kept.version == 1


# --- what is refused --------------------------------------------------------------------------------------------------

Refused = Callable[[Table], Edit]


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        pytest.param(lambda t: t.hand(0, "Ann", FIVES), "hole.out_of_order", id="hole 0"),
        pytest.param(lambda t: t.hand(10, "Ann", FIVES), "hole.out_of_order", id="after the last hole"),
        pytest.param(lambda t: t.hand(10**30, "Ann", FIVES), "hole.out_of_order", id="far after it"),
        pytest.param(lambda t: t.hand(1, "Ann", cards("5 5 / 5 5")), "layout.bad", id="another grid"),
        pytest.param(lambda t: t.hand(1, "Ann", points(1000)), "points.out_of_range", id="too many points"),
        pytest.param(lambda t: t.hand(1, "Ann", points(-(10**30))), "points.out_of_range", id="far too few"),
        pytest.param(lambda t: EnterHand(1, 10**30, FIVES, 0), "player.not_in_game", id="nobody"),
        pytest.param(lambda t: EnterHand(1, begin(t.store).id("Ann"), FIVES, 0), "player.not_in_game", id="a stranger"),
        pytest.param(lambda t: SettleHole(1, dealer=10**30), "player.not_in_game", id="nobody deals"),
        pytest.param(lambda t: SettleHole(1, ender=-1), "player.not_in_game", id="nobody ends"),
        pytest.param(lambda t: SettleHole(11), "hole.out_of_order", id="a hole too far"),
        pytest.param(
            lambda t: SettleHole(2, playoff=(t.id("Ann"), t.id("Bo"))), "hole.out_of_order", id="early playoff"
        ),
        pytest.param(lambda t: SettleHole(10, playoff=(t.id("Ann"),)), "player.not_in_game", id="playoff of one"),
        pytest.param(lambda t: SettleHole(10, playoff=(t.id("Ann"),) * 2), "player.not_in_game", id="against oneself"),
        pytest.param(lambda t: ChooseReadings({"decks-at-six": "one"}), "house.unknown_option", id="no such question"),
        pytest.param(
            lambda t: ChooseReadings({"decks-at-four": "three"}), "house.unknown_reading", id="no such answer"
        ),
        pytest.param(lambda t: PlanGame(holes_planned=0), "game.length", id="no holes"),
        pytest.param(lambda t: PlanGame(holes_planned=37), "game.length", id="too many holes"),
        pytest.param(lambda t: PlanGame(first_dealer=0), "player.not_in_game", id="an unknown first dealer"),
        pytest.param(lambda t: PlanGame(title="\x00"), "game.title", id="an unseen title"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(table: Table, edit: Refused, code: str) -> None:
    table.enter(3, "Ann", KINGS)
    before, changes = table.kept, history(table.store, table.key)
    with pytest.raises(RuleError) as found:
        table.change(table.hand(1, "Bo", FIVES), edit(table))
    assert found.value.code == code
    assert table.kept == before
    assert history(table.store, table.key) == changes


def test_a_game_is_not_cut_off_before_a_hole_that_has_begun(table: Table) -> None:
    table.enter(5, "Ann", KINGS)
    with pytest.raises(RuleError, match="hole 5"):
        table.change(PlanGame(holes_planned=4))
    assert table.change(PlanGame(holes_planned=5)).kept.game.holes_planned == 5


# --- rules ------------------------------------------------------------------------------------------------------------


def test_a_table_answers_a_question_while_it_plays(table: Table) -> None:
    table.seat("Ann", "Bo", "Cy", "Di")
    thirteen = {"Ann": cards("K K K / K K K"), "Bo": cards("K K K / K K K"), "Cy": cards("K 2 3 / 4 5 6")}
    table.change(*(table.hand(1, name, entry) for name, entry in thirteen.items()))
    before = table.kept
    assert [option.key for option in before.game.open_options] == ["decks-at-four"]
    assert not before.game.warnings(1), "with how many decks is not known"
    answered = table.change(ChooseReadings({"decks-at-four": "one"})).kept
    assert dict(answered.game.house.readings) == {"decks-at-four": "one"}
    assert not answered.game.open_options
    assert "13 kings" in answered.game.warnings(1)[0].message
    newest = history(table.store, table.key)[0]
    assert newest.kind == "plan"
    assert [(part.subject, part.before, part.after) for part in newest.parts] == [
        ("house", {}, {"decks-at-four": "one"})
    ]
    table.change(ChooseReadings({"joker-value": "minus-two"}))
    assert dict(table.kept.game.house.readings) == {"decks-at-four": "one", "joker-value": "minus-two"}
    assert table.change(ChooseReadings({"decks-at-four": "one"})).kept.version == table.kept.version
    table.undo()
    table.undo()
    assert table.kept.game == before.game


def test_an_answer_that_makes_cards_impossible_asks_about_them(table: Table) -> None:
    table.seat("Ann", "Bo", "Cy", "Di")
    table.change(table.hand(1, "Ann", KINGS), SettleHole(1, warnings_accepted=True))
    table.change(ChooseReadings({"decks-at-four": "one"}))
    assert not table.kept.game.holes[0].warnings_accepted, "nobody could see the fifth king then"


def test_an_answer_that_no_hand_could_be_counted_by_is_refused(table: Table) -> None:
    """The house of this game gives no value to a joker once the table says so; Ann holds one."""
    no_jokers = replace(
        PENALTY,
        options=(
            *PENALTY.options,
            Option(
                key="any-jokers",
                row="",
                kind="score",
                question="Are there jokers?",
                why="",
                readings=(
                    Reading(key="yes", text="yes"),
                    Reading(
                        key="no",
                        text="no",
                        sets={
                            "values": {rank.value: 1 for rank in PENALTY.ranks if rank is not Rank.JOKER},
                            "table.jokers_per_deck": 0,
                            "cancelling.exceptions": {},
                        },
                    ),
                ),
            ),
        ),
    )
    kept = create_game(table.store, house=no_jokers, players=["Ann", "Bo"], holes=9, first_dealer=0, write=new_write())
    game = Table(table.store, kept.edit_key)
    game.enter(2, "Ann", FIVES)
    before = game.kept
    with pytest.raises(HandsNotPlayable, match="Ann's cards on hole 2: row 1, column 2"):
        game.change(ChooseReadings({"any-jokers": "no"}))
    assert game.kept == before
    game.enter(2, "Ann", cards("5 6 7 / 5 Q K"))
    game.change(ChooseReadings({"any-jokers": "no"}))
    assert game.kept.game.result(2) is not None


def test_what_was_agreed_is_kept_even_where_it_changes_no_rule(table: Table) -> None:
    talk = Option(
        key="talk",
        row="",
        kind="note",
        question="May players talk about their cards?",
        why="",
        readings=(Reading(key="no", text="no"), Reading(key="yes", text="yes")),
    )
    house = replace(PENALTY, options=(*PENALTY.options, talk))
    kept = create_game(table.store, house=house, players=["Ann", "Bo"], holes=9, first_dealer=0, write=new_write())
    game = Table(table.store, kept.edit_key)
    game.change(ChooseReadings({"talk": "yes"}))
    assert dict(game.kept.game.house.readings) == {"talk": "yes"}
    game.undo()
    assert dict(game.kept.game.house.readings) == {}


def test_going_back_to_the_printed_reading_is_the_printed_house_again(table: Table) -> None:
    table.change(ChooseReadings({"joker-value": "minus-two", "joker-pair": "keep"}))
    table.change(ChooseReadings({"joker-value": "minus-three"}))
    assert table.kept.game.house.values == PENALTY.values
    assert table.kept.game.house == table.kept.house_with({})


def test_the_game_right_before_and_after_each_change(table: Table) -> None:
    seen = [table.kept.game]
    edits: list[list[Edit]] = [
        [table.hand(1, "Ann", FIVES)],
        [ChooseReadings({"joker-value": "minus-two"})],
        [table.hand(1, "Bo", KINGS), SettleHole(1, ender=table.id("Bo"), ender_known=True, confirmed=True)],
        [PlanGame(holes_planned=5)],
    ]
    for edit in edits:
        seen.append(table.change(*edit).kept.game)
    seen.append(table.undo().kept.game)
    changes = history(table.store, table.key)
    for one, before, after in zip(reversed(changes[:-1]), seen, seen[1:], strict=False):
        assert games_around(table.kept, changes, one) == (before, after)


# --- holes ------------------------------------------------------------------------------------------------------------


def test_only_what_is_said_about_a_hole_changes(table: Table) -> None:
    bo = table.id("Bo")
    table.change(SettleHole(1, ender=bo, ender_known=True, warnings_accepted=True))
    table.change(SettleHole(1, confirmed=True))
    hole = table.kept.game.holes[0]
    assert (hole.ender, hole.ender_known, hole.confirmed, hole.warnings_accepted) == (bo, True, True, True)
    table.change(SettleHole(1, ender=None))
    assert table.kept.game.holes[0].ender is None
    assert table.kept.game.holes[0].ender_known


def test_hands_and_the_end_of_a_hole_go_in_one_write(table: Table) -> None:
    table.change(*(table.hand(1, name, FIVES) for name in table.names), SettleHole(1, confirmed=True))
    assert table.kept.game.current_hole == 2
    assert len(history(table.store, table.key)) == 2


def test_a_confirmed_hole_that_loses_a_hand_is_open_again(table: Table) -> None:
    table.change(*(table.hand(1, name, FIVES) for name in table.names), SettleHole(1, confirmed=True))
    settled = table.kept
    table.enter(1, "Bo", None)
    assert not table.kept.game.holes[0].confirmed
    assert table.kept.game.current_hole == 1
    assert [part.subject for part in history(table.store, table.key)[0].parts] == ["hole", "hand"]
    table.undo()
    assert table.kept.game == settled.game


def test_missing_hands_are_accepted_as_they_were_and_not_more_of_them(table: Table) -> None:
    table.change(table.hand(1, "Ann", FIVES), table.hand(1, "Bo", FIVES), SettleHole(1, confirmed=True))
    nothing_taken = table.enter(1, "Cy", None).kept
    hand_taken = table.enter(1, "Bo", None).kept
    said_at_once = table.change(table.hand(1, "Ann", None), SettleHole(1, confirmed=True)).kept
    confirmed = [kept.game.holes[0].confirmed for kept in (nothing_taken, hand_taken, said_at_once)]
    assert confirmed == [True, False, True]


FOUR_KINGS = cards("K K A / K K Q")

Hands = dict[str, Entry | None]

ACCEPTED: list[tuple[str, Hands, Hands, bool]] = [
    ("more kings", {"Ann": KINGS}, {"Bo": cards("K 2 3 / 4 6 7")}, False),
    ("another kind", {"Ann": KINGS}, {"Ann": cards("Q Q Q / Q Q A")}, False),
    ("a hand without any", {"Ann": KINGS}, {"Bo": cards("2 3 4 / 6 7 8")}, True),
    ("bare points", {"Ann": KINGS}, {"Bo": points(3)}, True),
    ("fewer, and still too many", {"Ann": KINGS, "Bo": cards("K 2 3 / 4 6 7")}, {"Bo": points(3)}, True),
    ("the same kings in other hands", {"Ann": KINGS, "Bo": points(1)}, {"Ann": points(1), "Bo": KINGS}, True),
    ("all right again", {"Ann": KINGS}, {"Ann": FOUR_KINGS}, True),
    ("wrong once more", {"Ann": FOUR_KINGS}, {"Ann": KINGS}, False),
    ("taken away", {"Ann": KINGS}, {"Ann": None}, True),
]


@pytest.mark.parametrize(
    ("first", "then", "stays"), [case[1:] for case in ACCEPTED], ids=[case[0] for case in ACCEPTED]
)
def test_the_table_accepts_the_impossible_cards_that_it_saw(
    table: Table, first: Hands, then: Hands, stays: bool
) -> None:
    table.change(*(table.hand(1, name, entry) for name, entry in first.items()))
    table.change(SettleHole(1, warnings_accepted=True))
    accepted = table.kept
    table.change(*(table.hand(1, name, entry) for name, entry in then.items()))
    assert table.kept.game.holes[0].warnings_accepted is stays
    assert ("hole" in {part.subject for part in history(table.store, table.key)[0].parts}) is not stays
    table.undo()
    assert table.kept.game == accepted.game


def test_who_accepts_with_the_hands_accepts_these_hands(table: Table) -> None:
    table.change(table.hand(1, "Ann", KINGS), SettleHole(1, warnings_accepted=True))
    assert table.kept.game.holes[0].warnings_accepted
    table.change(table.hand(1, "Bo", KINGS), SettleHole(1, warnings_accepted=True))
    assert table.kept.game.holes[0].warnings_accepted
    table.enter(2, "Ann", KINGS)
    assert [hole.warnings_accepted for hole in table.kept.game.holes] == [True, False]


def test_an_extra_hole_is_played_and_dealt_by_those_tied(table: Table) -> None:
    table.change(PlanGame(holes_planned=1))
    scores = {"Ann": 3, "Bo": 5, "Cy": 3}
    table.change(*(table.hand(1, name, points(scores[name])) for name in scores), SettleHole(1, confirmed=True))
    tied = (table.id("Ann"), table.id("Cy"))
    table.change(SettleHole(2, playoff=tied))
    extra = table.kept.game.hole(2)
    assert extra is not None
    assert extra.playoff == tied
    assert extra.dealer == table.id("Cy")  # Ann dealt before, and Bo does not play
    with pytest.raises(RuleError, match="Bo does not play"):
        table.enter(2, "Bo", points(1))
    table.change(table.hand(2, "Ann", points(1)), table.hand(2, "Cy", points(2)), SettleHole(2, confirmed=True))
    assert [standing.player.name for standing in table.kept.game.leaders] == ["Ann"]
    with pytest.raises(RuleError):
        table.change(PlanGame(holes_planned=2))


def test_a_change_of_one_game_leaves_others_alone(table: Table) -> None:
    other = begin(table.store)
    before = other.kept
    table.enter(1, "Ann", KINGS)
    table.change(PlanGame(title="Cup"))
    assert other.kept == before


def test_an_unknown_game_cannot_be_changed(table: Table) -> None:
    with pytest.raises(GameNotFound):
        change(table.store, "nothing", [], new_write())


def test_an_error_in_a_larger_write_takes_all_of_it_back(table: Table) -> None:
    """Callers may join several calls in one write."""
    before = table.kept

    def enter_and_fail() -> None:
        with table.store.write():
            table.enter(1, "Ann", KINGS)
            assert table.entry(1, "Ann") == KINGS
            find_game(table.store, "nothing")

    with pytest.raises(GameNotFound):
        enter_and_fail()
    assert table.kept == before
    with table.store.write():
        table.enter(1, "Ann", KINGS)
        table.enter(1, "Bo", KINGS)
    assert len(table.kept.hand_versions) == 2
