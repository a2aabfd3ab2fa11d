"""Sections of a game's page: transcript, clocks, chat, menu and the like."""
