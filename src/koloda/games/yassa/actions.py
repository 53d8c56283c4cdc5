"""Phases, effects that wait for their victim, and action numbers."""

from typing import Final

TURN: Final = 0
AFTER_DRAW: Final = 1
RESPOND_SKIP: Final = 2
RESPOND_DRAW2: Final = 3
RESPOND_WD4: Final = 4
CALL_WINDOW: Final = 5
INTERVENTION_WINDOW: Final = 6
READY: Final = 7
OVER: Final = 8
PHASES: Final = [
    "turn",
    "after_draw",
    "respond_skip",
    "respond_draw2",
    "respond_wd4",
    "call_window",
    "intervention_window",
    "ready",
    "over",
]

# the effect that waits for its victim
NONE: Final = 0
SKIPPED: Final = 1
DRAWS_TWO: Final = 2
DRAWS_FOUR: Final = 3
EFFECTS: Final = ["none", "skip", "draw2", "wd4"]

# A form of laying is a coloured type, or 52 + colour for WC, or 56 + colour for W4.
# actions: play a form, the same with the shout, intervene with a form (not W4), the same with the shout,
# mistake a type, then the single words
PLAY_SHOUT: Final = 60
INTERVENE: Final = 120
INTERVENE_SHOUT: Final = 176
MISTAKE: Final = 232
DRAW: Final = 286
PASS: Final = 287
ACCEPT: Final = 288
CHALLENGE: Final = 289
SAY_READY: Final = 290
CALL: Final = 291
SILENT: Final = 292
DECLINE: Final = 293
MISTAKE_CALL: Final = 294
NUM_ACTIONS: Final = 295
