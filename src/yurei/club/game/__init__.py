"""A game on the server: its state, the events that change it, who may ask for what, and who may know of it."""
