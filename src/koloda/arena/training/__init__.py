"""Values for the search, learned from games: lessons, a fit, a gate match, and again (docs/training.md)."""
