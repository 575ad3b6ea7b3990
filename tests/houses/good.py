"""A house file with nothing wrong, for tests that make it bad. It stays as it is when the built-in houses change."""

FILE = "two-joker.toml"

GOOD = """\
key = "two-joker"
name = "Two jokers"
summary = "One deck with two jokers of minus 2 that keep it even as a pair, and one last turn."

[source]
sheet = "004"
title = "Six-card Golf with two jokers"

[grid]
rows = 2
columns = 3

[table]
players_min = 2
players_max = 4
decks = { 2 = 1 }
jokers_per_deck = 2

[values]
A = 1
2 = 2
3 = 3
4 = 4
5 = 5
6 = 6
7 = 7
8 = 8
9 = 9
10 = 10
J = 10
Q = 10
K = 0
"*" = -2

[cancelling]
where = ["column"]
exceptions = { "*" = "keep" }

[opening]
face_up = 2
when = "before-play"

[turn]
placed = "face-up"
may_return_discard = true

[ending]
trigger = "all-face-up"
last_turns = 1

[match]
holes = [9, 18]

[[options]]
key = "joker-value"
row = "B.x"
kind = "score"
question = "What does a joker count?"
why = "The sheet makes a joker minus 2; other published rules take off three or five."

[[options.readings]]
key = "minus-two"
text = "minus 2"
sets = { "values.*" = -2 }

[[options.readings]]
key = "minus-three"
text = "minus 3"
sets = { "values.*" = -3 }

[[options.readings]]
key = "minus-five"
text = "minus 5"
sets = { "values.*" = -5 }

[[options]]
key = "joker-pair"
row = "004-a"
kind = "score"
question = "What does a column of two jokers count?"
why = "The sheet lets jokers keep their minus 2 in a pair; tables differ on whether that means each of them."

[[options.readings]]
key = "keep"
text = "each joker keeps its own value: minus 4 in all"
sets = { "cancelling.exceptions.*" = "keep" }

[[options.readings]]
key = "minus-two"
text = "minus 2 for the column"
sets = { "cancelling.exceptions.*" = -2 }

[[options.readings]]
key = "zero"
text = "0, like any pair"
sets = { "cancelling.exceptions.*" = "zero" }

[[options]]
key = "last-turn"
row = "B.x"
kind = "score"
question = "Do the others get one more turn after a player has ended the hole?"
why = "The sheet gives every other player one last turn; some tables stop at once, which changes what they score."

[[options.readings]]
key = "one"
text = "yes, one turn each"
sets = { "ending.last_turns" = 1 }

[[options.readings]]
key = "none"
text = "no, play stops at once"
sets = { "ending.last_turns" = 0 }

[[options]]
key = "twos"
row = "004-e"
kind = "score"
question = "What does a two count?"
why = "The sheet counts ace to ten at the number on the card; Golf without jokers makes a two minus 2."

[[options.readings]]
key = "plus"
text = "2"
sets = { "values.2" = 2 }

[[options.readings]]
key = "minus"
text = "minus 2"
sets = { "values.2" = -2 }

[[options]]
key = "put-back"
row = "004-i"
kind = "play"
question = "May a card taken from the discard pile be put straight back?"
why = "The sheet lets a taken card be discarded, whichever pile it came from."

[[options.readings]]
key = "allowed"
text = "yes, it may go straight back"
sets = { "turn.may_return_discard" = true }

[[options.readings]]
key = "forbidden"
text = "no, it must replace a card of the layout"
sets = { "turn.may_return_discard" = false }

[[options]]
key = "stock-empty"
row = "004-r"
kind = "play"
question = "What if the stock runs out?"
why = "The sheet says nothing. Most tables shuffle the discards and play on; some count at once."

[[options.readings]]
key = "reshuffle"
text = "shuffle the discard pile, all but its top card, into a new stock"
sets = { "ending.stock_empty" = "reshuffle" }

[[options.readings]]
key = "hole-ends"
text = "the hole ends and is scored"
sets = { "ending.stock_empty" = "hole-ends" }

[[options]]
key = "tie"
row = "004-r"
kind = "match"
question = "What if totals are equal at the end?"
why = "The sheet names no tie-break."

[[options.readings]]
key = "shared"
text = "the win is shared"
sets = { "match.tie" = "shared" }

[[options.readings]]
key = "extra-hole"
text = "those tied play an extra hole"
sets = { "match.tie" = "extra-hole" }

[[examples]]
layout = "5 * 7 / 5 Q K"
total = 15
why = "The fives cancel, joker and queen are 8, seven and king are 7."

[[examples]]
layout = "* 5 6 / * 5 7"
total = 9
why = "Two jokers keep minus 2 each, the fives cancel, six and seven are 13."
"""
