"""The runner of a ladder: lets programs in, chooses who plays, plays, rates. Files: `koloda.ladder`."""
