"""Table of a person's won and lost games, by game and by referee."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from htpy import Element, caption, div, h2, section, table, tbody, td, th, thead, tr

from yurei.apps.web.board.board import Say
from yurei.apps.web.you.past_games import title_of
from yurei.club.model.stored import Tally
from yurei.club.model.summary import DRAWN, LOST, NONE, WON
from yurei.languages import N_

_COLUMNS = (
    (N_("won"), (WON,)),
    (N_("lost"), (LOST,)),
    (N_("drawn"), (DRAWN,)),
    (N_("unfinished"), ("", NONE)),
)
_KINDS = (("ruleset", N_("By game")), ("referee", N_("By referee")))


def totals(tallies: Sequence[Tally], say: Say) -> Element | None:
    """Draw the table; nothing if no games against others were played."""
    if not tallies:
        return None
    return section("#totals", class_="panel")[
        h2[say(N_("Results"))],
        div(".wide")[
            table[
                caption[say(N_("Your games against others and against programs"))],
                thead[
                    tr[th(scope="col")[say(N_("Your games"))], (th(scope="col")[say(words)] for words, _ in _COLUMNS)]
                ],
                (_part(tallies, kind, words, say) for kind, words in _KINDS),
            ]
        ],
    ]


def _part(tallies: Sequence[Tally], kind: str, words: str, say: Say) -> Element:
    counted: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for tally in tallies:
        counted[getattr(tally, kind)][tally.result] += tally.count
    return tbody[
        tr[th(scope="rowgroup", colspan="5", class_="note")[say(words)]],
        (
            tr[
                th(scope="row")[title_of(name, kind, say)],
                (td[str(sum(counts[each] for each in results))] for _, results in _COLUMNS),
            ]
            for name, counts in sorted(counted.items(), key=lambda each: (-each[1].total(), each[0]))
        ),
    ]
