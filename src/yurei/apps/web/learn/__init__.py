"""Lessons and the guided first game."""
