"""Names and versions of programs, which each program states itself before it sits down.

A program from another package is loaded only where programs run, never in the server, where it could read every board.
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
"""Most letters in the name of a program, its options included."""
LONGEST_REASON = 200
NEWEST_VERSION = 10**6
INTRODUCE = "introduce"
"""The key of the request for name and version; its value is the name."""


@dataclass(frozen=True, slots=True)
class Introduced:
    """The name and version that a program has stated.

    Attributes:
        name: Its name with all options that are not the default, as it is stored.
        version: Its version.
    """

    name: str
    version: int


def check_name(name: str) -> None:
    """Check that a program of this name exists, without loading code of other packages.

    Raises:
        YureiError: if there is none, or one of our programs does not take these options.
    """
    if len(name) > LONGEST_NAME:
        raise BadValue(N_("the name of a program has {most} letters at most"), most=LONGEST_NAME)
    slug = name.partition(":")[0]
    if players.is_ours(slug):
        introduced(name)
    else:
        players.check_installed(slug)


def introduced(name: str) -> Introduced:
    """Create a program here and return its name and version.

    Raises:
        YureiError: if there is none of this name, or it does not take these options.
    """
    try:
        player = players.get(name)
    except YureiError:
        raise
    except Exception as error:
        raise _cannot(name, type(error).__name__) from error
    return Introduced(player.name, player.version)


def letter_of(name: str, find: Callable[[str], type[Player]]) -> dict[str, Any]:
    """Return the same as it is sent: ``name`` and ``version``, or ``fault``, in half a sentence."""
    try:
        player = players.get(name, find=find)
        return {"name": player.name, "version": player.version}
    except YureiError as error:
        return {"fault": str(error)}
    except (Exception, SystemExit) as error:  # programs of others may raise anything
        return {"fault": type(error).__name__}


def read_introduction(name: str, said: Mapping[str, Any]) -> Introduced:
    """Check and return an introduction that was received; a dishonest worker may have written it.

    Raises:
        BadValue: if the program cannot sit down.
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
