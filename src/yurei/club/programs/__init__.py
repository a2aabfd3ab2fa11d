"""Programs that play: their turns, the processes in which they think, reviews, and dead stones proposed."""
