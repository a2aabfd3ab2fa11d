"""Admin pages for the server's operator: measurements as a page and for Prometheus, on a separate port.

The operator may be one of two players of the server's only game. So nothing is measured that tells more of a game than
its public announcements do, and unavoidable figures are coarse: see decision 0030.
"""
