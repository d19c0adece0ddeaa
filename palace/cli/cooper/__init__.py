"""The verbs that Cooper Island alone has."""
