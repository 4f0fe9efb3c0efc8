"""What Alembic runs to migrate: the connection comes from `database.py`, in a transaction."""

from alembic import context

from cerealbar.server.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
