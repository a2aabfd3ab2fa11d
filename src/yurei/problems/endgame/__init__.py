"""Endgames of Alter Igo: one move wins, and the win is played out against the longest defence."""
