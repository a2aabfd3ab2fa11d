"""Words of the screen itself."""

from yurei.languages import N_

YOUR_TURN = N_("{seat} to play: type a point, or use the arrow keys and Enter.")
THINKING = N_("{seat} is thinking …")
HAND_OVER = N_("Hand over to {seat}; {seat} presses Enter.")
SIT_DOWN = N_("Sit down")
CONFIRM = N_("Press Enter to resign.")
STONE, GHOST = N_("You now place stones."), N_("You now place ghosts.")

AT = N_("Try {moment} of {last}")
TRUTH, AUDIENCE = N_("True board"), N_("What everybody heard")
BOARD_OF, HEAT = N_("Board of {seat}"), N_("Where {seat} could expect stones")
FAR, TURNED = N_("{done} of {total} tries"), N_("Turning points")

KEYS = N_("The arrow keys move the cursor, Enter or a click plays there. Page up and down scroll the announcements.")
HELP, PASS, RESIGN, DRAW, IN_HAND, QUIT = (
    N_("Help"),
    N_("Pass"),
    N_("Resign"),
    N_("Draw"),
    N_("Stone/ghost"),
    N_("Quit"),
)
HINT, SOLUTION, AGAIN, SUBMIT = N_("Hint"), N_("Solution"), N_("Again"), N_("Answer")
CHOICE = N_("Board {number} of {of}")
SOLVING_KEYS = N_(
    "The arrow keys move the cursor, Enter or a click chooses the point. F5 answers with all that was chosen, F6 shows the next board."
)
POSSIBLE, TARGET, CERTAIN, CHOSEN = "?", "△", "!", "■"
"""Signs on a point where a hidden piece may stand, on a target, on what is certain, and on a chosen point."""
SIGNS = {POSSIBLE: N_("marked"), TARGET: N_("target"), CERTAIN: N_("certain"), CHOSEN: N_("chosen")}
BACK, ON, START, END, RUN, BOARD = N_("Back"), N_("Forward"), N_("Start"), N_("End"), N_("Auto"), N_("Board")
