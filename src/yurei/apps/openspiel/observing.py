"""Observers: information of a player, or of the public, as strings and tensors."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import pyspiel

from yurei.apps.openspiel.recall import fields
from yurei.apps.openspiel.table_game import SEATS, Form, TableGame
from yurei.players.planes import GHOST_PLANES, PLANES
from yurei.referee.canonical import told_to_bytes
from yurei.rules.board import board_text

ONE_PLAYER = pyspiel.PrivateInfoType.SINGLE_PLAYER


class Observer:
    """Shows one kind of information; conforms to OpenSpiel's PyObserver.

    For a player's private information, perfect recall is all that they were told, and without it are the planes of
    ``yurei.players.planes``. Public information is what the audience was told.

    Attributes:
        tensor: float32[any], all numbers in one row.
        dict: The same by name and shape: ``told`` or ``planes``, and ``player``.
    """

    def __init__(self, form: Form, kind: pyspiel.IIGObservationType, params: Any) -> None:
        if params:
            raise ValueError(f"an observation has no parameters here, and {params} were given")
        self._form, self._kind = form, kind
        self._private = kind.private_info == ONE_PLAYER
        pieces = [("player", (2,)), *self._shapes()] if self._private else []
        self.tensor = np.zeros(sum(prod(shape) for _, shape in pieces), np.float32)
        self.dict = {}
        first = 0
        for name, shape in pieces:
            self.dict[name] = self.tensor[first : first + prod(shape)].reshape(shape)
            first += prod(shape)

    def _shapes(self) -> list[tuple[str, tuple[int, ...]]]:
        settings = self._form.settings
        if self._kind.perfect_recall:
            return [("told", (self._form.moves, fields(settings, self._form.actions)))]
        planes = GHOST_PLANES if settings.ruleset.ghosts else PLANES
        return [("planes", (planes, settings.size.height, settings.size.width))]

    def set_from(self, state: Any, player: int) -> None:
        """Write a player's information in a state."""
        moment: TableGame = state.moment
        self.tensor.fill(0)
        if "player" in self.dict:
            self.dict["player"][player] = 1
        if "told" in self.dict:
            self.dict["told"][:] = moment.recall(player)
        if "planes" in self.dict:
            self.dict["planes"][:] = moment.heard(player).planes()

    def string_from(self, state: Any, player: int) -> str:
        """Return a player's information in a state, as text."""
        moment: TableGame = state.moment
        if not self._private:
            return public(moment, self._kind.perfect_recall)
        if self._kind.perfect_recall:
            return moment.words(player)
        view = moment.table.view(SEATS[player])
        board = f"{SEATS[player]}\n{board_text(view.board, view.settings.size)}"
        if not self._kind.public_info:
            return board
        return f"{board}\n{public(moment, recalls=False)}\nrefused {moment.heard(player).planes()[4].nonzero()}"


def public(moment: TableGame, recalls: bool) -> str:
    """Return public information: all of it, or that of the last try."""
    view, settings = moment.table.view("audience"), moment.form.settings
    told = view.heard if recalls else view.heard[-1:]
    return "\n".join([f"move {moment.moves}", *(told_to_bytes(each, settings).decode() for each in told)])
