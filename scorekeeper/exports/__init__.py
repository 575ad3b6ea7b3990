"""A game, or a set of exercises, as a file for other programs and people: a spreadsheet, a chat, a quiz, a chart.

Knows nothing of requests; what comes out is text or bytes with the media type beside it.
"""
