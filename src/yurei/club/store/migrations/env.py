"""Alembic's entry: the store hands in the connection."""

from alembic import context

from yurei.club.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
