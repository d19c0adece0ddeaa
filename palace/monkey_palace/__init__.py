"""Monkey Palace: the kernel, the search, the drawings and the game round them."""
