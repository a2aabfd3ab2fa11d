"""Reviews of ended games: made on demand in a separate process, and stored with the game."""
