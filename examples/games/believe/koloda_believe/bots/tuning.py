"""How the search plays this game. It must learn from what people claim: `candidates` asks for likelihood."""

from koloda.core.tuning import Tuning, levels

TUNING = Tuning(modelled=100, trust=3.0, exploration=0.7, candidates=12)
LEVELS = levels(hard=150, expert=1500)
