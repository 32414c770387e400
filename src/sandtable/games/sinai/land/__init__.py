"""[3.1, 5.2-5.3, 13.2, 18, 24.1, 24.4] The land: who owns it, what it costs to enter, to whom it is closed."""
