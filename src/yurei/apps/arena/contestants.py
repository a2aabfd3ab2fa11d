"""Contestants: our players or a package's, programs behind the line protocol; and their budgets.

simple                     a player, as ``players.get`` takes it
yurei:level=3@0.5s         with parameters, and a budget of its own
cheating-uniform           a witness, who sees the truth: a yardstick, and nothing else
program:python bot.py      a program in seat mode, see docs/line-protocol.md
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from yurei import players
from yurei.apps.arena import budgets, cheating
from yurei.errors import BadValue
from yurei.players import Budget
from yurei.referee.settings import Settings

PROGRAM = "program:"

USUAL = Budget(seconds=0.25)
"""The budget of a turn of a player without one."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A contestant of the arena.

    Attributes:
        name: Name in the results: the player, and their own budget if they have one. No two have the same.
        who: The player, without a budget.
        budget: What the player may spend on a turn.
        version: Of the player; None if unknown.
    """

    name: str
    who: str
    budget: Budget
    version: int | None = None

    @property
    def is_program(self) -> bool:
        """Whether the player is a program in seat mode."""
        return self.who.startswith(PROGRAM)

    def plain(self) -> dict[str, Any]:
        """Return the contestant as plain values; ``Contestant.read`` reads them back."""
        budget = budgets.plain(self.budget)
        return {"name": self.name, "player": self.who, "version": self.version, "budget": budget}

    @classmethod
    def read(cls, values: dict[str, Any]) -> Contestant:
        """Return the contestant of plain values."""
        return cls(values["name"], values["player"], Budget(**values["budget"]), values["version"])


def contestant(text: str, budget: Budget | None = None) -> Contestant:
    """Return the contestant of a name.

    Args:
        text: A name as in the module's docstring.
        budget: The budget if the name has none of its own; by default that of a level, and for anybody else ``USUAL``.

    Raises:
        Unknown: if there is no such player.
        BadValue: if a parameter or a budget is invalid.
        YureiError: if a player of another package cannot be loaded.
    """
    who, own = budgets.split(text)
    if who.startswith(PROGRAM):
        if not who.removeprefix(PROGRAM).strip():
            raise BadValue(f"{PROGRAM} is followed by a command; try '{PROGRAM}python examples/seat.py'")
        version = None
    else:
        player = player_of(who, seed=0)
        who, version = player.name, player.version
        if isinstance(player, players.Yurei):
            budget = budget or player.budget
    name = who if own is None else f"{who}@{budgets.written(own)}"
    return Contestant(name, who, own or budget or USUAL, version)


def check_all(contestants: Iterable[Contestant], settings: Settings) -> None:
    """Check before a game that all contestants can play it; programs in seat mode report that at its start.

    Raises:
        BadSettings: if a contestant does not play this game.
        YureiError: if something that it needs is missing.
    """
    for one in contestants:
        if not one.is_program:
            player_of(one.who, seed=0).check(settings)


def weaknesses(contestants: Iterable[Contestant], settings: Settings) -> dict[str, str]:
    """Return a sentence for each contestant that plays a game worse than its name says, by its name."""
    known = [one for one in contestants if not one.who.startswith((PROGRAM, cheating.PREFIX))]
    found = {one.name: players.weakness(one.who, settings) for one in known}
    return {name: str(words) for name, words in found.items() if words}


def player_of(who: str, seed: int | None) -> players.Player:
    """Return a player: ours, a package's, or a witness.

    Raises:
        Unknown, BadValue, YureiError: as ``players.get``.
    """
    return players.get(who, seed, find=cheating.kind_of if who.startswith(cheating.PREFIX) else None)


def all_of(texts: Iterable[str], budget: Budget | None = None) -> tuple[Contestant, ...]:
    """Return all contestants. A contestant named twice plays against itself, and is numbered.

    Raises:
        BadValue: if there are fewer than two.
        Unknown, YureiError: as ``contestant``.
    """
    met: Counter[str] = Counter()
    found = []
    for text in texts:
        one = contestant(text, budget)
        met[one.name] += 1
        found.append(one if met[one.name] == 1 else replace(one, name=f"{one.name}#{met[one.name]}"))
    if len(found) < 2:
        raise BadValue(f"an arena has two contestants or more, not {len(found)}; try `yurei arena simple uniform`")
    return tuple(found)
