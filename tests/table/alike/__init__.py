"""What the texts of these games say alike, checked once for each: a game's test names the clause and calls the check.

A `Text` says which game is meant, how its paragraphs are cited, and how a plain round of it is played. A check gets the
setup of the table under test where more than one kind of table must obey it.
"""
