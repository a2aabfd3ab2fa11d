"""No Seki Go: players place stones and ghosts. A ghost is a liberty only of strings of its own colour."""

from yurei.languages import N_
from yurei.rules.ruleset import FREE, Capture, Example, Komi, Repetition, Ruleset, Scoring, Suicide

RULESET = Ruleset(
    slug="no-seki-go",
    title=N_("No Seki Go"),
    source="https://senseis.xmp.net/?NoSekiGo",
    summary=N_("Stones and ghosts: a ghost is a liberty of its owner’s strings alone, so no seki lasts."),
    capture=Capture.OPPONENT_FIRST,
    suicide=Suicide.FORBIDDEN,
    repetition=Repetition.SITUATIONAL_SUPERKO,
    passing=FREE,
    ghosts=True,
    scoring=Scoring.AREA,
    komi=Komi(odd=6, even=7, promises_no_ties=True),
    sentences={
        "capture": "Enemy strings without liberties are removed; then enemy ghosts that are no longer adjacent to a string of their colour.",
        "suicide": "Every friendly string must have at least one liberty, otherwise the whole move is illegal.",
        "repetition": "Two positions are considered identical if both have pieces of the same colors on the same intersections. Chosen: situational superko.",
        "passing": "A turn is exactly one of: pass, place a stone, place a ghost, replace a ghost of any color.",
        "ghosts": "A liberty of a string is an adjacent point that is empty or holds a ghost of the string's own colour.",
        "scoring": "A ghost on the board is a point for its owner, and bounds areas like a stone.",
        "komi": "Chosen: 6 on boards with an odd number of points, 7 on boards with an even one; the page promises no ties.",
    },
    examples=(
        Example(
            N_("Ghosts break a seki: Black’s ghost takes a liberty from White alone, and Black captures."),
            "......./......./......./.BBBB../BBWWBBB/WWWBWWW/.W.B.W.",
            "B:ghost-C1 W:pass B:A1",
            "......./......./......./.BBBB../BB..BBB/...BWWW/B.bB.W.",
        ),
        Example(
            N_("White’s ghosts break the same seki, if White is first."),
            "......./......./......./.BBBB../BBWWBBB/WWWBWWW/.W.B.W.",
            "W:ghost-C1 B:pass W:E1",
            "......./......./......./.BBBB../BBWWBBB/WWW.WWW/.Ww.WW.",
        ),
        Example(
            N_("An approach move makes a difference: instead of approaching, Black places a ghost and wins the race."),
            "........./........./........./........./........./BBBW...../.BBWWWW../.WWBB.W../.WW.B.W..",
            "B:A2 W:F2 B:ghost-A1 W:pass B:A3",
            "........./........./........./........./........./BBBW...../BBBWWWW../BWWBBWW../bWW.B.W..",
        ),
        Example(
            N_(
                "White’s ghost on the same point takes Black’s place there; Black approaches, three liberties against two."
            ),
            "........./........./........./........./........./BBBW...../.BBWWWW../.WWBB.W../.WW.B.W..",
            "B:A2 W:ghost-A1 B:A3",
            "........./........./........./........./........./BBBW...../BBBWWWW../BWWBB.W../wWW.B.W..",
        ),
        Example(N_("A ghost breaks the smallest seki."), ".W.B.W.", "B:ghost-C1 W:pass B:A1", "B.bB.W."),
        Example(N_("White’s ghost breaks this seki too."), ".W.B.W.", "W:ghost-C1 B:pass W:E1", ".Ww.WW."),
        Example(
            N_("A ghost goes beside a string of one’s own."),
            "B.../....",
            "B:ghost-D1",
            "B.../....",
            refused="no-liberty",
        ),
        Example(N_("A ghost cannot be placed on a ghost."), "Bb../....", "B:ghost-B2", "Bb../....", refused="ghost"),
        Example(N_("One’s own ghost becomes a stone."), "Bb../....", "B:B2", "BB../...."),
        Example(N_("The opponent’s ghost becomes a stone of one’s own."), "Ww../....", "B:B2", "WB../...."),
    ),
)
