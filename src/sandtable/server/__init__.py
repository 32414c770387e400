"""The table on the network: REST and WebSocket over the narrow waist (docs/protocol.md).

Read in this order: `models/` (every message), `table/` (one game, no waiting), `hall/` (all tables, everything asynchronous),
`routes/` (addresses), `store.py` (the database), then `app.py` and `run.py`, which put it together and start it.
"""
