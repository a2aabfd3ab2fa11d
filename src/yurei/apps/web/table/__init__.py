"""A game's page while it is played: its routes, its socket, and the page of each chair."""
