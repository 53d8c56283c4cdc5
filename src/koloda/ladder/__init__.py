"""The folder of a ladder: its rules, its log, its inbox, its programs.

A runner (`koloda.arena.ladder`) plays and writes; a table server only reads, and puts uploads into the inbox.
Nothing here compiles or starts a program.
"""
