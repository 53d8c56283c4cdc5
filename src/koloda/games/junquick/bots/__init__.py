"""Who plays this game when nobody else does: policies, and how it is searched."""
