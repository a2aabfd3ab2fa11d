"""The tables of the first release, where migrations start. A new database gets the newest tables without migrations."""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Do nothing."""
