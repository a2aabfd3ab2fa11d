"""A game on the server: its state, the events that change it, the allowed actions, and who may know of each event."""
