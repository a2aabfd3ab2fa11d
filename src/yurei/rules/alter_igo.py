"""Alter Igo: all strings without liberties, of both colours, are removed at once. No passing, no counting."""

from yurei.languages import N_
from yurei.rules.ruleset import NO_PASSING, Capture, DrawCounts, Example, Repetition, Ruleset, Scoring, Suicide

RULESET = Ruleset(
    slug="alter-igo",
    title=N_("Alter Igo"),
    source="https://senseis.xmp.net/?AlterIgo",
    summary=N_(
        "All strings without liberties are removed at once, of both colours. No passing, no "
        "scoring; whoever places a stone that is the only one to be removed loses."
    ),
    capture=Capture.SIMULTANEOUS,
    suicide=Suicide.LONE_LOSES,
    repetition=Repetition.DRAW_ON_THIRD,
    draw_counts=DrawCounts.POSITIONS,
    passing=NO_PASSING,
    scoring=Scoring.NONE,
    sentences={
        "capture": "Every string of either colour that is not adjacent to an empty point is removed, all at the same time.",
        "suicide": "The opponent wins if a player places a stone that is the only stone to be removed.",
        "repetition": "The game ends in a draw if the same position is repeated three times.",
        "draw_counts": "Chosen: three occurrences of a position, whoever is to move.",
        "passing": "There is no pass. Discussed on the page: a number of passes for White, such as 6.",
        "scoring": "There is no scoring and no komi.",
        "draw_by_agreement": "Chosen, off by default: a draw by agreement.",
        "tie_break": "Discussed on the page: a match of a win each goes to who has won with fewer moves as Black.",
        "two_game_match": "Discussed on the page: two games with colours swapped, won by who makes at least a win and a draw.",
    },
    examples=(
        Example(
            N_("Both colours leave together: no empty point is left, so all strings go at once."),
            "BW/B.",
            "W:B1",
            "../..",
        ),
        Example(
            N_("A lone suicide loses: the stone just placed is the only one to go."),
            ".W./W.W/.W.",
            "B:B2",
            ".W./W.W/.W.",
            winner="W",
        ),
        Example(N_("Several stones may commit suicide."), "BW./.W./W..", "B:A2", ".W./.W./W.."),
        Example(N_("On a board of one point Black loses at once."), ".", "B:A1", ".", winner="W"),
        Example(N_("There is no pass."), "...", "B:pass", "...", refused="no-passing"),
    ),
)
