"""What a seat knows, and fair samples of what it does not."""
