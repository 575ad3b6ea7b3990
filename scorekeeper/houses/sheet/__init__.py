"""A house in words: its whole rule sheet, what is special about it, and how it differs from another.

All of it is generated from the house's data, so what is printed is what is played and counted.
"""

from scorekeeper.houses.sheet.comparison import differences
from scorekeeper.houses.sheet.sections import SheetSection, SheetTable, in_short, rule_sheet, sheet_text
from scorekeeper.houses.sheet.worked_examples import WorkedExample, fewest_examples
