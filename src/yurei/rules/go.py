"""Go, the ruleset of Phantom Go, and its presets, such as Japanese rules."""

from dataclasses import replace

from yurei.languages import N_
from yurei.rules.ruleset import Example, Repetition, Ruleset, Scoring, Suicide, same_komi

RULESET = Ruleset(
    slug="go",
    title=N_("Phantom Go"),
    source="https://senseis.xmp.net/?PhantomGo",
    summary=N_("Go in which each player sees only their own stones. Two passes end the game; area is counted."),
    suicide=Suicide.FORBIDDEN,
    repetition=Repetition.SIMPLE_KO,
    scoring=Scoring.AREA,
    komi=same_komi(7.5),
    sentences={
        "capture": "Enemy strings without liberties go, then one's own are judged.",
        "suicide": "Illegal: a nonempty intersection, suicide, and capturing back a ko.",
        "repetition": "Illegal: a nonempty intersection, suicide, and capturing back a ko.",
        "passing": "Two passes in a row end the game.",
        "scoring": "Chosen: area scoring is what computer tournaments of Phantom Go used.",
        "komi": "Chosen: 7.5, with area scoring.",
    },
    examples=(
        Example(
            N_("The page’s example, a snapback: Black takes one stone, and White takes three back."),
            "........./........./........./........./........./........./..WW...../.WB.WB.../.WBW.B...",
            "B:E1 W:J9 B:D2 W:D1",
            "........W/........./........./........./........./........./..WW...../.W..WB.../.W.WBB...",
        ),
        Example(
            N_("A ko cannot be captured back immediately."),
            ".BW./B.BW/.BW./....",
            "W:B3 B:C3",
            ".BW./BW.W/.BW./....",
            refused="ko",
        ),
        Example(N_("Suicide is illegal."), ".W./W.W/.W.", "B:B2", ".W./W.W/.W.", refused="suicide"),
        Example(
            N_("A point on which a stone stands is illegal, whether one sees the stone or not."),
            "W../.../...",
            "B:A3",
            "W../.../...",
            refused="opponent-stone",
        ),
        Example(
            N_("In Go this is a seki: who plays inside first is captured. In No Seki Go it is not a seki."),
            "......./......./......./.BBBB../BBWWBBB/WWWBWWW/.W.B.W.",
            "B:C1 W:E1",
            "......./......./......./.BBBB../BBWWBBB/WWW.WWW/.W..WW.",
        ),
    ),
)
NEW_ZEALAND = replace(
    RULESET,
    slug="new-zealand",
    title=N_("Phantom Go, New Zealand rules"),
    summary=N_("Phantom Go; suicide is allowed, and no situation may come a second time."),
    suicide=Suicide.ALLOWED,
    repetition=Repetition.SITUATIONAL_SUPERKO,
    komi=same_komi(7),
    sentences={
        **RULESET.sentences,
        "suicide": "New Zealand: suicide is allowed, also of one stone, judged by the repetition rule.",
        "repetition": "A placement may not recreate any earlier situation. A pass makes a situation too.",
        "komi": "New Zealand: 7.",
    },
    examples=(
        Example(N_("Suicide of several stones is a move."), "BW./.W./W..", "B:A2", ".W./.W./W.."),
        Example(
            N_("Suicide of one stone is a move too: nothing changes but the turn."),
            ".W./W.W/.W.",
            "B:B2",
            ".W./W.W/.W.",
        ),
    ),
)
JAPANESE = replace(
    RULESET,
    slug="japanese",
    title=N_("Phantom Go, Japanese counting"),
    summary=N_("Phantom Go; territory and prisoners are counted."),
    scoring=Scoring.TERRITORY,
    komi=same_komi(6.5),
    sentences={
        **RULESET.sentences,
        "scoring": "Surrounded empty points and prisoners, dead stones agreed upon first.",
        "komi": "Japanese: 6.5.",
    },
    examples=(
        Example(
            N_("The board is even, and a prisoner decides."),
            "WB./..B/...",
            "B:A2 W:pass B:pass",
            ".B./B.B/...",
            winner="B",
        ),
    ),
)
TROMP_TAYLOR = replace(
    RULESET,
    slug="tromp-taylor",
    title=N_("Phantom Go, Tromp-Taylor rules"),
    summary=N_("Phantom Go; suicide is allowed, and no position may come a second time."),
    suicide=Suicide.ALLOWED,
    repetition=Repetition.POSITIONAL_SUPERKO,
    komi=same_komi(7.5),
    sentences={
        **RULESET.sentences,
        "suicide": "Tromp-Taylor: suicide is allowed; of one stone it recreates the present position.",
        "repetition": "A placement may not recreate any earlier position of the game.",
    },
    examples=(
        Example(
            N_("Suicide of one stone recreates the present position."),
            ".W./W.W/.W.",
            "B:B2",
            ".W./W.W/.W.",
            refused="repetition",
        ),
    ),
)
