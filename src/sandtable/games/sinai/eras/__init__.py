"""[23, 24.2, 26] What belongs to one period alone."""
