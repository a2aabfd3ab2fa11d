"""Web server: boards in a browser, one link per seat, and the referee's announcements.

All pages, page fragments and JSON answers about a game are made only from a seat's view.
"""

from yurei.apps.web.serve import serve
from yurei.apps.web.settings import settings
from yurei.club.consistency import check_database
from yurei.club.store import backup

__all__ = ["backup", "check_database", "serve", "settings"]
