"""Players: programs that are told what a seat is told, and answer with tries. A player knows no more than its seat.

Installed packages can add players with an entry point in the group ``yurei.players``.
"""

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from yurei.errors import BadValue, Unknown, YureiError, unknown
from yurei.languages import N_, Words
from yurei.players.belief import Belief
from yurei.players.levels import LEVELS, WITHOUT_FAST, Yurei, for_points, until_compiled
from yurei.players.levels import USUAL as USUAL_LEVEL
from yurei.players.mcts import Mcts
from yurei.players.player import A_SECOND, Budget, Candidate, Explanation, Player, is_ready
from yurei.players.simple import Hasty, Simple, Uniform
from yurei.referee.settings import Settings

ALL: list[type[Player]] = [Yurei, Belief, Mcts, Simple, Hasty, Uniform]
"""Yurei's own players."""

OFFERED = [f"{Yurei.slug}:level={level}" for level in LEVELS]
"""Names of the players offered to people as opponents; ``get`` knows many more."""
USUAL = f"{Yurei.slug}:level={USUAL_LEVEL}"

GROUP = "yurei.players"
IN_RESEARCH = (
    "believing-trees",
    "bs-mcts",
    "cheating-belief",
    "determinised-uct",
    "golois",
    "mo-ismcts",
    "so-ismcts",
    "ucb-amaf",
)
"""Players of the package yurei-research, which a clone of yurei has."""


def get(name: str, seed: int | None = None, find: Callable[[str], type[Player]] | None = None) -> Player:
    """Return a new player with this name.

    Args:
        name: The player's slug and parameters: ``simple``, ``yurei:level=3``.
        seed: Random seed; None for an unpredictable one.
        find: Function that finds the class by the slug; ``kind_of`` by default.

    Raises:
        Unknown: if no player has that name.
        BadValue: if it has no such parameter.
        YureiError: if it comes from an installed package, and cannot be loaded.
    """
    slug, _, set_ = name.partition(":")
    return (find or kind_of)(slug)(seed, **_parse_parameters(set_))


def kind_of(slug: str) -> type[Player]:
    """Return the class of a player by its slug; raise ``Unknown``, or ``YureiError`` if it cannot be loaded."""
    return own_kind_of(slug) if is_ours(slug) else installed_kind_of(slug)


def installed_kind_of(slug: str, group: str = GROUP) -> type[Player]:
    """Return the class of a player from an installed package, by its entry point; raise the errors of ``kind_of``."""
    for entry in _find_entry_points(group):
        if entry.name == slug:
            return _load_player(entry)
    if slug in IN_RESEARCH:
        message = N_("the player {name} is in yurei-research; in a clone of yurei: pip install ./research")
        raise Unknown(message, name=slug)
    raise unknown("player", slug, slugs() if group == GROUP else [entry.name for entry in _find_entry_points(group)])


def own_kind_of(slug: str) -> type[Player]:
    """Return the class of one of yurei's own players, without loading other packages."""
    own = {player.slug: player for player in ALL}
    if slug not in own:
        raise unknown("player", slug, own)
    return own[slug]


def is_ours(slug: str) -> bool:
    """Return whether a slug names one of yurei's own players, not a player from an installed package."""
    return any(player.slug == slug for player in ALL)


def weakness(name: str, settings: Settings) -> Words | None:
    """Return a warning if one of yurei's players plays this game worse than its name promises, else None."""
    return get(name, 0).weakness(settings) if is_ours(name.partition(":")[0]) else None


def slugs() -> list[str]:
    """Return the slugs of all players, yurei's own first."""
    own = [player.slug for player in ALL]
    return own + [entry.name for entry in _find_entry_points(GROUP) if entry.name not in own]


def _find_entry_points(group: str) -> list[EntryPoint]:
    return sorted(entry_points(group=group), key=lambda entry: entry.name)


def _load_player(entry: EntryPoint) -> type[Player]:
    try:
        player = entry.load()
    except Exception as error:
        raise YureiError(N_("the player {name} cannot be loaded: {error}"), name=entry.name, error=error) from error
    if not (isinstance(player, type) and issubclass(player, Player)):
        raise YureiError(N_("the player {name} is no class derived from yurei.players.Player"), name=entry.name)
    return player


def _parse_parameters(text: str) -> dict[str, Any]:
    """Return the parameters in the text after a player's slug, such as ``level=3,calm=0.5``, as a dict."""
    pairs = [pair.partition("=") for pair in text.split(",") if pair]
    for key, equals, _ in pairs:
        if not equals:
            raise BadValue(N_("a parameter is written name=value, not {parameter}"), parameter=repr(key[:20]))
    return {key.strip(): value.strip() for key, _, value in pairs}


__all__ = [
    "ALL",
    "A_SECOND",
    "LEVELS",
    "OFFERED",
    "USUAL",
    "WITHOUT_FAST",
    "Budget",
    "Candidate",
    "Explanation",
    "Player",
    "Yurei",
    "for_points",
    "get",
    "installed_kind_of",
    "is_ours",
    "is_ready",
    "kind_of",
    "own_kind_of",
    "slugs",
    "until_compiled",
    "weakness",
]
