"""Reads and writes SGF FF[4]: the native form, a form for viewers, and a game as one seat knew it."""

from yurei.records.sgf_parse import MainLine, Properties, main_line
from yurei.records.sgf_read import Game, begun, is_native, ordinary, read, read_rules, record_of, refereed
from yurei.records.sgf_write import LARGEST, Details, Notes, Played, native, rules_name, side, viewer

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
