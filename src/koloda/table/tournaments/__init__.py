"""Tournaments of people at the tables: arena and Swiss. (Those of bots by commands are in `koloda.arena`.)

A tournament is an append-only log like a table (`log`), nobody owns it: whoever has something to add appends
it under the next number. `draw` says who meets whom, `standings` who leads; both are pure.
"""
