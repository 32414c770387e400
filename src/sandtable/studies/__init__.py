"""Studies: matches between bots, fuzzing, rule coverage, provenance, benchmarks."""
