"""The web table: people and bots play over a network, and whatever happens is in an append-only log."""
