"""Programs that play: their turns, their processes, reviews of games, and proposals of dead stones."""
