"""The houses that come with Scorekeeper, and the form in which a house is kept.

A house is data: one TOML file beside this module (docs/adding-a-house.md). Adding a file adds the house everywhere.
"""

from scorekeeper.houses.loading import (
    BadHouse,
    HouseGroup,
    HouseProblem,
    as_chosen,
    built_in,
    freeze,
    get,
    groups,
    parse,
    thaw,
    with_readings,
)
