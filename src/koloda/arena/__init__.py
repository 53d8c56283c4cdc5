"""Many deals between bots."""
