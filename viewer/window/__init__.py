"""The window: a palace, a game or a map to walk round, and ways of working in it."""
