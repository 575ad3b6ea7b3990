"""`python -m tests.referee`: write the playthrough and the counts of each house that has none.

`python -m tests.referee KEY...` writes those of these houses anew; `--all` those of every house.
"""

import sys

from scorekeeper import houses
from tests.referee import perft, playthroughs

asked = sys.argv[1:]
every = houses.built_in()
again = every if "--all" in asked else tuple(house for house in every if house.key in asked)

playthroughs.FOLDER.mkdir(exist_ok=True)
for house in every:
    file = playthroughs.FOLDER / f"{house.key}.txt"
    if house in again or not file.exists():
        file.write_text(playthroughs.record(house), "utf-8")

counted = {key for key, _ in perft.pinned()} if perft.PINNED.exists() else set()
perft.write(house for house in every if house in again or house.key not in counted)
