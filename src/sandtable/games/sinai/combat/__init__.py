"""[8, 9, 12, 24.5, 25.2] Combat, retreats and advances."""
