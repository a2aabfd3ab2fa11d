"""The tables of the first release: migrations begin here. A new database gets the newest tables without them."""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Do nothing."""
