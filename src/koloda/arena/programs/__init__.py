"""Programs from outside: how they are made, started, kept apart, asked, measured and ended.

Nothing here knows a game or a protocol. A protocol decides what is told and asked, how long an answer may
be and how much time there is; `Process.ask` brings the answer or the fault.
"""
