"""Steps from one schema to the next (Alembic); `store.upgrade` runs them when a server starts."""
