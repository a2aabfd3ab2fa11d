"""The screens: a game, a seat, a record, the curtain, help."""
