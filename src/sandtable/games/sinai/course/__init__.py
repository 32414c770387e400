"""[4, 19-21, 25.4, 25.7] The course of the game: calendar, sequence, set-up, arrivals, victory."""
