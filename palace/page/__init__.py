"""The table page as plain Python: what it shows and what a tap does, for any host and any game."""
