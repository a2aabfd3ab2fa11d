"""What searchers are made of, compiled: worlds that are imagined, games played out from them, statistics of moves."""
