"""A first game of No Seki Go: place a ghost, meet a ghost, and capture with a ghost's help."""

from yurei.club.lessons.script import Script, Step
from yurei.languages import N_

GHOSTS = Script(
    slug="no-seki-go",
    title=N_("No Seki Go: ghosts"),
    promise=N_("Place a ghost, meet one, and let yours help you capture."),
    steps=(
        Step(
            N_("Here there are ghosts besides stones. All else is as before: you see only what is yours."),
            N_("Begin in the middle: place a stone on C3."),
            awaits=("C3",),
            answers=("D4",),
        ),
        Step(
            N_(
                "A ghost goes onto a liberty of your own stones. It keeps this liberty for you, and takes it from White."
            ),
            N_("Choose the tool “Try a ghost” and click C4."),
            awaits=("ghost-C4",),
            answers=("ghost D3",),
        ),
        Step(
            N_("There it hovers. White has moved too; whether it was a stone or a ghost, nobody says."),
            N_("Place another ghost, on D3."),
            awaits=("ghost-D3",),
        ),
        Step(
            N_(
                "“Illegal move.” Something is there. For a ghost there is no room then; but a stone drives a ghost away."
            ),
            N_("Choose “Try a stone”, and try D3 once more."),
            awaits=("D3",),
            answers=("B2",),
        ),
        Step(
            N_("It was a ghost, and your stone replaced it! Ghosts always stand next to a stone of their own colour."),
            N_("So look for that stone: try D4."),
            awaits=("D4",),
            skippable=True,
        ),
        Step(
            N_("There stands White! You have D3 beside it, and your ghost on C4 is no liberty for White."),
            N_("Take another liberty: play E4."),
            awaits=("E4",),
            answers=("D5",),
        ),
        Step(
            N_("Atari! But White has moved since, surely to the last liberty, D5."),
            N_("Cut White off: play C5."),
            awaits=("C5",),
            answers=("E5", "C2"),
        ),
        Step(
            N_("Atari again, thanks to your ghost. White tried something, and the referee refused it."),
            N_("Now capture: play E5."),
            awaits=("E5",),
            answers=("resign",),
        ),
    ),
    closing=(
        N_("Two stones captured, and White resigns. Without your ghost on C4 White would have had a liberty there."),
    ),
)
