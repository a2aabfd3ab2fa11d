"""PettingZoo: every game under every referee as an environment for several agents, one of whom is to move (AEC).

from yurei.apps.pettingzoo import env
"""

from yurei.apps.pettingzoo.engines import SlowEngine
from yurei.apps.pettingzoo.environment import Environment, env, raw_env

__all__ = ["Environment", "SlowEngine", "env", "raw_env"]
