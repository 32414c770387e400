"""Everything asynchronous: `hall` (all tables), `room` (a live one), `opponents` (its bots), `connection`, `lobby`."""
