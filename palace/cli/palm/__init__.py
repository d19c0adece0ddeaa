"""The verbs that Palm Island alone has."""
