"""Games for exports: one with everything in it, and random ones."""

from dataclasses import replace
from typing import Literal

from hypothesis import strategies as st

from scorekeeper import houses
from scorekeeper.rules import ByHand, Card, Cell, Entry, Game, Hole, House, Layout, Player, Suit, parse_layout

PENALTY = houses.with_readings(houses.get("penalty"), {"joker-pair": "keep", "tie": "extra-hole"})


def cards(text: str) -> Entry:
    return Entry(parse_layout(text, PENALTY))


def full_game() -> Game:
    """Two of three holes by Penalty's rules: a penalty, a bare number, a late joiner, and a player who left."""
    ann, bo, cy, di = Player(7, "Ann"), Player(3, "=Bo"), Player(9, "Zoë & <Cy>", joined=2), Player(4, "Di", left=1)
    first = Hole(
        number=1,
        dealer=3,
        entries={7: cards("5 * 7 / 5 Q K"), 3: Entry(points=-2), 4: cards("A A 2 / 3 4 K")},
        ender=7,
        ender_known=True,
        confirmed=True,
    )
    second = Hole(
        number=2,
        dealer=9,
        entries={7: cards("* 9 9 / * 9 9"), 3: cards("JS 10H [A] / Q K 2"), 9: Entry(points=0)},
        ender_known=True,
        confirmed=True,
        warnings_accepted=True,
    )
    third = Hole(number=3, dealer=7, entries={3: Entry(points=4)})
    return Game(PENALTY, (ann, bo, cy, di), 3, 3, (first, second, third))


def tied_game() -> Game:
    """A game of one hole with two winners, and an extra hole that decides it."""
    players = (Player(1, "Ann"), Player(2, "Bo"), Player(3, "Cy"))
    planned = Hole(1, 1, {1: Entry(points=5), 2: Entry(points=5), 3: Entry(points=9)}, confirmed=True)
    extra = Hole(2, 2, {1: Entry(points=8), 2: Entry(points=-1)}, confirmed=True, playoff=(1, 2))
    return Game(houses.get("two-joker"), players, 1, 1, (planned, extra))


def team_game(teams: Literal["sum", "best-ball"] = "sum") -> Game:
    """Two holes of two teams, and a third one started."""
    house = houses.get("two-joker")
    house = replace(house, match=replace(house.match, teams=teams))
    people = (("Ann", 1), ("Bo", 2), ("Cat", 1), ("Di", 2))
    players = tuple(Player(place, name, team=team) for place, (name, team) in enumerate(people, start=1))
    points = ((3, 10, 4, 12), (20, 1, -2, 8))
    holes = [
        Hole(number, number, {player: Entry(points=one) for player, one in enumerate(row, start=1)}, confirmed=True)
        for number, row in enumerate(points, start=1)
    ]
    return Game(house, players, 9, 1, (*holes, Hole(3, 3, {1: Entry(points=0)})))


def as_read(game: Game, title: str = "") -> tuple[Game, str]:
    """The game as it should be read back, its players numbered from 1, and its title."""
    number = {player.id: place for place, player in enumerate(game.players, 1)}
    holes = tuple(
        replace(
            hole,
            dealer=number[hole.dealer],
            entries={number[player]: entry for player, entry in hole.entries.items()},
            by_hand={number[player]: added for player, added in hole.by_hand.items()},
            ender=None if hole.ender is None else number[hole.ender],
            playoff=tuple(number[player] for player in hole.playoff),
        )
        for hole in game.holes
    )
    players = tuple(replace(player, id=number[player.id]) for player in game.players)
    return replace(game, players=players, first_dealer=number[game.first_dealer], holes=holes), title


def layouts(house: House) -> st.SearchStrategy[Layout]:
    """Random layouts of a house, with some cards face down, and with suits if its rules need them."""
    suited = [Card(rank, suit) for rank in house.suited_ranks for suit in Suit]
    plain = [Card(rank) for rank in house.ranks if rank not in house.suited_ranks]
    row = st.tuples(*[st.sampled_from([*plain, *sorted(suited, key=str)])] * house.grid.columns)
    rows = st.tuples(*[row] * house.grid.rows)
    hidden = st.frozensets(st.sampled_from([Cell(*cell) for cell in house.grid.cells()]), max_size=2)
    return st.builds(Layout, rows, hidden)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Random games, half done or finished, by any house with any readings."""
    house = draw(st.sampled_from(houses.built_in()))
    settled = draw(st.sets(st.sampled_from(range(len(house.options))), max_size=3))
    options = [house.options[place] for place in sorted(settled)]
    house = houses.with_readings(
        house, {option.key: draw(st.sampled_from([reading.key for reading in option.readings])) for option in options}
    )
    names = draw(
        st.lists(st.from_regex(r"[=+A-Za-zé][A-Za-zé '<\"]{0,8}[a-z]", fullmatch=True), min_size=2, max_size=4)
    )
    names = [f"{' '.join(name.split())}{place}" for place, name in enumerate(names)]
    ids = draw(st.permutations(range(1, len(names) + 1)))
    players = [Player(player_id, name) for player_id, name in zip(ids, names, strict=True)]
    players[0] = replace(players[0], joined=draw(st.integers(1, 3)))
    planned = draw(st.integers(1, 9))
    numbers = draw(st.sets(st.integers(1, planned)))
    cut_from = draw(st.none() | st.integers(planned, 36))
    game = Game(house, tuple(players), planned, draw(st.sampled_from(ids)), cut_from=cut_from)
    entry = st.one_of(layouts(house).map(Entry), st.integers(-99, 99).map(lambda points: Entry(points=points)))
    added = st.builds(ByHand, st.integers(1, 9) | st.integers(-9, -1), st.sampled_from(["looked", "=1+1", "<b>"]))
    holes = []
    for number in sorted(numbers):
        here = [player.id for player in game.at_table(number)]
        holes.append(
            Hole(
                number,
                draw(st.sampled_from(here)),
                {player_id: draw(entry) for player_id in draw(st.sets(st.sampled_from(here)))},
                draw(st.none() | st.sampled_from(here)),
                draw(st.booleans()),
                draw(st.booleans()),
                draw(st.booleans()),
                by_hand={player_id: draw(added) for player_id in draw(st.sets(st.sampled_from(here), max_size=1))},
            )
        )
    if draw(st.booleans()):
        holes.append(Hole(planned + 1, ids[0], {ids[0]: draw(entry)}, playoff=(ids[0], ids[1])))
        players[0] = replace(players[0], joined=1)
    return replace(game, players=tuple(players), holes=tuple(holes))
