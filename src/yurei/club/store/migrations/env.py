"""Alembic's entry point; the store passes in the connection."""

from alembic import context

from yurei.club.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
