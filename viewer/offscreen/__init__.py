"""Pictures and films, rendered without a window."""
