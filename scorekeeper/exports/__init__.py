"""A game, or a set of exercises, as a file for other programs and people: a spreadsheet, a chat, a quiz, a chart.

Knows nothing of requests; what comes out is text or bytes with the media type beside it.
"""

from scorekeeper.exports.chart import CHART_POLICY, running_totals_chart
from scorekeeper.exports.game_csv import game_csv
from scorekeeper.exports.game_file import FORMAT, VERSION, export_game, game_json
from scorekeeper.exports.game_text import game_text
from scorekeeper.exports.reading import LONGEST_FILE, BadGameFile, FileProblem, read_game, read_game_file
from scorekeeper.exports.set_items import FORMATS, Format, SetToExport

__all__ = [
    "CHART_POLICY",
    "FORMAT",
    "FORMATS",
    "LONGEST_FILE",
    "VERSION",
    "BadGameFile",
    "FileProblem",
    "Format",
    "SetToExport",
    "export_game",
    "game_csv",
    "game_json",
    "game_text",
    "read_game",
    "read_game_file",
    "running_totals_chart",
]
