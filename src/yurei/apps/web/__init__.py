"""The web door: boards in a browser, a link per seat, a referee who speaks.

What leaves here is drawn from a seat's view and from nothing else, as pages and
as fragments of pages.
"""

from yurei.apps.web.serve import serve

__all__ = ["serve"]
