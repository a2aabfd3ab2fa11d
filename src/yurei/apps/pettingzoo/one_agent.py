"""One seat of a game as a Gymnasium environment: a player of ours, or of a package, has the other seat."""

from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from numpy.typing import NDArray

from yurei import players
from yurei.apps.pettingzoo.environment import Environment, Observation
from yurei.errors import BadSettings
from yurei.players import Budget
from yurei.players.planes import action_of
from yurei.referee.settings import Settings
from yurei.referee.table import Table

A_LITTLE = Budget(playouts=16)
Step = tuple[Observation, float, bool, bool, dict[str, Any]]


class OneAgent(gymnasium.Env[Observation, int]):
    """A duel for one agent. A refused try is a step without reward, after which the same agent is to move.

    Args:
        seat: ``black`` or ``white``.
        opponent: The other seat's player, as ``players.get`` takes it. If it resigns the agent has won.
        budget: What the opponent may spend on a turn.
        given, options: As ``Environment`` takes them: ruleset, referee, size, komi, most …

    Raises:
        BadSettings: if the opponent cannot play this game, or there are not two seats.
        BadValue, Unknown: if a setting or the opponent is invalid.
    """

    metadata = Environment.metadata

    def __init__(
        self, *given: Any, seat: str = "black", opponent: str = "uniform", budget: Budget = A_LITTLE, **options: Any
    ) -> None:
        self.game = Environment(*given, **options)
        if self.game.possible_agents != ["black_0", "white_0"] or seat not in ("black", "white"):
            raise BadSettings(f"one agent plays black or white in a duel, not {seat!r} in this seating")
        self._agent, self._other = self.game.agent_named(seat), {"black": "white", "white": "black"}[seat]
        self._name, self._budget, self._chance = opponent, budget, Random()
        players.get(opponent, 0).check(self.settings)
        self.observation_space = self.game.observation_space(self._agent)
        self.action_space = self.game.action_space(self._agent)
        self.render_mode = self.game.render_mode

    @property
    def settings(self) -> Settings:
        """The settings of the game."""
        return self.game.settings

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game; ``setup`` among the options is a board text. The seed is for the opponent."""
        super().reset(seed=seed)
        if seed is not None:
            self._chance = Random(seed)
        self.game.reset(options=options)
        table = Table.of(self.settings, (options or {}).get("setup", self.game.setup))
        self._opponent = players.get(self._name, self._chance.getrandbits(63))
        self._opponent.begin(table.view(self._other))
        self._let_opponent_play()
        return self.game.observe(self._agent), {}

    def step(self, action: int) -> Step:
        """Try an action; the opponent answers once it is a move. A masked action ends the game with -1."""
        self._try(int(action))
        resigned = self._let_opponent_play()
        game, agent = self.game, self._agent
        reward = 1.0 if resigned else float(game.rewards[agent])
        ended = resigned or game.terminations[agent]
        return game.observe(agent), reward, ended, game.truncations[agent], dict(game.infos[agent])

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of actions that the agent may try, as learners ask for it."""
        return self.game.observe(self._agent)["action_mask"].astype(bool)

    def render(self) -> Any:
        """Show the reference board, as ``Environment.render``."""
        return self.game.render()

    def _try(self, action: int) -> None:
        """Step the game, and tell the opponent what it may know of the try."""
        self.game.step(action)
        told = self.game.told(self.game.agent_named(self._other))
        if told is not None and not self._is_over():
            self._opponent.hear(told)

    def _is_over(self) -> bool:
        return any(self.game.terminations.values()) or any(self.game.truncations.values())

    def _let_opponent_play(self) -> bool:
        """Play the opponent's tries until it is the agent's turn; return whether it has resigned."""
        other = self.game.agent_named(self._other)
        while not self._is_over() and self.game.agent_selection == other:
            action = action_of(self._opponent.answer(self._budget), self._opponent.view)
            if not self.game.observe(other)["action_mask"][action]:
                return True
            self._try(action)
        return False


def vector(count: int, *given: Any, **options: Any) -> SyncVectorEnv:
    """Return many environments for one agent as one; the step that ends a game begins the next. See ``OneAgent``."""
    makers = [lambda: OneAgent(*given, **options) for _ in range(count)]
    return SyncVectorEnv(makers, autoreset_mode=AutoresetMode.SAME_STEP)
