"""The contract that every game fulfils, and the formats built on it."""
