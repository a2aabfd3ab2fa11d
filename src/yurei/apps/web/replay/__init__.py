"""The replay of a game that has ended, its review and its downloads."""
