"""Bots' streams have no stored numbers, and replaced keys are forgotten."""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.drop_table("news")
    op.drop_table("former_keys")
