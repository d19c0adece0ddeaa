"""The hosts of the page: they know the clock, chance, and where games are kept."""
