"""OpenSpiel: every ruleset under every referee as a game of its own, such as ``yurei_alter_igo_hamburg``.

Importing this registers them; ``pyspiel.load_game("yurei_go_common(board_size=5)")`` finds them then.
"""

from yurei.apps.openspiel.game import NAMES, RefereedGame, RefereedState

__all__ = ["NAMES", "RefereedGame", "RefereedState"]
