"""Page on which a game is made: form, plan, and the resulting game."""
