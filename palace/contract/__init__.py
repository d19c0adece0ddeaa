"""What a game offers to the verbs, and the registry of the games."""
