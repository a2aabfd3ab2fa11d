"""What a program is called with all that is set, and which version it is: said by itself, before it sits down.

A program of somebody else's package is loaded where programs think, and never in the server: there its first line could look
at every board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from yurei import players
from yurei.errors import BadValue, YureiError
from yurei.languages import N_
from yurei.players import Player

LONGEST_NAME = 100
"""So many letters has the name of a program at most, with all that is set."""
LONGEST_REASON = 200
NEWEST_VERSION = 10**6
INTRODUCE = "introduce"
"""The key of the letter that asks for this, with the name."""


@dataclass(frozen=True, slots=True)
class Introduced:
    """A program as it has said who it is.

    Attributes:
        name: Its name with what is set otherwise than usual, as it is kept.
        version: Its version.
    """

    name: str
    version: int


def check_name(name: str) -> None:
    """Make sure that a name is one of a program that there is, without loading what is not ours.

    Raises:
        YureiError: where it is none, or a program of ours cannot be set so.
    """
    if len(name) > LONGEST_NAME:
        raise BadValue(N_("the name of a program has {most} letters at most"), most=LONGEST_NAME)
    slug = name.partition(":")[0]
    if players.is_ours(slug):
        introduced(name)
    else:
        players.check_installed(slug)


def introduced(name: str) -> Introduced:
    """A program, made here to ask it.

    Raises:
        YureiError: where there is none of this name, or it cannot be set so.
    """
    try:
        player = players.get(name)
    except YureiError:
        raise
    except Exception as error:
        raise _cannot(name, type(error).__name__) from error
    return Introduced(player.name, player.version)


def letter_of(name: str, find: Callable[[str], type[Player]]) -> dict[str, Any]:
    """The same as it is sent: ``name`` and ``version``, or ``fault``, in half a sentence."""
    try:
        player = players.get(name, find=find)
        return {"name": player.name, "version": player.version}
    except YureiError as error:
        return {"fault": str(error)}
    except (Exception, SystemExit) as error:  # somebody else's program may raise anything
        return {"fault": type(error).__name__}


def read_introduction(name: str, said: Mapping[str, Any]) -> Introduced:
    """What has come back from where programs think; a dishonest one may have written it.

    Raises:
        BadValue: where the program cannot sit down.
    """
    own, version = said.get("name"), said.get("version")
    if (
        isinstance(own, str)
        and own.partition(":")[0] == name.partition(":")[0]
        and own.isprintable()
        and len(own) <= LONGEST_NAME
        and type(version) is int
        and 0 <= version <= NEWEST_VERSION
    ):
        return Introduced(own, version)
    fault = said.get("fault")
    told = isinstance(fault, str) and fault.isprintable() and len(fault) <= LONGEST_REASON
    raise _cannot(name, str(fault) if told else "it does not say who it is")


def _cannot(name: str, error: str) -> BadValue:
    return BadValue(N_("the program {name} cannot be set so: {error}"), name=name, error=error)
