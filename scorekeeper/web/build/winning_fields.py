"""The fields about who gains and who pays: the ender, places on a hole, the match."""

from __future__ import annotations

from scorekeeper.web.build.fields import Choices, Field, Section, choice, number, tick

_PAYS: Choices = (("none", "nothing"), ("zero", "a score above 0 becomes 0"), ("half", "half of a score above 0"))
_ALONE: Choices = (("alone", "only whoever is lowest alone"), ("shared", "those who share the lowest score too"))

ENDER = Section(
    "ender",
    "Whoever ends the hole, and places",
    (
        choice(
            "penalty.kind",
            "If somebody else did better, the ender",
            ("none", "pays nothing"),
            ("add", "gets points added"),
            ("double", "has the score doubled"),
            ("double-and-add", "has the score doubled and points added"),
            ("worst", "gets the worst score at the table"),
        ),
        number("penalty.points", "Points added", when="penalty.kind=add double-and-add"),
        choice(
            "penalty.when",
            "Better is",
            ("someone-lower", "a lower score"),
            ("someone-lower-or-equal", "a lower or an equal score"),
            when="penalty.kind=add double double-and-add worst",
        ),
        tick("penalty.each_rival", "The points are added for each such player", when="penalty.kind=add"),
        choice(
            "penalty.below_zero",
            "A score below 0",
            ("kept", "is not doubled"),
            ("doubled", "is doubled too"),
            when="penalty.kind=double double-and-add",
        ),
        choice("reward.kind", "An ender with the lowest score gets", *_PAYS, ("add", "points added")),
        number("reward.points", "Points added", "Below 0 is good.", when="reward.kind=add"),
        choice("reward.when", "Lowest is", *_ALONE, when="reward.kind=zero half add"),
        choice("placing.winner.kind", "Whoever is lowest, ender or not, gets", *_PAYS, ("add", "points added")),
        number("placing.winner.points", "Points added", when="placing.winner.kind=add"),
        choice("placing.winner.when", "Lowest is", *_ALONE, when="placing.winner.kind=zero half add"),
        number("placing.equal", "Points for each whose score another player has as well", "0: a tie is nothing."),
        choice(
            "placing.compared",
            "For places are compared",
            ("raw", "the points of the cards"),
            ("after-penalty", "the points with what the ender pays or gets"),
        ),
    ),
)

MATCH = Section(
    "match",
    "Match",
    (
        Field("match.holes", "numbers", "How many holes?", "The usual lengths, such as 9, 18; the first is offered."),
        number(
            "match.until",
            "Or until somebody has so many points",
            "Empty: by holes only.",
            optional=True,
        ),
        Field(
            "match.exact",
            "rows",
            "Totals that change",
            "A total of exactly so many becomes another, as 100 becomes 50.",
            columns=(number("total", "exactly"), number("becomes", "becomes")),
            most=10,
        ),
        choice(
            "match.winner",
            "The game is won by",
            ("lowest-total", "the lowest total"),
            ("most-holes", "the most holes won"),
        ),
        choice(
            "match.tie",
            "A tie at the end",
            ("shared", "is shared"),
            ("extra-hole", "is played out in an extra hole"),
            ("lowest-hole", "goes to the lowest single hole, then the next lowest"),
            ("most-holes", "goes to the most holes won"),
            ("ender-loses", "is lost by whoever ended the last hole"),
        ),
        choice(
            "match.teams",
            "Teams",
            ("none", "everybody plays alone"),
            ("sum", "the points of a team are added up"),
            ("best-ball", "on each hole the lowest score of a team counts"),
        ),
        tick("match.hole_winner", "Each hole has a winner"),
        choice(
            "match.hole_tie",
            "Of those who are lowest together",
            ("shared", "all win the hole"),
            ("ender-wins", "whoever ended it wins the hole"),
            ("ender-loses", "whoever ended it does not win the hole"),
        ),
        choice(
            "match.first",
            "First to play is",
            ("left-of-dealer", "the player to the dealer's left"),
            ("dealer", "the dealer"),
        ),
        choice(
            "match.deal",
            "On the next hole",
            ("moves-on", "the deal moves on to the left"),
            ("stays", "the same player deals"),
            ("winner-starts", "the winner of the last hole starts"),
            ("loser-deals", "the loser of the last hole deals"),
            ("ender-starts", "whoever ended the last hole starts"),
            ("ender-deals", "whoever ended the last hole deals"),
            ("highest-opening-starts", "whoever turns up the highest cards starts"),
            ("highest-opening-then-ender", "whoever ended the last hole starts; on the first, whoever turns up most"),
        ),
    ),
)
