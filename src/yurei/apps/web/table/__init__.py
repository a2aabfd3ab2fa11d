"""The page of a game for each chair, with its routes and its socket."""
