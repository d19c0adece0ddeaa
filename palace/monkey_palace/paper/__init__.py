"""What is printed of a game: reports, score pads, sheets for the table."""
