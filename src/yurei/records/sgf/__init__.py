"""SGF FF[4]: a game in the form that holds everything, in one for viewers, and as one seat knew it; and games read.

Writing needs nothing; reading needs a library, which ``pip install 'yurei[sgf]'`` brings.
"""

from yurei.records.sgf.header import Details, rules_name
from yurei.records.sgf.native import Notes, native
from yurei.records.sgf.ordinary import Game, begun, ordinary, refereed
from yurei.records.sgf.parsing import Properties, main_line
from yurei.records.sgf.played import Played
from yurei.records.sgf.reading import is_native, read, record_of
from yurei.records.sgf.side import side
from yurei.records.sgf.viewer import viewer
from yurei.records.sgf.writing import LARGEST

__all__ = [
    "LARGEST",
    "Details",
    "Game",
    "Notes",
    "Played",
    "Properties",
    "begun",
    "is_native",
    "main_line",
    "native",
    "ordinary",
    "read",
    "record_of",
    "refereed",
    "rules_name",
    "side",
    "viewer",
]
