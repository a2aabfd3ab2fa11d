"""Lobby: its page, its socket, and challenges."""
