"""A first game of Alter Igo: both colours leave at once, and a lone suicide loses."""

from yurei.club.lessons.script import Script, Step
from yurei.languages import N_

LONE_SUICIDE = Script(
    slug="alter-igo",
    title=N_("Alter Igo: the lone suicide"),
    promise=N_("See stones of both colours leave at once, and set a trap for a stone that loses the game."),
    steps=(
        Step(
            N_("Here nobody passes and nothing is scored. A player whose stone is the only one removed loses at once."),
            N_("Let us build a trap around the corner A1: play {points}."),
            awaits=("A2", "B1"),
            answers=("D4",),
        ),
        Step(
            N_("Half a trap: a white stone on A1 would still have one liberty."),
            N_("Close it: play {points}."),
            awaits=("A2", "B1"),
            answers=("E3",),
        ),
        Step(
            N_("Now a white stone on A1 would have no liberty. White cannot see that."),
            N_("Pretend to be busy elsewhere: play D5."),
            awaits=("D5",),
            answers=("E5",),
        ),
        Step(
            N_(
                "Both of you are in atari: so White has come right beside your stone, and has only one "
                "liberty left, too."
            ),
            N_("Find White: try E5."),
            awaits=("E5",),
        ),
        Step(
            N_("“Illegal move.” White stands in that corner. Next to White only E4 can be free."),
            N_("Take it: play E4."),
            awaits=("E4",),
            answers=("B4",),
        ),
        Step(
            N_(
                "Both stones are gone! Yours had no liberty either, and here every string without one goes, of both colours at once."
            ),
            N_("Two left together, so nobody has lost. Go on with C3."),
            awaits=("C3",),
            answers=("A2", "A1"),
        ),
    ),
    closing=(
        N_(
            "White searched your corner, ran into A2, and fell into the trap: the stone on A1 was the only one removed."
        ),
        N_("Rings mark the stones that you had not seen."),
    ),
)
