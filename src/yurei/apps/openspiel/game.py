"""Games, states and observers for OpenSpiel."""

from collections.abc import Callable
from itertools import product
from math import prod
from typing import Any

import numpy as np
import pyspiel

from yurei import referee as referees
from yurei import rules
from yurei.apps.openspiel.table_game import SEATS, Form, TableGame, fields, most_points, resampled
from yurei.errors import BadSettings
from yurei.players.planes import GHOST_PLANES, PLANES
from yurei.referee.plain import told_to_bytes
from yurei.referee.referee import Referee
from yurei.referee.settings import read_settings
from yurei.rules.board import board_text
from yurei.rules.points import Size
from yurei.rules.ruleset import Ruleset

LINES = 9
PAYOFFS = ("win", "points")
MOVES = 2
"""Default limit of moves a point."""
ONE_PLAYER = pyspiel.PrivateInfoType.SINGLE_PLAYER


class RefereedState(pyspiel.State):  # type: ignore[misc]  # it has no types
    """State of a game. A refused try is an action too, after which the same player is to move.

    Attributes:
        moment: The game at the table, which holds the truth.
    """

    def __init__(self, game: "RefereedGame") -> None:
        super().__init__(game)
        self.moment = TableGame(game.form)

    def current_player(self) -> int:
        """Return 0 for Black, 1 for White, or OpenSpiel's number for the end."""
        to_move = self.moment.to_move
        return pyspiel.PlayerId.TERMINAL if to_move is None else to_move

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.legal(player)

    def _apply_action(self, action: int) -> None:
        self.moment.attempt(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.moment.form.text(action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.moment.to_move is None

    def returns(self) -> list[float]:
        """Return the payoffs of Black and White; 0 while the game goes on."""
        worth = self.moment.worth()
        return [worth, -worth]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "RefereedState":
        """Return a state that the player cannot tell from this one, with the opponent's secrets drawn anew."""
        state: RefereedState = self.get_game().new_initial_state()
        for action in resampled(self.moment.form, self.moment.told(player), player, sampler):
            state.apply_action(action)
        return state

    def __str__(self) -> str:
        """Return every try of the game: the truth."""
        text = self.moment.form.text
        return " ".join(f"{SEATS[each.player]}:{text(each.action)}" for each in self.full_history()) or "no try yet"


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


class RefereedGame(pyspiel.Game):  # type: ignore[misc]  # it has no types
    """A ruleset under a referee, registered for each pair as ``yurei_RULESET_REFEREE``.

    Parameters: ``board_size``, ``height`` (0 for a square), ``komi`` if points are counted, ``moves`` (after which
    the game ends as it stands; 0 for twice the points), ``payoff`` (``win`` or ``points``).

    Raises:
        BadValue: if a parameter is invalid.
    """

    kind: pyspiel.GameType
    ruleset: Ruleset
    referee: Referee

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**self.kind.parameter_specification, **(params or {})}
        self.form = _form(self.ruleset, self.referee, given)
        most = most_points(self.form) if self.form.points else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=self.form.actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            # No action is tried twice in a turn.
            max_game_length=self.form.moves * self.form.actions,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> RefereedState:
        """Return the state before the first try."""
        return RefereedState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer of a player's or of public information."""
        usual = pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.form, iig_obs_type or usual, params)


def _form(ruleset: Ruleset, referee: Referee, given: dict[str, Any]) -> Form:
    if given["payoff"] not in PAYOFFS:
        raise BadSettings(f"payoff is win or points, not {given['payoff']!r}")
    width, height = int(given["board_size"]), int(given["height"])
    values = {"width": width, "height": height or width, "komi": given.get("komi")}
    settings = read_settings(values, ruleset, referee)
    moves = int(given["moves"])
    if moves < 0:
        raise BadSettings(f"moves is a whole number from 0, not {moves}")
    return Form(settings, moves or MOVES * settings.size.points, given["payoff"] == "points")


def _kind(ruleset: Ruleset, referee: Referee) -> pyspiel.GameType:
    parameters: dict[str, Any] = {"board_size": LINES, "height": 0, "moves": 0, "payoff": "win"}
    komi = ruleset.default_komi(Size(LINES, LINES))
    if komi is not None:
        parameters["komi"] = float(komi)
    return pyspiel.GameType(
        short_name=f"yurei_{ruleset.slug}_{referee.slug}".replace("-", "_"),
        long_name=f"{ruleset.title}, {referee.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        # Even if the board is seen, only the player who made a refused try knows it.
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters,
    )


def _register(ruleset: Ruleset, referee: Referee) -> str:
    """Register a game with OpenSpiel; return its name."""
    kind = _kind(ruleset, referee)
    name = str(kind.short_name)
    own = {"kind": kind, "ruleset": ruleset, "referee": referee, "__module__": __name__}
    globals()[name] = type(name, (RefereedGame,), own)  # where pickle looks for it
    pyspiel.register_game(kind, globals()[name])
    return name


NAMES = tuple(_register(*pair) for pair in product(rules.ALL, referees.ALL))
"""Names of all games that are registered here."""
