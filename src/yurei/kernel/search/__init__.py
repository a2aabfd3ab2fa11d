"""Compiled building blocks of searches: imagined worlds, playouts, statistics of moves."""
