"""The exact set: all true boards that fit everything that a seat was told, carried along try by try."""

from yurei.players.certain.certainties import Following, Known, begin, is_compiled, known
from yurei.players.certain.exact_set import MOST, ExactSet, TooManyStates

__all__ = ["MOST", "ExactSet", "Following", "Known", "TooManyStates", "begin", "is_compiled", "known"]
