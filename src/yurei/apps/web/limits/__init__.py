"""How much may come from one person, one address and all together: figures, buckets, and who is refused by them.

Nobody who plays meets one of these. A limit at a table is counted by who asks and by game: what the other side does
there never uses up what somebody may do himself, so that a refusal tells nothing of him.
"""
