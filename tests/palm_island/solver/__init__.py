"""The solver of Palm Island."""
