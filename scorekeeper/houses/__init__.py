"""The houses that come with Scorekeeper, and the format of a house.

A house is data: one TOML file next to this module (docs/adding-a-house.md). Adding a file adds the house everywhere.
"""

from scorekeeper.houses.choosing import as_chosen, usual_readings, with_more_readings, with_reading, with_readings
from scorekeeper.houses.library import HouseGroup, built_in, get, groups, named, score_games
from scorekeeper.houses.loading import BadHouse, HouseProblem, freeze, parse, thaw
