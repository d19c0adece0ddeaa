"""The verbs that Monkey Palace alone has, and what they share."""
