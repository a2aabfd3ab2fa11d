"""Scenes: pairs of short games, written by hand, that an observer must not be able to tell apart."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.secrecy.whole import FOR_ALL, LOG, Act, away, bot, elsewhere, played, program


@dataclass(frozen=True)
class Scene:
    """Two games that a player, and everybody who may learn less, must not be able to tell apart."""

    watched: str
    one: tuple[Act, ...]
    other: tuple[Act, ...]
    wish: tuple[tuple[str, str], ...]
    but: tuple[str, ...] = ()  # who may well tell them apart

    @property
    def all(self) -> tuple[str, ...]:
        """Names of all observers who must not tell the two games apart."""
        himself = (self.watched, elsewhere(self.watched), away(self.watched), program(self.watched), bot(self.watched))
        return tuple(name for name in (*himself, *FOR_ALL) if name not in self.but)

    def told_apart(self, who: Sequence[str], nosy: Sequence[int] = ()) -> list[str]:
        """Return those of these observers who can tell the two games apart."""
        one, other = (played(dict(self.wish), acts, self.watched, nosy, only=who) for acts in (self.one, self.other))
        return [name for name in who if one[name] != other[name]]


def acts(text: str) -> tuple[Act, ...]:
    """Parse acts: ``black C3, white pass, black pencil-cross B2``."""
    found = []
    for each in text.split(", "):
        chair, what, *at = each.split()
        found.append((chair, what, at[0]) if at else (chair, *(("pass", "") if what == "pass" else ("stone", what))))
    return tuple(found)


def scene(watched: str, one: str, other: str, referee: str = "common", but: tuple[str, ...] = (), **wish: str) -> Scene:
    return Scene(watched, acts(one), acts(other), (("width", "5"), ("referee", referee), *wish.items()), but)


ELSEWHERE = scene("white", "black C3, white E5, black pass", "black D4, white E5, black pass")
OTHER_REASON = scene(
    "white", "black D4, white A2, black E4, white B1, black A1", "black D4, white A2, black E4, white B1, black A2"
)
"""Black is refused: for it would be suicide, or for White's stone."""
OWN_REFUSAL = scene(
    "black", "black D4, white A1, black E4, white B1, black A1", "black D4, white A2, black E4, white B1, black A1"
)
"""Black's A1 is refused: a white stone is there, or it would be suicide. He is told neither."""
OUT_OF_TURN = scene("white", "black C3, white E5, white C3", "black D4, white E5, white C3")
UNSEEN_CAPTURE = scene(
    "white", "black A1, white A2, black C3, white B1", "black D4, white A2, black C3, white B1", "kriegspiel"
)
PENCILLED = scene(
    "white",
    "black pencil-cross B2, black pencil-white B3, black pencil-black B4, black C3, white E5",
    "black pencil-cross A2, black pencil-cross A2, black stone nowhere, black C3, white E5",
    but=(LOG,),
)
"""Black marks three points for himself, or one, and takes that back. The log may say that a page was asked for in vain."""
MARKED_ONCE = scene("white", "black pencil-cross A1, black C3", "black stone nowhere, black C3", but=(LOG,))
AIMED = scene("white", "black aim C3, black E5", "black aim D4, black E5")
WHISPERED = scene("white", "referee chat C3, black E5", "referee chat D4, black E5")
"""Who sees everything would tell White something."""
UNDER_HAMBURG = scene(
    "black",
    "black A1, white C3, black E1, white A2, black C4, white B1",
    "black A1, white C3, black E1, white E2, black C4, white D1",
    "hamburg",
)
"""Black's A1 is captured, or his E1. Under Hamburg he hears that a stone is, and his board shows both still."""
TYPED = scene(
    "white", "black window 1, black C3, white E5", "black window 1, black typed D4, white E5", "common", but=(LOG,)
)
"""Black clicks on a point, or types another one, without script and with a second window open."""
BEYOND_SIGHT = scene(
    "black", "black C3, white D3, black pass, white E3", "black C3, white D3, black pass, white A1", "fog"
)
"""White's E3 is one point too far for C3, and stands beside the white stone that Black sees; or White moves elsewhere."""
SIGHT_LOST = scene(
    "black",
    "black A1, white B1, black C3, white A2, black E5, white A1",
    "black A1, white B1, black C3, white A2, black E5, white E1",
    "fog",
)
"""Black's A1 saw B1 until White took it; now White moves to A1, or elsewhere."""
SCENES = {
    "the stone is elsewhere": ELSEWHERE,
    "refused for another reason": OTHER_REASON,
    "marks of the pencil": PENCILLED,
    "his own try is refused for another reason": OWN_REFUSAL,
    "his try out of turn": OUT_OF_TURN,
    "a capture that is not told": UNSEEN_CAPTURE,
    "a point in mind": AIMED,
    "a whisper": WHISPERED,
    "captured under Hamburg": UNDER_HAMBURG,
    "a try that is typed": TYPED,
    "one point too far": BEYOND_SIGHT,
    "a stone that saw is gone": SIGHT_LOST,
}
