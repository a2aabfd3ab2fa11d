"""The web door: boards in a browser, a link per seat, a referee who speaks.

What leaves here is drawn from a seat's view and from nothing else, as pages and
as fragments of pages, and for programs as JSON.
"""

from yurei.apps.web.serve import serve
from yurei.apps.web.settings import settings
from yurei.club.games.consistency import check
from yurei.club.store import backup

__all__ = ["backup", "check", "serve", "settings"]
