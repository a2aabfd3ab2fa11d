"""Page about seals: their purpose, and how to check them."""

from __future__ import annotations

from htpy import a, code, h1, h2, li, ol, p, pre, section

from yurei.apps.web.shell.frame import document
from yurei.apps.web.shell.navigation import LEARN
from yurei.languages import N_, translation

TITLE = N_("What seals are for")
WHY = (
    N_("You rely on the referee’s announcements. A seal guarantees that they cannot be changed later."),
    N_(
        "With every try everybody in the game gets the same seal: 64 hexadecimal digits that " "reveal nothing about the try, and match only this try and all tries before it."
    ),
    N_("Once the game is over its record opens all seals. Whoever has kept one can check that nothing before it was changed."),
)  # fmt: skip
HOW = (
    N_("While you play, keep a seal: it stands under “All announcements”; write it down or copy it."),
    N_("After the end, download the record of the game."),
    N_("Check it with this command, or with a file that needs nothing but Python:"),
)
COMMANDS = "yurei verify yurei-GAME.jsonl SEAL\npython verify.py yurei-GAME.jsonl SEAL"
LIMITS = (
    N_("A seal does not show that an announcement was right when it was made; the record " "does, because it is judged again by the rules."),
    N_("Nor does it show that nobody looked at the board in secret."),
)  # fmt: skip


def seals_page(language: str) -> str:
    """Return the page about seals: their purpose, how to check them, and their limits."""
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
