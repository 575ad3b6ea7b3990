"""`python -m tests.golden`: write every golden file anew."""

from scorekeeper import houses
from tests.golden import write

for house in houses.built_in():
    write(house)
