"""The review of a game that is over: made on demand, in a process of its own, and kept with the game."""
