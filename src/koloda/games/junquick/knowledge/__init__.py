"""What a seat knows of the cards that it does not see, and the worlds that fit it."""
