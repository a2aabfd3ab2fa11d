"""Names and versions of programs, and the games they play: each program states them itself before it sits down.

A program from another package is loaded only where programs run, never in the server, where it could read every board.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from yurei import players
from yurei.errors import BadSettings, BadValue, YureiError
from yurei.languages import N_
from yurei.players import Player
from yurei.referee.settings import Settings, read_settings

LONGEST_NAME = 100
"""Most letters in the name of a program, its options included."""
LONGEST_REASON = 400
NEWEST_VERSION = 10**6
INTRODUCE = "introduce"
"""The key of the request for an introduction; its value is the name, and the settings of the game."""


@dataclass(frozen=True, slots=True)
class Introduced:
    """The name and version that a program has stated for a game that it plays.

    Attributes:
        name: Its name with all options that are not the default, as it is stored.
        version: Its version.
        weakness: A sentence if it plays this game worse than usual; else empty.
    """

    name: str
    version: int
    weakness: str = ""


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


def introduced(name: str, settings: Settings | None = None) -> Introduced:
    """Create a program here and return its introduction to a game; None stands for no game yet.

    Raises:
        YureiError: if there is none of this name, or it does not take these options or play this game.
    """
    try:
        player = players.get(name)
        if settings is not None:
            player.check(settings)
    except YureiError:
        raise
    except Exception as error:
        raise _cannot(name, type(error).__name__) from error
    weakness = None if settings is None else player.weakness(settings)
    return Introduced(player.name, player.version, str(weakness or ""))


def letter_of(name: str, given: Mapping[str, Any], find: Callable[[str], type[Player]]) -> dict[str, Any]:
    """Return the same as it is sent: ``name``, ``version``, ``weakness``; or ``refusal`` of the game; or ``fault``."""
    player, settings = None, read_settings(given)
    try:
        player = players.get(name, find=find)
        player.check(settings)
        return {"name": player.name, "version": player.version, "weakness": str(player.weakness(settings) or "")}
    except YureiError as error:
        return {"fault" if player is None else "refusal": str(error)}
    except (Exception, SystemExit) as error:  # programs of others may raise anything
        return {"fault": type(error).__name__}


def read_introduction(name: str, said: Mapping[str, Any]) -> Introduced:
    """Check and return an introduction that was received; a dishonest worker may have written it.

    Raises:
        BadSettings: if the program does not play the game, with its own sentence.
        BadValue: if the program cannot sit down.
    """
    if reason := _sentence(said.get("refusal")):
        raise BadSettings(N_("{name} does not play this game: {reason}"), name=name, reason=reason)
    own, version = said.get("name"), said.get("version")
    if (
        isinstance(own, str)
        and own.partition(":")[0] == name.partition(":")[0]
        and own.isprintable()
        and len(own) <= LONGEST_NAME
        and type(version) is int
        and 0 <= version <= NEWEST_VERSION
    ):
        return Introduced(own, version, _sentence(said.get("weakness")))
    raise _cannot(name, _sentence(said.get("fault")) or "it does not say who it is")


def _sentence(said: object) -> str:
    """Return a sentence of a program in one line; empty for anything else."""
    text = " ".join(said.split()) if isinstance(said, str) else ""
    return text[:LONGEST_REASON] if text.isprintable() else ""


def _cannot(name: str, error: str) -> BadValue:
    return BadValue(N_("the program {name} cannot be set so: {error}"), name=name, error=error)
