"""Rate limits by person, by address and in total: figures, token buckets, and the refusals that follow.

No normal player meets one of these. A limit at a table is counted by person and game: an opponent's actions never use
up a player's allowance, so a refusal reveals nothing about the opponent.
"""
