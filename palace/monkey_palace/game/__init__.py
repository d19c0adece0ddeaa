"""The game round the palace: players, cards, animals, turns, records and scores."""
