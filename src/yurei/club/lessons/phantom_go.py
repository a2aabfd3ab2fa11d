"""A first game of Phantom Go: run into a hidden stone, hunt it, lose one, count."""

from yurei.club.lessons.script import Script, Step
from yurei.languages import N_

PHANTOM_GO = Script(
    slug="go",
    title=N_("Phantom Go"),
    promise=N_("Find hidden stones, capture them, be captured, and see at the end what was there."),
    options={"komi": 0},
    steps=(
        Step(
            N_("You are Black, and you begin. White has a separate board: neither of you sees the other’s stones."),
            N_("Place your first stone in the middle: click C3."),
            awaits=("C3",),
            answers=("D3",),
        ),
        Step(
            N_("White has placed a stone too, and nobody tells you where."),
            N_("Take a guess: try D3, right beside your stone."),
            awaits=("D3",),
        ),
        Step(
            N_(
                "“Illegal move.” A white stone stands there: you have found it! Trying costs nothing, and it is still your turn."
            ),
            N_("Go round it: play {points}."),
            awaits=("D4", "D2"),
            answers=("B3",),
        ),
        Step(
            N_("A stone needs liberties, free points beside it. As far as we know, the one on D3 has two left."),
            N_("Take one of them: play {points}."),
            awaits=("D4", "D2"),
            answers=("E3",),
        ),
        Step(
            N_("“Atari” means: only one liberty is left. But White has heard that too, and has moved."),
            N_("Try to capture on that last liberty, E3."),
            awaits=("E3",),
            skippable=True,
        ),
        Step(
            N_("White has fled to E3! Two stones stand there now; E4 and E2 are the points around them."),
            N_("After them: play {points}."),
            awaits=("E4", "E2"),
            answers=("C2",),
        ),
        Step(
            N_("Now both of you are in atari. The referee says who, and never where. Be the quicker one!"),
            N_("Capture: play {points}."),
            awaits=("E4", "E2"),
            answers=("D4", "C1"),
        ),
        Step(
            N_(
                "You have captured two stones! And this “Illegal move.” was for White, who ran into one of your stones."
            ),
            N_("Who had put you into atari? Try C2."),
            awaits=("C2",),
        ),
        Step(
            N_("A white stone, just as we thought. Do not keep it in your head: write it down."),
            N_("Choose the pencil “Guess White” and click C2."),
            awaits=("pencil-white-C2",),
            skippable=True,
        ),
        Step(
            N_(
                "Only you see your pencil marks. Mark more guesses if you like: at the end you will "
                "see which are right."
            ),
            N_("Then choose “Try a stone” again and be bold: B2."),
            awaits=("B2",),
            answers=("A2",),
        ),
        Step(
            N_("White puts you into atari. That must be your stone on B2, deep in White’s corner: we give it up."),
            N_("Meanwhile close your own side: play {points}."),
            awaits=("C4", "C5", "D1"),
            answers=("B1",),
        ),
        Step(
            N_(
                "White has captured your stone on B2. The referee announced it, and the stone is off "
                "your board: a faint ring is left."
            ),
            N_("Go on closing your side: play {points}."),
            awaits=("C4", "C5", "D1"),
            answers=("B4",),
        ),
        Step(
            N_("What only your stones can reach will be yours when the points are counted."),
            N_("Close the last gap: play {points}."),
            awaits=("C4", "C5", "D1"),
            answers=("B5",),
        ),
        Step(
            N_("Your border is closed, and there is nothing left to gain. When both of you pass, the game is over."),
            N_("Press “Pass”."),
            awaits=("pass",),
            answers=("pass",),
        ),
    ),
    closing=(N_("Both have passed, and the referee reveals the board. Rings mark the stones that you had not seen."),),
)
