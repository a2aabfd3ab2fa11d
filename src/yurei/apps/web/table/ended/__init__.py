"""A game's page after the end: the reveal, the count, the score."""
