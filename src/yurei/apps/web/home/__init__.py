"""Home page, and the routes of pages that know of no game."""
