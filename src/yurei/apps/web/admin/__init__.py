"""For who runs the server: what it measures, as a page and for Prometheus, on a port of its own.

Who reads this may be one of two who play the only game of the server. So nothing is measured that tells more of a game
than is said aloud at its table, and what cannot be left out is told coarsely: see decision 0030.
"""
