"""The web door: boards in a browser, a link per seat, a referee who speaks.

What leaves here is drawn from a seat's view and from nothing else, as pages and
as fragments of pages, and for programs as JSON.
"""

from yurei.apps.web.backup import backup
from yurei.apps.web.serve import serve
from yurei.apps.web.settings import settings

__all__ = ["backup", "serve", "settings"]
