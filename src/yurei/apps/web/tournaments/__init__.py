"""An evening of a club: its plan, its host's pages, its wall."""
