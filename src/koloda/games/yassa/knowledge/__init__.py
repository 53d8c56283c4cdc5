"""What a seat knows of the hidden cards, and worlds drawn from it."""
