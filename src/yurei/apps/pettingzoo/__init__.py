"""PettingZoo environments of all games under all referees, for agents that take turns (AEC).

from yurei.apps.pettingzoo import env
"""

from yurei.apps.pettingzoo.environment import Environment, OneAgent, SlowEngine, env, raw_env, vector

__all__ = ["Environment", "OneAgent", "SlowEngine", "env", "raw_env", "vector"]
