"""A game on the server: state, events that change it, allowed actions, and the chairs that may know of each event."""
