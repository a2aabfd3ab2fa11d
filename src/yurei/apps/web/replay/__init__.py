"""Replay of an ended game, its analysis and its downloads."""
