"""Crews that play the games: worker processes on this machine, and on others."""
