"""The game of Golf: cards, layouts, houses, scores, holes and games.

Pure and immutable: no clock, no dice, no files, no network. This module names everything that others need.
"""

from scorekeeper.rules.cards import Card, Rank, Suit
from scorekeeper.rules.dealing import usual_teams
from scorekeeper.rules.deck import DeckWarning, deck_warnings
from scorekeeper.rules.game import Entry, Game, Hole, Player
from scorekeeper.rules.hole import Adjustment, ByHand, HoleResult, PlayerResult, adjustment, score_hole
from scorekeeper.rules.house import LONGEST_GAME, LONGEST_OPEN, MOST_SEATS, House
from scorekeeper.rules.layout import Cell, Grid, Layout, Line, Score
from scorekeeper.rules.notation import format_layout, parse_card, parse_layout
from scorekeeper.rules.options import Option, Reading
from scorekeeper.rules.points import looks_like_points, parse_points
from scorekeeper.rules.problems import BadLayout, RuleError
from scorekeeper.rules.reach import points_warnings, reach
from scorekeeper.rules.scoring import score, totals_as_written
from scorekeeper.rules.standings import Place, Side, Standing
