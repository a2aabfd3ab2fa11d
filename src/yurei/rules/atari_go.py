"""Atari Go: the first player to capture wins."""

from yurei.languages import N_
from yurei.rules.ruleset import Example, Ruleset, Scoring, same_komi

RULESET = Ruleset(
    slug="atari-go",
    title=N_("Atari Go"),
    source="https://senseis.xmp.net/?AtariGo",
    summary=N_(
        "The first player to capture a stone wins. If nobody does, two passes end the game and area is counted."
    ),
    first_capture_wins=True,
    scoring=Scoring.AREA,
    komi=same_komi(0),
    sentences={
        "first_capture_wins": "Whoever is the first to capture a stone wins.",
        "passing": "Chosen: passing is free, so that nobody is driven into self-atari because nothing else is left.",
        "scoring": "Chosen: where two passes end the game before a capture, area is counted.",
        "komi": "Chosen: none; an even count is a draw.",
    },
    examples=(
        Example(N_("The first capture wins."), ".B./BWB/...", "B:B1", ".B./B.B/.B.", winner="B"),
        Example(
            N_("A stone without a liberty of its own that captures is no suicide: it wins."),
            ".WB/WB./BB.",
            "B:A3",
            "B.B/.B./BB.",
            winner="B",
        ),
        Example(
            N_("Suicide is illegal: nobody captures their own stones."),
            ".W./WW./...",
            "B:A3",
            ".W./WW./...",
            refused="suicide",
        ),
        Example(
            N_("If nobody captures, two passes end the game and area is counted."),
            ".B.W./.B.W./.BBW.",
            "W:pass B:pass",
            ".B.W./.B.W./.BBW.",
            winner="B",
        ),
    ),
)
