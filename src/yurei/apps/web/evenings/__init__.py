"""Club evening: its plan, its host's pages, its wall."""
