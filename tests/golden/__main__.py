"""`python -m tests.golden [HOUSE ...]`: write every golden file anew, or those of the houses named."""

import sys

from scorekeeper import houses
from tests.golden import write

for house in houses.built_in():
    if house.key in sys.argv[1:] or not sys.argv[1:]:
        write(house)
