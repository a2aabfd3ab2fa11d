"""The page on which a game is made: form, plan, and what follows from them."""
