# not compiled: text, made for people
"""Why an action is not legal, in one line that names the rule."""

from __future__ import annotations

from koloda.core.reasons import Templates
from koloda.core.texts import section_of

REASONS: Templates = section_of("koloda.games.yassa", "reasons")
