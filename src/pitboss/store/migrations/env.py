"""What Alembic runs: the steps, inside the transaction of the connection that `pitboss.store.opening` hands over."""

from alembic import context

from pitboss.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
