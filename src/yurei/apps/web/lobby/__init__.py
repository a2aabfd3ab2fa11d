"""The lobby: its page, its socket, and challenges."""
