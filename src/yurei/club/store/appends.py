"""Batched writes of the events, summaries and notifications of many games.

A busy server does this a hundred times a second, and separate statements for each part would cost more than all other
work of a try.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql

from yurei.club.model.stored import Summary
from yurei.club.store.elsewhere import CHANNEL, Elsewhere
from yurei.club.store.tables import chairs, events, games

_IN_GAME = ("phase", "ended", "ended_by", "winner", "margin", "board")
"""Columns of a summary in the table of games."""
ADD = events.insert()
OF_GAME = (
    games.update()
    .where(games.c.id == sql.bindparam("of"))
    .values({name: sql.bindparam(f"new_{name}") for name in _IN_GAME})
)
OF_CHAIR = (
    chairs.update()
    .where(chairs.c.game == sql.bindparam("of"), chairs.c.name == sql.bindparam("chair"))
    .values(to_move=sql.bindparam("awaited"), result=sql.bindparam("ended"))
)
"""Statements built once: building one takes longer than executing it."""
AT_ONCE = sql.text(
    """
    WITH happened AS (
        INSERT INTO events (game, number, chair, kind, what, at, request)
        SELECT game, number, chair, kind, what, at, request FROM json_to_recordset(CAST(:events AS json))
            AS new(game text, number integer, chair text, kind text, what text, at text, request text)
    ), summed_up AS (
        UPDATE games SET phase = new_phase, ended = new_ended, ended_by = new_ended_by, winner = new_winner,
            margin = new_margin, board = new_board
        FROM json_to_recordset(CAST(:games AS json)) AS new("of" text, new_phase text, new_ended text,
            new_ended_by text, new_winner text, new_margin double precision, new_board text)
        WHERE games.id = "of" AND (phase, games.ended, ended_by, winner, margin, board)
            IS DISTINCT FROM (new_phase, new_ended, new_ended_by, new_winner, new_margin, new_board)
    ), awaiting AS (
        UPDATE chairs SET to_move = awaited, result = new.ended
        FROM json_to_recordset(CAST(:chairs AS json)) AS new("of" text, chair text, awaited boolean, ended text)
        WHERE chairs.game = "of" AND chairs.name = chair AND (to_move, result) IS DISTINCT FROM (awaited, new.ended)
    )
    SELECT pg_notify(:channel, :told)
    """
)
"""The whole batch in one statement, for PostgreSQL: each is a network round trip, and this one is its own transaction.

Unchanged summaries are not written: most tries leave them as they are, and PostgreSQL copies each row that it updates.
"""


@dataclass(frozen=True, slots=True)
class Append:
    """New events of a game to be stored.

    Attributes:
        game: The id of the game.
        events: The events, as rows.
        summary: The summary of the game, if it has changed.
    """

    game: str
    events: Sequence[Mapping[str, Any]]
    summary: Summary | None = None


def append_all(connection: sql.Connection, appends: Sequence[Append], elsewhere: Elsewhere | None) -> None:
    """Write new events of games; of several appends to one game the later ones follow the earlier ones.

    Args:
        elsewhere: The other servers on this PostgreSQL; None for SQLite.
    """
    if elsewhere is not None:
        connection.execute(AT_ONCE, at_once(appends, elsewhere))
        return
    if happened := _event_rows(appends):
        connection.execute(ADD, happened)
    write_summaries(connection, _summaries(appends))


def at_once(appends: Sequence[Append], elsewhere: Elsewhere) -> dict[str, str]:
    """Return the parameters of ``AT_ONCE``."""
    summaries = _summaries(appends)
    rows = {"events": _event_rows(appends), "games": _game_rows(summaries), "chairs": _chair_rows(summaries)}
    told = elsewhere.told({append.game for append in appends})
    return {**{name: json.dumps(written) for name, written in rows.items()}, "channel": CHANNEL, "told": told}


def _event_rows(appends: Sequence[Append]) -> list[Mapping[str, Any]]:
    return [row for append in appends for row in append.events]


def _summaries(appends: Sequence[Append]) -> dict[str, Summary]:
    """Return the newest summary of each game."""
    return {append.game: append.summary for append in appends if append.summary is not None}


def write_summaries(connection: sql.Connection, summaries: Mapping[str, Summary]) -> None:
    """Write the summaries of games, by their ids."""
    for statement, rows in ((OF_GAME, _game_rows(summaries)), (OF_CHAIR, _chair_rows(summaries))):
        if rows:
            connection.execute(statement, rows)


def _game_rows(summaries: Mapping[str, Summary]) -> list[dict[str, Any]]:
    """Return the columns of summaries in the table of games, for ``OF_GAME``."""
    return [
        {"of": game, **{f"new_{name}": getattr(summary, name) for name in _IN_GAME}}
        | {"new_ended": summary.ended and summary.ended.isoformat()}
        for game, summary in summaries.items()
    ]


def _chair_rows(summaries: Mapping[str, Summary]) -> list[dict[str, Any]]:
    """Return the columns of summaries in the table of chairs, for ``OF_CHAIR``."""
    return [
        {"of": game, "chair": each.name, "awaited": each.to_move, "ended": each.result}
        for game, summary in summaries.items()
        for each in summary.chairs
    ]
