"""Problems of No Seki Go: capture a string within a number of moves, by stones and ghosts."""
