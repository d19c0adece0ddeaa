"""Cooper Island (A. Odendahl, Frosted Games 2019): map, rules and records."""
