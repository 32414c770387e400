"""[5-7, 11, 15, 24.3, 25.4] Movement, Zones of Control and stacking."""
