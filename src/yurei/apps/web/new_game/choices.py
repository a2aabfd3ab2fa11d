"""Choices of the new-game form: a label for each field value, and a sentence for the plan."""

from dataclasses import dataclass
from enum import StrEnum

from yurei.club.game import absence
from yurei.languages import N_
from yurei.referee.referee import FailedTry
from yurei.rules.ruleset import Capture, DrawCounts, Repetition, Scoring, Suicide


@dataclass(frozen=True)
class Choice:
    """A field of the new-game form with a list of values; the first stands for the game's own default.

    ``needs`` names a trait of the game without which the field is meaningless; the style sheet hides it then.
    """

    name: str
    words: str
    values: type[StrEnum] | None = None
    needs: str | None = None


REFEREE_OPTIONS = (
    Choice("failed_try", N_("After a refused try"), FailedTry),
    Choice("lone_self_atari", N_("Announce self-atari"), needs="atari"),
)
SIGHT = N_("How many points a stone sees")
"""Label of the field for a number of points, and its name in the plan."""
MATCH_OPTIONS = (
    Choice("draw_by_agreement", N_("Draw by agreement")),
    Choice("two_game_match", N_("Two games with colours swapped")),
    Choice("tie_break", N_("Tie-break: fewer moves as Black"), needs="match"),
)
RULE_OPTIONS = (
    Choice("suicide", N_("Suicide"), Suicide),
    Choice("repetition", N_("Repetition"), Repetition),
    Choice("draw_counts", N_("Repetition compares"), DrawCounts, needs="third"),
    Choice("capture", N_("Captures"), Capture),
    Choice("scoring", N_("Scoring"), Scoring),
    Choice("passing", N_("Passing")),
    Choice("ghosts", N_("Ghosts")),
)
GAME_OPTIONS = (*MATCH_OPTIONS, *RULE_OPTIONS)
VALUES: dict[StrEnum, str] = {
    Suicide.FORBIDDEN: N_("forbidden"),
    Suicide.ALLOWED: N_("allowed"),
    Suicide.LONE_LOSES: N_("a single stone loses"),
    Repetition.SIMPLE_KO: N_("simple ko"),
    Repetition.POSITIONAL_SUPERKO: N_("positional superko"),
    Repetition.SITUATIONAL_SUPERKO: N_("situational superko"),
    Repetition.DRAW_ON_THIRD: N_("a draw on the third time"),
    DrawCounts.POSITIONS: N_("positions"),
    DrawCounts.SITUATIONS: N_("positions and who is to move"),
    Capture.OPPONENT_FIRST: N_("the opponent’s strings first"),
    Capture.SIMULTANEOUS: N_("both colours at once"),
    Scoring.AREA: N_("area"),
    Scoring.TERRITORY: N_("territory"),
    Scoring.NONE: N_("no scoring"),
    FailedTry.RETRY: N_("try again"),
    FailedTry.LOSE_TURN: N_("ends the turn"),
}
OPPONENTS = {
    "friend": N_("A friend, by link"),
    "anybody": N_("Anyone, in the lobby"),
    "yurei": N_("yurei, a program"),
    "one-device": N_("Another player on this device"),
    "rengo": N_("Three friends: rengo, four boards"),
    "rengo-shared": N_("Three friends: rengo, two boards"),
    "solo": N_("Nobody: you play all seats"),
}
AGAINST = {
    "friend": N_("Your friend joins by the link that you send."),
    "anybody": N_("The first player in the lobby who wants this game joins."),
    "yurei": N_("yurei plays against you, and sees no more than you do."),
}
"""Sentences about the opponent, for opponents whose seating has no fitting summary."""
REFEREED = {
    "friend": N_("Two friends join by the links that you send."),
    "yurei": N_("yurei plays both sides."),
}
"""The same sentences for a maker who is the referee."""
COLOURS = {
    "black": N_("Black"),
    "white": N_("White"),
    "random": N_("Random"),
    "referee": N_("None: I am the referee"),
}
COLOUR_SENTENCES = {
    "black": N_("You play Black."),
    "white": N_("You play White."),
    "random": N_("The colours are random."),
    "referee": N_("You are the referee, and see everything."),
}
WATCHING = {
    "link": N_("Anyone with the spectator link"),
    "nobody": N_("Nobody"),
    "everybody": N_("Anyone: the game is listed"),
}
CLAIM_AFTER = {word: words for word, (_, words) in absence.CLAIM_AFTER.items()}
CLAIM_SENTENCES = {
    word: N_("If a player is away for {time}, the opponent can claim the win.")
    if length
    else N_("Being away never loses the game.")
    for word, (length, _) in absence.CLAIM_AFTER.items()
}
WATCHING_SENTENCES = {
    "link": N_("Anyone with the spectator link can watch."),
    "nobody": N_("Nobody watches."),
    "everybody": N_("Anyone can watch; the game is listed."),
}
