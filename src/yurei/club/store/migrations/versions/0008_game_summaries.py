"""What lists and counts need of a game. How far it is follows from its events, and is filled in by the server later."""

import json
from typing import Any

import sqlalchemy as sql
from alembic import op

revision = "0008"
down_revision = "0007"

COLUMNS: dict[str, Any] = {
    "ruleset": sql.String(64),
    "referee": sql.String(64),
    "phase": sql.String(16),
    "ended": sql.String(40),
    "ended_by": sql.String(32),
    "winner": sql.String(8),
    "margin": sql.Float,
    "board": sql.Text,
}
AT_ONCE = 1000


def upgrade() -> None:
    for name, kind in COLUMNS.items():
        op.add_column("games", sql.Column(name, kind))
    op.add_column("chairs", sql.Column("to_move", sql.Boolean, nullable=False, server_default=sql.false()))
    op.add_column("chairs", sql.Column("result", sql.String(8), nullable=False, server_default=""))
    op.create_index("chairs_to_move", "chairs", ["key", "to_move"])
    op.create_index("games_by_phase", "games", ["phase", "id"])
    _fill()


def _fill() -> None:
    games = sql.table("games", *(sql.column(name) for name in ("id", "settings", "ruleset", "referee")))
    connection = op.get_bind()
    new = games.update().where(games.c.id == sql.bindparam("which"))
    new = new.values(ruleset=sql.bindparam("ruleset"), referee=sql.bindparam("referee"))
    rows = connection.execute(sql.select(games.c.id, games.c.settings)).all()
    for first in range(0, len(rows), AT_ONCE):
        connection.execute(new, [_named(*row) for row in rows[first : first + AT_ONCE]])


def _named(game: str, settings: str) -> dict[str, str]:
    chosen = json.loads(settings)
    return {"which": game, "ruleset": chosen.get("ruleset", ""), "referee": chosen.get("referee", "")}


def downgrade() -> None:
    op.drop_index("games_by_phase", "games")
    op.drop_index("chairs_to_move", "chairs")
    op.drop_column("chairs", "result")
    op.drop_column("chairs", "to_move")
    for name in reversed(COLUMNS):
        op.drop_column("games", name)
