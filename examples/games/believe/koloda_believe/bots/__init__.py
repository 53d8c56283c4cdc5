"""Who plays when nobody else does."""
