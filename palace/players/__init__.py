"""Matches between the players that each game names; no game is imported."""
