"""Programs that play: the queue of their turns, their processes, reviews of games, proposals of dead stones."""
