"""Web server: boards in a browser, one link per seat, and the referee's announcements.

All pages, page fragments and JSON answers are drawn from a seat's view and from nothing else.
"""

from yurei.apps.web.serve import serve
from yurei.apps.web.settings import settings
from yurei.club.consistency import check
from yurei.club.store import backup

__all__ = ["backup", "check", "serve", "settings"]
