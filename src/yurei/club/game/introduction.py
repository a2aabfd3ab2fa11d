"""Names and versions of programs, and the games they play. A server's programs are yurei's own players."""

from dataclasses import dataclass

from yurei import players
from yurei.errors import BadValue, YureiError
from yurei.languages import N_
from yurei.referee.settings import Settings

LONGEST_NAME = 100
"""Most letters in the name of a program, its options included."""


@dataclass(frozen=True, slots=True)
class Introduced:
    """The name and version of a program, for a game that it plays.

    Attributes:
        name: Its name with all options that are not the default, as it is stored.
        version: Its version.
        weakness: A sentence if it plays this game worse than usual; else empty.
    """

    name: str
    version: int
    weakness: str = ""


def introduced(name: str, settings: Settings | None = None) -> Introduced:
    """Return a program's introduction to a game; None stands for no game yet.

    Raises:
        YureiError: if there is none of this name, or it does not take these options or play this game.
    """
    if len(name) > LONGEST_NAME:
        raise BadValue(N_("the name of a program has {most} letters at most"), most=LONGEST_NAME)
    try:
        player = players.get(name, find=players.own_kind_of)
    except YureiError:
        raise
    except Exception as error:  # an option that is no parameter, such as seed
        raise BadValue(
            N_("the program {name} cannot be set so: {error}"), name=name, error=type(error).__name__
        ) from error
    if settings is None:
        return Introduced(player.name, player.version)
    player.check(settings)
    return Introduced(player.name, player.version, str(player.weakness(settings) or ""))
