"""At the table: what is entered is there, once, and only those who may change it can."""

from tests.promises.visitor import Visitor, new_id

LOW, MID = "K K A / K 3 2", "A 2 3 / 4 5 6"
"""6 and 21 points by Penalty's rules, which have no twos below 0."""


def test_a_hole_that_was_entered_without_scripts_counts(visitor: Visitor) -> None:
    key = visitor.begin("penalty")
    visitor.enter(key, 1, [LOW, MID])
    (hole,) = visitor.game(key)["holes"]
    assert hole["confirmed"]
    assert [hand["raw"] for hand in hole["hands"]] == [6, 21]


def test_an_entry_that_is_sent_twice_with_one_id_is_there_once(visitor: Visitor) -> None:
    key = visitor.begin("penalty")
    player = visitor.game(key)["players"][0]["id"]
    sent = {"write_id": new_id(), "based_on": 0, "cards": LOW}
    for _ in range(2):
        visitor.ask(f"/api/games/{key}/holes/1/hands/{player}", sent, "PUT")
        assert visitor.status == 200
    assert visitor.game(key)["version"] == 2
