"""A house in words: its rule sheet, what is special about it, and how it differs from another.

All of it is generated from the house's data, so the printed rules are the rules that are scored.
"""

from scorekeeper.houses.sheet.comparison import differences
from scorekeeper.houses.sheet.glance import Glance, at_a_glance
from scorekeeper.houses.sheet.sections import (
    SheetSection,
    SheetTable,
    in_short,
    legend_of,
    rule_sheet,
    sheet_text,
    unsigned_sheet,
)
from scorekeeper.houses.sheet.worked_examples import WorkedExample, fewest_examples, picture
