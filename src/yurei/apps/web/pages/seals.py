"""What a seal is good for, and how it is checked."""

from __future__ import annotations

from functools import cache

from htpy import a, code, h1, h2, li, ol, p, pre, section

from yurei.apps.web.pages.frame import document
from yurei.apps.web.parts.navigation import LEARN
from yurei.languages import N_, translation

TITLE = N_("What a seal is good for")
WHY = (
    N_("You play against what the referee says. A seal makes sure that he cannot change his story later."),
    N_(
        "With every try everybody at the table is given the same seal: 64 digits that tell nothing of the try, and that fit this try alone, and all tries before it."
    ),
    N_("Once the game is over its record opens all seals. Whoever has kept one can check that nothing before it was changed."),
)  # fmt: skip
HOW = (
    N_("While you play, keep a seal: unfold it under what the referee said, and write it down or copy it."),
    N_("After the end, download the record of the game."),
    N_("Check it with this command, or with a file that needs nothing but Python:"),
)
COMMANDS = "yurei verify yurei-GAME.jsonl SEAL\npython verify.py yurei-GAME.jsonl SEAL"
LIMITS = (
    N_("A seal does not show that a sentence was right when it was said; the record does, for it is judged anew by the rules."),
    N_("It does not show either that nobody looked at the board in secret."),
)  # fmt: skip


@cache
def seals_page(language: str) -> str:
    """What a seal is good for, how it is checked, and what it does not show."""
    say = translation(language).gettext
    return document(
        say(TITLE),
        [
            p(".note")[a(href="/learn")[say(N_("Learn"))], " / ", say(TITLE)],
            h1[say(TITLE)],
            section[(p[say(sentence)] for sentence in WHY)],
            section[
                h2[say(N_("How to check one"))],
                ol[(li[say(sentence)] for sentence in HOW)],
                pre[code[COMMANDS]],
                p[a(href="/verify.py", download=True)[say(N_("Download verify.py"))]],
            ],
            section[h2[say(N_("What it does not show"))], (p[say(sentence)] for sentence in LIMITS)],
        ],
        language,
        extras=("front.css",),
        here=LEARN,
    )
