"""Drop the stored numbers of bots' streams, and the keys that were replaced."""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.drop_table("news")
    op.drop_table("former_keys")
