"""A club's evening: many players, some rounds, who meets whom, and how all of them stand."""
