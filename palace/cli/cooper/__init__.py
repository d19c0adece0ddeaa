"""The verbs of Cooper Island alone."""
