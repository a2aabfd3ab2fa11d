"""SGF FF[4]: a game in the native form, in a form for viewers, and as one seat knew it; and reading of games."""

from yurei.records.sgf.foreign import read_rules
from yurei.records.sgf.header import Details, rules_name
from yurei.records.sgf.native import Notes, is_native, native, read, record_of
from yurei.records.sgf.ordinary import Game, begun, ordinary
from yurei.records.sgf.parsing import MainLine, Properties, main_line
from yurei.records.sgf.played import Played
from yurei.records.sgf.refereeing import refereed
from yurei.records.sgf.viewer import side, viewer
from yurei.records.sgf.writing import LARGEST

__all__ = [
    "LARGEST",
    "Details",
    "Game",
    "MainLine",
    "Notes",
    "Played",
    "Properties",
    "begun",
    "is_native",
    "main_line",
    "native",
    "ordinary",
    "read",
    "read_rules",
    "record_of",
    "refereed",
    "rules_name",
    "side",
    "viewer",
]
