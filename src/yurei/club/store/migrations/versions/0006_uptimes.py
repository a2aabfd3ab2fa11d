"""When a server was there: nobody's clock runs while none is."""

import sqlalchemy as sql
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "uptimes",
        sql.Column("began", sql.String(40), primary_key=True),
        sql.Column("last", sql.String(40), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("uptimes")
