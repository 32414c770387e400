"""One table, without anything asynchronous.

`table` (who sits where), `seen` (what a seat sees), `asked` (its questions), `changes` (its actions), `opening` (new tables).
"""
