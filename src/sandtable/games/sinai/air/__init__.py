"""[16, 17, 25.1] In the air: strikes, airborne units, SAM units."""
