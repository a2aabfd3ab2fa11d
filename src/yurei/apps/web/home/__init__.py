"""The home page, and the routes of the pages that know nothing of any game."""
