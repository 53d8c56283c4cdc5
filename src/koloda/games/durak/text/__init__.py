"""Words for people, in three languages."""
